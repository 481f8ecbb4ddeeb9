// Verification must be able to fail: sound models pass, and every kind of damage is caught and located.
#include "converter/verify/verify.h"

#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <numbers>

#include "converter/verify/random_states.h"
#include "formats/model/expressions/expression_build.h"
#include "tests/support/process.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"
#include "tests/support/verify.h"

using namespace mb;
using namespace mb::testing;

namespace {

std::string worstOf(const Verification& v) {
  std::string text = v.failure ? v.failure->message : "";
  for (const std::string& missing : v.counts.missing) text += " [" + missing + "]";
  for (const Finding* finding : {&v.states.position, &v.states.velocity, &v.states.acceleration, &v.states.balance,
                                 &v.states.reaction, &v.start}) {
    if (!finding->holds()) text += " [" + finding->where + "]";
    if (!finding->decides()) text += " [open: " + finding->where + "]";
  }
  return text;
}

struct Damage {
  std::string what;
  std::string sample;
  std::string located;  // must be among the findings that fail
  std::function<void(RecursiveModel&)> inflict;
};

}  // namespace

TEST_CASE("every sample is equivalent to what it converts to") {
  for (const std::string& name : sampleNames()) {
    if (name == "track_ring") continue;  // 80 bodies: half a minute a state in a build with sanitizers
    const Conversion conversion = convertModel(readSample(name));
    const Verification verification = verify(conversion.source, conversion.recursive, quick(1));
    INFO(name << worstOf(verification));
    CHECK(verification.equivalent());
    CHECK(verification.states.count == 1);
  }
}

TEST_CASE("trajectories converge to one limit with the order of the integrator") {
  const Conversion conversion = convertModel(readSample("pendulum"));
  VerifyOptions options = quick(1);
  options.trajectories = true;
  options.end = 0.2;
  const Verification verification = verify(conversion.source, conversion.recursive, options);
  REQUIRE(verification.trajectory);
  CHECK(verification.equivalent());
  CHECK(verification.trajectory->order > 3.5);
  CHECK(verification.trajectory->order < 4.5);
}

TEST_CASE("runs are compared as far as they resolve the motion") {
  // Falls on a stop that throws it back within 0.1 ms: runs with steps of a millisecond tell nothing about what
  // follows.
  const Conversion conversion = convertModel(
      modelOf(body("a", "0 0 0") + "<joint name='h' type='translational' i='a' j='ground' point='0 0 0' axis='0 0 1'>"
                                   "<limit lower='-0.1' stiffness='1e9' damping='100'/></joint>"));
  VerifyOptions options = quick(1);
  options.end = 0.5;
  for (const bool trajectories : {true, false}) {
    options.trajectories = trajectories;
    const Verification verification = verify(conversion.source, conversion.recursive, options);
    CHECK(verification.equivalent());
    CHECK(verification.invariants.energy.tolerance < 1e-2);
    if (!trajectories) continue;
    REQUIRE(verification.trajectory);
    CHECK(verification.trajectory->end < std::sqrt(2 * 0.1 / 9.80665));
    CHECK(verification.trajectory->end > 0.05);
    CHECK(contains(verification.trajectory->remark, "shortened from 0.5 s"));
    CHECK(verification.trajectory->position.tolerance < 1e-3 * 0.1);
  }
}

TEST_CASE("a finding with a meaningless tolerance leaves the verdict undecided") {
  Verification verification;
  CHECK(verification.verdict() == Verdict::equivalent);
  verification.trajectory = Verification::Trajectory{};
  verification.trajectory->position = {1, 3, "", "", 1e-3};
  CHECK(verification.verdict() == Verdict::notDecided);
  verification.trajectory->position.value = 5;  // beyond the tolerance, but from meaningless runs
  CHECK(verification.verdict() == Verdict::notDecided);
  verification.trajectory->position.tolerance = std::nan("");
  CHECK(verification.verdict() == Verdict::notDecided);
  verification.states.position = {1, 1e-9, "", ""};  // a difference between states counts, whatever the runs give
  CHECK(verification.verdict() == Verdict::notEquivalent);
}

