// How far two poses, or a joint's two sides, are from meeting.
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
// What contradicts itself, and is not only rounded.
bool isContradiction(const Gap& gap);
std::string toText(const Gap& gap);

}  // namespace mb
