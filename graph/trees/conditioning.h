// How well the closing equations of a tree determine its coordinates: the ratio of the largest to the smallest non-zero
// singular value of Phi_z at the initial position, with lengths in units of the block's size. The ratio depends neither
// on the base nor on the direction of a joint, and the mirror image has the same ratio.
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
  // loopBlockOf: for each edge of the topology its block of loops; prescribed joints belong to none.
  Conditioning(const CartesianModel& model, const Topology& topology, const std::vector<int>& loopBlockOf);

  // The product of the ratios of the block's groups; empty if a matrix would be too large. Larger is worse.
  std::optional<double> of(const BiconnectedGraph& block, const TreeFlags& inTree);
  // Approximate number of operations of one evaluation.
  static double workOf(const BiconnectedGraph& block);

 private:
  // Rows of an edge as a cut, and its columns as a tree edge traversed from a to b, in scaled quantities. They do not
  // depend on the root of the tree.
  struct Scaled {
    Eigen::Matrix<double, Eigen::Dynamic, 6> rows;
    Eigen::Matrix<double, 6, Eigen::Dynamic> columns;
  };
  const Scaled& scaled(int edge, double length);
  double lengthOf(const BiconnectedGraph& block) const;
  std::vector<Vector3> pointsOf(int edge) const;

  const CartesianModel& model_;
  const Topology& topology_;
  const std::vector<int>& loopBlockOf_;
  std::vector<std::optional<Scaled>> cache_;  // an edge belongs to one block and so has one length
};

}  // namespace mb
