#include "converter/compare_runs.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "runtime/energy.h"
#include "runtime/simulate.h"

namespace mb {
namespace {

std::size_t at(int value) { return static_cast<std::size_t>(value); }

constexpr int kSamples = 10;          // times at which runs are compared
constexpr int kEnoughSteps = 10'000;  // tell how long steps are, however many more a motion needs
constexpr double kFloor = 1e-10;      // of the machine's size: below this runs are equal but for round-off

// Positions and velocities of all bodies at the sample times: of the origin, and of two points of the axes, so that
// rotations count; of the ends of a removed rod.
struct Track {
  std::vector<Vector3> p;
  std::vector<Vector3> v;
};

void addBody(const StateMapping::BodyRow& row, const Pose& X, const Vector3& v, const Vector3& w, double size,
             Track& track) {
  std::array<Vector3, 3> points{Vector3::Zero(), size * Vector3::UnitX(), size * Vector3::UnitY()};
  const std::size_t count = row.isRod ? 2 : 3;
  if (row.isRod) std::copy(row.ends.begin(), row.ends.end(), points.begin());
  for (std::size_t k = 0; k < count; ++k) {
    const Vector3 r = X.R * points[k];
    track.p.push_back(X.p + r);
    track.v.push_back(v + w.cross(r));
  }
}

void addState(const Pair& pair, const CartesianState& state, Track& track) {
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    if (pair.system.model.bodies[index].isGround) continue;
    const FrameMotion& body = state.bodies[at(index.value)];
    addBody(pair.mapping.bodies[at(index.value)], body.X, body.v, body.w, pair.system.length, track);
  }
}

void addState(const Pair& pair, const Workspace& w, Track& track) {
  const std::vector<Vector6> none(pair.mechanism.links.size(), Vector6::Zero());
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    if (pair.system.model.bodies[index].isGround) continue;
    const StateMapping::BodyRow& row = pair.mapping.bodies[at(index.value)];
    const BodyMotion motion = motionOf(pair.mechanism, w, none, row.place);
    addBody(row, motion.X, motion.v, motion.w, pair.system.length, track);
  }
}

struct Difference {
  double value = 0;
  std::size_t place = 0;
};
Difference differenceOf(const std::vector<Vector3>& a, const std::vector<Vector3>& b) {
  Difference worst;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const double value = (a[k] - b[k]).norm();
    if (!(value <= worst.value)) worst = {value, k};
  }
  return worst;
}

// The body whose point stands at a place of a track.
std::string bodyAt(const Pair& pair, std::size_t place) {
  std::size_t perSample = 0;
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    if (!pair.system.model.bodies[index].isGround) perSample += pair.mapping.bodies[at(index.value)].isRod ? 2 : 3;
  }
  std::size_t rest = place % std::max<std::size_t>(perSample, 1);
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    if (pair.system.model.bodies[index].isGround) continue;
    const std::size_t count = pair.mapping.bodies[at(index.value)].isRod ? 2 : 3;
    if (rest < count) return "body " + pair.system.model.bodies[index].name;
    rest -= count;
  }
  return {};
}

std::optional<Track> recursiveRun(const Pair& pair, StateView initial, double end, long steps, std::string& failure) {
  Track track;
  RunOptions options;
  options.end = end;
  options.step = end / static_cast<double>(steps);
  options.every = end / kSamples;
  const RunReport report = simulate(pair.mechanism, initial, options, [&](double, StateView, const Workspace& w) {
    addState(pair, w, track);
    return true;
  });
  if (!report.failure) return track;
  failure = fmt::format("the recursive run stopped at {:.6g} s: {}", report.failure->time, report.failure->message);
  return std::nullopt;
}

Track cartesianRun(const Pair& pair, const CartesianState& initial, double end, long steps) {
  Track track;
  CartesianState state = initial;
  addState(pair, state, track);
  const double h = end / static_cast<double>(steps);
  for (long k = 1; k <= steps; ++k) {
    step(pair.system, state, h);
    state.time = static_cast<double>(k) * h;
    if (k % (steps / kSamples) == 0) addState(pair, state, track);
  }
  return track;
}

