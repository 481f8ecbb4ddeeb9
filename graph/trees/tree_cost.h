// What a tree costs at run time, in operations of one evaluation of the semi-recursive formulation [HG12 §2-4]:
//
//   kPerEntry      * non-zeros of the lower triangle of M: b_i' M_sum_i b_j for pairs on one path [HG12 Eq. 18]
// + kPerConstraint * sum over cuts of rows * coordinates: the entries of Phi_z and their share of the elimination
// + kPerLink       * links: poses, velocities, inertias about the common point
//
// Entries that removed rods add between two branches are not counted.
//
// The non-zeros are the sum over tree joints of dof * (dof on the path above) + dof (dof + 1) / 2, a free base being
// six coordinates on top of everything. Pairs of coordinates in one block depend on that block's tree alone, and what
// hangs on one of its vertices moves with that vertex as a whole: so each block is decided on its own, from the vertex
// by which it is entered and the number of coordinates that hang on each of its vertices. That number is the same for
// all trees of least weight as long as equal weights mean equal degrees of freedom, which the Tsai-Haug weights do.
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

// One biconnected component, numbered by itself.
struct BlockGraph {
  std::vector<int> vertices;  // of the topology, increasing
  std::vector<int> edges;     // of the topology, increasing
  std::vector<Ends> ends;     // of the edges, in this block's numbers
  std::vector<EdgeCosts> costs;
  std::vector<TieKey> keys;
  std::vector<char> mayStay;          // not ordered to be cut
  std::vector<std::int64_t> hanging;  // coordinates outside the block that hang on each vertex
  Adjacency adjacency;

  int vertexCount() const { return static_cast<int>(vertices.size()); }
  int edgeCount() const { return static_cast<int>(edges.size()); }
  int placeOf(int vertex) const;
};

// One flag an edge: in the tree or cut.
using TreeFlags = std::vector<char>;

struct TreeFigures {
  std::int64_t cost = 0;  // the block's share
  int depth = 0;          // levels of bodies in the block, its entry counting as 1
  auto operator<=>(const TreeFigures&) const = default;
};

// Evaluates trees of one block; holds the arrays that this needs.
class TreeCost {
 public:
  explicit TreeCost(const BlockGraph& block);

  // The block entered at a vertex with so many coordinates on its path to the base.
  TreeFigures at(const TreeFlags& inTree, int entry, std::int64_t above);
  // Entered at each vertex in turn, nothing above.
  void everywhere(const TreeFlags& inTree, std::vector<TreeFigures>& figures);

  void root(const TreeFlags& inTree, int entry);
  // After rooting:
  const std::vector<int>& order() const { return order_; }  // parents first
  int parentOf(int v) const { return parent_[v]; }
  int parentEdgeOf(int v) const { return parentEdge_[v]; }
  int reversedJoints() const;
  // Tree edges from end a of a cut to its end b.
  std::vector<int> loopOf(int edge) const;
  // What does not depend on the entry: a joint's own entries of M, constraints, links.
  std::int64_t ownCost(const TreeFlags& inTree) const;
  // Steps that the last figures took: one an edge, or one an edge of every loop where the loops are long.
  std::int64_t steps() const { return std::max<std::int64_t>(block_.edgeCount(), walked_); }

 private:
  std::int64_t loopDof(int edge) const;
  std::int64_t pairsBelow();  // fills below_

  const BlockGraph& block_;
  std::vector<int> order_, parent_, parentEdge_, hops_, level_;
  std::vector<std::int64_t> below_, pairs_;
  mutable std::int64_t walked_ = 0;  // along loops, for the last tree
};

}  // namespace mb
