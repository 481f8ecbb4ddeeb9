#include "runtime/linear/least_solution.h"

#include <algorithm>

#include "formats/model/basics/decompositions.h"

namespace mb {

Eigen::VectorXd leastSolution(const Eigen::MatrixXd& J, const Eigen::VectorXd& right) {
  constexpr double kNothing = 1e-9;
  const double largest = J.size() > 0 ? J.colwise().norm().maxCoeff() : 0;
  if (!(largest > kNothing)) return Eigen::VectorXd::Zero(J.cols());
  return shortestSolution(J, right, kNothing / std::min(largest, 1.0));
}

}  // namespace mb
