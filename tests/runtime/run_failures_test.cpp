// Why runs end, where the reason is none of the mechanism's.
#include "runtime/run_failures.h"

#include "tests/support/linkages.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

bool isOfDistance(const RunFailure& failure) { return failure.hint.find("m apart") != std::string::npos; }

}  // namespace

TEST_CASE("a loop that is open by no more than the round-off of far positions is told as such") {
  const Mechanism mechanism = makeMechanism(convertModel(leaningFourBars(1, 0.7, 0)).recursive);
  Simulation simulation(mechanism);
  REQUIRE(simulation.start(0, initialState(mechanism)));
  Workspace w = simulation.workspace();
  const Residual residual{1e-9, 0};
  CHECK_FALSE(isOfDistance(openLoop(mechanism, w, residual, 1, simulation.report())));
  w.X.front().p.x() += 1e8;  // known to 1.5e-8 m
  CHECK(isOfDistance(openLoop(mechanism, w, residual, 1, simulation.report())));
  CHECK_FALSE(isOfDistance(openLoop(mechanism, w, {1e-3, 0}, 1, simulation.report())));
}

TEST_CASE("a machine whose parts fly away from each other stops and says how far apart they are") {
  CartesianModel model = leaningFourBars(1, 0.7, 0);
  Body stone;  // the heaviest, by whose place all others are measured
  stone.name = "stone";
  stone.massProperties.mass = 1e6;
  stone.massProperties.inertia = 1e6 * Matrix3::Identity();
  stone.v_WB = {1e9, 0, 0};
  model.bodies.add(stone);
  const Mechanism mechanism = makeMechanism(convertModel(model).recursive);
  Simulation simulation(mechanism);
  REQUIRE(simulation.start(0, initialState(mechanism)));
  int steps = 0;
  while (steps < 200 && simulation.step(*findRungeKutta("rk4"), 0.01, 0.01 * (steps + 1))) ++steps;
  // Beside the square of 1e8 m an inertia of 1 kg m^2 is the last of 16 digits.
  REQUIRE(simulation.report().failure);
  CHECK(steps > 0);
  INFO(simulation.report().failure->message << " " << simulation.report().failure->hint);
  CHECK(isOfDistance(*simulation.report().failure));
}
