// The solver family: the same accelerations by ten ways, alone and in runs.
#include <cstring>

#include "runtime/solvers/embedded/embedded.h"
#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/layout/pivot_order.h"
#include "tests/support/agreement.h"
#include "tests/support/machines/machines.h"
#include "tests/support/machines/published.h"
#include "tests/support/motion.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

#define MB_VARIANT lanes_in_tests
#include "runtime/solvers/embedded/kernel/lanes.h"
#include "runtime/solvers/solvers.h"

using namespace mb;
using namespace mb::testing;

namespace {

// Solvers that share nothing but the model agree to round-off: 1e-10, and 1e-8 where the state is ill conditioned.
double toleranceFor(const Agreement& agreement) { return agreement.condition > 100 ? 1e-8 : 1e-10; }

RecursiveModel converted(const CartesianModel& model) { return convertModel(model).recursive; }

}  // namespace

TEST_CASE("solvers agree with maggi-dense at random states of every sample") {
  for (const std::string& sample : sampleNames()) {
    INFO(sample);
    for (const auto& [solver, agreement] : agreements(recursiveSample(sample), sample == "track_ring" ? 2 : 6)) {
      INFO(solver << ", condition " << agreement.condition);
      if (!agreement.refusal.empty()) continue;
      CHECK(agreement.states > 0);
      CHECK(agreement.worst <= toleranceFor(agreement));
      // Its own positions and velocities differ by round-off, which stiff springs turn into forces.
      CHECK(agreement.worstWhole <= 10 * toleranceFor(agreement));
      CHECK(agreement.power <= 1e-9);
    }
  }
}

TEST_CASE("solvers accept the machines their papers cover and give reasons for refusals") {
  const auto refusals = [](const RecursiveModel& model) {
    std::map<std::string, std::string> result;
    for (const auto& [solver, agreement] : agreements(model, 1)) result[solver] = agreement.refusal;
    return result;
  };
  // A vehicle with independent rows: all of them.
  for (const auto& [solver, refusal] : refusals(recursiveSample("hmmwv"))) {
    INFO(solver << ": " << refusal);
    CHECK(refusal.empty());
  }
  // Redundant rows: [CYI01] assumes that there are none.
  for (const auto& [solver, refusal] : refusals(recursiveSample("four_bar"))) {
    INFO(solver << ": " << refusal);
    CHECK(refusal.empty() == (findSolver(solver)->limits != "independent rows only"));
  }
}

TEST_CASE("a solver that cannot solve a machine is reported, and auto takes another") {
  const Mechanism m = makeMechanism(recursiveSample("four_bar"));
  Simulation named(m, findSolver("block-mass"));
  CHECK_FALSE(named.start(0, initialState(m)));
  REQUIRE(named.report().failure);
  CHECK(named.report().failure->message.find("block-mass cannot solve this machine: ") == 0);
  CHECK(contains(named.report().failure->hint, "one that can is taken"));
  Simulation automatic(m);
  REQUIRE(automatic.start(0, initialState(m)));
  CHECK(automatic.report().solver == "embedded");
}

TEST_CASE("runs are the same with every solver") {
  for (const std::string sample :
       {"wishbone_corner", "andrews_squeezer", "quadruped", "slider_crank", "car", "weld_and_forces"}) {
    INFO(sample);
    const Mechanism m = makeMechanism(recursiveSample(sample));
    // The squeezer is fast: its steps are short.
    const double h = sample == "andrews_squeezer" ? 2e-5 : 1e-3;
    const auto end = [&](const SolverType& type) -> std::optional<std::vector<double>> {
      Simulation simulation(m, &type);
      if (!simulation.start(0, initialState(m))) return std::nullopt;
      for (int k = 0; k < 50; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), h, 50 * h));
      return std::vector<double>(simulation.state().begin(), simulation.state().begin() + m.velocityAt());
    };
    const std::vector<double> reference = *end(*findSolver("maggi-dense"));
    for (const SolverType& type : solverTypes()) {
      if (type.integrates) continue;
      INFO(type.name);
      const auto state = end(type);
      if (!state) continue;
      for (std::size_t k = 0; k < reference.size(); ++k) {
        // Baumgarte's method holds the equations only to the accuracy of the steps.
        const double tolerance = type.keepsPositions ? 1e-9 : 1e-5;
        CHECK(std::abs((*state)[k] - reference[k]) <= tolerance * std::max(1.0, std::abs(reference[k])));
      }
    }
  }
}

