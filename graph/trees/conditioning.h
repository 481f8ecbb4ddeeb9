// How well the closure equations of a tree determine its coordinates: the ratio of the largest to the smallest non-zero
// singular value of Phi_z at the initial position, lengths measured in the block's own size. Neither the base nor the
// sense of a joint matters, and the mirror image has the same ratio.
#pragma once

#include <optional>
#include <vector>

#include "graph/normalise/joint_columns.h"
#include "graph/trees/topology.h"
#include "graph/trees/tree_cost.h"

namespace mb {

constexpr int kMaxConditioningColumns = 300;
constexpr double kConditioningTolerance = 1e-6;  // ratios closer than this count as equal

class Conditioning {
 public:
  // loopBlockOf: the block of loops of every edge of the topology; prescribed joints are in none of them.
  Conditioning(const CartesianModel& model, const Topology& topology, const std::vector<int>& loopBlockOf);

  // The product of the ratios of the block's groups; nothing when a matrix would be too large. Larger is worse.
  std::optional<double> of(const BlockGraph& block, const TreeFlags& inTree);
  // Operations of one evaluation, roughly.
  static double workOf(const BlockGraph& block);

 private:
  // An edge in scaled quantities, for any position of the tree's root: rows of a cut, columns of a tree edge walked
  // from a to b.
  struct Scaled {
    Eigen::Matrix<double, Eigen::Dynamic, 6> rows;
    Eigen::Matrix<double, 6, Eigen::Dynamic> columns;
  };
  const Scaled& scaled(int edge, double length);
  double lengthOf(const BlockGraph& block) const;
  std::vector<Vector3> pointsOf(int edge) const;

  const CartesianModel& model_;
  const Topology& topology_;
  const std::vector<int>& loopBlockOf_;
  std::vector<std::optional<Scaled>> cache_;  // an edge belongs to one block, so to one length
};

}  // namespace mb
