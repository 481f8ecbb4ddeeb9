// Derivatives along one direction as C: a header and a source of their own, so that who does not need them does not
// compile them.
#pragma once

#include <span>

#include "converter/export/c/c_program.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

// choices: those of the program, in its order; parameters: places of its parameters within the model.
std::vector<GeneratedFile> directionalFiles(const CProgram& program, std::span<const Workspace> choices,
                                            std::span<const double* const> parameters);

}  // namespace mb
