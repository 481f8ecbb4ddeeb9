// The implicit method: derivatives of the residual against differences, orders against exact solutions, stiff models
// against closed forms and explicit references, loops and drives held while it runs.
#include <array>
#include <cmath>

#include "converter/verify/random_states.h"
#include "runtime/simulation/implicit_simulation.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::vector<double> copyOf(StateView y) { return {y.begin(), y.end()}; }

// The state at the end of a run of Dormand and Prince's method with tight tolerances.
std::vector<double> referenceAt(const Mechanism& m, double end, double tolerance = 1e-11) {
  Simulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  double h = 1e-5;
  while (simulation.time() < end) {
    REQUIRE(simulation.step(*findRungeKutta("dopri5"), h, end, tolerance, 0.01 * tolerance));
    h = simulation.nextStep();
  }
  return copyOf(simulation.state());
}

double positionError(const Mechanism& m, StateView a, StateView b) {
  double most = 0;
  for (int n = 0; n < m.zCount; ++n) most = std::max(most, std::abs(a[at(n)] - b[at(n)]));
  return most;
}

// With steps of one length and one order; the error at the end.
double heldError(const Mechanism& m, StateView exact, double end, int steps, int order) {
  ImplicitSimulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  simulation.hold(order);
  for (int k = 1; k <= steps; ++k) REQUIRE(simulation.step(end / steps, end * k / steps, 1e-10, 1e-10));
  REQUIRE(simulation.report().steps == steps);
  return positionError(m, simulation.state(), exact);
}

// To the end with steps of its own; samples are checked by the caller.
RunReport runTo(const Mechanism& m, double end, double tolerance, std::vector<double>& last, double every = 0) {
  RunOptions options;
  options.end = end;
  options.step = 1e-4;
  options.every = every;
  options.relativeTolerance = tolerance;
  options.absoluteTolerance = 0.01 * tolerance;
  return simulateImplicit(m, initialState(m), options, [&](double, StateView y, const Workspace&) {
    last = copyOf(y);
    return true;
  });
}

std::vector<double> residualOf(const Mechanism& m, StateView y, double time, Workspace& w) {
  setPositions(m, y, w);
  setInertias(m, w);
  setMotions(m, y, w);
  setForces(m, time, y, w);
  Recursion r(m);
  setResidual(m, w, r);
  return r.residual;
}

}  // namespace

TEST_CASE("the directional derivative of the residual agrees with differences") {
  for (const std::string& name : sampleNames()) {
    // The columns of bends change with their own coordinates, which the recursion leaves out.
    if (name == "joint_catalogue") continue;
    INFO(name);
    const Mechanism m = mechanismOf(name);
    RandomStates states(m, initialState(m), 11);
    for (int n = 0; n < 3; ++n) {
      REQUIRE(states.next());
      const Workspace& w = states.workspace();
      Recursion r(m);
      setResidual(m, w, r);
      for (int v = 0; v < m.vCount; ++v) {
        r.dz[at(v)] = std::sin(1.0 + v + n);
        r.dz_dot[at(v)] = std::cos(2.0 + 3 * v);
        r.dz_ddot[at(v)] = std::sin(0.3 + 2 * v);
      }
      setResidualChange(m, w, states.state(), states.time(), r);
      constexpr double kMove = 1e-6;
      std::array<std::vector<double>, 2> moved;
      for (const int side : {0, 1}) {
        const double share = side == 0 ? -kMove : kMove;
        Workspace aside = w;
        std::vector<double> y = copyOf(states.state());
        std::vector<double> dz(at(m.vCount));
        for (std::size_t v = 0; v < dz.size(); ++v) {
          dz[v] = share * r.dz[v];
          aside.z_dot[v] += share * r.dz_dot[v];
          aside.z_ddot[v] += share * r.dz_ddot[v];
        }
        advance(m, dz, y);
        moved[at(side)] = residualOf(m, y, states.time(), aside);
      }
      double scale = 0;
      double worst = 0;
      for (std::size_t v = 0; v < at(m.vCount); ++v) {
        const double expected = (moved[1][v] - moved[0][v]) / (2 * kMove);
        scale = std::max(scale, std::abs(expected));
        worst = std::max(worst, std::abs(expected - r.dResidual[v]));
      }
      CHECK(worst < 1e-6 * scale);
    }
  }
}