// A step well inside what the motion asks for: a quarter of what an adaptive run of moderate accuracy takes, which
// stays below the limit of stability, and a fifth of a radian of the fastest body, whose quaternion the reference
// integrates.
double suitableStep(const Pair& pair, StateView initial, double end) {
  RunOptions options;
  options.end = end;
  options.step = end / 100;
  options.method = findRungeKutta("dopri5");
  options.relativeTolerance = 1e-5;
  options.absoluteTolerance = 1e-6;
  double turning = 0;
  int steps = 0;
  const RunReport report = simulate(pair.mechanism, initial, options, [&](double, StateView, const Workspace& w) {
    for (const Vector6& Z : w.Z) turning = std::max(turning, Z.tail<3>().norm());
    return ++steps < kEnoughSteps;
  });
  if (report.failure || report.steps == 0) return end / 1000;
  const double taken = report.time / static_cast<double>(report.steps + report.rejected);
  return turning > 0 ? std::min(taken / 4, 0.2 / turning) : taken / 4;
}

double orderOf(double coarse, double fine) { return coarse > 0 && fine > 0 ? std::log2(coarse / fine) : 0; }

}  // namespace

RunPlan planRuns(const Pair& pair, StateView initial, double end, int mostSteps) {
  const double suitable = suitableStep(pair, initial, end);
  RunPlan plan{end, kSamples * std::max(2L, std::lround(std::ceil(std::min(end / suitable / kSamples, 1e15)))), ""};
  if (plan.steps > mostSteps) {
    const long steps = kSamples * std::max(1, mostSteps / kSamples);
    plan.end *= static_cast<double>(steps) / static_cast<double>(plan.steps);
    plan.steps = steps;
    plan.remark = fmt::format("shortened from {} s: the motion asks for steps of {:.3g} s", end, suitable);
  }
  return plan;
}

Verification::Trajectory compareRuns(const Pair& pair, StateView initial, const RunPlan& plan, std::string& failure) {
  Verification::Trajectory result;
  result.end = plan.end;
  result.remark = plan.remark;
  const long steps = plan.steps;
  Simulation start(pair.mechanism);
  if (!start.start(0, initial)) {
    failure = start.report().failure->message;
    return result;
  }
  const CartesianState same =
      mapped(pair.system, pair.initial, pair.mapping, pair.mechanism, start.workspace(), start.state(), 0);
  std::vector<Track> recursive;
  for (const long factor : {1, 2, 8}) {
    std::optional<Track> track = recursiveRun(pair, initial, result.end, factor * steps, failure);
    if (!track) return result;
    recursive.push_back(std::move(*track));
  }
  const Track& limit = recursive.back();
  const Track coarse = cartesianRun(pair, same, result.end, steps);
  const Track fine = cartesianRun(pair, same, result.end, 2 * steps);
  result.step = result.end / static_cast<double>(2 * steps);
  const Difference coarseError = differenceOf(coarse.p, limit.p);
  const Difference fineError = differenceOf(fine.p, limit.p);
  const Difference fineSpeed = differenceOf(fine.v, limit.v);
  result.order = orderOf(coarseError.value, fineError.value);
  result.recursiveOrder =
      orderOf(differenceOf(recursive[0].p, limit.p).value, differenceOf(recursive[1].p, limit.p).value);
  // Richardson: the finer run is off its own limit by about the difference of the two runs, and less. Where forces have
  // kinks, halving the step may change little by chance; the recursive run with step h then shows what such runs are
  // off.
  const auto ownError = [](const auto& one, const auto& half, const auto& recursiveOne, const auto& recursiveLimit) {
    return std::max(differenceOf(one, half).value, differenceOf(recursiveOne, recursiveLimit).value);
  };
  const auto finding = [&](const Difference& error, double own, double floor) {
    return Finding{
        error.value, own + floor, bodyAt(pair, error.place),
        "error of runs with step h, which bounds that of the finer one: the larger of the Cartesian one's against h/2 "
        "and the recursive one's against h/8"};
  };
  double fastest = 0;
  for (const Vector3& v : limit.v) fastest = std::max(fastest, v.norm());
  result.position =
      finding(fineError, ownError(coarse.p, fine.p, recursive[0].p, limit.p), kFloor * pair.system.length);
  result.velocity = finding(fineSpeed, ownError(coarse.v, fine.v, recursive[0].v, limit.v),
                            kFloor * (fastest + pair.system.length / result.end));
  return result;
}

