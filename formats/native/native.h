// The native Cartesian XML format (docs/cartesian-format.md). Writing is canonical: the same model gives the same
// bytes.
#pragma once

#include "formats/files/format.h"

namespace mb {

bool looksLikeNative(std::string_view text);
CartesianModel readNative(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics,
                          const ReadOptions& options = {});
// One file without includes, in SI and in the axes of the source, which also apply to measures without a frame. Read
// back, it is the same model with the same numbers, names and order. The model must be as a reader made it: nothing
// welded or fused.
std::string writeNative(const CartesianModel& model);

}  // namespace mb
