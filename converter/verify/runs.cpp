#include "converter/verify/runs.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "converter/verify/random_states.h"

namespace mb {
namespace {

constexpr int kSamples = 10;          // times at which runs are compared
constexpr int kEnoughSteps = 10'000;  // enough to estimate the step length, however many more the motion needs
constexpr double kFloor = 1e-10;      // of the machine's size: below this, runs differ by round-off only
// Relative to the distance from the world origin, over thousands of steps.
constexpr double kRunRounding = 4096 * std::numeric_limits<double>::epsilon();
constexpr int kHalvings = 8;  // of the span, until runs resolve the motion
// Error of the runs up to which they decide something, relative to the distance travelled and to the speeds.
constexpr double kMeaningfulMotion = 1e-3;
// Halving the step of a fourth-order run divides its own error by 16 but leaves the difference from another machine
// unchanged, so two halvings decide.
constexpr double kNearEdge = 100;
constexpr double kRoundOffMargin = 64;  // the few draws may miss the worst, and each step rounds again
constexpr long kMostHalvedSteps = 8;    // times the most steps of the plan

// Adds the origin of a body and two points on its axes, so that rotations count, or the ends of a removed rod.
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

}  // namespace

void addState(const ModelPair& pair, const CartesianState& state, Track& track) {
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    if (pair.system.model.bodies[index].isGround) continue;
    const FrameMotion& body = state.bodies[at(index.value)];
    addBody(pair.mapping.bodies[at(index.value)], body.X, body.v, body.w, pair.size, track);
  }
}

void addState(const ModelPair& pair, const Workspace& w, Track& track) {
  const std::vector<Vector6> none(pair.mechanism.links.size(), Vector6::Zero());
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    if (pair.system.model.bodies[index].isGround) continue;
    const StateMapping::BodyRow& row = pair.mapping.bodies[at(index.value)];
    const BodyMotion motion = motionOf(pair.mechanism, w, none, row.place);
    addBody(row, motion.X, motion.v, motion.w, pair.size, track);
  }
  track.opening = std::max(track.opening, openingOf(pair, w));
}

Difference differenceOf(const std::vector<Vector3>& a, const std::vector<Vector3>& b) {
  Difference worst;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    const double value = (a[k] - b[k]).norm();
    if (!(value <= worst.value) && !std::isnan(worst.value)) worst = {value, k};
  }
  return worst;
}