TEST_CASE("random states are not drawn beyond the end time or where forces have no value") {
  const auto pushed = [](const std::string& force) {
    return convertModel(modelOf(body("a", "1 0 0") + hinge("h", "a", "ground", "0 0 0") +
                                "<force name='f' type='general' i='a' point='1 0 0' fz='" + force + "'/>"));
  };
  const Conversion rooted = pushed("sqrt(0.05-time)");
  VerifyOptions options = quick(20);
  options.end = 0.05;
  CHECK(verify(rooted.source, rooted.recursive, options).equivalent());
  options.end = 0.5;
  const Verification later = verify(rooted.source, rooted.recursive, options);
  CHECK(later.verdict() == Verdict::notDecided);
  REQUIRE(later.failure);
  CHECK(later.failure->code == Code::grewBeyondBounds);
}

TEST_CASE("some random states lie beyond each stop, at speeds where dry friction changes") {
  const Conversion conversion = convertModel(
      modelOf(body("a", "1 0 0") + "<joint name='h' type='revolute' i='a' j='ground' point='0 0 0' axis='0 1 0'>"
                                   "<limit lower='-1.5' upper='2' stiffness='300' damping='3'/>"
                                   "<friction coulomb='0.2' stiction='0.3' velocity='0.05'/></joint>"));
  const Mechanism m = makeMechanism(conversion.recursive);
  RandomStates states(m, initialState(m), 1);
  REQUIRE(states.next(RandomStates::Aim::lowerStops));
  CHECK(states.state()[0] < -1.5);
  CHECK(std::abs(states.state()[1]) <= 2 * 0.05);
  REQUIRE(states.next(RandomStates::Aim::upperStops));
  CHECK(states.state()[0] > 2);
  CHECK(verify(conversion.source, conversion.recursive, quick(20)).equivalent());
}

TEST_CASE("a torsion spring that starts near half a turn counts its angle on past it") {
  const Conversion conversion =
      convertModel(modelOf(body("a", "1 0 0") + hinge("h", "a", "ground", "0 0 0") +
                           "<marker body='ground' name='g'><pose axes='3: 0 1 0; 1: 1 0 0'/></marker>"
                           "<marker body='a' name='m'><pose axes='3: 0 1 0; 1: -1 0 -0.1'/></marker>"
                           "<force name='s' type='rsda' i='a.m' j='ground.g' kt='10'/>"));
  const Verification verification = verify(conversion.source, conversion.recursive, quick(20));
  INFO(worstOf(verification));
  CHECK(verification.equivalent());
}