TEST_CASE("the kernel's variants give the same bits") {
  for (const std::string sample :
       {"hmmwv", "car", "andrews_squeezer", "weld_and_forces", "van", "satellite", "n_four_bar"}) {
    INFO(sample);
    const Mechanism m = makeMechanism(recursiveSample(sample));
    Simulation simulation(m, findSolver("maggi-dense"));
    REQUIRE(simulation.start(0, initialState(m)));
    RandomStates random(m, simulation.state(), 7);
    const auto here = makeEmbedded(m);
    const auto baseline = makeEmbedded(m, embedded::baselineKernel());
    for (int k = 0; k < 5; ++k) {
      REQUIRE(random.next());
      Workspace a = random.workspace();
      Workspace b = random.workspace();
      here->chosenAgain(m, a);
      baseline->chosenAgain(m, b);
      REQUIRE(here->evaluate(m, random.time(), random.state(), a));
      REQUIRE(baseline->evaluate(m, random.time(), random.state(), b));
      CHECK(std::memcmp(a.z_ddot.data(), b.z_ddot.data(), a.z_ddot.size() * sizeof(double)) == 0);
    }
  }
}

TEST_CASE("clusters of one shape solved side by side agree with the reference") {
  // Four equal corners, and ten windows of one cluster; then lanes that are not all in use.
  for (const int windows : {1, 2, 3, 4, 5, 10, 23}) {
    INFO(windows);
    for (const auto& [solver, agreement] : agreements(converted(nFourBar(windows)), 3)) {
      if (!agreement.refusal.empty()) continue;
      INFO(solver << ", condition " << agreement.condition);
      CHECK(agreement.worst <= toleranceFor(agreement));
    }
  }
  for (const bool asBodies : {false, true}) {
    for (const auto& [solver, agreement] : agreements(converted(wishboneVehicle(asBodies)), 3)) {
      if (!agreement.refusal.empty()) continue;
      INFO(solver);
      CHECK(agreement.worst <= 1e-10);
    }
  }
}

TEST_CASE("sine and cosine are right to the last digit or the one before, alone and four at a time") {
  using namespace mb::embedded::lanes_in_tests;
  double worst = 0;
  for (int k = -40'000; k <= 40'000; ++k) {
    const double x = 0.37 * k + 1e-3 * std::sin(1.0 * k);
    double s = 0;
    double c = 0;
    sineCosineOf(x, s, c);
    // Against numbers with more digits, in units of the last place near 1 or of the result.
    const long double exact = std::sin(static_cast<long double>(x));
    const long double other = std::cos(static_cast<long double>(x));
    worst = std::max({worst, static_cast<double>(std::abs(s - exact)), static_cast<double>(std::abs(c - other))});
    const Lanes four{x, -x, x, 0.5};
    Lanes s4{};
    Lanes c4{};
    sineCosineOf(four, s4, c4);
    CHECK((s4[0] == s && c4[0] == c && s4[1] == -s && c4[1] == c && s4[2] == s));
  }
  CHECK(worst <= 2.3e-16);
  double s = 0;
  double c = 0;
  sineCosineOf(1e7, s, c);  // beyond the reduction: the library's
  CHECK(s == std::sin(1e7));
  CHECK(c == std::cos(1e7));
}

TEST_CASE("the chosen pivots cause little fill and none is small") {
  using namespace mb::embedded;
  // A chain: two entries a row, eliminated without fill whatever their order.
  std::vector<SparseRow> chain;
  constexpr int kRows = 50;
  for (int r = 0; r < kRows; ++r) {
    SparseRow row;
    const int shuffled = r * 7 % kRows;
    if (shuffled > 0) row.push_back({shuffled - 1, {0.5, 0.5, 0.5, 0.5}});
    row.push_back({shuffled, {1.0 + r, 1, 1, 1}});
    chain.push_back(row);
  }
  const PivotOrder order = choosePivots(chain, 1);
  std::size_t entries = 0;
  for (const std::vector<int>& row : order.pattern) entries += row.size();
  CHECK(entries <= 2 * kRows - 1);
  // The first entry is small in one lane only: it is not taken.
  const std::vector<SparseRow> lanes{{{0, {1, 1e-3, 1, 1}}, {1, {1, 1, 1, 1}}},
                                     {{0, {1, 1, 1, 1}}, {1, {0.1, 2, 0.1, 0.1}}}};
  const PivotOrder both = choosePivots(lanes, 4);
  CHECK((both.rows[0] != 0 || both.columns[0] != 0));
}