std::string bodyAt(const ModelPair& pair, std::size_t place) {
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

double largestOf(const std::vector<Vector3>& vectors) {
  double largest = 0;
  for (const Vector3& vector : vectors) largest = std::max(largest, vector.norm());
  return largest;
}

namespace {

// Makes the k-th recursive run of a plan.
void runRecursive(const ModelPair& pair, StateView initial, std::size_t k, RunPlan& plan) {
  constexpr std::array<long, 3> kFactors{1, 2, 8};
  plan.recursive[k] = {};
  plan.conserved[k] = {};
  RunOptions options;
  options.end = plan.end;
  options.step = plan.end / static_cast<double>(kFactors[k] * plan.steps);
  options.every = plan.end / kSamples;
  plan.reports[k] = simulate(pair.mechanism, initial, options, [&](double time, StateView y, const Workspace& w) {
    addState(pair, w, plan.recursive[k]);
    addConserved(pair, time, y, w, plan.conserved[k]);
    return true;
  });
}

void addState(const ModelPair& pair, const CartesianState& state, CartesianRun& run) {
  run.times.push_back(state.time);
  for (const BodyIndex index : pair.system.model.bodies.indexes()) {
    const Body& body = pair.system.model.bodies[index];
    if (body.isGround) continue;
    if (run.times.size() == 1) run.bodies.push_back(body.name);
    run.motions.push_back(state.bodies[at(index.value)]);
  }
}

// `kept` takes every step, the track only the samples; `stepped` is called before each step.
Track cartesianRun(const ModelPair& pair, const CartesianState& initial, double end, long steps, CartesianRun* kept,
                   const std::function<void()>& stepped) {
  Track track;
  CartesianState state = initial;
  addState(pair, state, track);
  if (kept) addState(pair, state, *kept);
  const double h = end / static_cast<double>(steps);
  for (long k = 1; k <= steps; ++k) {
    stepped();
    step(pair.system, state, h);
    state.time = static_cast<double>(k) * h;
    if (k % (steps / kSamples) == 0) addState(pair, state, track);
    if (kept) addState(pair, state, *kept);
  }
  return track;
}

// The steps that an adaptive run of moderate accuracy takes.
struct StepProbe {
  std::vector<double> times;    // the ends of the steps, after the start
  std::vector<double> turning;  // rate of the fastest body until then
  double tries = 1;             // per accepted step
  bool hasFailed = false;
};
StepProbe probeSteps(const ModelPair& pair, StateView initial, double end) {
  RunOptions options;
  options.end = end;
  options.step = end / 100;
  options.method = findRungeKutta("dopri5");
  options.relativeTolerance = 1e-5;
  options.absoluteTolerance = 1e-6;
  StepProbe probe;
  double turning = 0;
  const RunReport report = simulate(pair.mechanism, initial, options, [&](double time, StateView, const Workspace& w) {
    for (const Vector6& Z : w.Z) turning = std::max(turning, Z.tail<3>().norm());
    probe.times.push_back(time);
    probe.turning.push_back(turning);
    return probe.times.size() <= kEnoughSteps;
  });
  if (report.steps > 0) probe.tries = 1 + static_cast<double>(report.rejected) / static_cast<double>(report.steps);
  probe.hasFailed = report.failure.has_value();
  return probe;
}

// The longest span for which the steps suffice. Steps are a quarter of the probe's mean step, which stays below the
// limit of stability, and at most a fifth of a radian of the fastest body, whose quaternion the reference integrates.
// Where steps vary, as in an impact, this is a first guess; the runs themselves show whether they resolve the motion.
RunPlan guessedSpan(const StepProbe& probe, double end, long mostSteps) {
  RunPlan plan{end, mostSteps, mostSteps, 0, end, {}, {}, {}};
  if (probe.times.size() < 2) return plan;
  const double each = 4 * probe.tries;
  const std::size_t all = probe.times.size() - 1;
  const auto count = std::clamp<std::size_t>(static_cast<std::size_t>(static_cast<double>(mostSteps) / each), 1, all);
  double step = probe.times[count] / (each * static_cast<double>(count));
  if (probe.turning[count] > 0) step = std::min(step, 0.2 / probe.turning[count]);
  if (count < all) plan.end = probe.times[count];
  const double steps = kSamples * std::max(2.0, std::ceil(plan.end / step / kSamples));
  if (steps > static_cast<double>(mostSteps)) {
    plan.end *= static_cast<double>(mostSteps) / steps;
  } else {
    plan.steps = std::lround(steps);
  }
  return plan;
}

// Largest errors of runs whose difference still decides something: three digits of the distance that points travel and
// of their speeds must be right. Errors below round-off of the machine's size always pass.
struct Bounds {
  double position = 0;
  double velocity = 0;
};
Bounds floorOf(const ModelPair& pair, const Track& limit, double end) {
  const double place = kRunRounding * largestOf(limit.p) + kOpening * limit.opening;
  return {kFloor * pair.size + place, kFloor * (largestOf(limit.v) + pair.size / end) + place / end};
}
Bounds meaningfulOf(const ModelPair& pair, const Track& limit, double end) {
  const std::size_t points = limit.p.size() / (kSamples + 1);
  double way = 0;
  for (std::size_t k = points; k < limit.p.size(); ++k) way = std::max(way, (limit.p[k] - limit.p[k % points]).norm());
  const Bounds floor = floorOf(pair, limit, end);
  return {floor.position + kMeaningfulMotion * way, floor.velocity + kMeaningfulMotion * largestOf(limit.v)};
}

// Makes the recursive runs of a plan. Returns whether they are close enough to the motion for comparisons to decide
// something.
bool runAndResolve(const ModelPair& pair, StateView initial, RunPlan& plan, std::optional<RunFailure>& failure) {
  for (std::size_t k = 0; k < plan.recursive.size(); ++k) {
    runRecursive(pair, initial, k, plan);
    failure = plan.reports[k].failure;
    if (failure) return false;
  }
  const Track& limit = plan.recursive.back();
  const Bounds meaningful = meaningfulOf(pair, limit, plan.end);
  return differenceOf(plan.recursive[0].p, limit.p).value <= meaningful.position &&
         differenceOf(plan.recursive[0].v, limit.v).value <= meaningful.velocity && energyErrorOf(plan) <= 1;
}

// Shortens the steps, or halves the span once the number of steps is at its limit. Returns false after kHalvings.
bool shorten(RunPlan& plan) {
  if (plan.steps < plan.mostSteps) {
    plan.steps = std::min(2 * plan.steps, plan.mostSteps);
    return true;
  }
  if (plan.halvings == kHalvings) return false;
  plan.end /= 2;
  ++plan.halvings;
  return true;
}

// The effect of round-off of the initial state on a run, which violent motions amplify. Needed only where runs differ.
Bounds roundOffOf(const ModelPair& pair, StateView initial, const RunPlan& plan) {
  std::mt19937_64 random(1);
  Bounds worst;
  for (int draw = 0; draw < kDraws; ++draw) {
    RunPlan near = plan;
    runRecursive(pair, withOtherLastDigits(pair.mechanism, initial, pair.size, random), 0, near);
    worst.position =
        std::max(worst.position, kRoundOffMargin * differenceOf(near.recursive[0].p, plan.recursive[0].p).value);
    worst.velocity =
        std::max(worst.velocity, kRoundOffMargin * differenceOf(near.recursive[0].v, plan.recursive[0].v).value);
  }
  return worst;
}

double orderOf(double coarse, double fine) { return coarse > 0 && fine > 0 ? std::log2(coarse / fine) : 0; }

}  // namespace

RunPlan planRuns(const ModelPair& pair, StateView initial, double end, int mostSteps,
                 std::optional<RunFailure>& failure) {
  const long most = kSamples * std::max(1, mostSteps / kSamples);
  const StepProbe probe = probeSteps(pair, initial, end);
  RunPlan plan = guessedSpan(probe, end, most);
  while (!runAndResolve(pair, initial, plan, failure)) {
    if (failure && probe.hasFailed) break;  // shorter steps do not help
    if (!shorten(plan)) break;
  }
  return plan;
}

bool refineRuns(const ModelPair& pair, StateView initial, RunPlan& plan, std::optional<RunFailure>& failure) {
  while (shorten(plan)) {
    if (runAndResolve(pair, initial, plan, failure)) return true;
  }
  return false;
}

bool needsShorterSteps(const Verification::Trajectory& trajectory) {
  const auto isNearEdge = [](const Finding& finding) {
    return finding.decides() && !finding.holds() && finding.value < kNearEdge * finding.tolerance;
  };
  return isNearEdge(trajectory.position) || isNearEdge(trajectory.velocity);
}

bool halveSteps(const ModelPair& pair, StateView initial, RunPlan& plan, std::optional<RunFailure>& failure) {
  if (2 * plan.steps > kMostHalvedSteps * plan.mostSteps) return false;
  plan.steps *= 2;
  return runAndResolve(pair, initial, plan, failure);
}

Verification::Trajectory compareRuns(const ModelPair& pair, const CartesianState& initial, StateView recursiveInitial,
                                     const RunPlan& plan, bool keepsRun, const Progress& progress) {
  Verification::Trajectory result;
  result.end = plan.end;
  if (plan.end < plan.wantedEnd) {
    result.remark =
        fmt::format("shortened from {} s: {} steps resolve no more of the motion", plan.wantedEnd, plan.mostSteps);
  }
  const Track& limit = plan.recursive.back();
  long steps = 0;  // of both runs
  const auto stepped = [&] {
    progress("Cartesian runs", static_cast<double>(steps++) / static_cast<double>(3 * plan.steps));
  };
  const Track coarse = cartesianRun(pair, initial, plan.end, plan.steps, nullptr, stepped);
  const Track fine =
      cartesianRun(pair, initial, plan.end, 2 * plan.steps, keepsRun ? &result.cartesian : nullptr, stepped);
  result.step = plan.end / static_cast<double>(2 * plan.steps);
  const Difference coarseError = differenceOf(coarse.p, limit.p);
  const Difference fineError = differenceOf(fine.p, limit.p);
  const Difference fineSpeed = differenceOf(fine.v, limit.v);
  result.order = orderOf(coarseError.value, fineError.value);
  result.recursiveOrder =
      orderOf(differenceOf(plan.recursive[0].p, limit.p).value, differenceOf(plan.recursive[1].p, limit.p).value);
  // Richardson: with order p, the finer run is off its own limit by the difference of the two runs over 2^p - 1.
  // Through kinks and singular positions p may be below 1, so half an order is assumed. Where forces have kinks,
  // halving the step may also change little by chance; the recursive run with step h then shows the error of such runs.
  const auto ownError = [](const auto& one, const auto& half, const auto& recursiveOne, const auto& recursiveLimit) {
    return std::max(differenceOf(one, half).value / (std::numbers::sqrt2 - 1),
                    differenceOf(recursiveOne, recursiveLimit).value);
  };
  const auto finding = [&](const Difference& error, double own, double floor, double meaningful) {
    return Finding{
        error.value, own + floor, bodyAt(pair, error.place),
        "error of the runs with step h, which bounds that of the finer ones: the larger of Cartesian h against h/2 "
        "and recursive h against h/8",
        meaningful};
  };
  Bounds floor = floorOf(pair, limit, plan.end);
  Bounds meaningful = meaningfulOf(pair, limit, plan.end);
  meaningful.position += floor.position;
  meaningful.velocity += floor.velocity;
  const auto compare = [&] {
    result.position = finding(fineError, ownError(coarse.p, fine.p, plan.recursive[0].p, limit.p), floor.position,
                              meaningful.position);
    result.velocity = finding(fineSpeed, ownError(coarse.v, fine.v, plan.recursive[0].v, limit.v), floor.velocity,
                              meaningful.velocity);
  };
  compare();
  if (result.position.holds() && result.velocity.holds()) return result;
  const Bounds roundOff = roundOffOf(pair, recursiveInitial, plan);
  floor.position += roundOff.position;
  floor.velocity += roundOff.velocity;
  compare();
  return result;
}

}  // namespace mb
