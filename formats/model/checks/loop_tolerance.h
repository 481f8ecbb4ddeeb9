// The precision with which the frames of a file are written, and the loop error that follows from it.
#pragma once

#include <optional>
#include <string_view>

#include "formats/model/cartesian.h"

namespace mb {

// Radians, or fractions of a size, up to which the error of a loop counts as rounding.
constexpr double kDefaultLoopTolerance = 1e-4;
constexpr double kLargestLoopTolerance = 0.1;

// The error that D significant digits allow: 10^(1-D), at least 1e-9. Nothing below four digits, where the default is
// better.
std::optional<double> toleranceOfDigits(int digits);
// The most significant digits among the numbers of a list separated by blanks, commas or semicolons; 1.5D+3 and 90D
// count as numbers too. Any other word is computed: kExactDigits. 0 for an empty list.
int mostDigits(std::string_view list);
// The most significant digits among the frames of joints.
int digitsOfJoints(const CartesianModel& model);

}  // namespace mb
