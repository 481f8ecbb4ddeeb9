#include "formats/model/singular_values.h"

#include <Eigen/SVD>

namespace mb {

Eigen::VectorXd singularValues(const Eigen::MatrixXd& matrix) {
  return Eigen::BDCSVD<Eigen::MatrixXd>(matrix).singularValues();
}

}  // namespace mb
