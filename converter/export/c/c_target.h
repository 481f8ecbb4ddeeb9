// Generated C as a target of `export`.
#pragma once

#include "converter/export/target/target.h"

namespace mb {

std::optional<Exported> makeC(const ExportJob& job, Diagnostics& diagnostics);
// Compiles it with the C compiler of this machine, runs its self-test, and steps beside our own run.
std::optional<std::vector<ExportCheck>> verifyC(const ExportJob& job, const Exported& exported,
                                                Diagnostics& diagnostics);

}  // namespace mb
