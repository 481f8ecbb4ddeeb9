// The shortest solution of equations that may be redundant.
#pragma once

#include <Eigen/Core>

namespace mb {

// Solves J x = right for rows and columns scaled to the order of 1. Directions in which J is below 1e-9 are left
// unchanged, even if all of J is.
Eigen::VectorXd leastSolution(const Eigen::MatrixXd& J, const Eigen::VectorXd& right);

}  // namespace mb
