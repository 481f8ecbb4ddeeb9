#include "formats/model/basics/decompositions.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

namespace mb {

// Eigen's decompositions are not made for matrices without rows or columns.
Eigen::VectorXd singularValues(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return {};
  return Eigen::BDCSVD<Eigen::MatrixXd>(matrix).singularValues();
}

SingularVectors singularVectors(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) {
    return {Eigen::MatrixXd::Identity(matrix.rows(), matrix.rows()),
            {},
            Eigen::MatrixXd::Identity(matrix.cols(), matrix.cols())};
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

SingularVectors dividedSingularVectors(const Eigen::MatrixXd& matrix, VectorCount count) {
  const bool isFull = count == VectorCount::full;
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(
      matrix, isFull ? Eigen::ComputeFullU | Eigen::ComputeFullV : Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

Eigen::MatrixXd triangular(const Eigen::MatrixXd& matrix) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(matrix);
  return qr.matrixQR().topRows(matrix.cols()).triangularView<Eigen::Upper>();
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
