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
constexpr double kStride = 3;   // from one tolerance that is tried to the next

// A tolerance to begin with, and the largest that may be taken. Digits tell how exact a file may be, not how exact it
// is: a machine may be assembled or drawn less exactly than its numbers are written. So what they allow comes first,
// and the default is allowed for as well, where it is larger; what the user asks for is obeyed.
struct Tolerance {
  double first = kDefaultLoopTolerance;
  double last = kDefaultLoopTolerance;
  int digits = 0;  // 0: they do not decide it
};
Tolerance toleranceOf(const CartesianModel& model, const Linkage& linkage, const IdealiseOptions& options) {
  if (options.tolerance) return {*options.tolerance, *options.tolerance, 0};
  const auto from = [](double first, int digits) {
    return Tolerance{first, std::max(first, kDefaultLoopTolerance), digits};
  };
  if (model.loopTolerance) return from(*model.loopTolerance, 0);
  int digits = 0;
  for (const Linkage::Hinge& hinge : linkage.hinges) {
    for (const MarkerIndex marker : {model.joints[hinge.joint].i, model.joints[hinge.joint].j}) {
      digits = std::max({digits, model.markers[marker].digits, model.bodies[model.markers[marker].body].digits});
    }
  }
  const std::optional<double> byDigits = toleranceOfDigits(digits);
  return byDigits ? from(*byDigits, digits) : Tolerance{};
}

// What becomes of a block at a tolerance: it fits, or frames are found, or neither.
struct Attempt {
  double tau = 0;
  Decision decision;
  std::optional<IdealFrames> frames;
  bool moves() const { return decision.kind == Decision::Kind::moves && (decision.fits || frames); }
};
Attempt attemptAt(const Linkage& linkage, const LinkagePosition& start, double tau) {
  Attempt attempt{tau, decide(linkage, start, tau), {}};
  const bool isOpen = attempt.decision.kind == Decision::Kind::open;
  if (!isOpen && !attempt.decision.fits) attempt.frames = idealised(linkage, attempt.decision, tau);
  return attempt;
}

// The first that moves, of tolerances beyond one up to another.
std::optional<Attempt> firstThatMoves(const Linkage& linkage, const LinkagePosition& start, double beyond,
                                      double last) {
  for (double tau = beyond; tau < last;) {
    tau = std::min(kStride * tau, last);
    Attempt attempt = attemptAt(linkage, start, tau);
    if (attempt.moves()) return attempt;
  }
  return std::nullopt;
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
  if (tolerance.last > tolerance.first || (!model.loopTolerance && tolerance.digits == 0)) return "the default";
  if (model.loopTolerance) return "as the file says";
  return fmt::format("for numbers of {} digits", tolerance.digits);
}

// A loop that would move if more were allowed.
void refuse(const CartesianModel& model, const Linkage& linkage, const Attempt& would, const std::string& allowed,
            Diagnostics& diagnostics) {
  const Joint& joint = closingJoint(model, linkage, would.decision);
  diagnostics
      .error(joint.origin.at, Code::nearlyMoves,
             fmt::format("the loop of {} nearly fits and cannot move: at '{}' it misses by up to {} in a motion that "
                         "it would have with a loop tolerance of {:.2g}; {}",
                         someOf(namesOf(model, linkage)), joint.name, toText(would.decision.gap), would.tau, allowed))
      .withHint(fmt::format("write the joints' points and axes with more digits, or correct the one that is off; if "
                            "they are right but for rounding, a loop tolerance of {:.2g} lets them move",
                            would.tau));
}

void refuseFrames(const CartesianModel& model, const Linkage& linkage, const Attempt& attempt,
                  Diagnostics& diagnostics) {
  const Joint& joint = closingJoint(model, linkage, attempt.decision);
  diagnostics
      .error(joint.origin.at, Code::nearlyMoves,
             fmt::format("the loop of {} misses by up to {} at '{}' as it moves, and no frames within three times the "
                         "loop tolerance of {:.2g} make it fit",
                         someOf(namesOf(model, linkage)), toText(attempt.decision.gap), joint.name, attempt.tau))
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

void idealiseBlock(const CartesianModel& model, const Linkage& linkage, const IdealiseOptions& options,
                   IdealiseReport& report, Diagnostics& diagnostics) {
  using Kind = Decision::Kind;
  const Tolerance tolerance = toleranceOf(model, linkage, options);
  const LinkagePosition start = positionOf(linkage, model);
  Attempt attempt = attemptAt(linkage, start, tolerance.first);
  const auto columns = static_cast<int>(linkage.columns.size());
  const bool isFree = attempt.decision.kind == Kind::exact && attempt.decision.rank < columns;
  if (isFree) return;
  if (!attempt.moves()) {
    if (std::optional<Attempt> next = firstThatMoves(linkage, start, tolerance.first, tolerance.last)) {
      attempt = std::move(*next);
    } else {
      const double largest = kFactor * std::max(tolerance.last, kDefaultLoopTolerance);
      if (const std::optional<Attempt> would = firstThatMoves(linkage, start, tolerance.last, largest)) {
        refuse(model, linkage, *would,
               fmt::format("{:.2g} is allowed, {}", tolerance.last, sourceOf(tolerance, model, options)), diagnostics);
        return;
      }
      if (attempt.decision.kind == Kind::moves) refuseFrames(model, linkage, attempt, diagnostics);
      if (attempt.decision.kind == Kind::moves || attempt.decision.kind == Kind::open)
        return;  // told where it is closed
      report.structures.push_back(namesOf(model, linkage));
    }
  }
  if (!attempt.frames) return;
  IdealiseReport::Block block;
  block.tolerance = attempt.tau;
  block.digits = attempt.tau == tolerance.first ? tolerance.digits : 0;
  block.miss = attempt.decision.gap;
  block.dof = columns - attempt.decision.rank;
  noteChanges(model, attempt.frames->linkage, block);
  report.blocks.push_back(std::move(block));
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
    if (!linkage.columns.empty()) idealiseBlock(model, linkage, options, report, diagnostics);
  }
  return withFrameChanges(std::move(model), report.changes());
}

}  // namespace mb
