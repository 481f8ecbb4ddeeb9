#include "formats/model/basics/singular_values.h"

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

Eigen::MatrixXd triangular(const Eigen::MatrixXd& matrix) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(matrix);
  return qr.matrixQR().topRows(matrix.cols()).triangularView<Eigen::Upper>();
}

Eigen::MatrixXd pseudoInverse(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return Eigen::MatrixXd::Zero(matrix.cols(), matrix.rows());
  return matrix.completeOrthogonalDecomposition().pseudoInverse();
}

}  // namespace mb