TEST_CASE("Newton's matrix is exact: the residual falls with the square of the distance") {
  for (const std::string name :
       {"stiff_bushings", "hmmwv", "four_bar", "andrews_squeezer", "rigid_axle", "satellite"}) {
    INFO(name);
    const Mechanism m = mechanismOf(name);
    RandomStates states(m, initialState(m), 5);
    REQUIRE(states.next());
    Workspace w = states.workspace();
    // A history from which the formula leads to the random state.
    std::vector<double> y = copyOf(states.state());
    std::vector<double> history = y;
    constexpr double c = 1e-3;
    positionRates(m, y, w, history);
    for (int n = 0; n < m.zCount; ++n) history[at(n)] = y[at(n)] - c * history[at(n)];
    for (int v = 0; v < m.vCount; ++v) history[at(m.velocityAt() + v)] -= c * w.z_ddot[at(v)];
    const Formula formula{states.time(), c, history};
    NewtonSystem newton(m);
    const auto iterate = [&] {
      newton.setMatrix(m, formula, y, w);
      REQUIRE(newton.factor());
      const std::span<const double> change = newton.correction();
      for (std::size_t k = 0; k < change.size(); ++k) w.z_ddot[at(w.independent[k])] += change[k];
      REQUIRE(newton.moveTo(m, formula, y, w));
      return newton.size();
    };
    REQUIRE(newton.moveTo(m, formula, y, w));
    for (int k = 0; k < 6; ++k) iterate();
    for (const int v : w.independent) w.z_ddot[at(v)] += 1e-4 / (c * c) * std::sin(1.0 + v);  // 1e-4 rad or m away
    REQUIRE(newton.moveTo(m, formula, y, w));
    const double far = newton.size();
    CHECK(iterate() < 1e-2 * far);
    CHECK(iterate() < 1e-4 * far);
  }
}

TEST_CASE("backward differences reproduce polynomials of their order through changes of the step") {
  constexpr int kOrder = Differences::kHighest;
  const auto value = [](double t) {
    return 1 + t - 2 * t * t + std::pow(t, 3) - std::pow(t, 4) + 0.5 * std::pow(t, 5);
  };
  const auto rate = [](double t) { return 1 - 4 * t + 3 * t * t - 4 * std::pow(t, 3) + 2.5 * std::pow(t, 4); };
  Differences differences(1);
  std::vector<double> y{value(0)};
  std::vector<double> y_dot{rate(0)};
  std::vector<double> predicted(1);
  std::vector<double> history(1);
  double t = 0;
  differences.start(y, y_dot, 0.1);
  for (int k = 1; k <= 12; ++k) {
    differences.predict(predicted, history);
    t += differences.step();
    y[0] = value(t);
    if (k > kOrder + 1) {
      CHECK(predicted[0] == Approx(y[0]).epsilon(1e-11));
      CHECK(history[0] + differences.c() * rate(t) == Approx(y[0]).epsilon(1e-11));
    }
    differences.accept(y, predicted);
    differences.setOrder(std::min(k + 1, kOrder));
    if (k == 8) differences.setStep(0.07);
    if (k == 10) differences.setStep(0.13);
  }
  differences.interpolate(0.05, y);
  CHECK(y[0] == Approx(value(t - 0.05)).epsilon(1e-11));
}

TEST_CASE("implicit formulas with fixed step and order converge with their order") {
  for (const std::string name : {"pendulum", "four_bar"}) {
    INFO(name);
    const Mechanism m = mechanismOf(name);
    const double end = 0.5;
    const std::vector<double> exact = referenceAt(m, end, 1e-12);
    for (const int order : {1, 2}) {
      INFO("order " << order);
      const double coarse = heldError(m, exact, end, 800, order);
      const double fine = heldError(m, exact, end, 1600, order);
      CHECK(std::log2(coarse / fine) == Approx(order).margin(0.15));
    }
  }
}

TEST_CASE("a fixed step that is far too long is reported as not converging") {
  const Mechanism m = mechanismOf("pendulum");
  ImplicitSimulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  simulation.hold(1);
  CHECK_FALSE(simulation.step(100, 1000, 1e-10, 1e-10));
  REQUIRE(simulation.report().failure);
  CHECK(simulation.report().failure->code == Code::noConvergence);
}

TEST_CASE("a stiff spring follows its closed form in steps beyond the limit of explicit methods") {
  // 2 kg on a spring of 1e8 N/m with a damper of 1e5 N s/m, pulled by its weight from the unloaded length: the roots
  // are those of 2 s^2 + 1e5 s + 1e8, about -1021 and -48979 a second.
  const CartesianModel model = nativeModel(R"(
    <gravity vector="0 0 -10"/>
    <body name="ground" ground="true"/>
    <body name="mass"><pose pos="0 0 0"/><mass value="2"/><inertia xx="1" yy="1" zz="1"/></body>
    <joint name="guide" type="translational" i="mass" j="ground" point="0 0 0" axis="0 0 1"/>
    <force name="spring" type="tsda" i="mass" j="ground" point="0 0 0" point2="0 0 1" k="1e8" c="1e5" length="1"/>)");
  const Mechanism m = makeMechanism(convertModel(model).recursive);
  const double sag = -2 * 10 / 1e8;
  const double root = std::sqrt(1e10 - 8e8);
  const double slow = (-1e5 + root) / 4;
  const double fast = (-1e5 - root) / 4;
  const auto exact = [&](double t) {
    return sag * (1 - (fast * std::exp(slow * t) - slow * std::exp(fast * t)) / (fast - slow));
  };
  RunOptions options;
  options.end = 1;
  options.step = 1e-6;
  options.every = 1e-3;
  options.relativeTolerance = 1e-5;
  options.absoluteTolerance = 1e-12;
  double worst = 0;
  const RunReport report = simulateImplicit(m, initialState(m), options, [&](double t, StateView y, const Workspace&) {
    worst = std::max(worst, std::abs(y[0] - exact(t)));
    return true;
  });
  CHECK_FALSE(report.failure);
  CHECK(worst < 1e-4 * std::abs(sag));
  CHECK(report.steps < 500);  // an explicit method of order 4 is stable with some 18000
}