TEST_CASE("measures of both models are compared, and a difference is told") {
  // A four-bar with a spring; one joint is cut, whatever the tree.
  const CartesianModel model = modelOf(
      body("a", "0.5 0 1") + body("b", "1.5 0 2") + body("c", "3 0 1") + hinge("h1", "a", "ground", "0 0 0") +
      hinge("h2", "b", "a", "1 0 2") + hinge("h3", "c", "b", "2.5 0 2.2") + hinge("h4", "c", "ground", "3 0 0") +
      "<marker body='a' name='m'><pose pos='0.1 0.2 0.3'/></marker><marker body='c' name='m'><pose/></marker>"
      "<force name='spring' type='tsda' i='a' j='c' point='0.5 0 1' point2='3 0 1' k='50' c='3' length='2'/>"
      "<measure name='h1' unit='deg' function='joint(h1)'/><measure name='h2' function='joint(h2)'/>"
      "<measure name='h3' function='joint_rate(h3)'/><measure name='h4' unit='deg' function='joint(h4)'/>"
      "<measure name='turned' function='ay(c.m, a.m)'/><measure name='apart' unit='mm' function='dm(a.m, c.m)'/>"
      "<measure name='seen' function='accx(c.m, a.m, a.m, a.m)'/><measure name='turning' function='wdty(c.m)'/>"
      "<measure name='pin' unit='kN' function='reaction_fm(h3)'/><measure name='push' function='force(spring.force)'/>"
      "<measure name='travel' function='wheel_travel(c.m, a.m)'/><measure name='late' function='sin(3*time)'/>"
      "<measure name='never' function='sqrt(-1 - time)'/>");
  const Conversion conversion = convertModel(model);
  const Verification same = verify(conversion.source, conversion.recursive, quick(4));
  INFO(worstOf(same));
  CHECK(same.equivalent());
  REQUIRE(same.states.measure);
  CHECK(same.states.measure->tolerance < 1e-7);
  // The pins carry forces across the plane that no equation determines.
  CHECK(same.states.measuresCompared == 11);
  CHECK(same.states.measuresOpen == 2);
  for (const std::size_t damaged : {std::size_t{0}, std::size_t{5}}) {
    RecursiveModel other = conversion.recursive;
    Expression& function = other.measures[damaged].function;
    function = expressions::binary(Expression::Kind::multiply, std::move(function), expressions::number(1.00001));
    const Verification differs = verify(conversion.source, other, quick(4));
    CHECK(differs.verdict() == Verdict::notEquivalent);
    CHECK_FALSE(differs.states.measure->holds());
    CHECK(differs.states.measure->where == "measure " + other.measures[damaged].name);
    CHECK(contains(worstOf(differs), "[measure " + other.measures[damaged].name));
  }
  RecursiveModel fewer = conversion.recursive;
  fewer.measures.pop_back();
  const Verification missing = verify(conversion.source, fewer, quick(1));
  CHECK_FALSE(missing.equivalent());
  CHECK(contains(worstOf(missing), "[measure " + conversion.recursive.measures.back().name + "]"));
}

TEST_CASE("a joint of another type in the recursive model is reported without mixing up coordinates") {
  const Conversion conversion = convertModel(modelOf(body("a", "1 0 0") + hinge("h", "a", "ground", "0 0 0")));
  for (const char* type : {"in-line", "in-plane", "free", "cylindrical"}) {
    CartesianModel source = conversion.source;
    source.joints[*findJoint(source, "h")].type = *findJointType(type);
    const Verification verification = verify(source, conversion.recursive, quick(2));
    INFO(type);
    CHECK_FALSE(verification.equivalent());
    const std::vector<std::string>& found = verification.counts.missing;
    CHECK(std::ranges::find(found, std::string("joint h as ") + type) != found.end());
  }
}

TEST_CASE("a machine that is assembled along another tree starts where the source does") {
  // The crank is told to start elsewhere than it is drawn: the assembly moves the others, in each tree in its own way.
  CartesianModel source = readSample("four_bar");
  source.joints[*findJoint(source, "a_crank_pivot")].initials.push_back({0, 0.3, 2.0});
  for (const std::string cut : {"b_crank_pin", "c_rocker_pin", "d_rocker_pivot"}) {
    PlanOptions options;
    options.cut = {cut};
    const Conversion conversion = convertModel(source, options);
    const Verification verification = verify(source, conversion.recursive, quick(1));
    INFO(cut << worstOf(verification));
    CHECK(verification.equivalent());
    CHECK(verification.start.value <= verification.start.tolerance);
    CHECK(verification.start.tolerance <= 1e-9);
  }
  const CartesianModel corner = readSample("five_link_corner");
  PlanOptions options;
  options.rods.mode = RodOptions::Mode::keep;
  CHECK(verify(corner, convertModel(corner, options).recursive, quick(1)).equivalent());
}

