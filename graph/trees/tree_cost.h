// Predicts what a tree costs at run time, in operations per evaluation of the semi-recursive formulation [HG12 §2-4]:
//
//   kPerEntry      * non-zeros of the lower triangle of M: b_i' M_sum_i b_j for pairs on one path [HG12 Eq. 18]
// + kPerConstraint * sum over cuts of rows * coordinates: the entries of Phi_z and their share of the elimination
// + kPerLink       * links: poses, velocities, inertias about the common point
//
// Entries that removed rods add between two branches are not counted.
//
// The non-zeros are the sum over tree joints of dof * (dof on the path above) + dof (dof + 1) / 2, where a free base
// counts as six coordinates above everything else. Pairs of coordinates within a block depend only on that block's
// tree, and whatever hangs on one of its vertices moves with that vertex as a whole. Each block is therefore decided on
// its own, from the vertex at which it is entered and the number of coordinates that hang on each of its vertices. That
// number is the same for all trees of least weight as long as equal weights imply equal degrees of freedom, as the
// Tsai-Haug weights do.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "graph/trees/topology.h"

namespace mb {

constexpr std::int64_t kPerEntry = 12;
constexpr std::int64_t kPerConstraint = 18;
constexpr std::int64_t kPerLink = 250;
constexpr int kFreeBaseDof = 6;

// One biconnected component with its own numbering.
struct BiconnectedGraph {
  std::vector<int> vertices;  // of the topology, increasing
  std::vector<int> edges;     // of the topology, increasing
  std::vector<Ends> ends;     // of the edges, in this block's numbering
  std::vector<EdgeCosts> costs;
  std::vector<TieKey> keys;
  std::vector<char> mayStay;          // 1 unless the edge must be cut
  std::vector<std::int64_t> hanging;  // coordinates outside the block that hang on each vertex
  Adjacency adjacency;

  int vertexCount() const { return static_cast<int>(vertices.size()); }
  int edgeCount() const { return static_cast<int>(edges.size()); }
  int localVertex(int vertex) const;
};

// One flag per edge: in the tree or cut.
using TreeFlags = std::vector<char>;

struct TreeFigures {
  std::int64_t cost = 0;  // the block's share
  int depth = 0;          // levels of bodies in the block; its entry counts as 1
  auto operator<=>(const TreeFigures&) const = default;
};

// Evaluates trees of one block; holds the arrays needed for that.
class TreeCost {
 public:
  explicit TreeCost(const BiconnectedGraph& block);

  // Figures of the block entered at a vertex with `above` coordinates on its path to the base.
  TreeFigures at(const TreeFlags& inTree, int entry, std::int64_t above);
  // Figures for each vertex as entry, with nothing above.
  void everywhere(const TreeFlags& inTree, std::vector<TreeFigures>& figures);

  void root(const TreeFlags& inTree, int entry);
  // Valid after root():
  const std::vector<int>& order() const { return order_; }  // parents first
  int parentOf(int v) const { return parent_[v]; }
  int parentEdgeOf(int v) const { return parentEdge_[v]; }
  int reversedJoints() const;
  // Tree edges from end a of a cut to its end b.
  std::vector<int> loopOf(int edge) const;
  // The part that does not depend on the entry: each joint's own entries of M, constraints, links.
  std::int64_t ownCost(const TreeFlags& inTree) const;
  // Operations of the last evaluation: one per edge, or one per edge of every loop where the loops are long.
  std::int64_t work() const { return std::max<std::int64_t>(block_.edgeCount(), walked_); }

 private:
  std::int64_t loopDof(int edge) const;
  std::int64_t pairsBelow();  // fills below_

  const BiconnectedGraph& block_;
  std::vector<int> order_, parent_, parentEdge_, hops_, level_;
  std::vector<std::int64_t> below_, pairs_;
  mutable std::int64_t walked_ = 0;  // edges visited along loops, for the last tree
};

}  // namespace mb
