#include "graph/idealise/idealise.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "formats/model/basics/text.h"
#include "formats/model/checks/loop_tolerance.h"
#include "graph/idealise/frame_changes.h"
#include "graph/idealise/idealise_frames.h"

namespace mb {
namespace {

constexpr double kFactor = 30;      // times the tolerance: up to this a rigid loop is taken for one that should move
constexpr double kSmallest = 1e-9;  // smallest tolerance to try: round-off is not far below
constexpr double kStride = 3.1622776601683795;  // factor from one tolerance to the next

// The tolerances to try: from the first up to the largest, then below the first. The number of digits bounds how exact
// a file may be, not how exact it is: a machine may be assembled or drawn less exactly than its numbers are written.
// The default is therefore always allowed. Files with few digits also start with the default, because larger tolerances
// mistake the neighbourhood of a singular position for a motion. A tolerance given by the user is obeyed.
struct Tolerance {
  double first = kSmallest;
  double largest = kDefaultLoopTolerance;
  int digits = 0;  // 0 if they do not determine the largest tolerance
};
Tolerance toleranceOf(const CartesianModel& model, const Linkage& linkage, const IdealiseOptions& options) {
  if (options.tolerance) return {*options.tolerance, *options.tolerance, 0};
  const auto written = [](double tau, int digits) -> Tolerance {
    const bool isCoarse = tau > kDefaultLoopTolerance;
    return {std::min(tau, kDefaultLoopTolerance), std::max(tau, kDefaultLoopTolerance), isCoarse ? digits : 0};
  };
  if (model.loopTolerance) return written(*model.loopTolerance, 0);
  int digits = 0;
  for (const Linkage::Hinge& hinge : linkage.hinges) {
    for (const MarkerIndex marker : {model.joints[hinge.joint].i, model.joints[hinge.joint].j}) {
      digits = std::max({digits, model.markers[marker].digits, model.bodies[model.markers[marker].body].digits});
    }
  }
  const std::optional<double> tau = toleranceOfDigits(digits);
  return tau ? written(*tau, digits) : Tolerance{};
}

// The outcome for a block at one tolerance: it fits, or fitting frames are found, or neither.
struct Attempt {
  double tau = 0;
  Decision decision;
  std::optional<IdealFrames> frames;
  int columns = 0;
  bool moves() const { return decision.kind == Decision::Kind::moves && (decision.fits || frames); }
  bool isFree() const { return decision.kind == Decision::Kind::exact && decision.rank < columns; }
};
Attempt attemptAt(const Linkage& linkage, const LinkagePosition& start, double tau) {
  Attempt attempt{tau, decide(linkage, start, tau), {}, static_cast<int>(linkage.columns.size())};
  const bool isOpen = attempt.decision.kind == Decision::Kind::open;
  if (!isOpen && !attempt.decision.fits) attempt.frames = idealised(linkage, attempt.decision, tau);
  return attempt;
}

// The first attempt, with tolerances from `first` up to `last`, at which the linkage moves or has an exact freedom.
// Smaller tolerances come first because they distinguish more.
std::optional<Attempt> firstThatMoves(const Linkage& linkage, const LinkagePosition& start, double first, double last) {
  for (double tau = first; tau <= last; tau = tau < last ? std::min(kStride * tau, last) : INFINITY) {
    Attempt attempt = attemptAt(linkage, start, tau);
    if (attempt.moves() || attempt.isFree()) return attempt;
  }
  return std::nullopt;
}

std::vector<std::string> namesOf(const CartesianModel& model, const Linkage& linkage) {
  std::vector<std::string> names;
  for (const Linkage::Hinge& hinge : linkage.hinges) names.push_back(model.joints[hinge.joint].name);
  return names;
}

std::string someNames(const CartesianModel& model, const Linkage& linkage) {
  return someOf(namesOf(model, linkage), 8, "'");
}

// The closing joint with the largest residual; messages refer to it.
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

std::string sourceOf(const Tolerance& tolerance, const IdealiseOptions& options) {
  if (options.tolerance) return "as asked for";
  if (tolerance.digits > 0) return fmt::format("for numbers of {} digits", tolerance.digits);
  return tolerance.largest > kDefaultLoopTolerance ? "as the file says" : "the default";
}

// Reports a loop that would move with a larger tolerance.
void refuse(const CartesianModel& model, const Linkage& linkage, const Attempt& would, const std::string& allowed,
            Diagnostics& diagnostics) {
  const Joint& joint = closingJoint(model, linkage, would.decision);
  diagnostics
      .error(joint.origin.at, Code::nearlyMoves,
             fmt::format("the loop of {} nearly fits and cannot move: at '{}' it misses by up to {} in a motion that "
                         "it would have with a loop tolerance of {:.2g}; {}",
                         someNames(model, linkage), joint.name, toText(would.decision.gap), would.tau, allowed))
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
                         someNames(model, linkage), toText(attempt.decision.gap), joint.name, attempt.tau))
      .withHint("write the joints' points and axes with more digits, or allow for a larger loop tolerance");
}

// Whether the equations that hold the block are so weak at the start that rounding could have caused them.
bool isShaky(const Linkage& linkage, const LinkagePosition& start, double tau) {
  const Eigen::VectorXd sigma = spectrumOf(evaluate(linkage, start).J).sigma;
  return sigma.size() > 0 && sigma(sigma.size() - 1) <= missAllowed(tau);
}

void warnOfShaky(const CartesianModel& model, const Linkage& linkage, Diagnostics& diagnostics) {
  diagnostics
      .warning(model.joints[linkage.hinges[0].joint].origin.at, Code::nearlyMoves,
               fmt::format("the loop of {} yields at its initial position, but no motion was found: it is treated "
                           "as a structure",
                           someNames(model, linkage)))
      .withHint("if it should move, draw it in another position: this one is singular, or nearly so");
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
  const auto columns = static_cast<int>(linkage.columns.size());
  const std::optional<Decision> plain = decidePlainly(linkage, start, tolerance.largest);
  if (plain && plain->rank < columns) return;
  std::optional<Attempt> attempt;
  // A block with exact freedoms moves at any tolerance. Its numbers decide whether it has further ones, if they can.
  if (!plain) attempt = firstThatMoves(linkage, start, tolerance.first, tolerance.largest);
  if (!plain && !attempt) attempt = firstThatMoves(linkage, start, kSmallest, tolerance.first);
  if (attempt && attempt->decision.kind == Kind::exact) return;
  if (!attempt) {
    const double beyond = kFactor * std::max(tolerance.largest, kDefaultLoopTolerance);
    if (const std::optional<Attempt> would = firstThatMoves(linkage, start, 3 * tolerance.largest, beyond)) {
      refuse(model, linkage, *would,
             fmt::format("{:.2g} is allowed, {}", tolerance.largest, sourceOf(tolerance, options)), diagnostics);
      return;
    }
    attempt = attemptAt(linkage, start, tolerance.largest);
    const Kind kind = attempt->decision.kind;
    if (kind == Kind::moves) refuseFrames(model, linkage, *attempt, diagnostics);
    if (kind == Kind::moves || kind == Kind::open) return;  // open loops are reported where they are closed
    report.structures.push_back(namesOf(model, linkage));
    if (isShaky(linkage, start, tolerance.largest)) warnOfShaky(model, linkage, diagnostics);
  }
  if (!attempt->frames) return;
  IdealiseReport::Block block;
  block.tolerance = attempt->tau;
  block.digits = tolerance.digits;
  block.miss = attempt->decision.gap;
  block.dof = columns - attempt->decision.rank;
  noteChanges(model, attempt->frames->linkage, block);
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