TEST_CASE("every damage to a recursive model is caught and located") {
  const std::vector<Damage> damages{
      {"a mass by one in a million", "wishbone_corner", "body upper_arm",
       [](RecursiveModel& m) { linkNamed(m, "upper_arm").massProperties.mass *= 1 + 1e-6; }},
      {"an inertia product", "wishbone_corner", "body wheel",
       [](RecursiveModel& m) {
         Matrix3& J = linkNamed(m, "wheel").massProperties.inertia;
         J(0, 1) += 1e-3 * J(0, 0);
         J(1, 0) = J(0, 1);
       }},
      {"an axis by 0.1 degrees", "wishbone_corner", "upper_arm_hinge",
       [](RecursiveModel& m) {
         Pose& X = linkNamed(m, "upper_arm").X_PA;
         X.R = X.R * rotationOf(Vector3(0.1 / 57.29577951308232, 0, 0));
       }},
      {"a frame by 0.1 mm", "wishbone_corner", "lower_arm_hinge",
       [](RecursiveModel& m) { linkNamed(m, "lower_arm").X_LB.p.y() += 1e-4; }},
      {"a rod's coupling term", "five_link_corner", "body",
       [](RecursiveModel& m) { m.rods.front().transverseInertia *= 1.01; }},
      {"the sign of a joint", "slider_crank", "crank",
       [](RecursiveModel& m) { m.links[LinkIndex{0}].reversed ^= true; }},
      {"a spring rate", "satellite", "body",
       [](RecursiveModel& m) {
         for (Force& force : m.forces) {
           if (auto* const spring = std::get_if<Rsda>(&force.law)) spring->stiffness *= 1.0001;
         }
       }},
      {"a component of gravity", "wishbone_corner", "body", [](RecursiveModel& m) { m.gravity.y() += 1e-6; }},
      {"a dropped drive", "weld_and_forces", "drive", [](RecursiveModel& m) { m.drives.pop_back(); }},
      {"a swapped cut", "four_bar", "joint", [](RecursiveModel& m) { std::swap(m.cuts[0].X_LF, m.cuts[0].X_LM); }},
      {"a missing limit", "quadruped", "limit of joint fl_hip.rz",
       [](RecursiveModel& m) { linkNamed(m, "fl_thigh").limits.clear(); }},
      {"a stop's stiffness", "quadruped", "limit of joint fl_hip.rz",
       [](RecursiveModel& m) { linkNamed(m, "fl_thigh").limits.at(0).stiffness *= 1.1; }},
      {"a stop's place", "quadruped", "limit of joint fl_hip.rz",
       [](RecursiveModel& m) { *linkNamed(m, "fl_thigh").limits.at(0).upper *= 1.1; }},
      {"a missing friction", "weld_and_forces", "friction of joint hinge_top.rz",
       [](RecursiveModel& m) { linkNamed(m, "door").frictions.clear(); }},
      {"a position of the start", "pendulum", "position of body bob",
       [](RecursiveModel& m) { linkNamed(m, "bob").z.at(0) += 1e-6; }},
      {"a velocity of the start", "pendulum", "velocity of body bob",
       [](RecursiveModel& m) { linkNamed(m, "bob").z_dot.at(0) += 1e-6; }},
      {"the place of a free base", "quadruped", "position of body",
       [](RecursiveModel& m) { linkNamed(m, "trunk").z.at(2) += 1e-6; }},
      {"a mass in free fall", "joint_catalogue", "body free_box",
       [](RecursiveModel& m) { linkNamed(m, "free_box").massProperties.mass *= 1 + 1e-6; }},
      {"the far end of a table", "rigid_axle", "spline spring_curve with y=-800510",
       [](RecursiveModel& m) { m.splines[SplineIndex{0}].y.at(0) *= 1.01; }},
      {"the marker of a force", "satellite", "position of marker",
       [](RecursiveModel& m) { m.markers[MarkerIndex{0}].X_LM.p.x() += 1e-6; }},
      {"a turn of a joint with a stop", "quadruped", "turns of joint fl_hip",
       [](RecursiveModel& m) { linkNamed(m, "fl_thigh").z.at(0) += 2 * std::numbers::pi; }},
  };
  for (const Damage& damage : damages) {
    Conversion conversion = convertModel(readSample(damage.sample));
    damage.inflict(conversion.recursive);
    const Verification verification = verify(conversion.source, conversion.recursive, quick(3));
    INFO(damage.what << ":" << worstOf(verification));
    CHECK(!verification.equivalent());
    CHECK((verification.failure || contains(worstOf(verification), damage.located)));
  }
}

