// Measurements as tables with the papers' figures beside, and as JSON.
#pragma once

#include "converter/measure/bench.h"

namespace mb {

std::string benchText(const BenchReport& report);
std::string benchJson(const BenchReport& report);

// Of the three families that [Pan] compares; empty: none of them.
std::string_view familyOf(std::string_view solver);

}  // namespace mb
