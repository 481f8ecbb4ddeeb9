// How many digits the frames of a model were written with, by all readers: Marker::digits and Body::digits.
#include "formats/chrono/chrono.h"
#include "formats/files/read_file.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/checks/loop_tolerance.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/texts/adams_text.h"
#include "tests/support/texts/native_text.h"
#include "tests/support/texts/sdf_text.h"

namespace mb {
namespace {

int digitsOf(const CartesianModel& model, std::string_view marker) {
  return model.markers[markerOf(model, marker)].digits;
}

struct Ends {
  int i = 0;
  int j = 0;
  bool operator==(const Ends&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Ends& ends) { return out << ends.i << ' ' << ends.j; }

Ends digitsOfJoint(const CartesianModel& model, std::string_view name) {
  const auto index = findJoint(model, name);
  REQUIRE(index);
  const Joint& joint = model.joints[*index];
  return {model.markers[joint.i].digits, model.markers[joint.j].digits};
}

}  // namespace

TEST_CASE("digits are counted for native poses in all notations") {
  const CartesianModel model = nativeModel(R"(
    <parameters><param name="r" value="0.5"/></parameters>
    <body name="a"><pose pos="1.25 0 0" rpy="0 1.5708 0"/>
      <marker name="none"/>
      <marker name="pos"><pose pos="0.123456 0 0"/></marker>
      <marker name="parameter"><pose pos="r 0 0"/></marker>
      <marker name="sum"><pose pos="(r + 0.5) 0 0"/></marker>
      <marker name="euler"><pose euler="313: 0.1 0.20 0"/></marker>
      <marker name="axes"><pose axes="3: 0 0.8 0.6; 1: 1 0 0"/></marker>
      <marker name="zx"><pose pos="0 0 0" zx="0 0.70711 0.70711; 1 0 0"/></marker>
      <marker name="quat"><pose quat="0.7071068 0 0 0.7071068"/></marker>
      <marker name="relative"><pose pos="0.25 0 0" relative_to="a.pos"/></marker>
      <marker name="world"><pose pos="1 0 0" relative_to="ground"/></marker>
    </body>)");
  CHECK(bodyOf(model, "a").digits == 5);
  CHECK(digitsOf(model, "a.none") == 0);
  CHECK(digitsOf(model, "a.pos") == 6);
  CHECK(digitsOf(model, "a.parameter") == kExactDigits);
  CHECK(digitsOf(model, "a.sum") == kExactDigits);
  CHECK(digitsOf(model, "a.euler") == 2);
  CHECK(digitsOf(model, "a.axes") == 1);
  CHECK(digitsOf(model, "a.zx") == 5);
  CHECK(digitsOf(model, "a.quat") == 7);
  CHECK(digitsOf(model, "a.relative") == 6);  // with those of the frame it is given in
  CHECK(digitsOf(model, "a.world") == 5);     // with those of its body
}

TEST_CASE("digits are counted for native joints that are given in the world") {
  const CartesianModel model = nativeModel(R"(
    <body name="a"><pose pos="0.25 0 0"/><mass value="1.2345678"/></body>
    <body name="b"/>
    <joint name="hinge" type="revolute" i="b" j="ground" point="0.125 0 0" axis="0 0.7071 0.7071"/>
    <joint name="far" type="spherical" i="a" j="b" point="1 0 0"/>
    <joint name="rod" type="distance" i="b" j="ground" point="1 0 0" point2="0 0 0.123456"/>
    <joint name="weld" type="fixed" i="a" j="ground"/>)");
  CHECK(digitsOfJoint(model, "hinge") == Ends{4, 4});
  CHECK(digitsOfJoint(model, "far") == Ends{2, 1});  // on a with those of the pose of a
  CHECK(digitsOfJoint(model, "rod") == Ends{6, 6});
  CHECK(digitsOfJoint(model, "weld") == Ends{2, 2});  // it stands at a
  CHECK(digitsOfJoints(model) == 6);
}

TEST_CASE("the digits of an include's placement count, and a mirror image keeps its digits") {
  const testing::ScratchFolder folder;
  folder.write("corner.xml",
               R"(<mbs version="1"><body name="arm"><marker name="m"><pose pos="0.125 0 0"/></marker></body>
    <joint name="hinge" type="revolute" i="arm.m" j="ground" point="0.5 0 0" axis="0 0 1"/></mbs>)");
  const CartesianModel model = nativeModel(
      R"(<include file="corner.xml" prefix="l_"><pose pos="0 1.23456 0"/></include>
         <include file="corner.xml" prefix="r_" mirror="xz"><pose pos="0 1.2345678 0"/></include>)",
      folder / "test.xml");
  CHECK(bodyOf(model, "l_arm").digits == 6);
  CHECK(digitsOf(model, "l_arm.m") == 3);
  CHECK(digitsOfJoint(model, "l_hinge") == Ends{3, 6});
  CHECK(digitsOfJoint(model, "r_hinge") == Ends{3, 8});
}

TEST_CASE("digits are counted for ADAMS datasets") {
  const CartesianModel model = testing::readClean(testing::kMetres, R"(PART/1, GROUND, QG=0.1234, 0, 0
MARKER/1, PART=1, QP=0.5, 0, 0
PART/2, QG=1.25D+0, 0, 0, REULER=90D, 0D, 0D, MASS=1, CM=3, IP=1,1,1
MARKER/3, PART=2
MARKER/4, PART=2, QP=1, 0, 0, REULER=22.5D, 0, 0
MARKER/5, PART=2, ZP=0, 0.70711, 0.70711
JOINT/1, REVOLUTE, I=4, J=1
JOINT/2, CONVEL, I=5, J=1)");
  CHECK(bodyOf(model, "part_2").digits == 3);
  CHECK(digitsOf(model, "part_2.marker_3") == 0);
  CHECK(digitsOfJoint(model, "joint_1") == Ends{3, 4});  // the ground's marker with the pose of the ground
  CHECK(digitsOf(model, "part_2.marker_5") == 5);
  CHECK(digitsOfJoint(model, "joint_2") == Ends{5, 4});
}

TEST_CASE("the digits of an SDFormat joint are those of the poses between link and joint") {
  const CartesianModel model = sdftext::readText(R"(<sdf version="1.9"><world name="w"><model name="m">
    <pose>1.2345678 0 0 0 0 0.1</pose>
    <link name="a"><pose>0.25 0 0 0 0 0</pose></link>
    <link name="b"><pose relative_to="a">0 0 0.125 1.5708 0 0</pose></link>
    <frame name="f" attached_to="b"><pose>0.12 0 0 0 0 0</pose></frame>
    <joint name="base" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz></axis></joint>
    <joint name="hinge" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>
    <joint name="leaning" type="revolute"><pose>0.1234 0 0 0 0 0</pose><parent>a</parent><child>b</child>
      <axis><xyz>0 0.707107 0.707107</xyz></axis></joint>
    <joint name="modelled" type="revolute"><parent>a</parent><child>f</child>
      <axis><xyz expressed_in="__model__">0 0 1</xyz></axis></joint>
    </model></world></sdf>)")
                                   .model;
  CHECK(sdftext::body(model, "a").digits == 8);
  CHECK(digitsOfJoint(model, "base") == Ends{1, 8});  // the place of the model lies between the world and the link
  CHECK(digitsOfJoint(model, "hinge") == Ends{1, 5});
  CHECK(digitsOfJoint(model, "leaning") == Ends{6, 6});
  CHECK(digitsOfJoint(model, "modelled") == Ends{5, 5});  // its axis is turned by the poses of b
}

TEST_CASE("the digits of an SDFormat placement frame count with its model's pose") {
  const CartesianModel model = sdftext::readText(R"(<sdf version="1.9"><model name="m" placement_frame="f">
    <pose>0.5 0 0 0 0 0</pose><link name="a"/><frame name="f"><pose>0.123456 0 0 0 0 0</pose></frame>
    <joint name="base" type="fixed"><parent>world</parent><child>a</child></joint></model></sdf>)")
                                   .model;
  CHECK(sdftext::body(model, "a").digits == 6);
}

TEST_CASE("digits of a vehicle of Chrono are those of the points in its files") {
  const std::string path = std::string(MB_SOURCE_DIR) + "/samples/foreign/chrono/buggy/suspension/Buggy_Front.json";
  FileText read = readFileText(path);
  REQUIRE(read.fault.empty());
  const std::string point = "[ -0.01, 0.56, 0.14 ]";
  const std::size_t at = read.text.find(point);
  REQUIRE(at != std::string::npos);
  const auto digits = [&](const std::string& text) {
    Diagnostics diagnostics;
    const CartesianModel model =
        readChrono(std::make_shared<const SourceFile>(SourceFile{path, text}), {}, diagnostics);
    CHECK_FALSE(diagnostics.hasErrors());
    return digitsOfJoints(model);
  };
  CHECK(digits(read.text) == 2);
  CHECK(digits(std::string(read.text).replace(at, point.size(), "[ -0.0101, 0.56012, 0.14 ]")) == 5);
}

}  // namespace mb
