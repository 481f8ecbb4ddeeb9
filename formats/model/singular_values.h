// Singular values, largest first. Behind a function of its own because the templates behind it take long to compile.
#pragma once

#include <Eigen/Core>

namespace mb {

Eigen::VectorXd singularValues(const Eigen::MatrixXd& matrix);

}  // namespace mb
