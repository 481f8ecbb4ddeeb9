// Units, axes, masses, velocities, joints in the world.
#include <fmt/format.h>

#include "tests/support/texts/native_text.h"

namespace mb {
namespace {

using testing::kPi;

// The same crank, with numbers as the file wants them: l, m, i, f, a scale length, mass, inertia, force and angle; v
// turns world vectors.
std::string crank(const std::string& head, double l, double deg, const std::function<Vector3(Vector3)>& v) {
  const auto vec = [&](const Vector3& SI, double scale = 1) {
    const Vector3 t = v(SI) * scale;
    return fmt::format("{:.17g} {:.17g} {:.17g}", t.x(), t.y(), t.z());
  };
  const auto frame = [&](const Vector3& x, const Vector3& y, const Vector3& z) {
    const Vector3 a = v(x), b = v(y), c = v(z);
    return fmt::format("{} {} {} {} {} {} {} {} {}", a.x(), b.x(), c.x(), a.y(), b.y(), c.y(), a.z(), b.z(), c.z());
  };
  return head + fmt::format("<gravity vector='{}'/>", vec({0, 0, -9.81}, l)) +
         fmt::format(
             "<body name='crank'><pose pos='{}' rot='{}'/><mass value='2' com='{} 0 0'/>"
             "<inertia xx='{}' yy='{}' zz='{}' xy='{}'/><velocity lin='{}' ang='{}'/><marker name='m'><pose pos='{} 0 "
             "0'/></marker></body>",
             vec({0.1, 0.2, 0.3}, l), frame({0, 1, 0}, {-1, 0, 0}, {0, 0, 1}), 0.05 * l, 0.01 * l * l, 0.02 * l * l,
             0.025 * l * l, -0.003 * l * l, vec({1, 2, 3}, l), vec({0.5, -0.25, 0.125}, deg), 0.2 * l) +
         fmt::format(
             "<joint name='hinge' type='revolute' i='crank' j='ground' point='{}' axis='{}'>"
             "<limit lower='{}' upper='{}'/><friction coulomb='{}'/></joint>",
             vec({0.1, 0.2, 0.3}, l), vec({0, 0, 1}), -0.5 * deg, 0.75 * deg, 3 * l) +
         fmt::format(
             "<force type='tsda' i='crank' point='{}' j='ground' point2='{}' k='{}' c='{}' length='{}'/>"
             "<motion joint='hinge'><sine amplitude='{}' frequency='2'/></motion>",
             vec({0.1, 0.4, 0.3}, l), vec({0, 0, 1}, l), 1000 / l, 10 / l, 0.4 * l, 0.125 * deg);
}

}  // namespace

TEST_CASE("a machine in millimetres, degrees and SAE axes is the same model as in metres, radians and ISO axes") {
  const CartesianModel iso = nativeModel(crank("", 1, 1, [](Vector3 a) { return a; }));
  const CartesianModel sae =
      nativeModel(crank("<units length='mm' mass='kg' time='s' force='N' angle='deg'/><axes convention='sae'/>", 1000,
                        180 / kPi, [](Vector3 a) { return Vector3(a.x(), -a.y(), -a.z()); }));
  constexpr double kRound = 1e-14;  // a few roundings of numbers up to 10
  CHECK(sae.R_WS == Matrix3(Vector3(1, -1, -1).asDiagonal()));
  CHECK((sae.gravity - iso.gravity).norm() <= kRound);
  REQUIRE(sae.bodies.size() == iso.bodies.size());
  const Body& a = bodyOf(iso, "crank");
  const Body& b = bodyOf(sae, "crank");
  CHECK(distance(a.X_WB, b.X_WB) <= kRound);
  CHECK((a.v_WB - b.v_WB).norm() <= kRound);
  CHECK((a.w_WB - b.w_WB).norm() <= kRound);
  CHECK(a.massProperties.mass == b.massProperties.mass);
  CHECK((a.massProperties.com - b.massProperties.com).norm() <= kRound);
  CHECK((a.massProperties.inertia - b.massProperties.inertia).norm() <= kRound);
  REQUIRE(sae.markers.size() == iso.markers.size());
  for (const MarkerIndex marker : iso.markers.indexes()) {
    CAPTURE(iso.markers[marker].name);
    CHECK(sae.markers[marker].name == iso.markers[marker].name);
    // Axes of points differ, since a file's axes are its own; frames of joints do not.
    CHECK((worldPose(iso, marker).p - worldPose(sae, marker).p).norm() <= kRound);
    if (iso.markers[marker].name.find("hinge") != std::string::npos) {
      CHECK(distance(worldPose(iso, marker), worldPose(sae, marker)) <= kRound);
    }
  }
  const Joint& i = jointOf(iso, "hinge");
  const Joint& s = jointOf(sae, "hinge");
  CHECK(*s.limits[0].lower == Approx(*i.limits[0].lower).epsilon(kRound));
  CHECK(*s.limits[0].upper == Approx(*i.limits[0].upper).epsilon(kRound));
  CHECK(s.frictions[0].coulomb == Approx(i.frictions[0].coulomb).epsilon(kRound));
  const auto& f = std::get<Tsda>(iso.forces[0].law);
  const auto& g = std::get<Tsda>(sae.forces[0].law);
  CHECK(g.stiffness == Approx(f.stiffness).epsilon(kRound));
  CHECK(g.damping == Approx(f.damping).epsilon(kRound));
  CHECK(g.length == Approx(f.length).epsilon(kRound));
  CHECK(std::get<SineFunction>(sae.drives[0].function).amplitude == Approx(0.125).epsilon(kRound));
  CHECK(iso.forces[0].name == "tsda_1");
  CHECK(iso.drives[0].name == "motion_1");
}

TEST_CASE("the ground keeps its markers as written, and its frame is turned to the file's axes") {
  const CartesianModel model = nativeModel(
      "<axes convention='y-up'/><body name='ground' ground='true'><marker name='m'><pose pos='1 2 "
      "3'/></marker></body><body name='a'/>");
  const Body& ground = bodyOf(model, "ground");
  CHECK(ground.isGround);
  CHECK(ground.X_WB.R == model.R_WS);
  CHECK(model.markers[markerOf(model, "ground.m")].X_BM.p == Vector3(1, 2, 3));
  // y is up: (1, 2, 3) is 1 forward and 2 up, and z points to the right.
  CHECK(worldPose(model, markerOf(model, "ground.m")).p == Vector3(1, -3, 2));
  CHECK(model.gravity == Vector3(0, 0, -9.80665));
}

TEST_CASE("a ground is created only if something is attached to it") {
  CHECK(!findBody(nativeModel("<body name='a'><pose relative_to='ground'/></body>"), "ground"));
  const CartesianModel model =
      nativeModel("<body name='a'/><joint name='j' type='spherical' i='a' j='ground' point='1 0 0'/>");
  const std::optional<BodyIndex> ground = findBody(model, "ground");
  REQUIRE(ground);
  CHECK(model.bodies[*ground].isGround);
}

TEST_CASE("an inertia about any point and axes is the same body") {
  // A bar of mass 3 along x, off the origin, with a small product; J about the centre of mass in body axes.
  Matrix3 J;
  J << 0.1, -0.02, 0.01, -0.02, 0.5, 0.03, 0.01, 0.03, 0.55;
  const Vector3 com(0.3, -0.2, 0.1);
  const Pose X_BA{Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix(), Vector3(1, 0.5, -0.25)};
  const auto shifted = [&](const Pose& X) {  // the definition, with the sum of products of distances
    const Vector3 r = com - X.p;
    Matrix3 about = J;
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) about(a, b) += 3 * ((a == b ? r.dot(r) : 0.0) - r(a) * r(b));
    }
    return Matrix3(X.R.transpose() * about * X.R);
  };
  const auto attributes = [](const Matrix3& M, double sign) {
    return fmt::format("xx='{}' yy='{}' zz='{}' xy='{}' xz='{}' yz='{}'", M(0, 0), M(1, 1), M(2, 2), sign * M(0, 1),
                       sign * M(0, 2), sign * M(1, 2));
  };
  const Quaternion q(X_BA.R);
  const std::string marker = fmt::format(
      "<marker name='cm'><pose pos='0.3 -0.2 0.1'/></marker><marker name='A'><pose pos='1 0.5 -0.25' quat='{:.17g} "
      "{:.17g} {:.17g} {:.17g}'/></marker>",
      q.w(), q.x(), q.y(), q.z());
  const std::vector<std::string> spellings{
      "<mass value='3' com='0.3 -0.2 0.1'/><inertia " + attributes(J, 1) + "/>",
      "<mass value='3' com='cm'/><inertia " + attributes(J, -1) + " products='positive-integral' at='com'/>",
      "<mass value='3' com='0.3 -0.2 0.1'/><inertia " + attributes(shifted({}), 1) + " at='origin'/>",
      "<mass value='3' com='cm'/><inertia " + attributes(shifted(X_BA), 1) + " at='A'/>",
      "<mass value='3' com='cm'/><inertia " + attributes(shifted(X_BA), -1) + " products='positive-integral' at='A'/>",
  };
  for (const std::string& spelling : spellings) {
    CAPTURE(spelling);
    const CartesianModel model = nativeModel("<body name='a'>" + spelling + marker + "</body>");
    const MassProperties& properties = bodyOf(model, "a").massProperties;
    CHECK(properties.mass == 3);
    CHECK((properties.com - com).norm() <= 1e-15);
    CHECK((properties.inertia - J).cwiseAbs().maxCoeff() <= 3e-15 * 10);  // moments up to 5 about A
  }
}

