// Static equilibrium against closed forms, weights, and runs that come to rest by themselves.
#include "runtime/simulation/settle.h"

#include <cmath>
#include <numbers>

#include "tests/support/motion.h"
#include "tests/support/process.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

struct Settled {
  Mechanism m;
  std::vector<double> before;
  std::vector<double> y;
  SettleReport report;
};
Settled settled(const CartesianModel& model, const SettleOptions& options = {}) {
  Settled result{mechanismOf(model), {}, {}, {}};
  result.before = result.y = initialState(result.m);
  result.report = settle(result.m, result.y, options);
  UNSCOPED_INFO(result.report.message << " after " << result.report.iterations << " iterations, residual "
                                      << result.report.residual);
  return result;
}

// Bodies at the start of a run from a state.
Motions motionsAt(const Mechanism& m, const std::vector<double>& y, double time = 0) {
  Simulation simulation(m);
  REQUIRE(simulation.start(time, y));
  return motionsOf(m, simulation.workspace());
}

// The vertical forces whose names start with a word.
double verticalForce(const Mechanism& m, const std::vector<double>& y, const std::string& part) {
  Simulation simulation(m);
  REQUIRE(simulation.start(0, y));
  double sum = 0;
  for (std::size_t k = 0; k < m.model.forces.size(); ++k) {
    if (m.model.forces[k].name.find(part) == std::string::npos) continue;
    sum += simulation.workspace().forces.actions[2 * k].force.z();
  }
  return sum;
}
double weightOf(const CartesianModel& model) {
  double mass = 0;
  for (const Body& body : model.bodies) mass += body.isGround ? 0 : body.massProperties.mass;
  return 9.81 * mass;
}

// 20 kg that slide along z on a spring of 4000 N/m without preload and a damper of 300 N s/m.
CartesianModel massOnSpring(double v) {
  return nativeModel(R"(<gravity vector="0 0 -9.81"/>
    <body name="ground" ground="true"/>
    <body name="mass"><pose pos="0 0 1"/><mass value="20"/><inertia xx="1" yy="1" zz="1"/><velocity lin="0 0 )" +
                     std::to_string(v) + R"("/></body>
    <joint name="rail" type="translational" i="mass" j="ground" point="0 0 1" axis="0 0 1"/>
    <force name="spring" type="tsda" i="mass" j="ground" point="0 0 1" point2="0 0 0" k="4000" c="300" length="1"/>)");
}

// A body of 10 kg without joints, its frame off its centre of mass.
CartesianModel fallingBody(const std::string& gravity, const std::string& force = "") {
  return nativeModel("<gravity vector=\"" + gravity + R"("/>
    <body name="ground" ground="true"/>
    <body name="body"><pose pos="0 0 1"/><mass value="10" com="0.1 0 0.05"/><inertia xx="1" yy="2" zz="2.5"/>
      <velocity lin="3 0 0"/></body>)" +
                     force);
}

using Changes = std::vector<std::pair<std::string, std::string>>;

// The HMMWV on a level road: its functions of time without their amplitudes; and with further changes of its text.
CartesianModel levelHmmwv(const ScratchFolder& folder, Changes changes = {}) {
  changes.insert(changes.end(), {{"0.04*(sin", "0*(sin"}, {"0.32*cos", "0*cos"}});
  std::size_t found = 0;
  for (const char* name : {"model.xml", "vehicle.xml", "tyre.xml", "front_corner.xml", "rear_corner.xml"}) {
    std::string text = readText(sourcePath(std::string("samples/hmmwv/") + name));
    for (const auto& [from, to] : changes) {
      const std::size_t place = text.find(from);
      if (place == std::string::npos) continue;
      text.replace(place, from.size(), to);
      ++found;
    }
    folder.write(name, text);
  }
  REQUIRE(found >= changes.size());
  Diagnostics diagnostics;
  auto model = readModel(folder / "model.xml", diagnostics);
  INFO(textOf(diagnostics));
  REQUIRE(model);
  return *model;
}

}  // namespace

TEST_CASE("a mass on a spring settles at m g / k") {
  const Settled s = settled(massOnSpring(0));
  REQUIRE(s.report.converged);
  CHECK(s.report.message.empty());
  CHECK(s.report.freeDirections == 0);
  CHECK(s.report.residual <= 1e-9);
  const double sag = 20 * 9.81 / 4000;
  // The residual is 4000 / 20 / 9.81 of the distance from the equilibrium.
  CHECK(motionsAt(s.m, s.y)["mass"].X.p.z() == Approx(1 - sag).margin(1e-10));
  CHECK(s.report.moved == Approx(sag).margin(1e-10));
}

TEST_CASE("velocities are kept while it settles") {
  const Settled s = settled(massOnSpring(0.2));
  REQUIRE(s.report.converged);
  const BodyMotion motion = motionsAt(s.m, s.y)["mass"];
  CHECK(motion.v.z() == 0.2);
  CHECK(motion.X.p.z() == Approx(1 - (20 * 9.81 + 300 * 0.2) / 4000).margin(1e-10));
}

