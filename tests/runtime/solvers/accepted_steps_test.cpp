// Steps accepted by the default's own clusters, beside the stages: projection, drift, energies and accelerations.
#include <cmath>
#include <cstring>
#include <limits>

#include "converter/verify/random_states.h"
#include "runtime/evaluation/project.h"
#include "runtime/observation/energy.h"
#include "runtime/solvers/embedded/embedded.h"
#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/machines/machines.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// A state as integration leaves it: off the closing equations by about 1e-6 in positions and 1e-4 in velocities.
std::vector<double> integrated(const Mechanism& m, StateView y, int number) {
  std::vector<double> moved(y.begin(), y.end());
  std::vector<double> dz(at(m.vCount));
  for (int v = 0; v < m.vCount; ++v) {
    dz[at(v)] = 1e-6 * std::sin(1.3 * v + number);
    moved[at(m.velocityAt() + v)] += 1e-4 * std::cos(0.7 * v + number);
  }
  advance(m, dz, moved);
  return moved;
}

double apart(StateView a, StateView b) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double difference = std::abs(a[k] - b[k]) / std::max(1.0, std::abs(b[k]));
    if (!(difference <= worst)) worst = difference;  // NaN stays
  }
  return worst;
}

double largest(const std::vector<double>& values) {
  double size = 1;
  for (const double value : values) size = std::max(size, std::abs(value));
  return size;
}

// Accepts states of a model beside the stages. Returns how many the solver accepted.
int compare(const RecursiveModel& model, int states) {
  const Mechanism m = makeMechanism(model);
  Simulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  RandomStates random(m, simulation.state(), 3);
  int accepted = 0;
  for (int k = 0; k < states && random.next(); ++k) {
    INFO("state " << k);
    const std::unique_ptr<Solver> solver = makeEmbedded(m);
    Workspace w = random.workspace();
    solver->chosenAgain(m, w);
    // With factors of the state before, as in a step, and without.
    if (k % 2 == 0) REQUIRE(solver->evaluate(m, random.time(), random.state(), w));
    std::vector<double> ours = integrated(m, random.state(), k);
    std::vector<double> theirs = ours;
    const std::optional<Accepted> found = solver->accept(m, random.time(), ours, w);
    if (!found) continue;
    ++accepted;
    Workspace stages = random.workspace();
    const Projected projected = projectPositions(m, random.time(), theirs, stages);
    projectVelocities(m, theirs, stages);
    REQUIRE(evaluate(m, random.time(), theirs, stages));
    const auto rates = static_cast<std::size_t>(m.velocityAt());
    CHECK(projected.converged);
    // Newton ends at round-off of 1e-15 times the largest entries of R, which are at most 10 or so.
    CHECK(apart(std::span(ours).first(rates), std::span(theirs).first(rates)) <= 1e-12);
    CHECK(apart(std::span(ours).subspan(rates, at(m.vCount)), std::span(theirs).subspan(rates, at(m.vCount))) <= 1e-10);
    CHECK(found->residual.value <= std::max(2 * projected.residual.value, 1e-12));
    double worst = 0;
    for (std::size_t v = 0; v < w.z_ddot.size(); ++v)
      worst = std::max(worst, std::abs(w.z_ddot[v] - stages.z_ddot[v]) / largest(stages.z_ddot));
    CHECK(worst <= 1e-8);  // ill conditioned states included, as for all solvers
    const Energies energies = energiesOf(m, stages);
    const double scale = std::max({1.0, energies.kinetic, std::abs(energies.gravity), std::abs(energies.springs)});
    CHECK(std::abs(found->kinetic - energies.kinetic) <= 1e-11 * scale);
    CHECK(std::abs(found->gravity - energies.gravity) <= 1e-11 * scale);
    CHECK(std::abs(found->springs - energies.springs) <= 1e-11 * scale);
  }
  return accepted;
}

}  // namespace

