// What a simulation needs to go on from a state as if it had never left it: to the last bit.
#pragma once

#include <vector>

#include "runtime/mechanism/workspace.h"

namespace mb {

struct SavedMotion {
  double time = 0;
  std::vector<double> y;
  std::vector<double> rates;
  std::vector<double> angles;         // those that count turns, before the evaluation of this state
  std::vector<Partition> partitions;  // by block
  std::vector<double> choice;         // the state at which they were chosen
  bool isBesideSingular = false;
  bool isBySolver = false;  // the solver evaluated the state, not the stages: the last digits differ
  bool isAccepted = true;   // angles have counted their turns from it
  double potentialFirst = 0;
  double energyFirst = 0;
};

}  // namespace mb