TEST_CASE("a pendulum settles hanging, from the horizontal and from almost upright") {
  const Settled level = settled(readSample("pendulum"));
  REQUIRE(level.report.converged);
  CHECK(level.report.message.empty());
  CHECK((motionsAt(level.m, level.y)["bob"].X.p - Vector3(0, -1, 0)).norm() < 1e-8);

  CartesianModel model = readSample("pendulum");
  for (const double angle : {0.1, 0.0}) {
    Mechanism m = mechanismOf(model);
    std::vector<double> y = initialState(m);
    y[0] += -std::numbers::pi / 2 + angle;  // the bob starts on the left, and this turns it up
    const double start = motionsAt(m, y)["bob"].X.p.y();
    REQUIRE(start == Approx(std::cos(angle)));
    const SettleReport report = settle(m, y);
    INFO(angle << ": " << report.message);
    REQUIRE(report.converged);
    // Nothing pulls it out of the upright position: it stays, and that is reported.
    CHECK(motionsAt(m, y)["bob"].X.p.y() == Approx(angle > 0 ? -1 : 1));
    CHECK(contains(report.message, "is unstable") == (angle == 0));
  }
}

TEST_CASE("the HMMWV settles with its weight on the tyres, rolling") {
  const CartesianModel model = readSample("hmmwv");
  const Settled s = settled(model);
  REQUIRE(s.report.converged);
  CHECK(s.report.freeDirections == 3);  // x, y, yaw
  CHECK(s.report.iterations <= 20);
  const double weight = weightOf(model);
  CHECK(std::abs(verticalForce(s.m, s.y, "tyre") - weight) < 1e-7 * weight);
  Motions motions = motionsAt(s.m, s.y);
  CHECK(motions["chassis"].v.x() == 4.4704);
  CHECK(motions["chassis"].v_dot.norm() < 1e-7 * 9.81);
  CHECK(motions["chassis"].w_dot.norm() < 1e-6);
  // It stood far from it: the sum of the tyres was another.
  CHECK(std::abs(verticalForce(s.m, s.before, "tyre") - weight) > 0.1 * weight);
}

TEST_CASE("the HMMWV on a level road settles where a long run comes to rest") {
  const ScratchFolder folder;
  const Settled s = settled(levelHmmwv(folder));
  REQUIRE(s.report.converged);
  Simulation simulation(s.m);
  REQUIRE(simulation.start(0, s.before));
  for (int k = 1; k <= 4000; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), 2e-3, 2e-3 * k));
  Motions moving = motionsOf(s.m, simulation.workspace());
  Motions still = motionsAt(s.m, s.y);
  REQUIRE(moving["chassis"].w.norm() < 1e-6);  // the run is at rest itself
  for (const auto& [name, motion] : still) {
    INFO(name);
    CHECK(std::abs(moving[name].X.p.z() - motion.X.p.z()) < 1e-6);
    // Of the heading the start decides: both are looked at from the chassis.
    const Vector3 a = inverse(still["chassis"].X) * motion.X.p;
    const Vector3 b = inverse(moving["chassis"].X) * moving[name].X.p;
    CHECK((a - b).norm() < 1e-6);
  }
}

TEST_CASE("the HMMWV placed above its road settles onto it") {
  // Tyres that push only, and a road half a metre lower.
  const ScratchFolder folder;
  const Settled level = settled(levelHmmwv(folder));
  const Settled dropped = settled(levelHmmwv(folder, {{"value=\"-0.01\"", "value=\"-0.51\""},
                                                      {"fz=\"tyre_k", "fz=\"max(0, tyre_k"},
                                                      {"vz(wheel.hub))", "vz(wheel.hub)))"}}));
  REQUIRE(level.report.converged);
  REQUIRE(dropped.report.converged);
  CHECK(dropped.report.freeDirections == 3);
  Motions up = motionsAt(level.m, level.y);
  Motions down = motionsAt(dropped.m, dropped.y);
  for (const auto& [name, motion] : up) {
    INFO(name);
    CHECK(down[name].X.p.z() == Approx(motion.X.p.z() - 0.5).margin(1e-8));
  }
  CHECK(down["chassis"].v.x() == 4.4704);
}