TEST_CASE("a velocity of the centre of mass in body axes becomes that of the origin in the world") {
  const CartesianModel model = nativeModel(
      "<units angle='deg'/><body name='a'><pose rpy='0 0 90'/><mass value='1' com='2 0 0'/>"
      "<velocity lin='1 0 0' ang='0 0 180/pi' lin_at='com' lin_in='body' ang_in='body' fixed='lin.x ang'/><exact "
      "coords='y rz'/></body>");
  const Body& body = bodyOf(model, "a");
  // The centre of mass is at (0, 2, 0) and moves with (0, 1, 0); turning with 1 rad/s about z adds -w x r = (2, 0, 0).
  CHECK((body.v_WB - Vector3(2, 1, 0)).norm() <= 1e-15);
  CHECK((body.w_WB - Vector3(0, 0, 1)).norm() <= 1e-15);
  CHECK(body.keepVelocity == std::array<bool, 6>{true, false, false, true, true, true});
  CHECK(body.keepPosition == std::array<bool, 6>{false, true, false, false, false, true});
}

TEST_CASE("kept components are converted from the axes of the file") {
  const CartesianModel model = nativeModel(
      "<axes convention='y-up'/><body name='a'><velocity lin='0 1 0' fixed='lin.y'/><exact coords='z'/></body>");
  CHECK(bodyOf(model, "a").keepVelocity == std::array<bool, 6>{false, false, true, false, false, false});
  CHECK(bodyOf(model, "a").keepPosition == std::array<bool, 6>{false, true, false, false, false, false});
}

