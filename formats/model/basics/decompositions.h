// Eigen's decompositions behind functions: their templates take longer to compile than everything else, so they are
// compiled only once, here.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace mb {

// The singular values, largest first.
Eigen::VectorXd singularValues(const Eigen::MatrixXd& matrix);

// matrix = U diag(values) V'.
struct SingularVectors {
  Eigen::MatrixXd U;
  Eigen::VectorXd values;
  Eigen::MatrixXd V;
  // The number of values above a fraction of the largest.
  Eigen::Index rank(double share) const {
    Eigen::Index count = 0;
    while (count < values.size() && values(count) > share * values(0)) ++count;
    return count;
  }
};
// Full: U and V are square. Thin: they have as many columns as there are values.
enum class VectorCount { full, thin };
SingularVectors singularVectors(const Eigen::MatrixXd& matrix, VectorCount count = VectorCount::full);

// R of Q R, with as many rows as columns; it has the same singular values and V as the matrix, which has at least as
// many rows.
Eigen::MatrixXd triangular(const Eigen::MatrixXd& matrix);

// An orthonormal basis of the space that the columns span; they are independent.
Eigen::MatrixXd orthonormalColumns(const Eigen::MatrixXd& matrix);

// L^-1 right and L'^-1 right; L is a lower triangle, entries above its diagonal are not read.
Eigen::MatrixXd solveLower(const Eigen::MatrixXd& L, const Eigen::MatrixXd& right);
Eigen::MatrixXd solveLowerTransposed(const Eigen::MatrixXd& L, const Eigen::MatrixXd& right);

// The Moore-Penrose inverse: times a right-hand side it gives the shortest of the best solutions.
Eigen::MatrixXd pseudoInverse(const Eigen::MatrixXd& matrix);
// That solution itself; pivots below the threshold, relative to the largest, count as zero.
Eigen::VectorXd shortestSolution(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right, double threshold);
// The least-squares solution for a matrix of full column rank.
Eigen::VectorXd leastSquares(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right);
// The column order of Householder QR with column pivoting: largest remainder first.
std::vector<int> pivotOrder(const Eigen::MatrixXd& matrix);

// The eigenvalues of a symmetric 3 x 3 matrix in ascending order, with unit eigenvectors as columns.
struct PrincipalAxes {
  Eigen::Vector3d values;
  Eigen::Matrix3d vectors;
};
PrincipalAxes principalAxes(const Eigen::Matrix3d& symmetric);
Eigen::Vector3d principalValues(const Eigen::Matrix3d& symmetric);

}  // namespace mb
