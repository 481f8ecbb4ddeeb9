// Prints measurements as tables with the papers' figures beside them, and as JSON.
#pragma once

#include "converter/measure/bench.h"

namespace mb {

std::string benchText(const BenchReport& report);
std::string benchJson(const BenchReport& report);

// The family of solvers in [Pan]'s comparison; empty: none of the three.
std::string_view familyOf(std::string_view solver);

}  // namespace mb
