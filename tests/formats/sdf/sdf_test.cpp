// Frames and joints of SDFormat, one test per pitfall.
#include <algorithm>
#include <cmath>
#include <set>

#include "formats/native/native.h"
#include "tests/support/texts/sdf_text.h"

namespace mb {
namespace {

using namespace sdftext;
using testing::contains;
using testing::kPi;

// Two links, the second turned, and a joint whose frame is turned once more.
std::string turnedHinge(std::string_view axis) {
  return "<pose>0 0 0 0 0 1.5707963267948966</pose><link name=\"a\"/>"
         "<link name=\"b\"><pose>1 0 0 1.5707963267948966 0 0</pose></link>"
         "<joint name=\"j\" type=\"revolute\"><pose>0 0 0 0 1.5707963267948966 0</pose>"
         "<parent>a</parent><child>b</child><axis>" +
         std::string(axis) + "</axis></joint>";
}

TEST_CASE("sdf: what an axis is expressed in depends on the version") {
  const std::string plain = "<xyz>1 0 0</xyz>";
  const std::string flagged = plain + "<use_parent_model_frame>true</use_parent_model_frame>";
  // By hand: model turned by 90 degrees about z; joint frame Rz(90) Rx(90) Ry(90).
  const Vector3 ofModel(0, 1, 0);
  const Vector3 ofJoint = rotationAbout(2, kPi / 2) * rotationAbout(0, kPi / 2) * rotationAbout(1, kPi / 2).col(0);
  CHECK(near(ofJoint, {-1, 0, 0}));
  CHECK(near(axisOf(readModel("1.4", turnedHinge(plain)), "j"), ofModel));
  CHECK(near(axisOf(readModel("1.5", turnedHinge(plain)), "j"), ofJoint));
  CHECK(near(axisOf(readModel("1.6", turnedHinge(flagged)), "j"), ofModel));
  CHECK(near(axisOf(readModel("1.7", turnedHinge(flagged)), "j"), ofJoint));
  CHECK(near(axisOf(readModel("1.8", turnedHinge("<xyz expressed_in=\"__model__\">1 0 0</xyz>")), "j"), ofModel));
  CHECK(near(axisOf(readModel("1.8", turnedHinge("<xyz expressed_in=\"b\">0 1 0</xyz>")), "j"), {0, 0, 1}));
}

TEST_CASE("sdf: a joint is located at its child, with both frames there") {
  const CartesianModel model = readModel("1.7", turnedHinge("<xyz>0 3 0</xyz>"));
  const Joint& j = joint(model, "j");
  CHECK(near(worldPose(model, j.i).p, {0, 1, 0}));
  CHECK(near(worldPose(model, j.j).p, {0, 1, 0}));
  CHECK((worldPose(model, j.i).R - worldPose(model, j.j).R).norm() <= kTiny);
  CHECK(&model.bodies[bodyI(model, j)] == &body(model, "b"));  // coordinates: child relative to parent
}

TEST_CASE("sdf: rotations are roll, pitch and yaw about fixed axes, also in degrees, or quaternions") {
  const CartesianModel model =
      readModel("1.9",
                "<link name=\"r\"><pose>1 2 3 0.1 0.2 0.3</pose></link>"
                "<link name=\"d\"><pose degrees=\"true\">0 0 0 90 0 90</pose></link>"
                "<link name=\"q\"><pose rotation_format=\"quat_xyzw\">0 0 0 0 0 2 2</pose></link>"
                "<link name=\"e\"><pose/></link>");
  // R = Rz(0.3) Ry(0.2) Rx(0.1): its third row is -sin(p), cos(p) sin(r), cos(p) cos(r).
  CHECK(near(body(model, "r").X_WB.R.row(2).transpose(),
             {-std::sin(0.2), std::cos(0.2) * std::sin(0.1), std::cos(0.2) * std::cos(0.1)}));
  CHECK(near(body(model, "d").X_WB.R.col(0), {0, 1, 0}));
  CHECK(near(body(model, "d").X_WB.R.col(1), {0, 0, 1}));
  CHECK(near(body(model, "q").X_WB.R.col(0), {0, 1, 0}));  // 90 degrees about z, made a unit one
  CHECK(isIdentity(body(model, "e").X_WB));
}

TEST_CASE("sdf: frames, nested models and placement frames") {
  const CartesianModel model = readModel(
      "1.8",
      "<link name=\"a\"><pose>1 0 0 0 0 0</pose></link>"
      "<frame name=\"f\" attached_to=\"a\"><pose>0 1 0 0 0 0</pose></frame>"
      "<frame name=\"g\"><pose relative_to=\"f\">0 0 1 0 0 0</pose></frame>"
      "<link name=\"b\"><pose relative_to=\"g\">0 0 5 0 0 0</pose></link>"
      "<model name=\"n\" placement_frame=\"tip\" canonical_link=\"l2\"><pose relative_to=\"g\">0 0 0 0 0 0</pose>"
      "<link name=\"l1\"/><link name=\"l2\"><pose>0 0 -2 0 0 0</pose></link>"
      "<frame name=\"tip\" attached_to=\"l1\"><pose>7 0 0 0 0 0</pose></frame></model>"
      "<joint name=\"j1\" type=\"fixed\"><parent>f</parent><child>n</child></joint>"
      "<joint name=\"j2\" type=\"ball\"><parent>n::tip</parent><child>b</child></joint>");
  CHECK(near(body(model, "b").X_WB.p, {1, 1, 6}));
  CHECK(near(body(model, "n_l1").X_WB.p, {-6, 1, 1}));  // its tip is at g
  CHECK(near(body(model, "n_l2").X_WB.p, {-6, 1, -1}));
  const Joint& j1 = joint(model, "j1");
  CHECK(model.bodies[bodyJ(model, j1)].name == "a");
  CHECK(model.bodies[bodyI(model, j1)].name == "n_l2");  // the canonical link carries the model's frame
  CHECK(near(worldPose(model, j1.i).p, {-6, 1, 1}));
  CHECK(model.bodies[bodyJ(model, joint(model, "j2"))].name == "n_l1");
}

TEST_CASE("sdf: parent frames do not move a joint, and that is reported") {
  const CartesianModel model = readModel("1.8",
                                         "<link name=\"a\"/><link name=\"b\"><pose>0 0 1 0 0 0</pose></link>"
                                         "<frame name=\"f\" attached_to=\"a\"><pose>0 0 4 0 0 0</pose></frame>"
                                         "<joint name=\"j\" type=\"ball\"><parent>f</parent><child>b</child></joint>");
  CHECK(near(worldPose(model, joint(model, "j").j).p, {0, 0, 1}));
  CHECK(std::any_of(model.remarks.begin(), model.remarks.end(),
                    [](const std::string& r) { return contains(r, "'f' starts 3 m"); }));
}

std::string chainOf(std::string_view type, std::string_view rest) {
  return "<link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"" + std::string(type) +
         "\"><parent>a</parent><child>b</child>" + std::string(rest) + "</joint>";
}

TEST_CASE("sdf: the pitch of a screw") {
  const auto pitch = [](std::string_view given) {
    const CartesianModel model =
        readModel("1.10", chainOf("screw", std::string(given) + "<axis><xyz>0 0 1</xyz></axis>"));
    return std::pair(std::string(joint(model, "j").type.name), joint(model, "j").pitch);
  };
  CHECK(pitch("<screw_thread_pitch>0.004</screw_thread_pitch>") == std::pair(std::string("screw"), 0.004));
  // Radians a metre, left-handed where positive.
  CHECK(pitch("<thread_pitch>-3141.5926535897931</thread_pitch>").second == Approx(0.002).epsilon(1e-15));
  CHECK(pitch("<thread_pitch>10</thread_pitch>").second == Approx(-2 * kPi / 10).epsilon(1e-15));
  CHECK(pitch("").second == 1);
  CHECK(pitch("<screw_thread_pitch>0</screw_thread_pitch>").first == "revolute");
  CHECK(pitch("<thread_pitch>0</thread_pitch>").first == "translational");
}

TEST_CASE("sdf: names beyond the limit are cut, stay different, and are read back") {
  const std::string start(400, 'n');
  const auto link = [](const std::string& name) {
    return "<link name='" + name + "'><inertial><mass>1</mass></inertial></link>";
  };
  const auto hinge = [&](const std::string& name) {
    return "<joint name='" + name + "' type='revolute'><parent>" + start + "1</parent><child>" + start +
           "2</child><axis><xyz>0 0 1</xyz></axis></joint>";
  };
  const CartesianModel model =
      readModel("1.7", link(start + "1") + link(start + "2") + hinge(start + "3") + hinge(start + "4"));
  REQUIRE(model.bodies.size() == 3);
  REQUIRE(model.joints.size() == 2);
  CHECK(model.bodies[BodyIndex{1}].name != model.bodies[BodyIndex{2}].name);
  std::set<std::string> markers;
  for (const Marker& marker : model.markers) markers.insert(marker.name);
  CHECK(static_cast<int>(markers.size()) == model.markers.size());
  Diagnostics diagnostics;
  const CartesianModel back =
      readNative(std::make_shared<const SourceFile>(SourceFile{"back.xml", writeNative(model)}), diagnostics);
  CHECK(!diagnostics.hasErrors());
  CHECK(back.joints.size() == 2);
}

TEST_CASE("sdf: two axes, the first on the parent and the second on the child") {
  const CartesianModel cross =
      readModel("1.7", chainOf("universal", "<axis><xyz>0 1 0</xyz></axis><axis2><xyz>0 0 1</xyz></axis2>"));
  const Joint& j = joint(cross, "j");
  CHECK(j.type.name == "universal");
  CHECK(near(worldPose(cross, j.j).R.col(2), {0, 1, 0}));
  CHECK(near(worldPose(cross, j.i).R.col(2), {0, 0, 1}));
  CHECK(near(worldPose(cross, j.i).R.col(1), worldPose(cross, j.j).R.col(2)));  // both angles are zero at the start

  const CartesianModel skew =
      readModel("1.7", chainOf("revolute2", "<axis><xyz>0 1 1</xyz></axis><axis2><xyz>0 0 1</xyz></axis2>"));
  CHECK(body(skew, "j_cross").massProperties.mass == 0);
  CHECK(near(axisOf(skew, "j"), Vector3(0, 1, 1).normalized()));
  CHECK(near(axisOf(skew, "j_2"), {0, 0, 1}));
  CHECK(skew.bodies[bodyI(skew, joint(skew, "j_2"))].name == "b");

  const CartesianModel locked =
      readModel("1.4", chainOf("revolute2",
                               "<axis><xyz>0 0 1</xyz><limit><lower>0</lower><upper>0</upper></limit></axis>"
                               "<axis2><xyz>0 1 0</xyz></axis2>"));
  CHECK(joint(locked, "j").type.name == "revolute");
  CHECK(near(axisOf(locked, "j"), {0, 1, 0}));
}

CartesianModel limited(std::string_view limit, std::string_view type = "revolute") {
  return readModel("1.7", chainOf(type, "<axis><xyz>0 0 1</xyz><limit>" + std::string(limit) + "</limit></axis>"));
}

TEST_CASE("sdf: limits") {
  CHECK(joint(limited("<lower>-1e16</lower><upper>1e+16</upper>"), "j").limits.empty());
  CHECK(joint(limited("<lower>-inf</lower><upper>inf</upper>"), "j").limits.empty());
  CHECK(joint(limited("<lower>-1</lower><upper>1</upper>", "continuous"), "j").limits.empty());

  const CartesianModel hard = limited("<lower>-1</lower><upper>2</upper><stiffness>1e8</stiffness>");
  REQUIRE(joint(hard, "j").limits.size() == 1);
  CHECK(joint(hard, "j").limits[0].lower == -1.0);
  CHECK(joint(hard, "j").limits[0].stiffness == 0);
  const CartesianModel soft = limited("<upper>2</upper><stiffness>500</stiffness>");
  CHECK(joint(soft, "j").limits.at(0).stiffness == 500);
  CHECK(!joint(soft, "j").limits.at(0).lower);
  REQUIRE(lossOf(soft, "<dissipation>"));
  CHECK(lossOf(soft, "<dissipation>")->changesMotion);

  CHECK(joint(limited("<lower>0</lower><upper>0</upper>"), "j").type.name == "fixed");
  const CartesianModel held = limited("<lower>0.3</lower><upper>0.3</upper>");
  REQUIRE(held.drives.size() == 1);
  CHECK(std::get<ConstantFunction>(held.drives[0].function).value == 0.3);
  const CartesianModel sprung = limited("<lower>0</lower><upper>0</upper><stiffness>70</stiffness>");
  REQUIRE(sprung.forces.size() == 1);
  CHECK(std::get<Rsda>(sprung.forces[0].law).stiffness == 70);
  const CartesianModel reversed = limited("<lower>1000</lower><upper>-1000</upper>");
  CHECK(joint(reversed, "j").limits.empty());
  CHECK(lossOf(reversed, "<limit>"));
}

TEST_CASE("sdf: damping, friction, springs and where a joint starts") {
  const std::string dynamics =
      "<axis><xyz>0 0 "
      "1</xyz><dynamics><damping>2</damping><friction>0.5</friction><spring_stiffness>30</spring_stiffness>"
      "<spring_reference>0.1</spring_reference></dynamics><initial_position>0.2</initial_position></axis>";
  const CartesianModel hinge = readModel("1.6", chainOf("revolute", dynamics));
  REQUIRE(joint(hinge, "j").frictions.size() == 1);
  CHECK(joint(hinge, "j").frictions[0].viscous == 2);
  CHECK(joint(hinge, "j").frictions[0].coulomb == 0.5);
  CHECK(joint(hinge, "j").initials.at(0).value == 0.2);
  const Rsda& spring = std::get<Rsda>(hinge.forces.at(0).law);
  CHECK(spring.i == joint(hinge, "j").i);
  CHECK(spring.stiffness == 30);
  CHECK(spring.angle == 0.1);

  const CartesianModel slide = readModel("1.6", chainOf("prismatic", dynamics));
  const GeneralForce& push = std::get<GeneralForce>(slide.forces.at(0).law);
  CHECK(push.in == joint(slide, "j").j);
  REQUIRE(push.force[2]);
  CHECK(toText(*push.force[2]) == "30*(0.1 - joint(j.tz))");
}

TEST_CASE("sdf: gearboxes and mimics") {
  const std::string shafts =
      "<link name=\"base\"/><link name=\"in\"/><link name=\"out\"/>"
      "<joint name=\"w\" type=\"fixed\"><parent>world</parent><child>base</child></joint>"
      "<joint name=\"ji\" type=\"revolute\"><parent>base</parent><child>in</child><axis><xyz>1 0 0</xyz></axis></joint>"
      "<joint name=\"jo\" type=\"revolute\"><parent>out</parent><child>base</child><axis><xyz>1 0 0</xyz>";
  const CartesianModel geared =
      readModel("1.7", shafts +
                           "</axis></joint><joint name=\"g\" type=\"gearbox\"><parent>in</parent><child>out</child>"
                           "<gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>base</gearbox_reference_body>"
                           "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>1 0 0</xyz></axis2></joint>");
  REQUIRE(geared.couplers.size() == 1);
  // theta_2 = -3 theta_1; the second is against the coordinate of `jo`, whose child is the base.
  const Coupler& gear = geared.couplers[0];
  CHECK(gear.kind == "gear");
  REQUIRE(gear.terms.size() == 2);
  CHECK(gear.terms[0].factor == -1);
  CHECK(gear.terms[1].factor == 3);
  CHECK(geared.joints[gear.terms[1].coordinate.joint].name == "ji");

  const CartesianModel mimic = readModel(
      "1.11", shafts +
                  "<mimic joint=\"ji\"><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference>"
                  "</mimic></axis></joint>");
  REQUIRE(mimic.couplers.size() == 1);
  // q = 2 (q_leader - 0.1) + 0.5
  CHECK(mimic.couplers[0].terms[1].factor == -2);
  CHECK(*mimic.couplers[0].offset == Approx(0.3).epsilon(1e-15));
}

}  // namespace
}  // namespace mb