TEST_CASE("a corner in stiff bushings moves as with tiny explicit steps") {
  const Mechanism m = mechanismOf("stiff_bushings");
  const double end = 0.3;
  const std::vector<double> exact = referenceAt(m, end, 1e-10);
  std::vector<double> last;
  const RunReport coarse = runTo(m, end, 1e-5, last);
  REQUIRE_FALSE(coarse.failure);
  const double coarseError = positionError(m, last, exact);
  const RunReport fine = runTo(m, end, 1e-7, last);
  REQUIRE_FALSE(fine.failure);
  CHECK(coarseError < 5e-4);
  CHECK(positionError(m, last, exact) < 1e-5);
  CHECK(coarse.evaluations < 1500);  // four a step of 1/8000 s, where rk4 is just stable, are 9600
  CHECK(coarse.drift.value < 1e-12);
  CHECK(fine.energyWorst < 1e-4 * fine.energyScale);
}

TEST_CASE("the implicit method agrees with explicit ones, with loops closed and drives followed") {
  // Drives of positions, velocities and accelerations, gears, couplers, friction, stops and formulas are in
  // weld_and_forces; rods and balls in the vehicles; fast turning with loops in the others.
  for (const std::string name : {"four_bar", "slider_crank", "spatial_slider_crank", "bricard", "weld_and_forces",
                                 "hmmwv", "car", "satellite"}) {
    INFO(name);
    const Mechanism m = mechanismOf(name);
    const double end = 0.5;
    const std::vector<double> exact = referenceAt(m, end);
    std::vector<double> last;
    const RunReport report = runTo(m, end, 1e-7, last);
    REQUIRE_FALSE(report.failure);
    CHECK(report.time == end);
    CHECK(positionError(m, last, exact) < 1e-5);
    CHECK(report.drift.value < 1e-12);
    CHECK(report.energyWorst < 1e-3 * report.energyScale);
  }
}

TEST_CASE("implicit output is at the requested times and satisfies the closing equations") {
  const Mechanism m = mechanismOf("spatial_slider_crank");
  RunOptions options;
  options.end = 0.3;
  options.step = 1e-4;
  options.every = 0.01;
  options.relativeTolerance = 1e-8;
  options.absoluteTolerance = 1e-10;
  int count = 0;
  double open = 0;
  double worst = 0;
  Simulation reference(m);
  REQUIRE(reference.start(0, initialState(m)));
  simulateImplicit(m, initialState(m), options, [&](double t, StateView y, const Workspace& w) {
    CHECK(t == Approx(0.01 * count).margin(1e-12));
    ++count;
    open = std::max(open, worstResidual(m, w).value);
    double h = 1e-4;
    while (reference.time() < t) {
      REQUIRE(reference.step(*findRungeKutta("dopri5"), h, t, 1e-11, 1e-13));
      h = reference.nextStep();
    }
    worst = std::max(worst, positionError(m, y, reference.state()));
    return true;
  });
  CHECK(count == 31);
  CHECK(open < 1e-12);
  CHECK(worst < 1e-5);
}

TEST_CASE("the state after an implicit step is evaluated as after an explicit one") {
  const Mechanism m = mechanismOf("wishbone_corner");
  ImplicitSimulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  for (int k = 0; k < 5; ++k) REQUIRE(simulation.step(k == 0 ? 1e-4 : simulation.nextStep(), 1));
  Workspace w = simulation.workspace();
  REQUIRE(evaluate(m, simulation.time(), simulation.state(), w));
  for (std::size_t v = 0; v < w.z_ddot.size(); ++v) {
    CHECK(simulation.workspace().z_dot[v] == Approx(w.z_dot[v]).epsilon(1e-10).margin(1e-12));
    CHECK(simulation.workspace().z_ddot[v] == Approx(w.z_ddot[v]).epsilon(1e-8).margin(1e-8));
  }
}
