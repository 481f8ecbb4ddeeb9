#include "runtime/linear/least_solution.h"

#include <Eigen/QR>
#include <algorithm>

namespace mb {

Eigen::VectorXd leastSolution(const Eigen::MatrixXd& J, const Eigen::VectorXd& right) {
  constexpr double kNothing = 1e-9;
  const double largest = J.size() > 0 ? J.colwise().norm().maxCoeff() : 0;
  if (!(largest > kNothing)) return Eigen::VectorXd::Zero(J.cols());
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> cod;
  cod.setThreshold(kNothing / std::min(largest, 1.0));  // the library's threshold is relative to the largest pivot
  cod.compute(J);
  return cod.solve(right);
}

}  // namespace mb
