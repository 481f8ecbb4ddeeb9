#include "graph/idealise/idealise.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "formats/model/loop_tolerance.h"
#include "graph/idealise/frame_changes.h"
#include "graph/idealise/idealise_frames.h"

namespace mb {
namespace {

constexpr double kFactor = 30;  // of the tolerance, up to which a loop that cannot move is held for one that should

struct Tolerance {
  double tau = kDefaultLoopTolerance;
  int digits = 0;  // 0: they do not decide it
};
Tolerance toleranceOf(const CartesianModel& model, const Linkage& linkage, const IdealiseOptions& options) {
  if (options.tolerance) return {*options.tolerance, 0};
  if (model.loopTolerance) return {*model.loopTolerance, 0};
  int digits = 0;
  for (const Linkage::Hinge& hinge : linkage.hinges) {
    for (const MarkerIndex marker : {model.joints[hinge.joint].i, model.joints[hinge.joint].j}) {
      digits = std::max({digits, model.markers[marker].digits, model.bodies[model.markers[marker].body].digits});
    }
  }
  const std::optional<double> byDigits = toleranceOfDigits(digits);
  return byDigits ? Tolerance{*byDigits, digits} : Tolerance{};
}

std::vector<std::string> namesOf(const CartesianModel& model, const Linkage& linkage) {
  std::vector<std::string> names;
  for (const Linkage::Hinge& hinge : linkage.hinges) names.push_back(model.joints[hinge.joint].name);
  return names;
}

std::string someOf(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  const std::vector<std::string> first(names.begin(), names.begin() + static_cast<long>(std::min(names.size(), kMost)));
  return fmt::format("'{}'{}", fmt::join(first, "', '"),
                     names.size() > kMost ? fmt::format(" and {} more", names.size() - kMost) : "");
}

// The closing joint that misses most, as a place for messages.
const Joint& closingJoint(const CartesianModel& model, const Linkage& linkage, const Decision& decision) {
  const Eigen::VectorXd Phi = evaluate(linkage, decision.points.back()).Phi;
  Eigen::Index row = 0;
  double largest = -1;
  int worst = 0;
  for (const Linkage::Closure& closure : linkage.closures) {
    const Eigen::Index count = equationsOf(linkage.hinges[at(closure.hinge)].type);
    const double miss = largestOf(Phi.segment(row, count));
    if (miss > largest) {
      largest = miss;
      worst = closure.hinge;
    }
    row += count;
  }
  return model.joints[linkage.hinges[at(worst)].joint];
}

std::string sourceOf(const Tolerance& tolerance, const CartesianModel& model, const IdealiseOptions& options) {
  if (options.tolerance) return "as asked for";
  if (model.loopTolerance) return "as the file says";
  if (tolerance.digits > 0) return fmt::format("for numbers of {} digits", tolerance.digits);
  return "the default";
}

void refuse(const CartesianModel& model, const Linkage& linkage, const Tolerance& tolerance, const WouldMove& would,
            const IdealiseOptions& options, Diagnostics& diagnostics) {
  const Joint& joint = closingJoint(model, linkage, would.decision);
  diagnostics
      .error(joint.origin.at, Code::nearlyMoves,
             fmt::format("the loop of {} nearly fits and cannot move: at '{}' it misses by up to {} in a motion that "
                         "it would have with a loop tolerance of {:.2g}; it is {:.2g}, {}",
                         someOf(namesOf(model, linkage)), joint.name, toText(would.decision.gap), would.tau,
                         tolerance.tau, sourceOf(tolerance, model, options)))
      .withHint(fmt::format("write the joints' points and axes with more digits; if they are right but for rounding, "
                            "a loop tolerance of {:.1g} lets them move",
                            would.tau));
}

void refuseFrames(const CartesianModel& model, const Linkage& linkage, const Tolerance& tolerance,
                  const Decision& decision, Diagnostics& diagnostics) {
  const Joint& joint = closingJoint(model, linkage, decision);
  diagnostics
      .error(joint.origin.at, Code::nearlyMoves,
             fmt::format("the loop of {} misses by up to {} at '{}' as it moves, and no frames within three times the "
                         "loop tolerance of {:.2g} make it fit",
                         someOf(namesOf(model, linkage)), toText(decision.gap), joint.name, tolerance.tau))
      .withHint("write the joints' points and axes with more digits, or allow for a larger loop tolerance");
}

void noteChanges(const CartesianModel& model, const Linkage& ideal, IdealiseReport::Block& block) {
  for (const Linkage::Hinge& hinge : ideal.hinges) {
    const Joint& joint = model.joints[hinge.joint];
    const Pose X_MN = inverse(model.markers[joint.i].X_BM) * hinge.X_BM;
    const Pose X_FG = inverse(model.markers[joint.j].X_BM) * hinge.X_BF;
    block.changes.push_back({joint.name, X_MN, X_FG, block.tolerance, block.miss});
  }
}

}  // namespace

std::vector<FrameChange> IdealiseReport::changes() const {
  std::vector<FrameChange> all;
  for (const Block& block : blocks) all.insert(all.end(), block.changes.begin(), block.changes.end());
  return all;
}

CartesianModel idealise(CartesianModel model, const IdealiseOptions& options, IdealiseReport& report,
                        Diagnostics& diagnostics) {
  if (!options.isWanted) return model;
  for (const Linkage& linkage : linkagesOf(model)) {
    const Tolerance tolerance = toleranceOf(model, linkage, options);
    const LinkagePosition start = positionOf(linkage, model);
    const Decision decision = decide(linkage, start, tolerance.tau);
    const bool isFree = decision.rank < static_cast<int>(linkage.columns.size());
    if (decision.kind == Decision::Kind::open || (!isFree && !linkage.columns.empty())) {
      const double largest = kFactor * std::max(tolerance.tau, kDefaultLoopTolerance);
      if (const std::optional<WouldMove> would = wouldMove(linkage, start, tolerance.tau, largest)) {
        refuse(model, linkage, tolerance, *would, options, diagnostics);
        continue;
      }
      if (decision.kind == Decision::Kind::open) continue;  // told where its loops are closed
      report.structures.push_back(namesOf(model, linkage));
    }
    if (decision.fits) continue;
    const std::optional<IdealFrames> ideal = idealised(linkage, decision, tolerance.tau);
    if (!ideal) {
      refuseFrames(model, linkage, tolerance, decision, diagnostics);
      continue;
    }
    IdealiseReport::Block block;
    block.tolerance = tolerance.tau;
    block.digits = tolerance.digits;
    block.miss = decision.gap;
    block.dof = static_cast<int>(linkage.columns.size()) - decision.rank;
    noteChanges(model, ideal->linkage, block);
    report.blocks.push_back(std::move(block));
  }
  return withFrameChanges(std::move(model), report.changes());
}

}  // namespace mb
