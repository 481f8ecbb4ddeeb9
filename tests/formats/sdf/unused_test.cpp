// Parts of SDFormat files that are not used, and words and names that must not be guessed.
#include <algorithm>
#include <initializer_list>

#include "tests/support/texts/sdf_text.h"

namespace mb {
namespace {

using namespace sdftext;
using testing::contains;

struct ExpectedLoss {
  std::string_view what;
  bool changesMotion;
};

// These losses and no others.
void checkLosses(const CartesianModel& model, std::initializer_list<ExpectedLoss> losses) {
  CHECK(model.foreign.size() == losses.size());
  for (const ExpectedLoss& expected : losses) {
    CAPTURE(expected.what);
    const ForeignText* const found = lossOf(model, expected.what);
    REQUIRE(found);
    CHECK(found->changesMotion == expected.changesMotion);
  }
}

std::string jointOf(std::string_view type, std::string_view rest) {
  return "<link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"" + std::string(type) +
         "\"><parent>a</parent><child>b</child>" + std::string(rest) + "</joint>";
}

const std::string kForces =
    "<dynamics><damping>2</damping><friction>3</friction><spring_stiffness>100</spring_stiffness></dynamics>";
const std::string kStart = "<initial_position>0.5</initial_position>";
const std::string kStops = "<limit><lower>-1</lower><upper>1</upper></limit>";
const std::string kLocked = "<limit><lower>0</lower><upper>0</upper></limit>";

std::string axis(std::string_view content, std::string_view name = "axis") {
  return "<" + std::string(name) + "><xyz>0 0 1</xyz>" + std::string(content) + "</" + std::string(name) + ">";
}

TEST_CASE("sdf: a ball has the damping of its axis, the rest is reported") {
  const CartesianModel model = readModel("1.6", jointOf("ball", axis(kStart + kForces + kStops)));
  CHECK(joint(model, "j").frictions.size() == 3);
  checkLosses(model, {{"<initial_position> in <axis> of a ball joint", true},
                      {"<friction> in <axis> of a ball joint", true},
                      {"<spring_stiffness> in <axis> of a ball joint", true},
                      {"<limit> in <axis> of a ball joint", false}});
  checkLosses(readModel("1.6", jointOf("ball", axis("<dynamics><damping>-1</damping></dynamics>"))),
              {{"<damping> below 0", true}});
}

TEST_CASE("sdf: forces about the axes of a gearbox are reported") {
  const CartesianModel model = readModel(
      "1.6",
      "<link name=\"base\"/><link name=\"in\"/><link name=\"out\"/>"
      "<joint name=\"ji\" type=\"revolute\"><parent>base</parent><child>in</child><axis><xyz>0 0 1</xyz></axis></joint>"
      "<joint name=\"jo\" type=\"revolute\"><parent>base</parent><child>out</child><axis><xyz>0 0 "
      "1</xyz></axis></joint>"
      "<joint name=\"g\" type=\"gearbox\"><parent>in</parent><child>out</child>"
      "<gearbox_reference_body>base</gearbox_reference_body>" +
          axis("<dynamics><damping>7</damping></dynamics>" + kStops) +
          axis("<dynamics><friction>8</friction></dynamics>", "axis2") + "</joint>");
  CHECK(model.couplers.size() == 1);
  checkLosses(model, {{"<damping> in <axis> of a gearbox joint", true},
                      {"<limit> in <axis> of a gearbox joint", true},
                      {"<friction> in <axis2> of a gearbox joint", true}});
}

TEST_CASE("sdf: forces about an axis that is dropped are reported") {
  const CartesianModel parallel = readModel("1.6", jointOf("universal", axis(kForces) + axis(kForces, "axis2")));
  CHECK(joint(parallel, "j").frictions.size() == 1);
  checkLosses(parallel, {{"<damping> in <axis2> of a universal joint", true},
                         {"<friction> in <axis2> of a universal joint", true},
                         {"<spring_stiffness> in <axis2> of a universal joint", true}});
  checkLosses(readModel("1.6", jointOf("revolute", axis(kStart + kForces + kLocked))),
              {{"<initial_position> in <axis> of a revolute joint", true},
               {"<damping> in <axis> of a revolute joint", false},
               {"<friction> in <axis> of a revolute joint", false},
               {"<spring_stiffness> in <axis> of a revolute joint", false}});
  const CartesianModel one = readModel(
      "1.6", jointOf("universal", "<axis><xyz>1 0 0</xyz>" + kStart + kLocked + "</axis>" + axis(kForces, "axis2")));
  CHECK(joint(one, "j").frictions.size() == 1);
  checkLosses(one, {{"<initial_position> in <axis> of a universal joint", true}});
}

TEST_CASE("sdf: limits of a continuous joint, and parts of other types of joints, are reported") {
  checkLosses(readModel("1.7", jointOf("continuous", axis(kForces + "<limit><lower>-1</lower><upper>1</upper>"
                                                                    "<effort>5</effort></limit>"))),
              {{"<limit> in <axis> of a continuous joint", true}, {"<effort> and <velocity>", false}});
  checkLosses(readModel("1.7", jointOf("continuous", axis("<limit><lower>-1e16</lower><upper>1e16</upper></limit>"))),
              {});
  checkLosses(readModel("1.7", jointOf("revolute",
                                       "<thread_pitch>5</thread_pitch><gearbox_ratio>2</gearbox_ratio>"
                                       "<gearbox_reference_body>a</gearbox_reference_body>" +
                                           axis(""))),
              {{"<thread_pitch> of a revolute joint", false},
               {"<gearbox_ratio> of a revolute joint", false},
               {"<gearbox_reference_body> of a revolute joint", false}});
}

std::vector<Code> codesOf(const Read& read) {
  std::vector<Code> codes;
  for (const Diagnostic& one : read.diagnostics.all()) codes.push_back(one.code);
  return codes;
}

TEST_CASE("sdf: the newer of two screw pitches is used, and a contradiction is reported") {
  const auto screw = [](std::string_view older) {
    return readText(
        inModel("1.10", jointOf("screw", "<thread_pitch>" + std::string(older) +
                                             "</thread_pitch><screw_thread_pitch>2</screw_thread_pitch>" + axis(""))));
  };
  const Read two = screw("5");
  CHECK(joint(two.model, "j").pitch == 2);
  CHECK(codesOf(two) == std::vector{Code::ignoredInput});
  CHECK(screw("-3.1416").diagnostics.all().empty());
}

TEST_CASE("sdf: flags in attributes may be written in any case") {
  const auto withMass = [](std::string_view inertial) {
    return readText(inModel("1.11", "<link name=\"l\">" + std::string(inertial) +
                                        "<collision name=\"c\"><geometry><box><size>2 2 2</size></box></geometry>"
                                        "</collision></link>"));
  };
  for (const std::string flag : {"true", "True", "TRUE", "1"}) {
    const Read read = withMass("<inertial auto=\"" + flag + "\"><density>500</density></inertial>");
    CHECK(body(read.model, "l").massProperties.mass == Approx(4000));
    CHECK(read.diagnostics.all().empty());
  }
  const Read ignored =
      withMass("<inertial auto=\"true\"><pose>1 1 1 0 0 0</pose><inertia><ixx>77</ixx></inertia></inertial>");
  CHECK(body(ignored.model, "l").massProperties.com.isZero());
  CHECK(codesOf(ignored) == std::vector{Code::ignoredInput, Code::ignoredInput});
  const Read given = withMass("<inertial auto=\"False\"><density>500</density></inertial>");
  CHECK(body(given.model, "l").massProperties.mass == 1);
  CHECK(codesOf(given) == std::vector{Code::ignoredInput});
  const Read world = readText(
      "<sdf version=\"1.5\"><world name=\"w\"><physics type=\"ode\"><gravity>0 0 -1</gravity></physics>"
      "<physics type=\"ode\" default=\"True\"><gravity>0 0 -2</gravity></physics>"
      "<model name=\"m\"><link name=\"l\"/></model></world></sdf>");
  CHECK(near(world.model.gravity, {0, 0, -2}));
}

TEST_CASE("sdf: two links without a name are two errors, not a duplicate name") {
  Diagnostics diagnostics;
  readSdf(std::make_shared<const SourceFile>(SourceFile{"m.sdf", inModel("1.7", "<link/><link/>")}), {}, diagnostics);
  CHECK(diagnostics.errorCount() == 2);
  for (const Diagnostic& one : diagnostics.all()) CHECK(one.code == Code::missingAttribute);
}

TEST_CASE("sdf: the world may be the child of world joints and of joints in old Gazebo models") {
  const CartesianModel world =
      readText(
          "<sdf version=\"1.10\"><world name=\"w\"><model name=\"m\"><link name=\"a\"/></model>"
          "<joint name=\"j\" type=\"ball\"><parent>m::a</parent><child>world</child></joint></world></sdf>")
          .model;
  CHECK(world.bodies[bodyJ(world, joint(world, "j"))].name == "a");
  CHECK(world.remarks.empty());
  const CartesianModel old = readModel(
      "1.6", "<link name=\"a\"/><joint name=\"j\" type=\"ball\"><parent>a</parent><child>world</child></joint>");
  CHECK(old.bodies[bodyJ(old, joint(old, "j"))].name == "a");
  CHECK(std::any_of(old.remarks.begin(), old.remarks.end(),
                    [](const std::string& r) { return contains(r, "its child is the world"); }));
}

}  // namespace
}  // namespace mb
