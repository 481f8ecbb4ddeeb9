// The recursive model as XML (docs/recursive-format.md). Canonical: the same model gives the same bytes.
#pragma once

#include "formats/files/format.h"

namespace mb {

bool looksLikeRecursive(std::string_view text);
RecursiveModel readRecursive(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);
std::string writeRecursive(const RecursiveModel& model);

}  // namespace mb
