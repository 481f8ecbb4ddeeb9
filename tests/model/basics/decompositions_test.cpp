// Singular values that are known, because the matrix is made from them.
#include "formats/model/basics/decompositions.h"

#include <limits>
#include <random>

#include "tests/support/test.h"

using namespace mb;

namespace {

// A product of reflections, which is orthogonal but for round-off.
Eigen::MatrixXd orthogonal(Eigen::Index n, std::mt19937& random) {
  std::normal_distribution<double> normal;
  Eigen::MatrixXd Q = Eigen::MatrixXd::Identity(n, n);
  for (int k = 0; k < 3; ++k) {
    const Eigen::VectorXd v = Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); }).normalized();
    Q -= 2 * v * (v.transpose() * Q);
  }
  return Q;
}

// Half of the values fall from 3 to 3e-9, the others are zero.
Eigen::VectorXd fallingValues(Eigen::Index n) {
  return Eigen::VectorXd::NullaryExpr(n, [n](Eigen::Index k) {
    return 2 * k < n ? 3 * std::pow(10.0, -9.0 * static_cast<double>(2 * k) / static_cast<double>(n)) : 0.0;
  });
}

}  // namespace

TEST_CASE("singular values and vectors of small and large matrices that lack rank") {
  std::mt19937 random(7);
  const auto [rows, cols] = GENERATE(std::pair{6, 6}, std::pair{40, 61}, std::pair{90, 70}, std::pair{132, 132});
  const Eigen::Index n = std::min(rows, cols);
  const Eigen::VectorXd expected = fallingValues(n);
  Eigen::MatrixXd S = Eigen::MatrixXd::Zero(rows, cols);
  S.diagonal() = expected;
  const Eigen::MatrixXd A = orthogonal(rows, random) * S * orthogonal(cols, random).transpose();
  // Values move by no more than the norm of the round-off in A, whose entries are sums of n products (Weyl).
  const double allowed = 4 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * expected(0);
  CAPTURE(rows, cols);
  CHECK((singularValues(A) - expected).cwiseAbs().maxCoeff() <= allowed);
  const SingularVectors thin = singularVectors(A, VectorCount::thin);
  CHECK((thin.values - expected).cwiseAbs().maxCoeff() <= allowed);
  CHECK((thin.U * thin.values.asDiagonal() * thin.V.transpose() - A).cwiseAbs().maxCoeff() <= allowed);
  const SingularVectors full = singularVectors(A);
  CHECK((full.U.transpose() * full.U - Eigen::MatrixXd::Identity(rows, rows)).cwiseAbs().maxCoeff() <= allowed);
  CHECK((full.V.transpose() * full.V - Eigen::MatrixXd::Identity(cols, cols)).cwiseAbs().maxCoeff() <= allowed);
}