TEST_CASE("the van settles with a drive inside a loop and turning wheels") {
  const CartesianModel model = readSample("van");
  const Settled s = settled(model);
  REQUIRE(s.report.converged);
  CHECK(s.report.freeDirections == 7);  // x, y, yaw, four wheels
  Motions motions = motionsAt(s.m, s.y);
  // The drive accelerates the rack and what it steers: what they take is no weight.
  double inertial = 0;
  for (const Body& body : model.bodies) {
    if (body.isGround) continue;
    REQUIRE(body.massProperties.com.norm() == 0);
    inertial += body.massProperties.mass * motions[body.name].v_dot.z();
  }
  const double weight = weightOf(model);
  CHECK(std::abs(verticalForce(s.m, s.y, "tyre") - weight - inertial) < 1e-9 * weight);
  CHECK(std::abs(inertial) < 1e-3 * weight);
  CHECK(motions["chassis"].v.x() == 10);
  const BodyMotion& wheel = motions["rl_wheel"];
  CHECK((wheel.w - motions["axle"].w).norm() == Approx(10 / 0.35).epsilon(1e-9));
  // offset - amplitude = 0 at the start
  CHECK((inverse(motions["chassis"].X) * motions["rack"].X.p).y() == Approx(0).margin(1e-12));
  CHECK(std::abs(motions["chassis"].v_dot.z()) < 1e-3);
}

TEST_CASE("a free body without gravity stays in place and has six free directions") {
  const Settled s = settled(fallingBody("0 0 0"));
  REQUIRE(s.report.converged);
  CHECK(s.report.freeDirections == 6);
  CHECK(s.report.iterations == 0);
  CHECK(s.report.moved < 1e-15);
}

TEST_CASE("a body in free fall does not settle, and its state is unchanged") {
  const Settled s = settled(fallingBody("0 0 -9.81"));
  CHECK_FALSE(s.report.converged);
  CHECK(s.report.freeDirections == 6);
  CHECK(s.report.message == "nothing holds 'body.tz' against gravity: it falls");
  CHECK(s.y == s.before);
}

TEST_CASE("a body above the ground falls until something holds it") {
  // Pushed up below 0.1 m at three points: it lands tilted, since the centre of mass is not midway between them.
  std::string feet;
  const std::string places[] = {"-0.5 -0.4 0", "-0.5 0.4 0", "0.6 0 0"};
  for (int k = 0; k < 3; ++k) {
    const std::string name = "foot" + std::to_string(k);
    feet += "<marker body=\"body\" name=\"" + name + "\"><pose pos=\"" + places[k] + "\"/></marker>\n";
    feet += "<force name=\"" + name + "\" type=\"general\" i=\"body." + name + "\" fz=\"max(0, 5000*(0.1 - dz(body." +
            name + ")))\"/>\n";
  }
  const CartesianModel model = fallingBody("0 0 -9.81", feet);
  const Settled s = settled(model);
  REQUIRE(s.report.converged);
  CHECK(s.report.freeDirections == 3);
  CHECK(std::abs(verticalForce(s.m, s.y, "foot") - 98.1) < 1e-6);
  // Moments about y: 0.6 f2 - 0.5 (f0 + f1) = 0.1 * 98.1 for the level body; it tilts by less than 1 degree.
  const double front = verticalForce(s.m, s.y, "foot2");
  CHECK(front == Approx(98.1 * 0.6 / 1.1).epsilon(5e-3));
  CHECK(motionsAt(s.m, s.y)["body"].v.x() == 3);
}

TEST_CASE("an equilibrium more than half a turn away is refused") {
  const Settled s = settled(nativeModel(R"(<gravity vector="0 0 0"/>
    <body name="ground" ground="true"/>
    <body name="wheel"><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>
    <joint name="axle" type="revolute" i="wheel" j="ground" point="0 0 0" axis="0 0 1"/>
    <force name="spring" type="rsda" joint="axle" kt="3" angle="4"/>)"));
  CHECK_FALSE(s.report.converged);
  CHECK(contains(s.report.message, "half a turn"));
}

TEST_CASE("settling evaluates functions at the given time and reports too few iterations") {
  const CartesianModel model = readSample("hmmwv");
  SettleOptions options;
  options.time = 0.3;
  const Settled s = settled(model, options);
  REQUIRE(s.report.converged);
  CHECK(motionsAt(s.m, s.y, 0.3)["chassis"].v_dot.norm() < 1e-7 * 9.81);
  CHECK(motionsAt(s.m, s.y, 0)["chassis"].v_dot.norm() > 0.01);  // the road was elsewhere
  options.largestIterations = 1;
  const Settled few = settled(model, options);
  CHECK_FALSE(few.report.converged);
  CHECK(contains(few.report.message, "after 1 iteration '"));
  CHECK(few.y == few.before);
}

TEST_CASE("stiff, soft, redundant and massless samples settle") {
  for (const char* name : {"stiff_bushings", "truck", "bricard", "flyball_governor", "weld_and_forces"}) {
    const Settled s = settled(readSample(name));
    INFO(name << ": " << s.report.message);
    REQUIRE(s.report.converged);
    // Settling again changes nothing.
    std::vector<double> y = s.y;
    const SettleReport again = settle(s.m, y);
    CHECK(again.iterations == 0);
    CHECK(again.moved < 1e-12);
  }
}
