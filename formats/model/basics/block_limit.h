// The largest block of equations that is solved in dense matrices.
#pragma once

namespace mb::limits {

// Rows times columns times the smaller of the two: the cost of singular values, up to a constant factor.
constexpr double kMostWork = 3e8;

}  // namespace mb::limits
