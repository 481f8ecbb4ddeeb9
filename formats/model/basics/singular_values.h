// Singular values, largest first, their vectors, and the inverse that goes with them. Behind functions of their own
// because the templates behind them take long to compile.
#pragma once

#include <Eigen/Core>

namespace mb {

Eigen::VectorXd singularValues(const Eigen::MatrixXd& matrix);

// matrix = U diag(values) V', with U and V square.
struct SingularVectors {
  Eigen::MatrixXd U;
  Eigen::VectorXd values;
  Eigen::MatrixXd V;
  // How many values are above a share of the largest.
  Eigen::Index rank(double share) const {
    Eigen::Index count = 0;
    while (count < values.size() && values(count) > share * values(0)) ++count;
    return count;
  }
};
SingularVectors singularVectors(const Eigen::MatrixXd& matrix);

// R of Q R, as many rows as columns: the same values and V as the matrix, which has at least as many.
Eigen::MatrixXd triangular(const Eigen::MatrixXd& matrix);

// Of Moore and Penrose: times a right-hand side, the shortest of the best solutions.
Eigen::MatrixXd pseudoInverse(const Eigen::MatrixXd& matrix);

}  // namespace mb
