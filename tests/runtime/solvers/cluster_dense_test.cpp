// The default solver against its specification: `embedded` and `cluster-dense` are the same recursion, written to be
// fast and to be read.
#include "runtime/solvers/clusters/cluster_dense.h"

#include <algorithm>
#include <cmath>

#include "converter/verify/random_states.h"
#include "runtime/solvers/embedded/embedded.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// By how much the numbers that a solver is given may be wrong, each relative to itself, so that the accelerations of
// the other one are the right ones. A sum of n products is off by n times half of 2^-52; clusters have some hundred.
constexpr double kAgreement = 1e-12;

// The numbers that both are given, each changed by the share or its opposite.
void change(std::mt19937_64& random, double share, Workspace& w) {
  const auto blur = [&](auto& numbers) {
    for (auto& number : numbers) number *= random() % 2 == 0 ? 1 + share : 1 - share;
  };
  const auto blurAll = [&](auto& vectors) {
    for (auto& vector : vectors) blur(vector);
  };
  for (SpatialInertia& inertia : w.inertia) {
    inertia.m *= 1 + share;
    blur(inertia.h);
    inertia.I *= 1 - share;
  }
  blurAll(w.b);
  blurAll(w.A_bias);
  blurAll(w.wrench);
  blur(w.gamma);
  blur(w.tau);
  for (BlockWork& block : w.blocks) blur(block.J);
}

struct Difference {
  double worst = 0;     // the largest |difference| of a state by what a change of kAgreement does to it
  double relative = 0;  // by the largest acceleration
  int states = 0;
};

double largest(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double apart = std::abs(a[k] - b[k]);
    if (!(apart <= worst)) worst = apart;  // not a number stays
  }
  return worst;
}

Difference differenceOf(const RecursiveModel& model, int states) {
  const Mechanism m = makeMechanism(model);
  Simulation simulation(m);
  if (!simulation.start(0, initialState(m))) throw std::runtime_error(simulation.report().failure->message);
  RandomStates random(m, simulation.state(), 1);
  const auto fast = makeEmbedded(m);
  const auto specification = makeClusterDense(m);
  std::mt19937_64 digits(1);
  Difference result;
  for (; result.states < states && random.next(); ++result.states) {
    const auto solved = [&](Solver& solver, Workspace w) {
      solver.chosenAgain(m, w);
      if (!solver.solve(m, w)) throw std::runtime_error("no accelerations");
      return w.z_ddot;
    };
    const std::vector<double> z_ddot = solved(*specification, random.workspace());
    const std::vector<double> quickly = solved(*fast, random.workspace());
    const double difference = largest(quickly, z_ddot);
    Workspace changed = random.workspace();
    change(digits, kAgreement, changed);
    const double scale = largest(solved(*fast, std::move(changed)), quickly);
    const double size = largest(z_ddot, std::vector<double>(z_ddot.size(), 0.0));
    if (difference > 0) result.worst = std::max(result.worst, difference / scale);
    if (difference > 0) result.relative = std::max(result.relative, difference / std::max(1.0, size));
    if (std::isnan(difference)) result.worst = INFINITY;
  }
  return result;
}

}  // namespace

TEST_CASE("embedded agrees with its specification at random states of every sample") {
  for (const std::string& sample : sampleNames()) {
    const Difference difference = differenceOf(convertModel(readSample(sample)).recursive, 100);
    INFO(sample << ": relative " << difference.relative);
    CHECK(difference.states == 100);
    CHECK(difference.worst <= 1);
  }
}

TEST_CASE("embedded agrees with its specification where vehicles meet roads") {
  for (const std::string& file : roadFiles()) {
    Diagnostics diagnostics;
    const auto model = readModel(sourcePath("samples/" + file), diagnostics);
    REQUIRE(model);
    const Difference difference = differenceOf(convertModel(*model).recursive, 10);
    INFO(file << ": relative " << difference.relative);
    CHECK(difference.states == 10);
    CHECK(difference.worst <= 1);
  }
}

TEST_CASE("the specification names a coordinate that moves no mass") {
  const Mechanism m = makeMechanism(convertModel(readSample("quadruped")).recursive);
  Simulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  const int last = static_cast<int>(m.links.size()) - 1;
  Workspace w = simulation.workspace();
  setMotionAndForces(m, 0, simulation.state(), w);
  const auto specification = makeClusterDense(m);
  CHECK(specification->solve(m, w));
  w.inertia[at(last)] = {};
  REQUIRE_FALSE(specification->solve(m, w));
  CHECK(m.linkOfVelocity[at(w.singularRow)] == last);
}
