// The recursive model itself, as `mbconvert convert` writes it.
#pragma once

#include "converter/export/target/target.h"

namespace mb {

std::optional<Exported> makeRecursive(const ExportJob& job, Diagnostics& diagnostics);
std::optional<std::vector<ExportCheck>> verifyRecursive(const ExportJob& job, const Exported& exported,
                                                        Diagnostics& diagnostics);

}  // namespace mb
