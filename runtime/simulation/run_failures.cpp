#include "runtime/simulation/run_failures.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/stages.h"
#include "runtime/linear/small_linear.h"

namespace mb {
namespace {

// Whether no step has been tried yet.
bool isAtStart(const RunReport& report) { return report.evaluations <= 1; }

// The largest distance from the reference point.
double farthest(const Workspace& w) {
  double span = 0;
  for (const Pose& X : w.X) span = std::max(span, X.p.norm());
  return span;
}

std::string tooFarApart(double span) {
  return fmt::format(
      "parts of the model are {:.3g} m apart: smaller lengths are lost in round-off; hold the part that drifts away",
      span);
}

// Largest number of velocities for which the mass matrix is solved just to name what has no mass.
constexpr int kMostExamined = 600;

// Share of the energy that a motion would have if inertias were the same in all directions: below this it has none.
constexpr double kNoShare = 1e-9;

// All velocities of the motion whose pivot vanished in Cholesky. With the factor L of the rows before it and their
// products l with its own row, L' x = -l gives the independent velocities before it; its own is 1.
std::vector<double> motionOfPivot(const Mechanism& m, const Workspace& w) {
  const std::size_t count = w.independent.size();
  const auto last = static_cast<std::size_t>(std::ranges::find(w.independent, w.singularRow) - w.independent.begin());
  std::vector<double> z_dot(at(m.vCount));
  std::vector<double> x(last + 1, 1.0);
  for (std::size_t k = last; k-- > 0;) {
    double sum = 0;
    for (std::size_t r = k + 1; r <= last; ++r) sum -= w.M_hat[r * count + k] * x[r];
    x[k] = sum / w.M_hat[k * count + k];
  }
  for (std::size_t k = 0; k <= last; ++k) z_dot[at(w.independent[k])] = x[k];
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    for (int r = 0; r < w.blocks[n].partition.rank; ++r) z_dot[velocityOf(m, w, n, r)] = dependentOf(m, w, n, r, z_dot);
  }
  return z_dot;
}

bool turns(const Mechanism& m, int velocity) {
  const int link = m.linkOfVelocity[at(velocity)];
  return coordinateNames(m.model.links[LinkIndex{link}].type)[at(velocity - m.links[at(link)].v)].isRotation;
}

struct Mover {
  int velocity = 0;      // the fastest velocity of the link that moves most
  bool hasMass = false;  // the motion has inertia after all, lost in round-off
};

// A coordinate whose pivot vanished may belong to a body with mass that only compensates another's motion.
Mover moverOf(const Mechanism& m, const Workspace& w, std::span<const double> z_dot) {
  std::vector<Vector6> Z(m.links.size(), Vector6::Zero());
  const double size = farthest(w);
  Mover mover;
  double most = 0;
  double energy = 0;
  double energyAllRound = 0;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    if (link.parent >= 0) Z[i] = Z[at(link.parent)];
    int own = -1;
    for (int v = link.v; v < link.v + link.vCount; ++v) {
      Z[i] += z_dot[at(v)] * w.b[at(v)];
      if (own < 0 || std::abs(z_dot[at(v)]) > std::abs(z_dot[at(own)])) own = v;
    }
    const Pose& X = w.X[i];
    const Vector3 turning = X.R.transpose() * Vector3(Z[i].tail<3>());
    const double v = velocityAt(Z[i], X.p + X.R * link.com).norm();
    energy += link.mass * v * v + turning.dot(link.inertia * turning);
    energyAllRound += link.mass * v * v + link.inertia.trace() * turning.squaredNorm();
    const double motion = std::max(turning.norm(), size > 0 ? v / size : v);
    // Only a clear lead counts, so that a link that is merely carried along is not named.
    if (own < 0 || !(motion > most * (1 + 1e-9))) continue;
    most = motion;
    mover.velocity = own;
  }
  mover.hasMass = energy > kNoShare * energyAllRound;
  return mover;
}

RunFailure noMassOf(const Mechanism& m, int velocity, double time) {
  const Link& link = m.model.links[LinkIndex{m.linkOfVelocity[at(velocity)]}];
  const std::string coordinate = coordinateName(m, velocity);
  if (!turns(m, velocity)) {
    return {Code::noMass, time,
            fmt::format("nothing that moves with '{}' has mass: its acceleration is undetermined", coordinate),
            fmt::format("give mass to body '{}' or to what it carries", link.name), link.origin.at};
  }
  return {Code::noMass, time,
          fmt::format("what turns with '{}' has neither inertia about its axis nor mass off it: its acceleration is "
                      "undetermined",
                      coordinate),
          fmt::format("give inertia about the axis, or mass off it, to body '{}' or to what it carries", link.name),
          link.origin.at};
}

bool isFinite(const Jet& jet) {
  return std::isfinite(jet.value) && std::isfinite(jet.rate) && std::isfinite(jet.second);
}

struct NamedLaw {
  std::string name;
  SourceRef at;
};

// The drive, coupler or force whose law has no value at a finite state.
std::optional<NamedLaw> withoutValue(const Mechanism& m, const Workspace& w) {
  for (const Mechanism::Row& row : m.rows) {
    if (row.signal >= 0 && !isFinite(w.signals[at(row.signal)])) return NamedLaw{row.name, row.at};
  }
  const bool isState =
      allFinite(w.z_dot) && std::ranges::all_of(w.X, [](const Pose& X) { return X.p.allFinite() && X.R.allFinite(); });
  for (std::size_t k = 0; isState && k < w.forces.actions.size(); ++k) {
    const Action& action = w.forces.actions[k];
    if (action.force.allFinite() && action.torque.allFinite()) continue;
    const Force& force = m.model.forces[k / 2];
    return NamedLaw{force.name, force.origin.at};
  }
  return std::nullopt;
}

}  // namespace

