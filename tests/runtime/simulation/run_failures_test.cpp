// Runs that cannot continue: they stop where the motion is lost, with every solver, and name the cause.
#include "runtime/simulation/run_failures.h"

#include <fmt/format.h>

#include <limits>

#include "runtime/linear/small_linear.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/machines/linkages.h"
#include "tests/support/motion.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

RunReport runOf(const std::string& elements, std::string_view solver, double end, double step = 1e-3) {
  const Mechanism mechanism = makeMechanism(convertModel(nativeModel(elements)).recursive);
  RunOptions options;
  options.end = end;
  options.step = step;
  options.solver = findSolver(solver);
  return simulate(mechanism, initialState(mechanism), options,
                  [](double, StateView, const Workspace&) { return true; });
}

// Solvers that take the machine, with the ends of their runs.
std::vector<std::pair<const SolverType*, RunReport>> runsOf(const std::string& elements, double end) {
  std::vector<std::pair<const SolverType*, RunReport>> runs;
  for (const SolverType& type : solverTypes()) {
    RunReport report = runOf(elements, type.name, end);
    if (report.failure && report.failure->code == Code::solverCannot) continue;
    runs.emplace_back(&type, std::move(report));
  }
  CHECK(runs.size() > 4);
  return runs;
}

const std::string kPlate =
    R"xml(<body name="a"><pose pos="1 0 0"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/></body>)xml";

bool isOfDistance(const RunFailure& failure) { return contains(failure.hint, "m apart"); }

}  // namespace

TEST_CASE("NaN counts as worse than any number and is not replaced") {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  CHECK(isWorse(2, 1));
  CHECK_FALSE(isWorse(1, 1));
  CHECK(isWorse(kNone, 1));
  CHECK_FALSE(isWorse(2, kNone));
}

TEST_CASE("drives that contradict each other stop a run with every solver") {
  // They agree for longer than a conversion looks at them, and are apart by more than 1e-5 from 0.6023 s on, by 0.1 at
  // the end.
  for (const auto& [type, report] : runsOf(kPlate + R"xml(
      <joint name="h" type="revolute" i="a" j="ground" point="0 0 0" axis="0 1 0"/>
      <motion name="m" joint="h" function="time"/>
      <motion name="n" joint="h" function="time+step(time,0.6,0,1,0.1)"/>)xml",
                                           1)) {
    INFO(type->name);
    REQUIRE(report.failure);
    CHECK(report.failure->code == Code::loopOpens);
    CHECK(report.failure->time > 0.602);
    // Baumgarte's method only stabilises where others project; the implicit one takes the rest in a step.
    CHECK(report.failure->time <= (type->integrates ? 1 : type->keepsPositions ? 0.65 : 0.95));
  }
}

TEST_CASE("a run ends with every solver where its motion is no longer finite") {
  // The drive's power 3500^3 exp(7000 t) is beyond all numbers, 1.8e308, from 0.0979 s on.
  for (const auto& [type, report] : runsOf(kPlate + R"xml(
      <joint name="h" type="translational" i="a" j="ground" point="0 0 0" axis="1 0 0"/>
      <motion name="d" joint="h" function="exp(3500*time)-1"/>)xml",
                                           0.15)) {
    if (!type->keepsPositions) continue;  // Baumgarte's method does not follow it at all
    INFO(type->name);
    REQUIRE(report.failure);
    CHECK(report.failure->code == Code::grewBeyondBounds);
    CHECK(report.failure->time > 0.096);
    CHECK(report.failure->time < 0.099);
  }
}

TEST_CASE("a run whose energy is not finite does not start with any solver") {
  RecursiveModel model = convertModel(nativeModel(kPlate + R"xml(
      <joint name="h" type="translational" i="a" j="ground" point="0 0 0" axis="1 0 0"/>
      <motion name="d" joint="h" function="0"/>)xml"))
                             .recursive;
  model.drives.front().function = LinearFunction{0, 1e200};  // more than a file may hold
  const Mechanism mechanism = makeMechanism(model);
  for (const SolverType& type : solverTypes()) {
    INFO(type.name);
    RunOptions options;
    options.solver = &type;
    const RunReport report =
        simulate(mechanism, initialState(mechanism), options, [](double, StateView, const Workspace&) { return true; });
    REQUIRE(report.failure);
    if (report.failure->code == Code::solverCannot) continue;
    CHECK(report.failure->code == Code::grewBeyondBounds);
    CHECK(report.steps == 0);
  }
}

TEST_CASE("the body without inertia is named, not the one that moves with it") {
  // The bar may spin between its two balls without any inertia to resist it; 'a' has inertia.
  for (const auto& [type, report] : runsOf(R"xml(
      <body name="a"><pose pos="0 0 -1.5"/><mass value="2"/><inertia xx="1" yy="1" zz="1"/></body>
      <body name="bar"><pose pos="0 0 -0.5"/><mass value="1"/><inertia xx="0.08" yy="0.08" zz="0"/></body>
      <joint name="s" type="spherical" i="bar" j="ground" point="0 0 0"/>
      <joint name="t" type="spherical" i="bar" j="a" point="0 0 -1"/>)xml",
                                           0.1)) {
    INFO(type->name);
    REQUIRE(report.failure);
    CHECK(report.failure->code == Code::noMass);
    CHECK(contains(report.failure->hint, "'bar'"));
  }
}