TEST_CASE("a parameter with a unit means the same in every unit of the file, one without is a plain number") {
  const auto stiffness = [](const std::string& units, const std::string& param, const std::string& value) {
    const CartesianModel model =
        nativeModel(units + "<parameters>" + param +
                    "</parameters><body name='a'><marker name='m'/></body><body name='b'><marker name='m'/></body>"
                    "<force name='f' type='tsda' i='a.m' j='b.m' k='" +
                    value + "'/>");
    return std::get<Tsda>(model.forces[0].law).stiffness;
  };
  const std::string mm = "<units length='mm'/>";
  CHECK(stiffness("", "<param name='k' value='167062' unit='N/m'/>", "k") == Approx(167062).epsilon(1e-15));
  CHECK(stiffness(mm, "<param name='k' value='167062' unit='N/m'/>", "k") == Approx(167062).epsilon(1e-15));
  CHECK(stiffness(mm, "<param name='k' value='2'/>", "k") == Approx(2000).epsilon(1e-15));
  CHECK(stiffness(mm, "<param name='k' value='2'/><param name='n' value='2*k + 1'/>", "(n + 1)/2") ==
        Approx(3000).epsilon(1e-15));
}

TEST_CASE("joints given in the world are at their zero position") {
  const CartesianModel model = nativeModel(R"(
    <body name='a'><pose pos='1 2 3' quat='0.5 0.5 0.5 0.5'/></body><body name='b'><pose quat='0 1 0 0'/></body>
    <joint name='u' type='universal' i='a' j='b' point='1 1 0' axis='0 0 2' axis2='0 3 0'/>
    <joint name='h' type='hooke' i='a' j='b' point='1 1 0' axis='0 0 2' axis2='0 3 0'/>
    <joint name='d' type='distance' i='a' j='b' point='1 2 3' point2='1 5 7'/>
    <joint name='r' type='revolute' i='a' j='b'><pose pos='0 0 1' relative_to='a'/></joint>)");
  const auto ends = [&](std::string_view name) {
    const Joint& joint = jointOf(model, name);
    return std::pair{worldPose(model, joint.i), worldPose(model, joint.j)};
  };
  const auto [uM, uF] = ends("u");
  CHECK((uF.R.col(2) - Vector3(0, 0, 1)).norm() <= 1e-15);
  CHECK((uM.R.col(2) - Vector3(0, 1, 0)).norm() <= 1e-15);
  CHECK((uF.R.col(0) - uM.R.col(2)).norm() <= 1e-15);  // first coordinate 0
  CHECK((uF.R.col(2) - uM.R.col(1)).norm() <= 1e-15);  // second coordinate 0
  const auto [hM, hF] = ends("h");
  CHECK((hF.R.col(1) - Vector3(0, 0, 1)).norm() <= 1e-15);
  CHECK((hM.R.col(0) - Vector3(0, 1, 0)).norm() <= 1e-15);
  CHECK(distance(hM, hF) <= 1e-15);
  CHECK(jointOf(model, "d").length == Approx(5).epsilon(1e-15));
  CHECK((ends("d").first.p - Vector3(1, 2, 3)).norm() <= 1e-15);
  CHECK((ends("d").second.p - Vector3(1, 5, 7)).norm() <= 1e-15);
  CHECK(distance(ends("r").first, ends("r").second) <= 1e-15);
  CHECK((ends("r").first.p - Vector3(2, 2, 3)).norm() <= 1e-15);  // z of a is x
}

