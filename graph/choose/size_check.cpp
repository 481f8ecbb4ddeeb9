#include "graph/choose/size_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/model/basics/block_limit.h"
#include "formats/model/basics/limits.h"

namespace mb {
void checkPairs(const CartesianModel& model, Diagnostics& diagnostics) {
  std::map<std::pair<BodyIndex, BodyIndex>, int> count;
  for (const Joint& joint : model.joints) {
    const std::pair<BodyIndex, BodyIndex> pair = std::minmax(bodyI(model, joint), bodyJ(model, joint));
    if (++count[pair] != limits::kMostJointsOfPair + 1) continue;
    diagnostics
        .error(joint.origin.at, Code::tooMany,
               fmt::format("more than {} joints between '{}' and '{}', the limit", limits::kMostJointsOfPair,
                           model.bodies[pair.first].name, model.bodies[pair.second].name))
        .withHint("six equations hold one body to another; remove the joints that repeat them");
  }
}

void checkBlocks(const CartesianModel& model, const Plan& plan, Diagnostics& diagnostics) {
  for (const Plan::Block& block : plan.blocks) {
    double rows = 0;
    double columns = 0;
    for (const int cut : block.cuts) rows += plan.cuts[static_cast<std::size_t>(cut)].rows;
    for (const JointIndex joint : block.joints) columns += dofOf(model.joints[joint].type);
    if (rows * columns * std::min(rows, columns) <= limits::kMostWork) continue;
    const Plan::CutEdge& first = plan.cuts[static_cast<std::size_t>(block.cuts.front())];
    const SourceRef& at =
        first.edge.rod >= 0 ? model.bodies[plan.rods[static_cast<std::size_t>(first.edge.rod)].candidate.body].origin.at
                            : model.joints[first.edge.joint].origin.at;
    diagnostics
        .error(at, Code::tooMany,
               fmt::format("{} loops that share joints, the first by '{}', have {} equations in {} coordinates; the "
                           "limit is about 670 in 670",
                           block.cuts.size(), nameOf(model, plan, first.edge), rows, columns))
        .withHint("hold parts of it together by fixed or locked joints, or convert it in pieces", Topic::lockedJoints);
  }
}

}  // namespace mb
