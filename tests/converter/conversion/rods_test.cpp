// Removed rods are the same machine: what their joints hold, where their frames are, what they transmit.
#include "converter/tables/trajectory.h"
#include "converter/verify/verify.h"
#include "runtime/observation/reactions.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

VerifyOptions quick() {
  VerifyOptions options;
  options.states = 4;
  options.end = 0.05;
  options.trajectories = false;
  return options;
}

std::string massiveBody(const std::string& name, const std::string& at, const std::string& rest = {}) {
  return "<body name='" + name + "'><pose pos='" + at + "'/>" +
         (rest.empty() ? "<mass value='1'/><inertia xx='0.1' yy='0.1' zz='0.1'/>" : rest) + "</body>\n";
}
std::string joint(const std::string& name, const std::string& type, const std::string& i, const std::string& j,
                  const std::string& rest) {
  return "<joint name='" + name + "' type='" + type + "' i='" + i + "' j='" + j + "' " + rest + "/>\n";
}

// A frame that swings about two axes, a lever, and a rod along y between them; a cross or the like on the lever.
// A rod that is kept needs some inertia about its axis, about which a cross may let it turn.
CartesianModel rodWith(const std::string& type, const std::string& axes, bool removed) {
  return nativeModel(massiveBody("a", "1 0 -0.5") + massiveBody("b", "0.5 1 0") +
                     massiveBody("rod", "1 0.5 0",
                                 removed ? "<mass value='1'/><inertia xx='0.1' yy='0' zz='0.1'/>"
                                         : "<mass value='1'/><inertia xx='0.1' yy='3e-7' zz='0.1'/>") +
                     joint("ha", "universal", "a", "ground", "point='1 0 -1' axis='0 1 0' axis2='1 0 0'") +
                     joint("hb", "revolute", "b", "ground", "point='0 1 0' axis='0 1 0'") +
                     joint("b1", "spherical", "rod", "a", "point='1 0 0'") +
                     joint("b2", type, "rod", "b", "point='1 1 0' " + axes));
}

bool isRemoved(const Conversion& conversion) { return !conversion.recursive.rods.empty(); }

}  // namespace

TEST_CASE("a rod with a cross moves the same whether it is removed or kept") {
  struct Case {
    std::string type;
    std::string axes;
    bool removed;
  };
  const std::vector<Case> cases{
      {"universal", "axis='1 0 0' axis2='0 0 1'", true},    // the arm on the rod is perpendicular to it
      {"universal", "axis='1 0.5 0' axis2='0 0 1'", true},  // the other one is oblique
      {"universal", "axis='1 0 0' axis2='0 1 0'", false},   // along the rod: the cross constrains its direction
      {"universal", "axis='1 0 0' axis2='0 1 1'", false},
      {"universal", "axis='0 1 0' axis2='1 0 0'", false},  // in line with the lever's arm
      {"constant-velocity", "axis='0 1 0'", true},
      {"constant-velocity", "axis='1 0 0'", false},
      {"spherical", "", true},
  };
  PlanOptions options;
  options.rods.tolerance = 1e-6;  // what keeps them is the cross alone
  for (const Case& row : cases) {
    INFO(row.type << " " << row.axes);
    const Conversion conversion = convertModel(rodWith(row.type, row.axes, row.removed), options);
    CHECK(isRemoved(conversion) == row.removed);
    CHECK(verify(conversion.source, conversion.recursive, quick()).equivalent());
    if (row.removed && row.type != "spherical") CHECK(contains(conversion.plan.rods[0].reason, "as long as"));
  }
}

TEST_CASE("a rod with a cross whose removal loses inertia is removed only with a tolerance") {
  CartesianModel model = rodWith("universal", "axis='1 0 0' axis2='0 0 1'", false);
  const Conversion exact = convertModel(model);
  CHECK_FALSE(isRemoved(exact));
  CHECK(verify(exact.source, exact.recursive, quick()).equivalent());
  PlanOptions options;
  options.rods.tolerance = 1e-6;
  const Conversion asked = convertModel(model, options);
  CHECK(isRemoved(asked));
  CHECK_FALSE(verify(asked.source, asked.recursive, quick()).equivalent());
}