RunFailure openLoop(const Mechanism& m, const Workspace& w, const Residual& residual, double time,
                    const RunReport& report) {
  if (!std::isfinite(residual.value)) return notFinite(m, w, time, report);
  const Mechanism::Row& row = m.rows[at(residual.row)];
  const bool atStart = time <= report.time;  // before the first step, not at its end
  const double span = farthest(w);
  // Positions are sums along a branch: a few times the round-off of the largest.
  const auto block = std::ranges::find_if(m.blocks, [&](const Mechanism::Block& one) {
    return residual.row >= one.firstRow && residual.row < one.firstRow + one.rowCount;
  });
  const bool isRoundOff =
      block != m.blocks.end() && residual.value * block->size < 16 * std::numeric_limits<double>::epsilon() * span;
  return {Code::loopOpens, time,
          fmt::format("the closing equations of '{}' {} be satisfied: open by {}", row.name,
                      atStart ? "cannot" : "can no longer", toText(m, residual)),
          isRoundOff ? tooFarApart(span)
          : atStart  ? "check positions and axes of the joints on its loop; redundant joints must agree"
                     : "the mechanism locks here, or the step is too large",
          row.at};
}

RunFailure notFinite(const Mechanism& m, const Workspace& w, double time, const RunReport& report) {
  if (const auto drive = withoutValue(m, w)) {
    return {Code::grewBeyondBounds, time, fmt::format("the function of '{}' has no value there", drive->name),
            "look for divisions by zero, roots of negative numbers, and rates that are not finite", drive->at};
  }
  if (isAtStart(report)) {
    return {Code::grewBeyondBounds,
            time,
            "the motion is not finite at the start",
            "a force or a drive has no value there: look for divisions by zero and huge numbers",
            {}};
  }
  return {Code::grewBeyondBounds,
          time,
          "the motion is not finite: it grew beyond all bounds",
          "take a shorter step, or an integrator that chooses its own",
          {},
          true,
          Topic::integration};
}

// The whole mass matrix names the coordinate, whatever the solver; if that matrix can be solved, the solver names it.
// Far from the reference point inertias are lost beside the squares of distances: a machine that had mass at the start
// still has it and has moved too far.
RunFailure withoutMass(const Mechanism& m, Workspace& w, double time, const RunReport& report) {
  Mover mover{std::max(0, w.singularRow), false};
  if (m.vCount <= kMostExamined) {
    setOpenChain(m, w);
    if (!allFinite(w.M)) return notFinite(m, w, time, report);
    mover = solveMaggi(m, w) ? Mover{std::max(0, w.singularRow), true} : moverOf(m, w, motionOfPivot(m, w));
  }
  if (mover.hasMass && !isAtStart(report)) {
    return {Code::grewBeyondBounds,
            time,
            "inertias are lost in round-off next to the squares of distances",
            tooFarApart(farthest(w)),
            {}};
  }
  return noMassOf(m, mover.velocity, time);
}

RunFailure withoutMass(const Mechanism& m, const Workspace& w, std::span<const double> motion, double time) {
  return noMassOf(m, moverOf(m, w, motion).velocity, time);
}

void blameStep(const Mechanism& m, const RunOptions& options, const FailedStep& step, RunReport& report) {
  constexpr double kLost = 0.1;  // of the kinetic energy: a machine that only just locks loses less
  constexpr long kMostSteps = 10'000;
  RunFailure& failure = *report.failure;
  if (failure.isOfStep) return;
  const double end = step.time + step.length;
  const RungeKutta& method = *findRungeKutta("dopri5");
  Simulation again(m, options.solver);
  InputPlayer player(options.inputs, again.inputs());
  std::ranges::copy(player.at(step.time), again.inputs().set.begin());
  bool passes = again.start(step.time, step.before);
  double h = step.length / 16;
  while (passes && again.time() < end) {
    passes = again.report().steps < kMostSteps && again.step(method, h, end, 1e-6, 1e-8);
    h = again.nextStep();
  }
  const double departure = report.energyScale > 0 ? report.energyWorst / report.energyScale : 0;
  if (!passes && !(departure > kLost)) return;
  failure.code = Code::noConvergence;
  failure.message = fmt::format("the step of {:g} s is too long: {}", options.step, failure.message);
  failure.hint = fmt::format(
      "{}; take a shorter step, or an integrator that chooses its own",
      passes ? fmt::format("steps as short as {:.2g} s pass here", again.report().smallestStep)
             : fmt::format("the energy balance departed by {:.3g} of the energy in motion before", departure));
  failure.at = {};
  failure.isOfStep = true;
  failure.topic = Topic::integration;
}

void reportFailure(const RecursiveModel& model, const RunFailure& failure, Diagnostics& diagnostics) {
  diagnostics
      .error(failure.at, failure.code,
             fmt::format("the run of '{}' failed at {:.6g} s: {}", model.name, failure.time, failure.message))
      .withHint(failure.hint, failure.topic);
}

}  // namespace mb
