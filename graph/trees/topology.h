// The joint graph in small integers, on which all questions about trees are answered. Vertices and edges are numbered
// by name, not by their place in the file, so that decisions "by number" do not depend on the order of the input.
#pragma once

#include <array>
#include <compare>
#include <string>
#include <vector>

#include "formats/model/cartesian.h"
#include "graph/multigraph/multigraph.h"
#include "graph/plan/plan.h"

namespace mb {

enum class Forced { no, keep, drive, cut };
enum class Preference { tree, none, cut };

// Decides between edges before anything is evaluated: the edge with the smaller key stays in the tree.
struct TieKey {
  bool optional = true;  // false for edges that must stay
  Weight weight = 0;
  Preference preference = Preference::none;
  auto operator<=>(const TieKey&) const = default;
};

// What an edge costs in the tree and as a cut.
struct EdgeCosts {
  int dof = 0;
  int rows = 0;                   // as a cut
  int ownRows = 0;                // rows that remain if it is in the tree (a distance)
  int links = 1;                  // bodies it adds to the tree; 2 for a rod
  std::array<int, 2> reversed{};  // joints traversed against the user's direction, from a to b and from b to a
};

// A joint, or a rod with its two joints. Vertex a carries marker j (a rod's first end), b carries marker i.
struct GraphEdge {
  std::string name;
  Ends ends;
  JointIndex joint;
  int rod = -1;
  Weight weight = 0;
  std::array<Weight, 2> rodWeights{};  // of a rod's two joints
  EdgeCosts costs;
  Forced forced = Forced::no;
  Preference preference = Preference::none;
  bool prescribed = false;  // in the tree, with all its coordinates given by drives
  bool carries = false;     // has friction, limits, initial values or a torsion spring, which need its coordinate
};

inline bool mustStay(const GraphEdge& edge) { return edge.forced == Forced::keep || edge.forced == Forced::drive; }
inline TieKey keyOf(const GraphEdge& edge) { return {!mustStay(edge), edge.weight, edge.preference}; }

struct Topology {
  std::vector<BodyIndex> bodies;  // by vertex
  std::vector<int> vertexOf;      // by body; -1 for a rod
  std::vector<GraphEdge> edges;
  std::vector<RodCandidate> rods;  // by name
  std::vector<RodRefusal> refused;
  std::vector<int> component;  // by vertex
  int componentCount = 0;

  int vertexCount() const { return static_cast<int>(bodies.size()); }
  int edgeCount() const { return static_cast<int>(edges.size()); }
};

std::vector<Ends> endsOf(const Topology& topology);

// A bar with a joint that the user, a drive or a coupler refers to remains an ordinary body, and a remark says so.
Topology buildTopology(const CartesianModel& model, const PlanOptions& options, RodSearch search,
                       std::vector<std::string>& remarks);

}  // namespace mb
