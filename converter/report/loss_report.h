// What an import could not carry over: what, where, why, and what it means for the motion.
#pragma once

#include <string>

#include "formats/model/cartesian.h"

namespace mb {

struct LossCount {
  int all = 0;
  int changingMotion = 0;
};
LossCount countLosses(const CartesianModel& model);

// Those that change the motion first; empty when nothing was lost.
std::string lossesText(const CartesianModel& model);
// A JSON array.
std::string lossesJson(const CartesianModel& model);

}  // namespace mb
