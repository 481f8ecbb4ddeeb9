#include "runtime/assembly/open_loops.h"

#include <fmt/format.h>

#include <algorithm>

namespace mb {
namespace {

// Of the block's size: a loop left open by more has no solution near its initial position.
constexpr double kOpenLoop = 1e-5;

SourceRef sourceAt(const RecursiveModel& model, const Loop& loop) {
  return loop.cut >= 0 ? model.cuts[static_cast<std::size_t>(loop.cut)].origin.at
                       : model.rods[static_cast<std::size_t>(loop.rod)].origin.at;
}

void refuse(const RecursiveModel& model, const LoopBlock& block, const Positions& z, Diagnostics& diagnostics) {
  const auto openBy = [&](const Loop& loop) {
    const Gap gap = gapOf(model, loop, z);
    return gap.length / block.size + gap.angle;
  };
  const Loop& worst = *std::ranges::max_element(block.loops, {}, openBy);
  const std::string name = nameOf(model, worst);
  std::string joints;
  for (const Loop::Crossing& crossing : worst.path) {
    joints += fmt::format("{}'{}'", joints.empty() ? "" : ", ", model.links[crossing.link].joint);
  }
  diagnostics
      .error(sourceAt(model, worst), Code::openLoop,
             fmt::format("the loop of '{}' cannot be closed: {} apart as given, {} at best", name,
                         toText(gapOf(model, worst, initialPositions(model))), toText(gapOf(model, worst, z))))
      .withHint(fmt::format("check the positions and axes of '{}' and of the joints on its loop: {}", name, joints));
}

}  // namespace

std::vector<LoopGap> gapsOf(const RecursiveModel& model, const std::vector<LoopBlock>& blocks) {
  const Positions z = initialPositions(model);
  std::vector<LoopGap> gaps;
  for (const LoopBlock& block : blocks) {
    for (const Loop& loop : block.loops) gaps.push_back({nameOf(model, loop), gapOf(model, loop, z)});
  }
  return gaps;
}

bool refuseOpenLoops(const RecursiveModel& model, Diagnostics& diagnostics) {
  bool isAny = false;
  Positions z = initialPositions(model);
  for (const LoopBlock& block : loopBlocks(model)) {
    if (!(closeLoops(model, block, z) > kOpenLoop)) continue;
    refuse(model, block, z, diagnostics);
    isAny = true;
  }
  return isAny;
}

}  // namespace mb
