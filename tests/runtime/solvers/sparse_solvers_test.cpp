// The solvers on the whole open chain give the accelerations of the dense reference.
#include <limits>

#include "converter/verify/random_states.h"
#include "runtime/solvers/solvers.h"
#include "runtime/solvers/sparse/family.h"
#include "tests/support/machines/machines.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    largest = std::max(largest, std::abs(b[k]));
    if (!(std::abs(a[k] - b[k]) <= worst)) worst = std::abs(a[k] - b[k]);
  }
  return largest > 0 ? worst / largest : worst;
}

// A chain of 42 links loses digits before any solver sees it: the reference differs by this from long double too.
double toleranceOf(const std::string& sample) { return sample == "track_ring" ? 1e-8 : 1e-10; }

struct Tested {
  const char* name;
  std::optional<std::string> (*refusal)(const Mechanism&, const Workspace&);
  std::unique_ptr<Solver> (*make)(const Mechanism&);
};

std::unique_ptr<Solver> makeDense(const Mechanism& m) { return makeReducedLagrange(m, true); }

constexpr std::array<Tested, 5> kTested{{{"maggi-sparse", refusesNothing, makeMaggiSparse},
                                         {"lagrange-baumgarte", refusesNothing, makeLagrangeBaumgarte},
                                         {"reduced-lagrange", reducedLagrangeRefusal, makeReducedLagrange},
                                         {"reduced-lagrange, dense", reducedLagrangeRefusal, makeDense},
                                         {"block-mass", blockMassRefusal, makeBlockMass}}};

}  // namespace

TEST_CASE("sparse solvers agree with the dense one in random states of all samples") {
  for (const std::string& sample : sampleNames()) {
    const Mechanism m = makeMechanism(convertModel(readSample(sample)).recursive);
    Simulation simulation(m);
    REQUIRE(simulation.start(0, initialState(m)));
    for (const Tested& tested : kTested) {
      INFO(sample << " " << tested.name);
      if (tested.refusal(m, simulation.workspace())) continue;
      const std::unique_ptr<Solver> solver = tested.make(m);
      RandomStates states(m, simulation.state(), 11);
      for (int k = 0; k < 10; ++k) {
        REQUIRE(states.next());
        Workspace w = states.workspace();
        std::fill(w.z_ddot.begin(), w.z_ddot.end(), 0.0);
        REQUIRE(solver->solve(m, w));
        CHECK(difference(w.z_ddot, states.workspace().z_ddot) < toleranceOf(sample));
        Workspace whole = states.workspace();
        std::fill(whole.z_dot.begin(), whole.z_dot.end(), 0.0);
        whole.drivePower = std::numeric_limits<double>::quiet_NaN();  // so that it must be set
        REQUIRE(solver->evaluate(m, states.time(), states.state(), whole));
        CHECK(difference(whole.z_dot, states.workspace().z_dot) < 1e-12);
        CHECK(difference(whole.z_ddot, states.workspace().z_ddot) < toleranceOf(sample));
        CHECK(whole.drivePower == Approx(states.workspace().drivePower).epsilon(1e-7).margin(1e-7));
      }
    }
  }
}

TEST_CASE("methods that need independent equations say so, and name the joint") {
  const Mechanism m = makeMechanism(convertModel(readSample("four_bar")).recursive);
  Simulation simulation(m);
  REQUIRE(simulation.start(0, initialState(m)));
  for (const auto refusal : {reducedLagrangeRefusal, blockMassRefusal}) {
    const std::optional<std::string> reason = refusal(m, simulation.workspace());
    REQUIRE(reason);
    CHECK(contains(*reason, "independent closing equations: 3 of the 5 around 'b_crank_pin'"));
  }
  for (const char* name : {"maggi-sparse", "lagrange-baumgarte"}) {
    CHECK_FALSE(findSolver(name)->refusal(m, simulation.workspace()));
  }
}

TEST_CASE("the sparse solver follows a motion through degrading pivots and other coordinates") {
  for (const char* sample : {"slider_crank", "spatial_slider_crank", "joint_catalogue", "n_four_bar"}) {
    const Mechanism m = makeMechanism(convertModel(readSample(sample)).recursive);
    Simulation simulation(m);
    REQUIRE(simulation.start(0, initialState(m)));
    const std::unique_ptr<Solver> solver = makeMaggiSparse(m);
    Workspace w = simulation.workspace();
    for (int k = 0; k < 600; ++k) {
      INFO(sample << " step " << k);
      REQUIRE(simulation.step(*findRungeKutta("rk4"), 2e-3, 10));
      const Workspace& reference = simulation.workspace();
      if (worstPivotRatio(reference) < 1e-1) continue;  // near a singular position digits go
      w = reference;
      REQUIRE(solver->evaluate(m, simulation.time(), simulation.state(), w));
      CHECK(worstPivotRatio(w) > 1e-3);
      CHECK(difference(w.z_ddot, reference.z_ddot) < 1e-9);
    }
  }
}

TEST_CASE("a coordinate without inertia is named") {
  CartesianModel model = readSample("pendulum");
  for (Body& body : model.bodies) body.massProperties = {};
  const Mechanism m = makeMechanism(convertModel(model).recursive);
  Workspace w = makeWorkspace(m);
  const std::vector<double> y = initialState(m);
  for (const Tested& tested : kTested) {
    INFO(tested.name);
    if (tested.refusal(m, w)) {
      CHECK(contains(*tested.refusal(m, w), "moves nothing that has mass"));
      continue;
    }
    w.independent = {0};
    CHECK_FALSE(tested.make(m)->evaluate(m, 0, y, w));
    CHECK(w.singularRow == 0);
  }
}
