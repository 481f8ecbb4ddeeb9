// Limits that nothing holds, and who has passed them.
#pragma once

#include <string>
#include <vector>

#include "runtime/evaluation/stages.h"

namespace mb {

// Adds the names of coordinates that are beyond limits without stiffness, each once: `passed` has a mark a limit.
void notePassedLimits(const Mechanism& m, StateView y, std::vector<char>& passed, std::vector<std::string>& names);

}  // namespace mb
