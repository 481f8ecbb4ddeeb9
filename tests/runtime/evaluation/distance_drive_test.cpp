// A distance as a function of time: hydraulic cylinders, ropes that are hauled in.
#include <cmath>

#include "converter/verify/verify.h"
#include "tests/support/agreement.h"
#include "tests/support/motion.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

// An arm on a hinge, lifted by a cylinder from a point below the hinge: l^2 = r^2 + b^2 - 2 r b sin(angle), r = 0.8 m,
// b = 0.6 m, the angle about y from the horizontal downwards. The cylinder begins with 1 m.
std::string arm(const std::string& cylinder) {
  return R"(<gravity vector="0 0 -9.81"/>
    <body name="arm"><pose pos="0.5 0 0"/><mass value="2"/><inertia xx="0.01" yy="0.1" zz="0.1"/>
      <marker name="end"><pose pos="0.3 0 0"/></marker></body>
    <body name="ground" ground="true"><marker name="foot"><pose pos="0 0 -0.6"/></marker></body>
    <joint name="hinge" type="revolute" i="arm" j="ground" point="0 0 0" axis="0 1 0"/>)" +
         cylinder;
}
constexpr const char* kJoint = R"(<joint name="cylinder" type="distance" i="arm.end" j="ground.foot"/>)";
constexpr const char* kByJoint = R"(<motion name="oil" joint="cylinder" function='1 + 0.1*sin(2*time)'/>)";
constexpr const char* kByMarkers =
    R"(<motion i="arm.end" j="ground.foot" dof="distance" function='1 + 0.1*sin(2*time)'/>)";

struct Lift {
  double angle, rate;
  double energy() const { return 0.5 * (0.1 + 2 * 0.25) * rate * rate - 2 * 9.81 * 0.5 * std::sin(angle); }
};
Lift liftAt(double t) {
  const double l = 1 + 0.1 * std::sin(2 * t);
  const double l_dot = 0.2 * std::cos(2 * t);
  const double angle = std::asin((1 - l * l) / 0.96);
  return {angle, -2 * l * l_dot / 0.96 / std::cos(angle)};
}

// Two cranks with a rope between their ends that is hauled in, in a frame that moves itself: the distance is between
// bodies that both are no ground, beside a loop of its own.
constexpr const char* kHauled = R"(
  <body name="a"><pose pos="0 0 0.5"/><mass value="1"/><inertia xx="0.1" yy="0.2" zz="0.1"/></body>
  <body name="b"><pose pos="2 0 0.5"/><mass value="3"/><inertia xx="0.2" yy="0.2" zz="0.3"/></body>
  <body name="c"><pose pos="1 0 -1"/><mass value="2"/><inertia xx="0.1" yy="0.1" zz="0.1"/></body>
  <joint name="ja" type="universal" i="a" j="ground" point="0 0 0" axis="0 1 0" axis2="1 0 0"/>
  <joint name="jb" type="revolute" i="b" j="ground" point="2 0 0" axis="0 1 0"/>
  <joint name="rope" type="distance" i="a" j="b" point="0 0 1" point2="2 0 1"/>
  <motion name="winch" joint="rope" function="2 - 0.3*time^2"/>
  <joint name="bucket" type="distance" i="c" j="a" point="1 0 -1" point2="0 0 1"/>
  <motion name="hoist" joint="bucket" derivative="1" function='-0.2*cos(time)'/>
  <force type="tsda" i="c" j="b" point="1 0 -1" point2="2 0 0.5" k="20" c="2" length="1"/>)";

VerifyOptions withRuns() {
  VerifyOptions options;
  options.states = 5;
  options.end = 0.2;
  return options;
}

}  // namespace

