// Tyres at work on wheels: standing, rolling, in the air, landing, at standstill, and drivers who steer them.
#include <cmath>

#include "runtime/laws/driver_law.h"
#include "runtime/simulation/settle.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/motion.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

constexpr double kMass = 400;
constexpr double kTyreRadius = 0.3;
constexpr double kStiffness = 200000;
constexpr double kWeight = kMass * 9.81;

// One heavy wheel on its own, upright by its pose; rows of attributes for what differs.
std::string wheelOnRoad(const std::string& tyre, const std::string& place, const std::string& velocity,
                        const std::string& force = "", const std::string& road = "<road name='road'/>") {
  return "<gravity vector='0 0 -9.81'/>" + road + "<body name='wheel'><pose pos='" + place +
         "'/><mass value='400'/><inertia xx='20' yy='30' zz='20'/>" + "<velocity " + velocity +
         "/><marker name='hub'><pose/></marker></body>" + tyre +
         "<force name='tyre' type='tyre' i='wheel.hub' road='road' tyre='t' " + force + "/>";
}

const std::string kSpringTyre =
    "<tyre name='t' type='spring' unloaded_radius='0.3' vertical_stiffness='200000' vertical_damping='2000' "
    "cslip='60000' calpha='50000' friction='0.8'/>";
const std::string kDiscTyre =
    "<tyre name='t' type='multidisc' unloaded_radius='0.3' width='0.2' vertical_stiffness='200000' "
    "vertical_damping='2000' cslip='60000' calpha='50000' friction='0.8'/>";
const std::string kMagicTyre =
    "<tyre name='t' type='magic-1987' unloaded_radius='0.3' vertical_stiffness='200000' vertical_damping='2000'/>";

struct Ride {
  Mechanism m;
  Simulation simulation;
  explicit Ride(const std::string& elements)
      : m(makeMechanism(convertModel(nativeModel(elements)).recursive)), simulation(m) {
    REQUIRE(simulation.start(0, initialState(m)));
  }
  const TyreReading& tyre() const { return simulation.workspace().forces.tyres[0]; }
  const BodyMotion wheel() const { return motionsOf(m, simulation.workspace()).at("wheel"); }
  // Every state of the run must be finite.
  void run(double end, double h = 1e-3) {
    while (simulation.time() < end - 1e-9) {
      if (!simulation.step(*findRungeKutta("rk4"), h, end)) FAIL(simulation.report().failure->message);
      for (const double value : simulation.state()) REQUIRE(std::isfinite(value));
    }
  }
};

}  // namespace

TEST_CASE("a wheel stands on its tyre where spring force and weight are equal") {
  for (const std::string& tyre : {kSpringTyre, kDiscTyre, kMagicTyre}) {
    Ride ride(wheelOnRoad(tyre, "0 0 0.29", "lin='0 0 0'"));
    ride.run(8, 2e-3);  // damped by c / 2 m = 2.5 per second: to 2e-9 of the start
    CHECK(ride.tyre().slip.load == Approx(kWeight).epsilon(1e-6));
    CHECK(ride.wheel().X.p.z() == Approx(kTyreRadius - kWeight / kStiffness).epsilon(1e-6));
    CHECK(std::abs(ride.wheel().v.x()) < 1e-9);
  }
}

TEST_CASE("a wheel dropped from one metre falls, bounces and comes to rest with finite states") {
  for (const std::string& tyre : {kSpringTyre, kDiscTyre, kMagicTyre}) {
    Ride ride(wheelOnRoad(tyre, "0 0 1.3", "lin='5 0.5 0' ang='0 10 0'"));
    ride.run(0.4);  // 0.785 m fallen
    CHECK_FALSE(ride.tyre().contact.touches);
    CHECK(ride.wheel().v.z() == Approx(-9.81 * 0.4).epsilon(1e-12));
    CHECK(ride.wheel().X.p.z() == Approx(1.3 - 0.5 * 9.81 * 0.16).epsilon(1e-12));
    double highest = 0;
    double least = 1e300;
    while (ride.simulation.time() < 4) {
      ride.run(ride.simulation.time() + 0.01);
      highest = std::max(highest, ride.tyre().slip.load);
      if (ride.simulation.time() > 0.5) least = std::min(least, ride.tyre().slip.load);
    }
    // A mass m that falls by h onto a spring k without damping gives m g (1 + sqrt(1 + 2 k h / (m g))) at the most.
    CHECK(highest < kWeight * (1 + std::sqrt(1 + 2 * kStiffness * 1.0 / kWeight)));
    CHECK(highest > 5 * kWeight);
    CHECK(least == 0);  // it left the road again
  }
}

