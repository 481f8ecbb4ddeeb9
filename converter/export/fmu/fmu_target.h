// FMUs: the runtime itself as the binary, and the recursive model as its resource. No compiler is needed.
#pragma once

#include "converter/export/target/target.h"

namespace mb {

std::optional<Exported> makeFmu(const ExportJob& job, Diagnostics& diagnostics);
// Unpacks the FMU, and steps its binary through the functions of the standard beside a run of the model.
std::optional<std::vector<ExportCheck>> verifyFmu(const ExportJob& job, const Exported& exported,
                                                  Diagnostics& diagnostics);

}  // namespace mb
