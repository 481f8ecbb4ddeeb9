// ADAMS/Solver datasets (.adm): docs/adams.md.
#pragma once

#include <memory>
#include <string_view>

#include "formats/files/format.h"

namespace mb {

bool looksLikeAdams(std::string_view text);
CartesianModel readAdams(std::shared_ptr<const SourceFile> file, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace mb