TEST_CASE("a step accepted by the default is projected and evaluated as by the stages") {
  for (const std::string& sample : sampleNames()) {
    INFO(sample);
    CHECK(compare(convertModel(readSample(sample)).recursive, sample == "track_ring" ? 2 : 6) > 0);
  }
  for (const bool asBodies : {false, true}) CHECK(compare(convertModel(wishboneVehicle(asBodies)).recursive, 3) > 0);
  for (const int windows : {3, 10}) CHECK(compare(convertModel(nFourBar(windows)).recursive, 3) > 0);
}

TEST_CASE("both variants of the kernel accept a step with the same bits") {
  for (const std::string sample : {"hmmwv", "car", "andrews_squeezer", "van", "bricard", "n_four_bar"}) {
    INFO(sample);
    const Mechanism m = makeMechanism(convertModel(readSample(sample)).recursive);
    Simulation simulation(m);
    REQUIRE(simulation.start(0, initialState(m)));
    const auto answer = [&](const embedded::Kernel& kernel, std::vector<double>& y) {
      Workspace w = simulation.workspace();
      const auto solver = makeEmbedded(m, kernel);
      solver->chosenAgain(m, w);
      const std::optional<Accepted> accepted = solver->accept(m, 0, y, w);
      REQUIRE(accepted);
      y.insert(y.end(), w.z_ddot.begin(), w.z_ddot.end());
      for (const double more : {accepted->residual.value, accepted->kinetic, accepted->gravity, accepted->springs})
        y.push_back(more);
    };
    std::vector<double> here = integrated(m, simulation.state(), 1);
    std::vector<double> baseline = here;
    answer(embedded::kernelHere(), here);
    answer(embedded::baselineKernel(), baseline);
    CHECK(std::memcmp(here.data(), baseline.data(), here.size() * sizeof(double)) == 0);
  }
}

TEST_CASE("what the default cannot decide it leaves to the stages") {
  const Mechanism m = makeMechanism(convertModel(readSample("four_bar")).recursive);
  Simulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  const auto accepts = [&](int k, double value) {
    Workspace w = simulation.workspace();
    const auto solver = makeEmbedded(m);
    solver->chosenAgain(m, w);
    std::vector<double> y(simulation.state().begin(), simulation.state().end());
    y[at(k)] = value;
    return solver->accept(m, 0, y, w).has_value();
  };
  const int first = m.links[0].z;
  CHECK(accepts(first, simulation.state()[at(first)]));
  CHECK_FALSE(accepts(first, std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("looking at an accepted step does not change the run") {
  for (const std::string sample : {"van", "andrews_squeezer", "n_four_bar"}) {
    INFO(sample);
    const Mechanism m = makeMechanism(convertModel(readSample(sample)).recursive);
    const double h = sample == "andrews_squeezer" ? 1e-5 : 1e-3;
    const auto end = [&](bool looks) {
      Simulation simulation(m);
      REQUIRE(simulation.start(0, initialState(m)));
      for (int k = 0; k < 60; ++k) {
        REQUIRE(simulation.step(*findRungeKutta("rk4"), h, 1));
        if (looks) CHECK(simulation.workspace().X.size() == m.links.size());
      }
      // What one sees is the state: its links move as its velocities say.
      const Workspace& w = simulation.workspace();
      Workspace again = w;
      setPositions(m, simulation.state(), again);
      std::copy_n(simulation.state().begin() + m.velocityAt(), m.vCount, again.z_dot.begin());
      setMotions(m, simulation.state(), again);
      for (std::size_t i = 0; i < m.links.size(); ++i)
        CHECK((w.Z[i] - again.Z[i]).norm() <= 1e-9 * (1 + again.Z[i].norm()));
      return std::vector<double>(simulation.state().begin(), simulation.state().end());
    };
    const std::vector<double> seen = end(true);
    const std::vector<double> unseen = end(false);
    CHECK(std::memcmp(seen.data(), unseen.data(), seen.size() * sizeof(double)) == 0);
  }
}