TEST_CASE("a removed rod may have the origin of its frame off its axis") {
  const auto model = [](const std::string& second) {
    return nativeModel(
        massiveBody("a", "0.5 0 0") + massiveBody("b", "0.5 1 0") +
        massiveBody("rod", "1 0.5 0.1", "<mass value='1' com='0 0 -0.1'/><inertia xx='0.1' yy='0' zz='0.1'/>") +
        joint("ha", "revolute", "a", "ground", "point='0 0 0' axis='0 1 1'") +
        joint("hb", "revolute", "b", "ground", "point='0 1 0' axis='0 1 0'") +
        joint("b1", "spherical", "rod", "a", "point='1 0 0'") +
        joint("b2", second, "rod", "b",
              "point='1 1 0'" + std::string(second == "universal" ? " axis='1 0 0' axis2='0 0 1'" : "")));
  };
  for (const char* const second : {"spherical", "universal"}) {
    INFO(second);
    const Conversion conversion = convertModel(model(second));
    CHECK(isRemoved(conversion));
    const Verification verification = verify(conversion.source, conversion.recursive, quick());
    CHECK(verification.equivalent());
    CHECK(verification.states.velocity.value < 1e-12);
  }
}

TEST_CASE("the hinge of a removed massless strut transmits a torque") {
  // The hinge's marker is off the place nearest to the ball, and once the strut is on the other side of it.
  for (const bool strutIsI : {true, false}) {
    for (const char* const point : {"1 1 0", "1 1 0.3"}) {
      INFO(strutIsI << " " << point);
      const Conversion conversion =
          convertModel(nativeModel(massiveBody("a", "0.5 0 0") + massiveBody("b", "0.5 1 0") +
                                   "<body name='strut'><pose pos='1 0.5 0'/></body>" +
                                   joint("ha", "revolute", "a", "ground", "point='0 0 0' axis='0 1 1'") +
                                   joint("hb", "spherical", "b", "ground", "point='0 1 0'") +
                                   joint("b1", "spherical", "strut", "a", "point='1 0 0'") +
                                   joint("b2", "revolute", strutIsI ? "strut" : "b", strutIsI ? "b" : "strut",
                                         "point='" + std::string(point) + "' axis='0 0 1'")));
      CHECK(isRemoved(conversion));
      const Verification verification = verify(conversion.source, conversion.recursive, quick());
      CHECK(verification.equivalent());
      CHECK(verification.states.reactionsCompared == 4);

      // The strut has no mass and no torque at its ball: its force on b acts along a line through the ball, so that
      // about the hinge it has the torque of an arm of its length, normal to the hinge's axis.
      const Mechanism m = makeMechanism(conversion.recursive);
      Simulation simulation(m);
      REQUIRE(simulation.start(0, initialState(m)));
      for (int k = 1; k <= 20; ++k) REQUIRE(simulation.step(*findRungeKutta("rk4"), 0.01, 0.01 * k));
      const Reactions reactions = reactionsOf(m, simulation.workspace());
      REQUIRE(reactions.rodEnds.size() == 2);
      const RodEndForce& ball = reactions.rodEnds[0];
      const RodEndForce& hinge = reactions.rodEnds[1];
      CHECK((hinge.force + ball.force).norm() < 1e-12);
      CHECK((hinge.point - ball.point).norm() == Approx(1).epsilon(1e-12));
      CHECK((hinge.torque - (ball.point - hinge.point).cross(hinge.force)).norm() < 1e-12);
      const Rod::End& end = m.model.rods[0].ends[1];
      const Vector3 axis = simulation.workspace().X[at(end.link.value)].R * end.axis;
      CHECK(std::abs(hinge.torque.dot(axis)) < 1e-12);
      CHECK(hinge.torque.norm() > 0.1);

      TrajectoryOptions options;
      options.reactions = true;
      const Trajectory table = makeTrajectory(m, options);
      const auto count = [&](const char* name) {
        return std::ranges::count(table.columns, name, &Trajectory::Column::name);
      };
      CHECK(count("strut.end2.tx") == 1);
      CHECK(count("strut.end1.tx") == 0);
    }
  }
}