namespace {

// Of the inertia of a thin bar about its axis, a frame askew leaves round-off.
std::string thinBar() {
  const Matrix3 R = rotationOf(Vector3(0.3, -0.7, 1.1));
  const Vector3 direction = R.transpose() * Vector3(0.8, 0.6, 0.8).normalized();
  const Matrix3 inertia = 2 * (Matrix3::Identity() - direction * direction.transpose());
  return fmt::format(R"xml(<body name="idle"><pose pos="0.1 0.2 0.1" rot="{} {} {} {} {} {} {} {} {}"/><mass value="6"/>
      <inertia xx="{}" yy="{}" zz="{}" xy="{}" xz="{}" yz="{}"/></body>
      <joint name="k" type="spherical" i="idle" j="a" point="0.5 0.5 0.5"/>
      <joint name="l" type="spherical" i="idle" j="b" point="-0.3 -0.1 -0.3"/>)xml",
                     R(0, 0), R(0, 1), R(0, 2), R(1, 0), R(1, 1), R(1, 2), R(2, 0), R(2, 1), R(2, 2), inertia(0, 0),
                     inertia(1, 1), inertia(2, 2), inertia(0, 1), inertia(0, 2), inertia(1, 2));
}

}  // namespace

TEST_CASE("motions that no mass determines are refused by all solvers with the same message") {
  const std::string heavy = R"xml(
      <body name="a"><pose pos="0.3 -0.2 0.4"/><mass value="40"/><inertia xx="3" yy="2" zz="4"/></body>
      <body name="b"><pose pos="-0.5 0.9 0.1"/><mass value="0.02"/><inertia xx="3e-4" yy="2e-4" zz="4e-4"/></body>
      <joint name="ha" type="universal" i="a" j="ground" point="0.1 0.2 0.7" axis="1 0 0" axis2="0 0.6 0.8"/>
      <joint name="hb" type="spherical" i="b" j="ground" point="-0.6 0.3 0.2"/>)xml";
  const std::vector<std::string> machines{
      // Bars in a loop that may spin between their balls: without mass, and a mass on the line.
      R"xml(<body name="idle"><pose pos="0.7 0.1 0.3"/></body>
      <joint name="k" type="spherical" i="idle" j="a" point="0.9 -0.4 0.5"/>
      <joint name="l" type="spherical" i="idle" j="b" point="-0.7 0.8 -0.3"/>)xml",
      R"xml(<body name="idle"><pose pos="0.1 0.2 0.1"/><mass value="0.1"/></body>
      <joint name="k" type="spherical" i="idle" j="a" point="0.9 -0.4 0.5"/>
      <joint name="l" type="spherical" i="idle" j="b" point="-0.7 0.8 -0.3"/>)xml",
      // At the end of a branch, and a chain of two.
      R"xml(<body name="idle"><pose pos="0.7 0.1 0.3"/></body>
      <joint name="k" type="revolute" i="idle" j="a" point="0.9 -0.4 0.5" axis="1 2 3"/>)xml",
      R"xml(<body name="idle"><pose pos="0.7 0.1 0.3"/></body><body name="tip"><pose pos="0.8 0.1 0.3"/></body>
      <joint name="k" type="translational" i="idle" j="a" point="0.9 -0.4 0.5" axis="1 2 3"/>
      <joint name="l" type="fixed" i="idle" j="tip" point="0.9 0.4 0.5"/>)xml",
      thinBar(),
      // All that has mass is held.
      R"xml(<joint name="na" type="fixed" i="a" j="ground"/><joint name="nb" type="distance" i="b" j="ground"
        point="-0.5 0.9 0.1" point2="3 0 0"/><joint name="nc" type="distance" i="b" j="ground" point="-0.5 0.9 0.1"
        point2="0 3 1"/><joint name="nd" type="distance" i="b" j="ground" point="0.5 0.9 0.3" point2="1 0 4"/>
      <body name="idle"><pose pos="0.7 0.1 0.3"/></body>
      <joint name="k" type="spherical" i="idle" j="a" point="0.9 -0.4 0.5"/>
      <joint name="l" type="spherical" i="idle" j="b" point="-0.7 0.8 -0.3"/>)xml",
  };
  PlanOptions keepRods;
  keepRods.rods.mode = RodOptions::Mode::keep;
  for (const std::string& machine : machines) {
    INFO(machine);
    const Mechanism mechanism = makeMechanism(convertModel(nativeModel(heavy + machine), keepRods).recursive);
    std::string first;
    for (const SolverType& type : solverTypes()) {
      INFO(type.name);
      RunOptions options;
      options.end = 0.1;
      options.step = 1e-3;
      options.solver = &type;
      const RunReport report = simulate(mechanism, initialState(mechanism), options,
                                        [](double, StateView, const Workspace&) { return true; });
      REQUIRE(report.failure);
      CHECK(report.failure->code == Code::noMass);
      CHECK(report.steps == 0);
      CHECK(contains(report.failure->hint, "'idle'"));
      if (first.empty()) first = report.failure->message;
      CHECK(report.failure->message == first);
    }
  }
}

