// Derivatives along one direction against differences of the solver, closed forms, and the operations that are recorded
// for generated code.
#include "runtime/directional/directional.h"

#include <map>

#include "runtime/evaluation/project.h"
#include "runtime/recording/recorded_directional.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/laws.h"
#include "tests/support/samples.h"

using namespace mb;
using namespace mb::testing;

namespace {

// A machine at a closed position with the coordinates chosen at its start.
struct Moved {
  Mechanism m;
  Workspace w;
  std::vector<double> y;
  double time = 0.1;
};

// Nothing where the machine is no mechanism that can start.
std::optional<Moved> moved(const std::string& sample, Numbers& random) {
  Moved out{makeMechanism(convertModel(readSample(sample)).recursive), {}, {}};
  Simulation simulation(out.m, findSolver("embedded"));
  if (!simulation.start(0, initialState(out.m))) return std::nullopt;
  out.w = simulation.workspace();
  out.y.assign(simulation.state().begin(), simulation.state().end());
  for (int k = 0; k < out.m.integralAt(); ++k) out.y[at(k)] += random(-0.01, 0.01);
  if (!projectPositions(out.m, out.time, out.y, out.w).converged) return std::nullopt;
  projectVelocities(out.m, out.y, out.w);
  return out;
}

Direction randomDirection(const Moved& at, Numbers& random) {
  Direction direction{random(), {}};
  for (int k = 0; k < at.m.workAt(); ++k) direction.y.push_back(random());
  return direction;
}

std::vector<double> accelerations(const Moved& from, const Direction& direction, double h) {
  Moved there = from;
  there.time += h * direction.time;
  for (std::size_t k = 0; k < direction.y.size(); ++k) there.y[k] += h * direction.y[k];
  // Dependent positions start from where they were.
  for (const Mechanism::Motion& motion : there.m.motions) {
    if (motion.kind == MotionKind::ball) continue;
    for (int k = 0; k < positionsOf(motion.kind); ++k) {
      if (from.w.isDependent[at(motion.v + k)]) there.y[at(motion.z + k)] = from.y[at(motion.z + k)];
    }
  }
  projectPositions(there.m, there.time, there.y, there.w);
  const std::unique_ptr<Solver> solver = findSolver("embedded")->make(there.m);
  solver->chosenAgain(there.m, there.w);
  REQUIRE(solver->evaluate(there.m, there.time, there.y, there.w));
  return there.w.z_ddot;
}

}  // namespace

TEST_CASE("derivatives along a direction agree with differences of the accelerations") {
  Numbers random(3);
  int compared = 0;
  std::string refused;
  for (const std::string& sample : sampleNames()) {
    if (sample == "track_ring") continue;  // large
    INFO(sample);
    const std::optional<Moved> from = moved(sample, random);
    if (!from) continue;
    const Direction direction = randomDirection(*from, random);
    Directional directional(from->m, from->w);
    DirectionalDerivative derivative;
    try {
      derivative =
          directional.along(from->time, from->y, from->w.forces.angles.last, direction, from->w.forces.inputs.set);
    } catch (const CannotTrace& reason) {
      refused += sample + ": " + reason.what() + "\n";
      continue;
    }
    std::vector<double> fine;
    std::vector<double> coarse;
    double largest = 0;
    const double h = 4e-4;
    std::map<int, std::vector<double>> at_h;
    for (const int n : {-4, -2, -1, 1, 2, 4}) at_h[n] = accelerations(*from, direction, n * h);
    for (int v = 0; v < from->m.vCount; ++v) {
      const auto slope = [&](int n) {
        return (8 * (at_h[n][at(v)] - at_h[-n][at(v)]) - (at_h[2 * n][at(v)] - at_h[-2 * n][at(v)])) / (12 * n * h);
      };
      fine.push_back(slope(1));
      coarse.push_back(slope(2));
      largest = std::max(largest, std::abs(fine.back()));
    }
    // Sixteen times the error of the finer difference, or its round-off; large beside a kink.
    double rough = 0;
    for (std::size_t v = 0; v < fine.size(); ++v) rough = std::max(rough, std::abs(fine[v] - coarse[v]));
    INFO("differences known to " << rough << " of " << largest);
    if (rough > 1e-5 * largest) {
      WARN(sample << " is not smooth here: " << rough << " of " << largest);
      continue;
    }
    ++compared;
    for (std::size_t v = 0; v < fine.size(); ++v) {
      INFO("velocity " << v);
      CHECK(std::abs(derivative.z_ddot[v] - fine[v]) <= 1e-6 * std::abs(fine[v]) + rough);
    }
  }
  WARN(refused);
  CHECK(compared >= 20);
}

