#include "formats/model/singular_values.h"

#include <Eigen/QR>
#include <Eigen/SVD>

namespace mb {

Eigen::VectorXd singularValues(const Eigen::MatrixXd& matrix) {
  return Eigen::BDCSVD<Eigen::MatrixXd>(matrix).singularValues();
}

SingularVectors singularVectors(const Eigen::MatrixXd& matrix) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

Eigen::MatrixXd pseudoInverse(const Eigen::MatrixXd& matrix) {
  return matrix.completeOrthogonalDecomposition().pseudoInverse();
}

}  // namespace mb