TEST_CASE("forces that act only later are compared too") {
  const auto pushed = [](const std::string& force) {
    return convertModel(modelOf(body("a", "1 0 0") + hinge("h", "a", "ground", "0 0 0") +
                                "<force name='f' type='general' i='a' point='1 0 0' fz='" + force + "'/>"));
  };
  const Conversion atTwo = pushed("step(time,2,0,3,10)");
  CHECK(verify(atTwo.source, atTwo.recursive, quick(2)).equivalent());
  const Conversion atFour = pushed("step(time,4,0,5,10)");
  const Verification verification = verify(atTwo.source, atFour.recursive, quick(2));
  CHECK(verification.verdict() == Verdict::notEquivalent);
  CHECK(verification.counts.missing.size() == 2);
  CHECK(contains(worstOf(verification), "[force f with fz=step(time, 2, 0, 3, 10)]"));
  CHECK(contains(worstOf(verification), "[force f with fz=step(time, 4, 0, 5, 10)]"));
}

TEST_CASE("tyres and roads are compared by their data") {
  Diagnostics diagnostics;
  const auto source = readModel(sourcePath("samples/quarter_car/on_road.xml"), diagnostics);
  REQUIRE(source);
  const Conversion conversion = convertModel(*source);
  CHECK(verify(*source, conversion.recursive, quick(1)).equivalent());

  RecursiveModel worn = conversion.recursive;
  Tyre& tyre = worn.tyres[TyreIndex{0}];
  const auto given = static_cast<std::size_t>(std::ranges::find(tyre.given, true) - tyre.given.begin());
  tyre.values.at(given) *= 1 + 1e-9;
  CHECK(contains(worstOf(verify(*source, worn, quick(1))), "[tyre " + tyre.name + " with value="));

  RecursiveModel wet = conversion.recursive;
  Road& road = wet.roads[RoadIndex{0}];
  road.patches.push_back({1e3, 2e3, -1, 1, 0.1});  // a kilometre ahead
  CHECK(contains(worstOf(verify(*source, wet, quick(1))), "[road " + road.name + " with "));
}

TEST_CASE("the command prints a verdict and writes a certificate") {
  const ScratchFolder folder;
  const std::string program = std::string("'") + MBCONVERT + "' ";
  const std::string model = "'" + samplePath("four_bar") + "' ";
  const Outcome sound = runIn(folder, program + "verify " + model + "--states 5 --end 0.02 -o certificate.json");
  CHECK(sound.code == 0);
  CHECK(contains(sound.out, "\nEQUIVALENT\n"));
  const auto json = nlohmann::json::parse(readText(folder / "certificate.json"));
  CHECK(json["equivalent"] == true);
  CHECK(json["dof"]["cartesian"] == 1);
  CHECK(json["dof"]["recursive"] == 1);
  CHECK(json["states"]["count"] == 5);
  CHECK(json["states"]["max_acceleration_error"].get<double>() < 1e-9);
  CHECK(json["states"]["max_reaction_error"].get<double>() < 1e-8);
  CHECK(json["trajectory"]["end"].get<double>() > 0);
  CHECK(json["trajectory"]["max_position_error"].get<double>() < 1e-3);
  CHECK(json["drift"].get<double>() < 1e-12);
  CHECK(json["redundant_rows"].size() == 3);  // a planar loop of spatial revolutes: 5 rows of rank 2
  CHECK(json["hashes"]["cartesian"].get<std::string>().size() == 64);

  // A recursive file that was edited: the crank gets another mass.
  REQUIRE(runIn(folder, program + model + "-o damaged.xml").code == 0);
  std::string text = readText(folder / "damaged.xml");
  const std::string mass = "<mass value=\"0.25\"";
  REQUIRE(contains(text, mass));
  text.replace(text.find(mass), mass.size(), "<mass value=\"0.26\"");
  folder.write("damaged.xml", text);
  const Outcome damaged =
      runIn(folder, program + "verify " + model + "damaged.xml --states 2 --no-trajectories --end 0.01");
  CHECK(damaged.code == 1);
  CHECK(contains(damaged.out, "NOT EQUIVALENT"));
  CHECK(contains(damaged.out, "body crank"));
}

