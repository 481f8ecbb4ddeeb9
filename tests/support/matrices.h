// Comparing matrices.
#pragma once

#include "formats/model/basics/geometry.h"

namespace mb::testing {

// The largest difference of two entries in the same place.
inline double difference(const Matrix3& a, const Matrix3& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace mb::testing
