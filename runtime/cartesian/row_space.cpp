#include "runtime/cartesian/row_space.h"

#include <algorithm>

#include "formats/model/basics/decompositions.h"

namespace mb::cartesian {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// J' P = Q [R1 R2; 0 0], R1 of full rank.
RowSpace::RowSpace(const MatrixXd& J, double tolerance) {
  const Index rows = J.rows();
  const Index columns = J.cols();
  const Index size = std::min(rows, columns);
  if (size > 0) qr_.compute(J.transpose());
  while (rank_ < size && pivot(rank_) > tolerance * pivot(0)) ++rank_;

  freeMotions_ = MatrixXd::Identity(columns, columns).rightCols(columns - rank_);
  if (rank_ > 0 && freeMotions_.size() > 0) freeMotions_.applyOnTheLeft(qr_.householderQ());

  const Index redundant = rows - rank_;
  selfStresses_ = MatrixXd::Identity(rows, rows).rightCols(redundant);
  if (rank_ > 0 && redundant > 0) {
    const MatrixXd R2 = qr_.matrixR().block(0, rank_, rank_, redundant);
    selfStresses_.topRows(rank_) = -qr_.matrixR().topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().solve(R2);
    selfStresses_.applyOnTheLeft(qr_.colsPermutation());
    selfStresses_ = orthonormalColumns(selfStresses_);
  }
}

std::vector<int> RowSpace::independentRows() const {
  if (rank_ == 0) return {};
  const auto& order = qr_.colsPermutation().indices();
  std::vector<int> rows(order.data(), order.data() + rank_);
  std::sort(rows.begin(), rows.end());
  return rows;
}

VectorXd RowSpace::leastSolution(const VectorXd& b) const {
  VectorXd x = VectorXd::Zero(freeMotions_.rows());
  if (rank_ == 0) return x;
  const VectorXd ordered = qr_.colsPermutation().transpose() * b;
  x.head(rank_) =
      qr_.matrixR().topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().transpose().solve(ordered.head(rank_));
  x.applyOnTheLeft(qr_.householderQ());
  return x;
}

VectorXd RowSpace::leastMultipliers(const VectorXd& f) const {
  VectorXd lambda = VectorXd::Zero(selfStresses_.rows());
  if (rank_ == 0) return lambda;
  VectorXd rotated = f;
  rotated.applyOnTheLeft(qr_.householderQ().transpose());
  lambda.head(rank_) =
      qr_.matrixR().topLeftCorner(rank_, rank_).triangularView<Eigen::Upper>().solve(rotated.head(rank_));
  lambda.applyOnTheLeft(qr_.colsPermutation());
  return lambda - selfStresses_ * (selfStresses_.transpose() * lambda);
}

}  // namespace mb::cartesian