TEST_CASE("slip builds up over the relaxation length to the value given by the velocities") {
  // The wheel is pulled along by a drive, spun by another: slip is given from outside.
  const std::string rig =
      "<body name='carriage'><pose pos='0 0 0.3'/><mass value='10'/><inertia xx='1' yy='1' zz='1'/></body>"
      "<joint name='rail' type='translational' i='carriage' j='ground' point='0 0 0.3' axis='1 0 0'/>"
      "<joint name='slide' type='translational' i='upright' j='carriage' point='0 0 0.3' axis='0 0 1'/>"
      "<body name='upright'><pose pos='0 0 0.3'/><mass value='10'/><inertia xx='1' yy='1' zz='1'/></body>"
      "<joint name='bearing' type='revolute' i='wheel' j='upright' point='0 0 0.28' axis='0 1 0'/>"
      "<motion joint='rail'><linear offset='0' rate='10'/></motion>"
      "<motion joint='bearing'><linear offset='0' rate='35'/></motion>";
  Ride ride(wheelOnRoad(kSpringTyre, "0 0 0.28", "lin='10 0 0' ang='0 35 0'") + rig);
  ride.run(10, 2e-3);
  const TyreReading& tyre = ride.tyre();
  // The rolling radius of this type is the loaded one's complement: as the law says.
  const CompiledTyre& compiled = *tyreOf(ride.m.forces.forces[0]);
  const double rolling = compiled.law->rollingRadius(tyre.contact.deflection, tyre.slip.load);
  CHECK(tyre.slip.kappa == Approx((35 * rolling - 10) / 10).epsilon(1e-9));
  CHECK(tyre.slip.alpha == Approx(0).margin(1e-12));
  // The transient: after one relaxation length, 1 - 1/e of it.
  Ride early(wheelOnRoad(kSpringTyre, "0 0 0.28", "lin='10 0 0' ang='0 35 0'") + rig);
  const double length = compiled.law->relaxation(tyre.slip.load, 0).lengthX;
  early.run(length / 10, length / 10 / 64);
  const double sliding = 35 * rolling - 10;  // the load still oscillates a little, and the radius with it
  CHECK(early.tyre().slip.kappa == Approx(sliding / 10 * (1 - std::exp(-1.0))).epsilon(0.03));
}

TEST_CASE("a wheel on a slope at standstill stays there while friction can hold it, and slides when it cannot") {
  const auto tiltedBy = [](double angle, double friction) {
    // Gravity tilted instead of the road: a locked wheel, held upright by a guide.
    const double gx = 9.81 * std::sin(angle);
    const double gz = 9.81 * std::cos(angle);
    const std::string tyre =
        "<tyre name='t' type='spring' unloaded_radius='0.3' vertical_stiffness='200000' vertical_damping='2000' "
        "cslip='60000' calpha='50000' friction='" +
        std::to_string(friction) + "'/>";
    std::string text =
        wheelOnRoad(tyre, "0 0 0.28", "lin='0 0 0'") + "<joint name='guide' type='orientation' i='wheel' j='ground'/>";
    const std::string plain = "<gravity vector='0 0 -9.81'/>";
    text.replace(text.find(plain), plain.size(),
                 "<gravity vector='" + std::to_string(gx) + " 0 " + std::to_string(-gz) + "'/>");
    return text;
  };
  Ride holds(tiltedBy(0.2, 0.8));
  holds.run(10);
  // The patch is a spring: F = C / length u, pulled by m g sin.
  const CompiledTyre& compiled = *tyreOf(holds.m.forces.forces[0]);
  CHECK(std::abs(holds.wheel().v.x()) < 1e-6);
  CHECK(holds.tyre().forces.Fx == Approx(-kMass * 9.81 * std::sin(0.2)).epsilon(1e-4));
  CHECK(std::abs(holds.wheel().X.p.x()) < 0.1 * compiled.law->radius);
  Ride slides(tiltedBy(0.2, 0.1));
  slides.run(2);
  // a = g (sin - mu cos) once it slides
  CHECK(slides.wheel().v_dot.x() == Approx(9.81 * (std::sin(0.2) - 0.1 * std::cos(0.2))).epsilon(1e-3));
}

TEST_CASE("a mirrored tyre gives the mirror image of the forces") {
  const auto sideways = [](const std::string& side, const std::string& v) {
    return wheelOnRoad("<tyre name='t' file='passenger_pac2002.tir'/>", "0 0 0.35", "lin='15 " + v + " 0' ang='0 40 0'",
                       "slip='steady' side='" + side + "'");
  };
  const auto forcesOf = [&](const std::string& side, const std::string& v) {
    const CartesianModel model = nativeModel(sideways(side, v), sourcePath("samples/passenger_car/test.xml"));
    const Mechanism m = makeMechanism(convertModel(model).recursive);
    Simulation simulation(m);
    REQUIRE(simulation.start(0, initialState(m)));
    return simulation.workspace().forces.tyres[0].forces;
  };
  const TyreForces left = forcesOf("1", "0.8");
  const TyreForces right = forcesOf("-1", "-0.8");
  CHECK(left.Fy != 0);
  CHECK(right.Fx == Approx(left.Fx).epsilon(1e-12));
  CHECK(right.Fy == Approx(-left.Fy).epsilon(1e-12));
  CHECK(right.Mz == Approx(-left.Mz).epsilon(1e-12));
}