TEST_CASE("a cylinder lifts an arm by the law of cosines, with the work that it takes") {
  for (const std::string& cylinder : {std::string(kJoint) + kByJoint, std::string(kByMarkers)}) {
    const Mechanism m = makeMechanism(convertModel(nativeModel(arm(cylinder))).recursive);
    RunOptions options;
    options.end = 2;
    options.step = 2e-3;
    double position = 0;
    double velocity = 0;
    double work = 0;
    double largest = 0;
    const RunReport report = simulate(m, initialState(m), options, [&](double t, StateView y, const Workspace&) {
      const Lift lift = liftAt(t);
      position = std::max(position, std::abs(y[0] - lift.angle));
      velocity = std::max(velocity, std::abs(y[at(m.velocityAt())] - lift.rate));
      work = std::max(work, std::abs(y[at(m.workAt() + 1)] - (lift.energy() - liftAt(0).energy())));
      largest = std::max(largest, std::abs(y[at(m.workAt() + 1)]));
      return true;
    });
    REQUIRE(!report.failure);
    CHECK(position < 1e-13);
    CHECK(velocity < 1e-12);
    CHECK(largest > 1);   // J
    CHECK(work < 1e-10);  // of a fourth-order quadrature: h^4 times derivatives of a few hundred W/s^4, over 180
  }
}

TEST_CASE("a driven distance has no freedom of its own, and its rate may be given") {
  const Conversion conversion = convertModel(nativeModel(arm(std::string(kJoint) + kByJoint)));
  CHECK(conversion.mobility.dof == 1);
  CHECK(conversion.mobility.prescribed == 1);
  const std::string byRate =
      std::string(kJoint) + R"(<motion name="oil" joint="cylinder" derivative="1" function='0.2*cos(2*time)'/>)";
  const Motions motions = motionsAfter(convertModel(nativeModel(arm(byRate))).recursive, 0.7, 350);
  const Lift lift = liftAt(0.7);
  CHECK((motions.at("arm").X.R - rotationAbout(1, lift.angle)).cwiseAbs().maxCoeff() < 1e-11);
  CHECK(std::abs(motions.at("arm").w.y() - lift.rate) < 1e-11);
}

TEST_CASE("driven distances are the same machine in relative and in Cartesian coordinates") {
  for (const std::string& elements : {arm(std::string(kJoint) + kByJoint), arm(kByMarkers), std::string(kHauled)}) {
    const Conversion conversion = convertModel(nativeModel(elements));
    const Verification verification = verify(conversion.source, conversion.recursive, withRuns());
    INFO(elements << (verification.failure ? verification.failure->message : ""));
    CHECK(verification.equivalent());
    CHECK(verification.states.count == 5);
    REQUIRE(verification.trajectory);
  }
}

TEST_CASE("all solvers take driven distances, and agree") {
  // A load on the arm, so that something is left to find.
  const std::string load = R"(<body name="load"><pose pos="1 0 -0.5"/><mass value="1"/><inertia xx="0.1" yy="0.1"
    zz="0.1"/></body><joint name="hook" type="universal" i="load" j="arm" point="1 0 0" axis="0 1 0" axis2="1 0 0"/>)";
  for (const std::string& elements : {arm(std::string(kJoint) + kByJoint + load), std::string(kHauled)}) {
    int agreeing = 0;
    for (const auto& [solver, agreement] : agreements(convertModel(nativeModel(elements)).recursive, 4)) {
      INFO(solver << " " << agreement.refusal << ", condition " << agreement.condition);
      if (!agreement.refusal.empty()) continue;
      ++agreeing;
      CHECK(agreement.worst <= 1e-13 * agreement.condition);
      CHECK(agreement.power <= 1e-9);
    }
    CHECK(agreeing >= 5);
  }
}

TEST_CASE("a distance that is not above 0 at the start is refused") {
  for (const char* const function : {"0", "-1 + time", "-0.5"}) {
    const CartesianModel model =
        nativeModel(arm(std::string(kJoint) + "<motion joint='cylinder' function='" + function + "'/>"));
    Diagnostics diagnostics;
    CHECK_FALSE(convert(model, {}, diagnostics));
    REQUIRE(diagnostics.errorCount() > 0);
    CHECK(diagnostics.all().front().code == Code::mustBePositive);
  }
}
