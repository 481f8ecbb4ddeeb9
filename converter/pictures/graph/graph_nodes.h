// The joint graph as a picture shows it: the bodies and joints of the source, what became of them, and the loops.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "converter/pictures/graph/box_placement.h"
#include "converter/pictures/tree_nodes.h"

namespace mb {

struct GraphBody {
  std::string name;
  PictureSubject subject;
  std::string title;  // what is said when it is pointed at
  bool isGround = false;
  bool isMassless = false;
  bool isCutRod = false;  // removed, and replaced by the closing equation of a cut
  bool isGap = false;     // stands for the middle of a long chain
};

// tied: in the tree, but a cut whose loop it is on weighs as much.
enum class JointRole { tree, tied, cut, weld };
struct GraphJoint {
  std::string name;
  PictureSubject subject;
  std::string title;
  std::string glyphs;  // a letter per elementary motion
  std::array<int, 2> bodies{};
  JointRole role = JointRole::tree;
  std::optional<Weight> weight;  // of each
  int count = 1;                 // joints that are drawn as this one
  int number = 0;                // of the cut
};

// The loop of one cut, along bodies and joints in turn. Nodes are the bodies, then the joints.
struct GraphLoop {
  std::vector<int> nodes;
  int block = 0;
  int number = 0;
  std::string title;
};

// A part that is drawn once for several alike ones.
struct GraphFold {
  std::vector<int> bodies;
  std::vector<std::string> parts;  // of the names, in which they differ
  std::string text;                // which ones, and their cuts
};

struct MachineGraph {
  std::vector<GraphBody> bodies;
  std::vector<GraphJoint> joints;
  std::vector<GraphLoop> loops;
  std::vector<GraphFold> folds;
  std::vector<BodyIndex> sourceBodies;  // a gap has one of those that it stands for
  std::vector<JointIndex> sourceJoints;
  std::vector<int> blockNumbers;  // by block, as in the picture of the tree

  int jointNode(std::size_t joint) const { return static_cast<int>(bodies.size() + joint); }
  std::size_t nodeCount() const { return bodies.size() + joints.size(); }
};

MachineGraph machineGraph(const Conversion& conversion);

// Leaves out all but the ends of long chains of bodies that are alike but for digits, such as the shoes of a track.
MachineGraph withoutLongChains(MachineGraph graph);

// Draws once what the folded picture of the tree draws once.
MachineGraph withoutRepeats(MachineGraph graph, const TreeNodes& folded);

// Bodies without mass that only divide a joint into its elementary motions vanish into one joint.
MachineGraph withoutDivisions(MachineGraph graph);

// What is left, numbered anew. Each body is itself, or another one that stands for it, or -1: then it is gone with all
// of its joints and loops.
MachineGraph keptOf(MachineGraph graph, const std::vector<int>& standsFor, const std::vector<bool>& goneJoints);

}  // namespace mb
