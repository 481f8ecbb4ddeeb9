// Limits without stiffness, and the coordinates that have passed them.
#pragma once

#include <string>
#include <vector>

#include "runtime/evaluation/stages.h"

namespace mb {

// Adds the names of coordinates beyond limits without stiffness, each once; `passed` has one mark per limit.
void notePassedLimits(const Mechanism& m, StateView y, std::vector<char>& passed, std::vector<std::string>& names);

}  // namespace mb
