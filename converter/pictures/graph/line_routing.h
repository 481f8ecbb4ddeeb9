// Lines between boxes that go through no other box.
#pragma once

#include <vector>

#include "converter/pictures/graph/box_placement.h"

namespace mb {

// For each link the shortest line from centre to centre: straight, or around the corners of the boxes in between. The
// boxes are kBoxGap apart, so that there is always a way.
std::vector<std::vector<PicturePoint>> routeLinks(const std::vector<GraphBox>& boxes,
                                                  const std::vector<GraphLink>& links);

// The part of a line from centre to centre that is outside of both boxes.
std::vector<PicturePoint> trimmed(std::vector<PicturePoint> line, const GraphBox& first, const GraphBox& last);

// Whether the line from a to b comes nearer to the box than the margin.
bool crosses(const GraphBox& box, double margin, PicturePoint a, PicturePoint b);

// The number of pairs of links that cross if all are straight.
int crossingsOf(const std::vector<GraphBox>& boxes, const std::vector<GraphLink>& links);

}  // namespace mb