namespace {

// Nothing but gravity acts from outside.
bool isFree(const Mechanism& m) {
  for (const Mechanism::Link& link : m.links) {
    if (link.parent < 0 && link.vCount < 6) return false;
  }
  for (const Mechanism::Closing& closing : m.closings) {
    if (closing.linkF < 0 || closing.linkM < 0) return false;
  }
  for (const Force& force : m.model.forces) {
    if (const auto* const general = std::get_if<GeneralForce>(&force.law); general && !general->j.valid()) return false;
    if (std::holds_alternative<TyreForce>(force.law)) return false;
  }
  for (const LinkMarker& marker : m.model.markers) {
    if (!marker.link.valid()) return false;
  }
  return m.drives.empty() && m.frictions.empty() && m.limits.empty();
}

struct MomentumState {
  Vector3 linear;
  Vector3 aboutCom;
  double mass;
};
MomentumState momentumState(const Mechanism& m, const Workspace& w) {
  const Momentum momentum = momentumOf(m, w);
  double mass = 0;
  Vector3 first = Vector3::Zero();
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    mass += w.inertia[i].m;
    first += w.inertia[i].h + w.inertia[i].m * w.c;
  }
  for (const Mechanism::RodTerm& rod : m.rods) {
    mass += 2 * rod.b;
    for (std::size_t e = 0; e < 2; ++e) first += rod.b * (w.X[at(rod.link[e])] * rod.point[e] + w.c);
  }
  return {momentum.linear, momentum.angular - (first / mass).cross(momentum.linear), mass};
}

}  // namespace

Verification::Invariants checkInvariants(const Pair& pair, StateView initial, double end, double step,
                                         std::string& failure) {
  const Mechanism& m = pair.mechanism;
  Verification::Invariants result;
  const bool free = isFree(m);
  std::optional<MomentumState> first;
  std::array<double, 2> momentumErrors{};
  double momentumScale = 1e-300;
  std::array<RunReport, 2> reports;
  for (const int factor : {1, 2}) {
    RunOptions options;
    options.end = end;
    options.step = step / factor;
    options.every = end / kSamples;
    first.reset();
    double& momentumError = momentumErrors[at(factor - 1)];
    RunReport& report = reports[at(factor - 1)];
    report = simulate(m, initial, options, [&](double t, StateView, const Workspace& w) {
      if (!free) return true;
      const MomentumState now = momentumState(m, w);
      if (!first) first = now;
      const Vector3 linear = now.linear - first->linear - now.mass * m.gravity * t;
      const Vector3 angular = now.aboutCom - first->aboutCom;
      momentumError = std::max({momentumError, linear.norm(), angular.norm() / pair.system.length});
      momentumScale = std::max({momentumScale, now.linear.norm(), now.aboutCom.norm() / pair.system.length,
                                now.mass * m.gravity.norm() * end});
      return true;
    });
    if (report.failure) {
      failure = fmt::format("the recursive run stopped at {:.6g} s: {}", report.failure->time, report.failure->message);
      return result;
    }
  }
  const RunReport& coarse = reports[0];
  const RunReport& fine = reports[1];
  const double scale = std::max(fine.energyScale, 1e-300);
  result.energy = {fine.energyWorst / scale, std::max(1e-9, coarse.energyWorst / scale), "",
                   "departure with twice the step: it must shrink with the step, down to round-off"};
  result.drift = {fine.drift.value, 1e-9, fine.drift.row >= 0 ? m.rows[at(fine.drift.row)].name : "",
                  "closing equations after every step, by the size of their block"};
  if (free) {
    result.momentum = Finding{momentumErrors[1] / momentumScale, std::max(1e-9, momentumErrors[0] / momentumScale), "",
                              "departure with twice the step: it must shrink with the step, down to round-off"};
  }
  return result;
}

}  // namespace mb
