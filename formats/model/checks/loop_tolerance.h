// How exact the frames of a file are written, and by how much its loops may miss for that reason.
#pragma once

#include <optional>
#include <string_view>

#include "formats/model/cartesian.h"

namespace mb {

// Radians, or shares of a size, by which a loop that nearly fits is taken to be rounded.
constexpr double kDefaultLoopTolerance = 1e-4;
constexpr double kLargestLoopTolerance = 0.1;

// What D significant digits leave open: 10^(1-D), at least 1e-9. Below four digits the default tells more: nothing.
std::optional<double> toleranceOfDigits(int digits);
// The most significant digits among the numbers of a list, which blanks, commas and semicolons separate; 1.5D+3 and 90D
// are numbers, too. A word that is none is computed: kExactDigits. 0 without a word.
int mostDigits(std::string_view list);
// The most significant digits among the frames on joints.
int digitsOfJoints(const CartesianModel& model);

}  // namespace mb
