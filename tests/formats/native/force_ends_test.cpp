// Frames of ends that are points on bodies, springs without a length, names with a minus, versions.
#include <cmath>
#include <numbers>

#include "formats/model/checks/plausibility.h"
#include "tests/support/texts/native_text.h"

namespace mb {

using testing::contains;

namespace {

constexpr double kPoseRound = 1e-15;

const std::string kArm =
    "<body name='arm'><pose pos='0.5 0 0'/><mass value='1'/><inertia xx='1' yy='1' zz='1'/></body>";

std::vector<std::string> warningsOf(const CartesianModel& model) {
  Diagnostics diagnostics;
  warnOfImplausible(model, diagnostics);
  std::vector<std::string> texts;
  for (const Diagnostic& one : diagnostics.all()) texts.push_back(codeText(one) + " " + one.message);
  return texts;
}

}  // namespace

TEST_CASE("an rsda between bodies turns about its axis, from 0 at the start") {
  const CartesianModel model =
      nativeModel(kArm + "<force name='s' type='rsda' i='arm' j='ground' point='0 0 0' axis='0 2 0' kt='10'/>");
  const auto& spring = std::get<Rsda>(model.forces.front().law);
  const Matrix3 R_i = worldPose(model, spring.i).R;
  const Matrix3 R_j = worldPose(model, spring.j).R;
  CHECK((R_j.col(2) - Vector3::UnitY()).norm() < kPoseRound);
  CHECK((R_i - R_j).norm() < kPoseRound);
}

TEST_CASE("an end on a body begins with the axes of marker j, and a bushing takes axes of its own") {
  const std::string marker = "<marker body='ground' name='m'><pose rpy='0.3 0.2 0.1'/></marker>";
  for (const std::string law : {"type='rsda' kt='1'", "type='bushing' kt='1 2 3'"}) {
    const CartesianModel model =
        nativeModel(kArm + marker + "<force name='s' i='arm' j='ground.m' point='1 2 3' " + law + "/>");
    const Matrix3 R = worldPose(model, markerOf(model, "ground.m")).R;
    CHECK((worldPose(model, markerOf(model, "arm.s_i")).R - R).norm() < 1e-14);
  }
  const CartesianModel model = nativeModel(
      kArm +
      "<force name='s' type='bushing' i='arm' j='ground' point='1 2 3' point2='1 2 3' axis='1 0 0' xaxis='0 1 0' "
      "k='1 2 3'/>");
  Matrix3 expected;
  expected << 0, 0, 1, 1, 0, 0, 0, 1, 0;  // x along y, y along z, z along x of the world
  CHECK((worldPose(model, markerOf(model, "ground.s_j")).R - expected).norm() < kPoseRound);
}

TEST_CASE("a bushing to the ground needs no point there") {
  const std::string marker = "<marker body='arm' name='m'><pose pos='1 2 3' rpy='0.3 0.2 0.1'/></marker>";
  const CartesianModel model =
      nativeModel(kArm + marker + "<force name='s' type='bushing' i='arm.m' j='ground' k='1 2 3'/>");
  CHECK(distance(worldPose(model, markerOf(model, "arm.m")), worldPose(model, markerOf(model, "ground.s_j"))) < 1e-15);
  const CartesianModel points =
      nativeModel(kArm + "<force name='s' type='bushing' i='arm' point='1 2 3' j='ground' k='1 2 3'/>");
  CHECK(distance({Matrix3::Identity(), {1, 2, 3}}, worldPose(points, markerOf(points, "ground.s_j"))) < 1e-15);
}

TEST_CASE("a tyre at a point spins about the world's left axis, whatever the file's axes are") {
  const CartesianModel model = nativeModel(
      "<axes convention='sae'/>" + kArm +
      "<road name='r'/><tyre name='t' type='spring' unloaded_radius='0.3' vertical_stiffness='2e5' cslip='1e4' "
      "calpha='1e4'/><force name='f' type='tyre' i='arm' point='0 0 0' road='r' tyre='t'/>");
  CHECK((worldPose(model, markerOf(model, "arm.f_i")).R - Matrix3::Identity()).norm() < kPoseRound);
}

TEST_CASE("an axis that the joint between the bodies does not turn about is reported") {
  const auto warnings = [](const std::string& joint, const std::string& axis) {
    return warningsOf(nativeModel(kArm + "<joint name='h' i='arm' j='ground' point='0 0 0' " + joint +
                                  "/><force name='s' type='rsda' i='arm' j='ground' point='0 0 0' kt='10' axis='" +
                                  axis + "'/>"));
  };
  const std::string hinge = "type='revolute' axis='0 1 0'";
  CHECK(warnings(hinge, "0 1 0").empty());
  CHECK(warnings(hinge, "0 -1 0.005").empty());  // typed with three digits
  const std::vector<std::string> other = warnings(hinge, "0 1 1");
  REQUIRE(other.size() == 1);
  CHECK(
      contains(other[0], "W0525 rsda 's' acts about an axis, and joint 'h' between its bodies turns about one 45 deg"));
  const std::vector<std::string> slider = warnings("type='translational' axis='0 1 0'", "0 1 0");
  REQUIRE(slider.size() == 1);
  CHECK(contains(slider[0], "does not let them turn"));
  // Cylinders and planes turn about one axis, crosses and balls in some position about any.
  CHECK(warnings("type='cylindrical' axis='0 1 0'", "0 1 0").empty());
  CHECK(warnings("type='cylindrical' axis='0 1 0'", "1 0 0").size() == 1);
  CHECK(warnings("type='planar' axis='0 0 1'", "1 0 0").size() == 1);
  CHECK(warnings("type='hooke' axis='0 1 0' axis2='1 0 0'", "0 0 1").empty());
  CHECK(warnings("type='spherical'", "0 0 1").empty());
}

TEST_CASE("a spring without length is relaxed as the file places it, and that is reported") {
  const std::string ends = " type='tsda' i='arm' j='ground' point='3 0 0' point2='0 4 0' ";
  const auto lengthOf = [](const CartesianModel& model) { return std::get<Tsda>(model.forces.front().law).length; };
  const CartesianModel model = nativeModel(kArm + "<force" + ends + "k='2'/>");
  CHECK(lengthOf(model) == 5);
  REQUIRE(model.remarks.size() == 1);
  CHECK(model.remarks[0] == "spring 'tsda_1' has no length: it is relaxed at its initial position, at 5 m");
  // In the units of the file; dampers and springs that say it are left alone.
  CHECK(lengthOf(nativeModel("<units length='mm'/>" + kArm + "<force" + ends + "k='2'/>")) ==
        Approx(5e-3).epsilon(1e-15));
  for (const std::string law : {"c='2'", "k='2' length='0'", "preload='1'"}) {
    const CartesianModel other = nativeModel(kArm + "<force" + ends + law + "/>");
    CHECK(lengthOf(other) == 0);
    CHECK(other.remarks.empty());
  }
  // Files written earlier without these zeros mean the same, and the zeros are written now.
  const CartesianModel old = nativeModel(kArm + "<force from='a.adm:3'" + ends + "k='2'/>");
  CHECK(lengthOf(old) == 0);
  CHECK(old.remarks.empty());
  CHECK(contains(writeNative(old), "length=\"0\""));
}

TEST_CASE("a minus sign may be part of a joint or marker name in a function") {
  const std::string text =
      "<body name='front-left'><mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m-1'/></body>"
      "<joint name='hinge-1' type='revolute' i='front-left' j='ground' point='0 0 0' axis='0 1 0'/>"
      "<force type='general' i='front-left.m-1' fx='";
  const auto functionOf = [&](const std::string& function) {
    const CartesianModel model = nativeModel(text + function + "'/>");
    return toText(*std::get<GeneralForce>(model.forces.front().law).force[0]);
  };
  CHECK(functionOf("joint(hinge-1.rz)-joint_rate( hinge-1 )-2") ==
        "joint('hinge-1.rz') - joint_rate('hinge-1.rz') - 2");
  CHECK(functionOf("dm(front-left.m-1)") == "dm('front-left.m-1')");
}

TEST_CASE("a written file states the version it needs, and both versions are read") {
  const CartesianModel plain = nativeModel(kArm);
  CHECK(contains(writeNative(plain), "<mbs version=\"1\""));
  const CartesianModel driven =
      nativeModel(kArm +
                  "<joint name='d' type='distance' i='arm' j='ground' point='1 0 0' point2='0 0 0'/>"
                  "<motion joint='d' function='1 + 0.1*time'/>");
  const std::string text = writeNative(driven);
  CHECK(contains(text, "<mbs version=\"2\""));
  CHECK(contains(text, "dof=\"distance\""));
  Diagnostics diagnostics;
  const CartesianModel again =
      readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", text}), diagnostics);
  CHECK(diagnostics.all().empty());
  CHECK(writeNative(again) == text);
}

}  // namespace mb
