// The gap between two poses, or between the two sides of a joint.
#pragma once

#include <string>

#include "formats/model/basics/geometry.h"

namespace mb {

struct Gap {
  double length = 0;  // m
  double angle = 0;   // rad
};

Gap gapBetween(const Pose& a, const Pose& b);
Gap larger(const Gap& a, const Gap& b);  // the larger length and the larger angle
// Whether the gap is a contradiction rather than rounding.
bool isContradiction(const Gap& gap);
std::string toText(const Gap& gap);

}  // namespace mb
