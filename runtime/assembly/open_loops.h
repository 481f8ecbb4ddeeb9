// How far loops are open at the initial positions, and which of them cannot be closed.
#pragma once

#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"
#include "runtime/mechanism/loops.h"

namespace mb {

struct LoopGap {
  std::string joint;  // or the body of the rod
  Gap gap;
};
// Block by block.
std::vector<LoopGap> gapsOf(const RecursiveModel& model, const std::vector<LoopBlock>& blocks);

// Tries to close the loops by themselves, whatever drives, initial values and kept poses ask for. Those that stay open
// are errors that name their joints. False when there are none.
bool refuseOpenLoops(const RecursiveModel& model, Diagnostics& diagnostics);

}  // namespace mb
