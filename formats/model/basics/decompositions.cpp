#include "formats/model/basics/decompositions.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>

namespace mb {
namespace {

// Jacobi's rotations take the cube of this and ten times as long as the method for larger matrices.
constexpr Eigen::Index kLargestByRotations = 60;

// The singular values of an upper bidiagonal matrix are the positive eigenvalues of the symmetric tridiagonal one that
// has no diagonal and the entries of both diagonals in turn beside it (Golub and Kahan).
Eigen::VectorXd valuesByBidiagonal(const Eigen::MatrixXd& tall) {
  const Eigen::Index n = tall.cols();
  auto band = Eigen::internal::UpperBidiagonalization<Eigen::MatrixXd>(tall).bidiagonal();
  Eigen::VectorXd beside(2 * n - 1);
  for (Eigen::Index k = 0; k < n; ++k) {
    beside(2 * k) = band.diagonal()(k);
    if (k + 1 < n) beside(2 * k + 1) = band.diagonal<1>()(k);
  }
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(Eigen::VectorXd::Zero(2 * n), beside, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().tail(n).reverse().cwiseMax(0);
}

}  // namespace

// Eigen's BDCSVD, which would be faster for large matrices, is not used: in 3.4 it reads in front of an array
// (perturbCol0) for some that lack rank. Eigen's decompositions are not made for matrices without rows or columns.
Eigen::VectorXd singularValues(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return {};
  if (std::min(matrix.rows(), matrix.cols()) <= kLargestByRotations) {
    return Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues();
  }
  return valuesByBidiagonal(matrix.rows() < matrix.cols() ? Eigen::MatrixXd(matrix.transpose()) : matrix);
}

SingularVectors singularVectors(const Eigen::MatrixXd& matrix, VectorCount count) {
  if (matrix.size() == 0) {
    return {Eigen::MatrixXd::Identity(matrix.rows(), matrix.rows()),
            {},
            Eigen::MatrixXd::Identity(matrix.cols(), matrix.cols())};
  }
  const bool isFull = count == VectorCount::full;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(
      matrix, isFull ? Eigen::ComputeFullU | Eigen::ComputeFullV : Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

Eigen::MatrixXd triangular(const Eigen::MatrixXd& matrix) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(matrix);
  return qr.matrixQR().topRows(matrix.cols()).triangularView<Eigen::Upper>();
}

Eigen::MatrixXd orthonormalColumns(const Eigen::MatrixXd& matrix) {
  return Eigen::HouseholderQR<Eigen::MatrixXd>(matrix).householderQ() *
         Eigen::MatrixXd::Identity(matrix.rows(), matrix.cols());
}

Eigen::MatrixXd solveLower(const Eigen::MatrixXd& L, const Eigen::MatrixXd& right) {
  return L.triangularView<Eigen::Lower>().solve(right);
}

Eigen::MatrixXd solveLowerTransposed(const Eigen::MatrixXd& L, const Eigen::MatrixXd& right) {
  return L.transpose().triangularView<Eigen::Upper>().solve(right);
}

Eigen::MatrixXd pseudoInverse(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return Eigen::MatrixXd::Zero(matrix.cols(), matrix.rows());
  return Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(matrix).pseudoInverse();
}

Eigen::VectorXd shortestSolution(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(threshold);
  decomposition.compute(matrix);
  return decomposition.solve(right);
}

Eigen::VectorXd leastSquares(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right) {
  return Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(matrix).solve(right);
}

std::vector<int> pivotOrder(const Eigen::MatrixXd& matrix) {
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(matrix);
  const auto& indices = qr.colsPermutation().indices();
  return {indices.data(), indices.data() + indices.size()};
}

PrincipalAxes principalAxes(const Eigen::Matrix3d& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(symmetric);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::Vector3d principalValues(const Eigen::Matrix3d& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(symmetric, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace mb
