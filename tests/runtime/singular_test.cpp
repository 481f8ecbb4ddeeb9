// Positions where the closing equations lose rank: passed on the branch the motion is on, or named.
#include "tests/support/machines.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// One window with its bars in line, cranks turning at the given rate; no gravity.
CartesianModel flatFourBar(double rate) {
  CartesianModel model = nFourBar(1);
  model.gravity.setZero();
  for (Body& body : model.bodies) {
    if (body.isGround) continue;
    const bool isCrank = body.name.starts_with("crank");
    const double pivot = body.name == "crank1" ? 1 : 0;
    body.X_WB.R = isCrank ? rotationAbout(1, std::acos(0.0)) : Matrix3::Identity();
    body.X_WB.p = {isCrank ? pivot + 0.5 : 1.5, 0, 0};
    body.w_WB = isCrank ? Vector3(0, rate, 0) : Vector3(0, 0, 0);
    body.v_WB = {0, 0, isCrank ? -0.5 * rate : -rate};
  }
  return model;
}

}  // namespace

TEST_CASE("a mechanism at rest in a singular position is named, not guessed") {
  const Mechanism mechanism = makeMechanism(convertModel(flatFourBar(0)).recursive);
  Simulation simulation(mechanism);
  CHECK_FALSE(simulation.start(0, initialState(mechanism)));
  REQUIRE(simulation.report().failure);
  CHECK(simulation.report().failure->message.find("singular position") != std::string::npos);
}

TEST_CASE("a mechanism that moves through a singular position at the start goes on as a parallelogram") {
  const Mechanism mechanism = makeMechanism(convertModel(flatFourBar(2)).recursive);
  Simulation simulation(mechanism);
  REQUIRE(simulation.start(0, initialState(mechanism)));
  for (int k = 1; k <= 200; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), 5e-3, 5e-3 * k));
  // Without gravity its inertia is constant: it turns at 2 rad/s, and after 1 s both cranks stand 2 rad further.
  const Motions motions = motionsOf(mechanism, simulation.workspace());
  const Matrix3 R = rotationAbout(1, std::acos(0.0) + 2);
  CHECK((motions.at("crank0").X.R - R).norm() < 1e-6);
  CHECK((motions.at("crank1").X.R - R).norm() < 1e-6);
  CHECK((motions.at("coupler1").X.R - Matrix3::Identity()).norm() < 1e-6);
  CHECK(simulation.report().singularPassages > 0);
}
