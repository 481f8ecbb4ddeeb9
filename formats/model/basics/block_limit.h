// How large a block of equations may be that are solved together, in dense matrices.
#pragma once

namespace mb::limits {

// Rows, columns and the lesser of the two multiplied: what singular values take, in some operations each.
constexpr double kMostWork = 3e8;

}  // namespace mb::limits