TEST_CASE("work of a tyre is in the energy balance") {
  Ride ride(wheelOnRoad(kMagicTyre, "0 0 0.32", "lin='8 1 0' ang='0 20 0'"));
  const double first = ride.simulation.energyBalance();
  ride.run(1, 2e-4);
  const double kinetic = 0.5 * kMass * 64;
  CHECK(std::abs(ride.simulation.energyBalance() - first) < 1e-5 * kinetic);
}

TEST_CASE("the paths of drivers are those of their definitions") {
  Driver driver;
  driver.wheelbase = 2.5;
  driver.path = DoubleLaneChange{20, 3.5};
  CompiledDriver lane = compileDriver(driver);
  // ISO 3888-1: 15 m in the lane, 30 m over, 25 m beside it, 25 m back.
  CHECK(pathAt<double>(lane, 0) == 0);
  CHECK(pathAt<double>(lane, 35) == 0);
  CHECK(pathAt<double>(lane, 50) == Approx(1.75));
  CHECK(pathAt<double>(lane, 65) == Approx(3.5));
  CHECK(pathAt<double>(lane, 90) == Approx(3.5));
  CHECK(pathAt<double>(lane, 102.5) == Approx(1.75));
  CHECK(pathAt<double>(lane, 115) == Approx(0).margin(1e-15));
  driver.path = SlalomPath{10, 20, 1.5, 4};
  const CompiledDriver slalom = compileDriver(driver);
  CHECK(pathAt<double>(slalom, 10) == 0);
  CHECK(std::abs(pathAt<double>(slalom, 30)) < 1e-12);
  CHECK(pathAt<double>(slalom, 40) == Approx(-1.5));
  CHECK(pathAt<double>(slalom, 60) == Approx(1.5));
  CHECK(pathAt<double>(slalom, 95) == 0);

  driver.path = PathTable{Interpolation::linear, {0, 100}, {2, 2}};
  driver.leastPreview = 10;
  const CompiledDriver beside = compileDriver(driver);
  // 10 m ahead the path is 2 m to the left: curvature 2 e / L^2.
  CHECK(demandOf(beside, {}).steer == Approx(0.6 * std::tanh(std::atan(2.5 * 2 * 2 / 100.0) / 0.6)));
}

TEST_CASE("a drive by a driver follows its target with critical damping") {
  // steer() of a driver who stands still beside a straight path is constant: q = r s (1 - (1 + w t) exp(-w t)).
  Ride ride(
      "<gravity vector='0 0 0'/>"
      "<body name='wheel'><mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m'><pose/></marker></body>"
      "<body name='post'><mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='eye'><pose/></marker></body>"
      "<joint name='fixed' type='translational' i='post' j='ground' point='0 0 0' axis='0 0 1'/>"
      "<joint name='column' type='revolute' i='wheel' j='post' point='0 0 0' axis='0 0 1'/>"
      "<driver name='d' i='post.eye' wheelbase='2.5' least_preview='10'><straight y='1'/></driver>"
      "<motion joint='column' driver='d' ratio='2' bandwidth='5'/>");
  ride.run(0.4, 1e-4);
  const double steer = 0.6 * std::tanh(std::atan(2 * 2.5 / 100) / 0.6);
  const double wt = 5 * 0.4;
  const double q = std::atan2(ride.wheel().X.R(1, 0), ride.wheel().X.R(0, 0));
  CHECK(q == Approx(2 * steer * (1 - (1 + wt) * std::exp(-wt))).epsilon(1e-9));
}

TEST_CASE("all solvers agree on a vehicle with tyres and a driver") {
  Diagnostics diagnostics;
  const Mechanism m =
      makeMechanism(convertModel(*readModel(sourcePath("samples/strut_car/lane_change.xml"), diagnostics)).recursive);
  std::vector<double> reference;
  for (const SolverType& type : solverTypes()) {
    Simulation simulation(m, &type);
    if (!simulation.start(0, initialState(m))) {
      // The implicit method gives its reason for refusing this one.
      CHECK(contains(simulation.report().failure->message, "cannot solve"));
      continue;
    }
    for (int k = 0; k < 20; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), 1e-3, 1));
    const std::vector<double> end(simulation.state().begin(), simulation.state().end());
    if (reference.empty()) reference = end;
    double worst = 0;
    for (std::size_t n = 0; n < static_cast<std::size_t>(m.workAt()); ++n) {
      worst = std::max(worst, std::abs(end[n] - reference[n]) / std::max(1.0, std::abs(reference[n])));
    }
    INFO(type.name);
    // Baumgarte's method does not project: it holds the equations to some 1e-6.
    CHECK(worst < (type.keepsPositions ? 1e-9 : 1e-4));
  }
}