TEST_CASE("the teeth of a gear move alike at the marker between the wheels") {
  // Wheels of radius 1 and 2 on one carrier, axes parallel: external teeth turn against each other, q1 + 2 q2 = const.
  const CartesianModel model = nativeModel(R"(
    <body name='ground' ground='true'><marker name='one'/><marker name='two'><pose pos='3 0 0'/></marker>
      <marker name='teeth'><pose pos='1 0 0' zx='1 1 0; 2 0 0'/></marker></body>
    <body name='a'><marker name='m'/></body><body name='b'><pose pos='3 0 0'/><marker name='m'/></body>
    <joint name='j1' type='revolute' i='a.m' j='ground.one'/><joint name='j2' type='revolute' i='b.m' j='ground.two'/>
    <joint name='j3' type='revolute' i='ground.two' j='b.m'/>
    <gear name='g' joints='j1 j2' cv='ground.teeth'/><gear joints='j1 j3' cv='ground.teeth'/>)");
  const auto ratio = [](const Coupler& coupler) { return coupler.terms[1].factor / coupler.terms[0].factor; };
  CHECK(ratio(model.couplers[0]) == Approx(2));
  CHECK(ratio(model.couplers[1]) == Approx(-2));  // measured the other way round
  CHECK(model.couplers[1].name == "gear_1");
}

TEST_CASE("hints suggest as_given only where it would be accepted, and name the missing point") {
  const auto errorOf = [](const std::string& elements) {
    Diagnostics diagnostics;
    readNative(std::make_shared<const SourceFile>(SourceFile{"m.xml", "<mbs version=\"1\">" + elements + "</mbs>"}),
               diagnostics);
    REQUIRE(diagnostics.errorCount() == 1);
    return diagnostics.all().front();
  };
  Diagnostics plate;  // 1/3, 1/30 and their sum, in three digits
  readNative(
      std::make_shared<const SourceFile>(SourceFile{"m.xml",
                                                    "<mbs version=\"1\"><body name=\"a\"><mass value=\"1\"/>"
                                                    "<inertia xx=\"0.333\" yy=\"0.0333\" zz=\"0.367\"/></body></mbs>"}),
      plate);
  CHECK(!plate.hasErrors());
  const auto inertia = [&](const std::string& moments) {
    return errorOf("<body name=\"a\"><mass value=\"1\"/><inertia " + moments + "/></body>");
  };
  CHECK(inertia("xx=\"1\" yy=\"1\" zz=\"3\"").code == Code::impossibleInertia);
  CHECK(testing::contains(inertia("xx=\"1\" yy=\"1\" zz=\"3\"").hint, "as_given=\"yes\""));
  CHECK_FALSE(testing::contains(inertia("xx=\"-1\" yy=\"1\" zz=\"3\"").hint, "as_given"));

  const std::string bodies = "<body name=\"a\"><mass value=\"1\"/></body><body name=\"b\"><mass value=\"1\"/></body>";
  const Diagnostic force = errorOf(bodies + "<force type=\"tsda\" i=\"a\" j=\"b\" point=\"1 0 0\" k=\"1\"/>");
  CHECK(force.code == Code::missingAttribute);
  CHECK(force.message == "'b' is a body, but point2= is missing: the point on it");
  CHECK(testing::contains(force.hint, "point2=\"x y z\""));
}

}  // namespace mb
