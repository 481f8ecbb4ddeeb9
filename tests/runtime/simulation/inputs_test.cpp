// Machines that inputs move, against closed forms: forces and drives, held and along curves, with and without a filter.
#include <cmath>

#include "runtime/cartesian/reference.h"
#include "tests/support/heap_counts.h"
#include "tests/support/motion.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

const std::string kCart =
    "<gravity vector='0 0 0'/>"
    "<body name='cart'><mass value='2'/><inertia xx='1' yy='1' zz='1'/><marker name='m'><pose/></marker></body>"
    "<joint name='rail' type='translational' i='cart' j='ground' point='0 0 0' axis='1 0 0'/>";
const std::string kPull =
    "<input name='pull' unit='N' start='6'/><force name='push' type='general' i='cart.m' fx='input(pull)'/>";
const std::string kDriven =
    "<input name='x' unit='m' start='0' filter='0.1'/><motion name='move' joint='rail' function='3*input(x)'/>";

struct Machine {
  Mechanism m;
  Simulation simulation;
  explicit Machine(const std::string& elements) : m(mechanismOf(nativeModel(kCart + elements))), simulation(m) {}
  bool start() { return simulation.start(0, initialState(m)); }
  bool set(double value) { return simulation.setInputs(std::array{value}); }
  bool step(double h) { return simulation.step(*findRungeKutta("rk4"), h, simulation.time() + h); }
  double x() const { return simulation.state()[0]; }
  double v() const { return simulation.state()[static_cast<std::size_t>(m.velocityAt())]; }
  double a() const { return simulation.workspace().z_ddot[0]; }
};

}  // namespace

TEST_CASE("a mass moves as the forces that are set between steps say") {
  Machine cart(kPull);
  REQUIRE(cart.start());
  CHECK(cart.a() == Approx(3).epsilon(1e-15));
  double x = 0;
  double v = 0;
  const double h = 0.01;
  for (int k = 0; k < 50; ++k) {
    const double force = k % 3 == 0 ? 6 : -2.5 + 0.1 * k;
    REQUIRE(cart.set(force));
    CHECK(cart.a() == Approx(force / 2).epsilon(1e-15));
    REQUIRE(cart.step(h));
    x += h * v + h * h / 4 * force;
    v += h / 2 * force;
  }
  CHECK(cart.x() == Approx(x).epsilon(1e-14));
  CHECK(cart.v() == Approx(v).epsilon(1e-14));
}

TEST_CASE("inputs are set without the heap") {
  for (const std::string& elements : {kPull, kDriven}) {
    Machine cart(elements);
    REQUIRE(cart.start());
    REQUIRE(cart.set(1));
    const long before = allocations;
    for (int k = 0; k < 20; ++k) {
      REQUIRE(cart.set(0.1 * k));
      REQUIRE(cart.step(1e-3));
    }
    CHECK(allocations == before);
  }
}

TEST_CASE("a force along a curve is seen within the steps") {
  Machine cart(kPull);
  const std::vector<double> time{0, 1, 2, 3};
  const std::vector<double> force{0, 12, 24, 36};
  cart.simulation.inputs().follows[0] = std::make_shared<const Curve>(makeCurve(Interpolation::akima, time, force));
  REQUIRE(cart.start());
  for (int k = 0; k < 8; ++k) REQUIRE(cart.step(0.25));
  CHECK(cart.x() == Approx(8).epsilon(1e-14));  // 12 t / 2 twice integrated: t^3; the method is exact for cubics
  CHECK(cart.v() == Approx(12).epsilon(1e-14));
}

TEST_CASE("what a filtered input drives follows a step smoothly, as two lags do") {
  Machine cart(kDriven);
  REQUIRE(cart.start());
  REQUIRE(cart.set(2));
  CHECK(cart.x() == 0);
  CHECK(cart.v() == 0);
  CHECK(cart.a() == Approx(6 / 0.01).epsilon(1e-13));
  for (int k = 0; k < 200; ++k) REQUIRE(cart.step(1e-3));
  const double s = 2;
  CHECK(cart.x() == Approx(6 * (1 - (1 + s) * std::exp(-s))).epsilon(1e-8));
  CHECK(cart.v() == Approx(6 * s * std::exp(-s) / 0.1).epsilon(1e-8));
  CHECK(cart.a() == Approx(6 * (1 - s) * std::exp(-s) / 0.01).epsilon(1e-7));
}

TEST_CASE("what an input drives without a filter goes along its curve with the curve's rates") {
  Machine cart("<input name='x' unit='m' start='0'/><motion name='move' joint='rail' function='3*input(x)'/>");
  const std::vector<double> time{0, 0.5, 1, 1.5, 2};
  const std::vector<double> place{0, 0.1, 0.5, 0.2, 0.7};
  const Curve curve = makeCurve(Interpolation::akima, time, place);
  cart.simulation.inputs().follows[0] = std::make_shared<const Curve>(curve);
  REQUIRE(cart.start());
  for (int k = 0; k < 70; ++k) REQUIRE(cart.step(0.01));
  const Jet there = 3 * valueOf(curve, Jet::time(cart.simulation.time()));
  CHECK(cart.x() == Approx(there.value).epsilon(1e-13));
  CHECK(cart.v() == Approx(there.rate).epsilon(1e-13));
  CHECK(cart.a() == Approx(there.second).epsilon(1e-12));
}

TEST_CASE("the Cartesian side takes the same inputs through the same filter") {
  const CartesianModel model = nativeModel(kCart + kDriven);
  const CartesianSystem system = makeCartesianSystem(model);
  CartesianState state = initialState(system);
  state.inputs.set[0] = 2;
  Machine cart(kDriven);
  REQUIRE(cart.start());
  REQUIRE(cart.set(2));
  for (int k = 0; k < 50; ++k) {
    step(system, state, 2e-3);
    REQUIRE(cart.step(2e-3));
  }
  const BodyIndex body = *findBody(model, "cart");
  const FrameMotion& motion = state.bodies[static_cast<std::size_t>(body.value)];
  CHECK(motion.X.p.x() == Approx(cart.x()).epsilon(1e-13));
  CHECK(motion.v.x() == Approx(cart.v()).epsilon(1e-12));
}
