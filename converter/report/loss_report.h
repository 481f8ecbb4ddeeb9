// Reports what an import could not carry over: what, where, why, and its effect on the motion.
#pragma once

#include <string>

#include "formats/model/cartesian.h"

namespace mb {

struct LossCount {
  int all = 0;
  int changingMotion = 0;
};
LossCount countLosses(const CartesianModel& model);

// Losses that change the motion come first; empty when nothing was lost.
std::string lossesText(const CartesianModel& model);
// A JSON array.
std::string lossesJson(const CartesianModel& model);

}  // namespace mb
