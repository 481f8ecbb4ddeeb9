// The row space of a constraint matrix: one pivoted orthogonal factorisation gives the independent rows, the motions
// they leave free and the forces that cancel among them.
#pragma once

#include <Eigen/QR>
#include <cmath>
#include <vector>

namespace mb::cartesian {

class RowSpace {
 public:
  RowSpace() = default;
  // Rows count as dependent when their pivot is below the tolerance times the largest.
  RowSpace(const Eigen::MatrixXd& J, double tolerance);

  int rank() const { return rank_; }
  std::vector<int> independentRows() const;

  // The least-norm x that satisfies the independent rows of J x = b.
  Eigen::VectorXd leastSolution(const Eigen::VectorXd& b) const;
  // The least-norm lambda among those with J' lambda nearest to f.
  Eigen::VectorXd leastMultipliers(const Eigen::VectorXd& f) const;
  // Orthonormal bases of the x with J x = 0 and of the lambda with J' lambda = 0.
  const Eigen::MatrixXd& freeMotions() const { return freeMotions_; }
  const Eigen::MatrixXd& selfStresses() const { return selfStresses_; }

 private:
  double pivot(Eigen::Index k) const { return std::abs(qr_.matrixR()(k, k)); }

  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr_;  // of the transpose
  int rank_ = 0;
  Eigen::MatrixXd freeMotions_;
  Eigen::MatrixXd selfStresses_;
};

}  // namespace mb::cartesian