TEST_CASE("recorded derivatives give the bits of those that are calculated") {
  Numbers random(4);
  int recorded = 0;
  for (const std::string& sample : sampleNames()) {
    if (sample == "track_ring") continue;  // large
    INFO(sample);
    const std::optional<Moved> from = moved(sample, random);
    if (!from) continue;
    const Direction direction = randomDirection(*from, random);
    const std::vector<double>& angles = from->w.forces.angles.last;
    const std::vector<double>& held = from->w.forces.inputs.set;
    DirectionalDerivative expected;
    try {
      expected = Directional(from->m, from->w).along(from->time, from->y, angles, direction, held);
    } catch (const CannotTrace&) {
      continue;  // told above
    }
    Trace trace;
    const RecordedDirectional nodes = recordDirectional(trace, from->m, from->w);
    std::vector<double> inputs{from->time};
    inputs.insert(inputs.end(), from->y.begin(), from->y.begin() + from->m.workAt());
    inputs.insert(inputs.end(), angles.begin(), angles.end());
    inputs.insert(inputs.end(), held.begin(), held.end());
    inputs.push_back(direction.time);
    inputs.insert(inputs.end(), direction.y.begin(), direction.y.end());
    const std::vector<double> values = valuesOf(trace, inputs);
    ++recorded;
    for (std::size_t v = 0; v < expected.z_ddot.size(); ++v) CHECK(values[at(nodes.z_ddot[v])] == expected.z_ddot[v]);
    for (std::size_t k = 0; k < expected.y.size(); ++k) CHECK(values[at(nodes.y[k])] == expected.y[k]);
  }
  CHECK(recorded >= 5);
}

TEST_CASE("the derivative of a pendulum's acceleration is that of gravity's torque") {
  Numbers random(5);
  const std::optional<Moved> from = moved("pendulum", random);
  REQUIRE(from);
  // theta'' = g / l cos(theta) with theta from the horizontal, at which the bar is held to the left.
  const DirectionalDerivative derivative = Directional(from->m, from->w).along(from->time, from->y, {}, {0, {1, 0.3}});
  CHECK(derivative.z_ddot[0] == Approx(-9.81 * std::sin(from->y[0])).epsilon(1e-14));
  CHECK(derivative.rates[0] == 0.3);
}

TEST_CASE("the dependent coordinates of a four-bar follow the crank") {
  Numbers random(6);
  const std::optional<Moved> from = moved("four_bar", random);
  REQUIRE(from);
  const auto place = [&](std::string_view joint) {
    for (const LinkIndex link : from->m.model.links.indexes()) {
      if (from->m.model.links[link].joint == joint) return at(from->m.links[at(link.value)].z);
    }
    throw std::runtime_error("no such joint");
  };
  const std::size_t crank = place("a_crank_pivot");
  const std::size_t rocker = place("d_rocker_pivot");
  const std::size_t coupler = place("c_rocker_pin");
  const DirectionalDerivative derivative =
      Directional(from->m, from->w).along(from->time, from->y, {}, {0, std::vector<double>(6, 1.0)});
  // Bars in the x-z plane as they stand at the start, turned about y; the pin at the crank is reached both ways.
  const auto turned = [](double x, double z, double angle) {
    return std::array{x * std::cos(angle) + z * std::sin(angle), z * std::cos(angle) - x * std::sin(angle)};
  };
  const auto& q = from->y;
  const auto a = turned(0, 0.25, q[crank]);
  const auto r = turned(0.125, 0.5, q[rocker]);
  const auto c = turned(-0.75, -0.25, q[rocker] + q[coupler]);
  REQUIRE(a[0] == Approx(0.625 + r[0] + c[0]).margin(1e-14));
  REQUIRE(a[1] == Approx(r[1] + c[1]).margin(1e-14));
  // A bar {x, z} that turns at a rate w moves its end by w {z, -x}.
  const double w_a = derivative.y[crank];
  const double w_r = derivative.y[rocker];
  const double w_c = w_r + derivative.y[coupler];
  CHECK(w_a * a[0] == Approx(w_r * r[0] + w_c * c[0]).margin(1e-14));
  CHECK(w_a * a[1] == Approx(w_r * r[1] + w_c * c[1]).margin(1e-14));
  CHECK(std::max({std::abs(w_a), std::abs(w_r), std::abs(derivative.y[coupler])}) >= 1);
}