TEST_CASE("a settled file is reported as the same machine with a different start") {
  const ScratchFolder folder;
  const std::string program = std::string("'") + MBCONVERT + "' ";
  const std::string model = "'" + samplePath("pendulum") + "' ";
  REQUIRE(runIn(folder, program + "settle " + model + "-o settled.xml").code == 0);
  const std::string verify = program + "verify " + model + "settled.xml --states 5 --no-trajectories --end 0.01";
  const Outcome settled = runIn(folder, verify);
  CHECK(settled.code == 1);
  CHECK(contains(settled.out, "\nNOT EQUIVALENT\nOnly the initial state differs"));
  CHECK(settled.out.ends_with("everything else agrees.\n"));
  const auto json = nlohmann::json::parse(runIn(folder, verify + " --json").out);
  CHECK(json["findings"]["initial_state_error"]["holds"] == false);
  CHECK(json["findings"]["initial_state_error"]["worst"] == "position of body bob");
  CHECK(json["findings"]["acceleration_error"]["holds"] == true);

  REQUIRE(runIn(folder, program + model + "-o same.xml").code == 0);
  CHECK(runIn(folder, program + "verify " + model + "same.xml --states 1 --no-trajectories --end 0.01").code == 0);
}

TEST_CASE("a motion that no step resolves is reported as not decided") {
  const ScratchFolder folder;
  // A force that oscillates faster the nearer it is to the start: a shorter run resolves no more of it.
  folder.write("model.xml", "<mbs version='1' name='hum'>" + body("a", "1 0 0") + hinge("h", "a", "ground", "0 0 0") +
                                "<force name='f' type='general' i='a' point='1 0 0' "
                                "fz='1e4*sin(30*log(time+1e-30))'/></mbs>");
  const Outcome outcome = runIn(folder, std::string("'") + MBCONVERT + "' verify model.xml --steps 16 --states 1");
  CHECK(outcome.code == 5);
  CHECK(contains(outcome.out, "NOT DECIDED"));
  CHECK(contains(outcome.err, "error[E0912]: 'hum' is not decided"));
}

TEST_CASE("a machine that cannot be run is reported as an error, without a table") {
  const ScratchFolder folder;
  const std::string program = std::string("'") + MBCONVERT + "' ";
  // Two bars stretched between two hinges of the ground.
  folder.write("stretched.xml", "<mbs version='1' name='stretched'>" + body("a", "0.5 0 0") + body("b", "1.5 0 0") +
                                    hinge("h", "a", "ground", "0 0 0") + hinge("k", "b", "a", "1 0 0") +
                                    hinge("l", "b", "ground", "2 0 0") + "</mbs>");
  const Outcome stretched = runIn(folder, program + "verify stretched.xml -o certificate.json");
  CHECK(stretched.code == 5);
  CHECK(stretched.out.empty());
  CHECK(contains(stretched.err, "E0902"));
  CHECK(contains(stretched.err, "hint"));
  CHECK(!std::filesystem::exists(folder / "certificate.json"));
}
