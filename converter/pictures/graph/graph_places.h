// The sizes of the boxes in a picture of the joint graph, and where boxes and lines stand: in both pictures alike.
#pragma once

#include <string>
#include <vector>

#include "converter/pictures/graph/graph_layout.h"
#include "converter/pictures/graph/graph_nodes.h"

namespace mb {

constexpr double kNamePadding = 8;
constexpr double kJointPadding = 3;
constexpr double kGlyphPitch = 16;
constexpr double kWeightSize = 9;
constexpr double kWeightPadding = 4;
constexpr double kTagPitch = 17;
constexpr double kLabelGap = 4;

// The weight of a joint, or of as many joints as are drawn as one; empty without one.
std::string weightText(const GraphJoint& joint);
double weightWidth(const GraphJoint& joint);
// Of the glyphs or of the weight, before the name.
double symbolWidth(const GraphJoint& joint, GraphView view);

struct GraphPlaces {
  std::vector<GraphBox> boxes;                   // by node: as wide as this view needs
  std::vector<std::vector<PicturePoint>> lines;  // from joint k to its two bodies: 2k and 2k + 1
  double right = 0;
  double bottom = 0;
};
// Nothing lies left of or above the origin.
GraphPlaces placeGraph(const CartesianModel& source, const MachineGraph& graph, GraphView view);
void move(GraphPlaces& places, PicturePoint shift);

}  // namespace mb
