// The native Cartesian XML format (docs/cartesian-format.md).
#pragma once

#include "formats/formats.h"

namespace mb {

bool looksLikeNative(std::string_view text);
CartesianModel readNative(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

}  // namespace mb