TEST_CASE("a body whose mass lies on its axis of rotation and has no inertia is reported") {
  const RunReport turning = runOf(R"xml(
      <body name="bar"><mass value="1"/></body>
      <joint name="h" type="revolute" i="bar" j="ground" point="0 0 0" axis="0 1 0"/>)xml",
                                  "auto", 0.1);
  REQUIRE(turning.failure);
  CHECK(turning.failure->code == Code::noMass);
  CHECK(
      contains(turning.failure->message, "what turns with 'h.rz' has neither inertia about its axis nor mass off it"));
  CHECK(contains(turning.failure->hint,
                 "give inertia about the axis, or mass off it, to body 'bar' or to what it carries"));
  const RunReport sliding = runOf(R"xml(
      <body name="bar"/>
      <joint name="t" type="translational" i="bar" j="ground" point="0 0 0" axis="1 0 0"/>)xml",
                                  "auto", 0.1);
  REQUIRE(sliding.failure);
  CHECK(sliding.failure->code == Code::noMass);
  CHECK(contains(sliding.failure->message, "nothing that moves with 't.tz' has mass"));
  CHECK(sliding.failure->hint == "give mass to body 'bar' or to what it carries");
}

TEST_CASE("bodies that fly apart are reported as too far away, not as massless") {
  const RunReport report = runOf(R"xml(
      <body name="a"><pose pos="0 0 1"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/>
        <marker name="p"><pose pos="0 0 0"/></marker></body>
      <body name="b"><pose pos="0 0 2.1"/><mass value="1"/><inertia xx="1" yy="1" zz="1"/>
        <marker name="p"><pose pos="0 0 0"/></marker></body>
      <force name="s" type="tsda" i="a.p" j="b.p" k="1e12" c="0" length="1"/>)xml",
                                 "auto", 1);
  REQUIRE(report.failure);
  CHECK(report.failure->code == Code::grewBeyondBounds);
}

TEST_CASE("a loop opened only by the round-off of distant positions is reported as such") {
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

TEST_CASE("a failure caused by a step that is too long is reported as such") {
  const auto failureOf = [](const std::string& file, double step) {
    Diagnostics diagnostics;
    const Mechanism mechanism =
        makeMechanism(convertModel(*readModel(sourcePath("samples/" + file), diagnostics)).recursive);
    RunOptions options;
    options.end = 2;
    options.step = step;
    return simulate(mechanism, initialState(mechanism), options,
                    [](double, StateView, const Workspace&) { return true; })
        .failure;
  };
  for (const auto& [file, step] : std::vector<std::pair<std::string, double>>{{"hmmwv/model.xml", 0.05},
                                                                              {"van/bumps.xml", 0.03},
                                                                              {"four_bar/model.xml", 0.5},
                                                                              {"five_link_corner/model.xml", 0.1},
                                                                              {"weld_and_forces/model.xml", 0.1}}) {
    INFO(file);
    const std::optional<RunFailure> failure = failureOf(file, step);
    REQUIRE(failure);
    INFO(failure->message << "\n" << failure->hint);
    CHECK(failure->code == Code::noConvergence);
    CHECK(contains(failure->message, fmt::format("the step of {:g} s is too long: ", step)));
    CHECK(contains(failure->hint, "take a shorter step"));
    CHECK_FALSE(failure->at.file);
    CHECK_FALSE(isOfDistance(*failure));
  }
}

TEST_CASE("a run ends after the step in which it is told to stop") {
  const Mechanism mechanism = makeMechanism(convertModel(readSample("pendulum")).recursive);
  for (const std::string_view solver : {"embedded", "implicit-bdf"}) {
    std::atomic<bool> stop{false};
    RunOptions options;
    options.end = 100;
    options.step = 0.01;
    options.solver = findSolver(solver);
    options.stop = &stop;
    int samples = 0;
    const RunReport report =
        simulate(mechanism, initialState(mechanism), options, [&](double, StateView, const Workspace&) {
          stop = ++samples == 5;
          return true;
        });
    INFO(solver);
    CHECK(samples == 5);
    CHECK(report.time < 100);
    CHECK_FALSE(report.failure);
  }
}
