// ADAMS/Solver datasets: the grammar, and one test per convention that is easy to get wrong.
#include "formats/adams/adams.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "formats/import/import_build.h"
#include "tests/support/texts/adams_text.h"
#include "tests/support/texts/named_parts.h"

namespace mb {
namespace {

using testing::kPi;

using namespace testing;

Matrix3 worldAxes(const CartesianModel& model, std::string_view name) {
  for (const MarkerIndex index : model.markers.indexes()) {
    if (model.markers[index].name == name) return worldPose(model, index).R;
  }
  FAIL("no marker " << name);
  return Matrix3::Zero();
}

}  // namespace

TEST_CASE("datasets are recognised by their title or their statements") {
  CHECK(looksLikeAdams("ADAMS/View model name: x\n"));
  CHECK(looksLikeAdams("Adams View model name: MODEL_1\n!\n"));
  CHECK(looksLikeAdams("anything\n! comment\nPART/01, GROUND\n"));
  CHECK(looksLikeAdams("anything\nunits/\n, force = newton\n"));
  CHECK(!looksLikeAdams("<mbs version=\"1\"/>"));
  CHECK(!looksLikeAdams("begin: data;\n problem: initial value;\nend: data;\n# a/b\n"));
  CHECK(!looksLikeAdams(""));
}

TEST_CASE("an ADAMS title is a title even when it looks like a statement") {
  Diagnostics diagnostics;
  const CartesianModel model = readText("PART/7, GROUND\nPART/1, GROUND\nPART/2\nEND\n", diagnostics);
  CHECK(!diagnostics.hasErrors());
  CHECK(diagnostics.warningCount() == 1);
  CHECK(model.bodies.size() == 2);
  const auto warningsFor = [](std::string_view title) {
    Diagnostics found;
    readText(std::string(title) + "\nPART/1, GROUND\nPART/2\nEND\n", found);
    return found.warningCount();
  };
  for (const std::string_view statement :
       {"ACCGRAV/JGRAV=-9.81", "accgrav / ", "ACC/JGRAV = -9.81", "UNITS/FORCE=NEWTON", "UNITS/", "OUTPUT/REQSAVE"}) {
    CAPTURE(statement);
    CHECK(warningsFor(statement) == 1);
  }
  for (const std::string_view title : {"ADAMS/View model name: m", "In/out valve", "a/b/c=3", "car"}) {
    CAPTURE(title);
    CHECK(warningsFor(title) == 0);
  }
}

TEST_CASE("lines of an ADAMS dataset become statements") {
  const CartesianModel model = readClean(kMetres,
                                         "PART/01\n"
                                         ", GROUND            ! a comment\n"
                                         "MARKER/001, PART = 1; MARKER/2, PART=01\n"
                                         "!            adams_view_name='arm'\n"
                                         "part/2, ma = 1,\n"
                                         "  cm = 03, ip = 1, 2\n"
                                         "! between two lines\n"
                                         "\n"
                                         ", 3\n"
                                         "!            adams_view_name='.model.arm.pin'\n"
                                         "Marker/0003, Part=2, QP = 0.5,\n"
                                         ", 0.25, -1.5D+1\n"
                                         "!            adams_view_name='switched_off'\n"
                                         "!JOINT/9, REVOLUTE, I=1, J=3\n"
                                         "JOI/9, REV, I=1, J=003");
  REQUIRE(model.bodies.size() == 2);
  const Body& arm = bodyOf(model, "arm");
  CHECK(arm.massProperties.com == Vector3(0.5, 0.25, -15));
  CHECK(arm.massProperties.inertia.isApprox(Vector3(1, 2, 3).asDiagonal().toDenseMatrix()));
  CHECK(model.markers[MarkerIndex{2}].name == "arm.pin");
  REQUIRE(model.joints.size() == 1);
  CHECK(model.joints[JointIndex{0}].name == "joint_9");
}

TEST_CASE("ADAMS angles are radians, or degrees with a D; D3 is an exponent") {
  const CartesianModel model = readClean(kMetres,
                                         "PART/1, GROUND\nPART/2, MASS=1, CM=9, IP=1,1,1\nMARKER/9, PART=2\n"
                                         "MARKER/1, PART=1, REULER=90D, 0, 0\n"
                                         "MARKER/2, PART=1, REULER=1.5707963267948966, 0, 0\n"
                                         "MARKER/3, PART=1, REULER=9D1, 0, 0\nMARKER/4, PART=1, REULER=90 D, 0, 0");
  CHECK(worldAxes(model, "ground.marker_1").col(0).isApprox(Vector3::UnitY(), 1e-15));
  CHECK(worldAxes(model, "ground.marker_2").col(0).isApprox(Vector3::UnitY(), 1e-15));
  CHECK(worldAxes(model, "ground.marker_3").col(0).isApprox(Vector3(std::cos(90), std::sin(90), 0), 1e-15));
  CHECK(worldAxes(model, "ground.marker_4").col(0).isApprox(Vector3::UnitY(), 1e-15));
}

TEST_CASE("ADAMS orientations: 3-1-3 angles, or points on the axes") {
  const CartesianModel model =
      readClean(kMetres,
                "PART/1, GROUND\nPART/2, MASS=1, CM=9, IP=1,1,1\nMARKER/9, PART=2\n"
                "MARKER/1, PART=1, REULER=90D, 90D, -90D\n"  // a quarter turn about y
                "MARKER/2, PART=1, QP=1,1,1, ZP=2,1,1, XP=5,1,3\nMARKER/3, PART=1, ZP=0,1,0, XP=2,2,0, USEXP");
  Matrix3 R;
  R << 0, 0, 1, 0, 1, 0, -1, 0, 0;
  CHECK(worldAxes(model, "ground.marker_1").isApprox(R, 1e-15));
  CHECK(worldAxes(model, "ground.marker_2").col(2).isApprox(Vector3::UnitX(), 1e-15));
  CHECK(worldAxes(model, "ground.marker_2").col(0).isApprox(Vector3::UnitZ(), 1e-15));
  CHECK(worldAxes(model, "ground.marker_3").col(0).isApprox(Vector3(1, 1, 0).normalized(), 1e-15));
  CHECK(worldAxes(model, "ground.marker_3").col(2).isApprox(Vector3(-1, 1, 0).normalized(), 1e-15));
}

TEST_CASE("ADAMS units: newtons beside kilograms and millimetres") {
  const CartesianModel model = readTwo(
      "ACCGRAV/KGRAV=-9806.65\nSPRINGDAMPER/1, TRANSLATION, I=3, J=1, K=5, C=0.25, LENGTH=40, FORCE=7\n"
      "SPRINGDAMPER/2, ROTATION, I=3, J=1, KT=500, CT=2, ANGLE=90D, TORQUE=-3",
      kMillimetres);
  CHECK(model.gravity.isApprox(Vector3(0, 0, -9.80665), 1e-15));
  CHECK(bodyOf(model, "part_2").massProperties.inertia(0, 0) == Approx(1e-6).epsilon(1e-14));
  const Tsda& spring = lawOf<Tsda>(model);
  CHECK(spring.stiffness == Approx(5000).epsilon(1e-14));
  CHECK(spring.damping == Approx(250).epsilon(1e-14));
  CHECK(spring.length == Approx(0.04).epsilon(1e-14));
  CHECK(spring.preload == Approx(7).epsilon(1e-14));  // at LENGTH, pushing apart
  const Rsda& torsion = lawOf<Rsda>(model, 1);
  CHECK(torsion.stiffness == Approx(0.5).epsilon(1e-14));
  CHECK(torsion.damping == Approx(0.002).epsilon(1e-14));
  CHECK(torsion.angle == Approx(kPi / 2).epsilon(1e-14));
  CHECK(torsion.torque == Approx(-0.003).epsilon(1e-14));
}

TEST_CASE("ADAMS units: systems and the consistency factor") {
  constexpr std::string_view kForce = "SFORCE/1, TRANSLATIONAL, ACTIONONLY, I=3, J=1, FUNCTION=2";
  const auto force = [&](std::string_view units) {
    const CartesianModel model = readTwo(kForce, "title\nUNITS/" + std::string(units) + "\n");
    return *constantValue(*lawOf<GeneralForce>(model).force[2]);
  };
  CHECK(force("SYSTEM=MKS") == Approx(2).epsilon(1e-15));
  CHECK(force("SYSTEM=CGS") == Approx(2e-5).epsilon(1e-15));
  CHECK(force("SYSTEM=IPS") == Approx(2 * 0.45359237 * 9.80665).epsilon(1e-14));
  CHECK(force("UCF=386.0886") == Approx(2 * 386.0886).epsilon(1e-15));  // force times UCF is mass times acceleration
  CHECK(bodyOf(readTwo("", "title\nUNITS/SYSTEM=IPS\n"), "part_2").massProperties.mass == Approx(0.45359237));
}

// Two point masses of 2 kg and 1 kg, seen from a marker that is neither at their centre nor along the part's axes.
TEST_CASE("ADAMS inertia: about the inertia marker, products as positive integrals") {
  const Vector3 a(1, 2, 0.5);
  const Vector3 b(-1, 0.5, 2);
  const Vector3 im(0.3, -0.2, 0.7);
  const double angle = 0.4;
  const Matrix3 R = rotationAbout(2, angle);
  const auto about = [&](const Vector3& p, int i, int j) {  // integrals in the axes of the marker
    const Vector3 ra = R.transpose() * (a - p);
    const Vector3 rb = R.transpose() * (b - p);
    if (i == j) return 2 * (ra.squaredNorm() - ra(i) * ra(i)) + 1 * (rb.squaredNorm() - rb(i) * rb(i));
    return 2 * ra(i) * ra(j) + 1 * rb(i) * rb(j);
  };
  std::ostringstream text;
  text.precision(17);
  const Vector3 com = (2 * a + b) / 3;
  text << "PART/1, GROUND\nPART/2, MASS=3, CM=1, IM=2, IP=" << about(im, 0, 0) << "," << about(im, 1, 1) << ","
       << about(im, 2, 2) << "," << about(im, 0, 1) << "," << about(im, 0, 2) << "," << about(im, 1, 2)
       << "\nMARKER/1, PART=2, QP=" << com(0) << "," << com(1) << "," << com(2)
       << "\nMARKER/2, PART=2, REULER=" << angle << ",0,0, QP=" << im(0) << "," << im(1) << "," << im(2) << "\n";
  const CartesianModel model = readClean(kMetres, text.str());
  const MassProperties& found = bodyOf(model, "part_2").massProperties;
  Matrix3 expected = Matrix3::Zero();
  for (const auto& [m, p] : {std::pair{2.0, a}, std::pair{1.0, b}}) {
    expected += m * skew(p - com).transpose() * skew(p - com);
  }
  CHECK(found.com.isApprox(com, 1e-15));
  CHECK(found.inertia.isApprox(expected, 1e-13));
}

TEST_CASE("ADAMS velocities: of the mass centre along ground axes, about the axes of its marker") {
  const CartesianModel model =
      readClean(kMetres,
                "PART/1, GROUND\nPART/2, MASS=1, CM=1, IP=1,1,1, VX=1, VY=2, VZ=3, WX=0, WY=0, WZ=4\n"
                "MARKER/1, PART=2, QP=0,0.5,0, REULER=0,-90D,0\n"  // z of the marker is y of the world
                "PART/3, MASS=1, CM=2, IP=1,1,1, VX=5\nMARKER/2, PART=3, QP=1,0,0");
  const Body& whole = bodyOf(model, "part_2");
  CHECK(whole.w_WB.isApprox(Vector3(0, 4, 0), 1e-15));
  CHECK(whole.v_WB.isApprox(Vector3(1, 2, 3), 1e-15));  // w x r = 0: r is along w
  CHECK(whole.keepVelocity == std::array<bool, 6>{true, true, true, true, true, true});
  // Without an angular velocity, the speed of the mass centre holds only in a frame that is there.
  const Body& part = bodyOf(model, "part_3");
  CHECK(part.massProperties.com == Vector3::Zero());
  CHECK(part.X_WB.p == Vector3(1, 0, 0));
  CHECK(part.v_WB == Vector3(5, 0, 0));
  CHECK(part.keepVelocity == std::array<bool, 6>{true, false, false, false, false, false});
}

TEST_CASE("an ADAMS point mass does not turn") {
  const CartesianModel model = readClean(
      kMetres, "PART/1, GROUND\nPOINT_MASS/4, MASS=2, CM=1, QG=1,2,3, EXACT=X:Z\nMARKER/1, POINT_MASS=4, QP=0,0,1");
  const Body& body = bodyOf(model, "point_mass_4");
  CHECK(body.massProperties.com == Vector3(0, 0, 1));
  CHECK(body.keepPosition == std::array<bool, 6>{true, false, true, false, false, false});
  REQUIRE(model.joints.size() == 1);
  CHECK(model.joints[JointIndex{0}].type.name == "orientation");
}

TEST_CASE("ADAMS joints keep their markers and the sign of I against J") {
  const std::pair<std::string_view, std::string_view> kTypes[] = {
      {"JOINT/1, REVOLUTE", "revolute"},   {"JOINT/1, TRANS", "translational"}, {"JOINT/1, CYLINDRICAL", "cylindrical"},
      {"JOINT/1, SPHERICAL", "spherical"}, {"JOINT/1, UNIVERSAL", "universal"}, {"JOINT/1, HOOKE", "hooke"},
      {"JOINT/1, PLANAR", "planar"},       {"JOINT/1, FIXED", "fixed"},         {"JPRIM/1, ATPOINT", "spherical"},
      {"JPRIM/1, INLINE", "in-line"},      {"JPRIM/1, INPLANE", "in-plane"},    {"JPRIM/1, ORIENTATION", "orientation"},
      {"JPRIM/1, PARALLEL", "parallel"},   {"JPRIM/1, PERP", "perpendicular"},
  };
  for (const auto& [text, type] : kTypes) {
    CAPTURE(text);
    const CartesianModel model = readTwo(std::string(text) + ", I=1, J=3");
    REQUIRE(model.joints.size() == 1);
    const Joint& joint = model.joints[JointIndex{0}];
    CHECK(joint.type.name == type);
    CHECK(model.markers[joint.i].name == "ground.marker_1");
    CHECK(model.markers[joint.j].name == "part_2.marker_3");
  }
  const CartesianModel screw = readTwo("JOINT/1, SCREW, I=3, J=1, PITCH=5", kMillimetres);
  CHECK(screw.joints[JointIndex{0}].pitch == Approx(0.005).epsilon(1e-15));
}

// Along two shafts in line, the z axes of ADAMS point away from each other.
TEST_CASE("an ADAMS constant velocity joint is turned so that its axes meet") {
  const CartesianModel model = readClean(kMetres,
                                         "PART/1, GROUND\nMARKER/1, PART=1, REULER=0,0,0\n"
                                         "PART/2, MASS=1, CM=2, IP=1,1,1\nMARKER/2, PART=2, REULER=0,180D,0\n"
                                         "JOINT/1, CONVEL, I=2, J=1");
  const Joint& joint = model.joints[JointIndex{0}];
  CHECK(joint.type.name == "constant-velocity");
  CHECK(worldPose(model, joint.i).R.isApprox(Matrix3::Identity(), 1e-15));
}

TEST_CASE("ADAMS joints give initial displacements and velocities") {
  const CartesianModel turn = readTwo("JOINT/1, REVOLUTE, I=3, J=1, IC=30D, 2");
  REQUIRE(turn.joints[JointIndex{0}].initials.size() == 1);
  CHECK(*turn.joints[JointIndex{0}].initials[0].value == Approx(kPi / 6).epsilon(1e-15));
  CHECK(*turn.joints[JointIndex{0}].initials[0].rate == 2);
  const CartesianModel both = readTwo("JOINT/1, CYLINDRICAL, I=3, J=1, ICTRAN=5, 6, ICROT=7", kMillimetres);
  const std::vector<InitialCoordinate>& initials = both.joints[JointIndex{0}].initials;
  REQUIRE(initials.size() == 2);
  CHECK(initials[0].coordinate == 0);
  CHECK(*initials[0].value == Approx(0.005).epsilon(1e-15));
  CHECK(*initials[0].rate == Approx(0.006).epsilon(1e-15));
  CHECK(initials[1].coordinate == 1);
  CHECK(*initials[1].value == 7);
  CHECK(!initials[1].rate);
}

// Wheels of radius 0.3 and 0.1 that touch at x = 0.3 turn against each other, 1 to 3; the second joint is given the
// other way round.
TEST_CASE("ADAMS lists may begin in the line after the '='") {
  const CartesianModel model = readTwo(
      "FIELD/1\n, I = 3\n, J = 1\n, CRATIO =\n,  0.5\n, KMATRIX = \n"
      ",  1, 0, 0, 0, 0, 0\n,  0, 2, 0, 0, 0, 0\n,  0, 0, 3, 0, 0, 0\n"
      ",  0, 0, 0, 4, 0, 0\n,  0, 0, 0, 0, 5, 0\n,  0, 0, 0, 0, 0, 6\n, LENGTH =\n, 0.5, 0, 0, 0, 0, 0");
  const Field& field = lawOf<Field>(model);
  CHECK(Vector6(field.stiffness.diagonal()) == (Vector6() << 1, 2, 3, 4, 5, 6).finished());
  CHECK(field.damping == Matrix6(0.5 * field.stiffness));
  CHECK(field.force == Vector3(0.5, 0, 0));
}

TEST_CASE("an ADAMS marker without PART belongs to the last one before it") {
  const CartesianModel model = readClean(
      kMetres,
      "PART/1, GROUND\nMARKER/1, QP=1,0,0\nPART/2, MASS=1, CM=3, IP=1,1,1\nMARKER/3\nJOINT/1, REVOLUTE, I=4, J=1\n"
      "MARKER/4, QP=0,2,0\nPOINT_MASS/1, MASS=1, CM=5\nMARKER/5, QP=0,0,3\nMARKER/6, PART=1");
  const auto bodyAt = [&](std::string_view name) {
    const auto marker = std::ranges::find(model.markers, name, &Marker::name);
    return marker != model.markers.end();
  };
  CHECK(bodyAt("ground.marker_1"));
  CHECK(bodyAt("part_2.marker_3"));
  CHECK(bodyAt("part_2.marker_4"));
  CHECK(bodyAt("point_mass_1.marker_5"));
  CHECK(bodyAt("ground.marker_6"));
  const CartesianModel flexible = readTwo("FLEX_BODY/7, QG=0,0,0\nMARKER/70, NODE_ID=3\nJOINT/1, REVOLUTE, I=3, J=70");
  CHECK(flexible.joints.empty());
  CHECK(lossesOf(flexible, true) == 2);  // the body and the joint that hangs on it
}

TEST_CASE("ADAMS functions continue over lines, and a leading comma may separate arguments") {
  const CartesianModel spring = readTwo(
      "SFORCE/1\n, TRANSLATIONAL\n, I = 3\n, J = 1\n, FUNCTION =  - 100.0*(dm(3,1)-2.0)\n, - 1.0*vr(3,1)\n, + 0.0\n");
  CHECK(lawOf<Tsda>(spring).stiffness == 100);
  CHECK(lawOf<Tsda>(spring).damping == 1);
  CHECK(lawOf<Tsda>(spring).length == 2);
  const auto value = [](std::string_view function) {
    const CartesianModel model =
        readTwo("SFORCE/1, ROTATIONAL, ACTIONONLY, I=3, J=1, FUNCTION=" + std::string(function));
    return *valueAt(*lawOf<GeneralForce>(model).torque[2], 3.0);
  };
  CHECK(value("MAX(1,\n, 5)") == 5);
  CHECK(value("MAX(1\n, 5)") == 5);  // here the comma separates
  CHECK(value("2*\n,3\n, +\n, TIME") == 9);
  CHECK(value("IF(TIME-1:\n,2,3,4)-\n,1") == 3);
  CHECK(value("(1 +\n2)") == 3);  // an open bracket continues the line
}

TEST_CASE("carriage returns alone end the lines of an ADAMS dataset") {
  std::string text = std::string(kMetres) + std::string(kTwoParts) + "JOINT/1, REVOLUTE\n, I=1, J=3\nEND\n! bye\n";
  std::replace(text.begin(), text.end(), '\n', '\r');
  CHECK(looksLikeAdams(text));
  Diagnostics diagnostics;
  const CartesianModel model = readText(text, diagnostics);
  CHECK(diagnostics.all().empty());
  CHECK(model.bodies.size() == 2);
  CHECK(model.joints.size() == 1);
  CHECK(model.foreign.empty());
}

TEST_CASE("long runs of commas and many parts with moving frames in ADAMS datasets are read quickly") {
  const CartesianModel commas = readTwo("SFORCE/1, TRANSLATIONAL, I=3, J=1, FUNCTION=2" + std::string(200000, ','));
  CHECK(commas.forces.size() == 1);
  std::string parts;
  constexpr int kParts = 20000;
  for (int n = 1; n <= kParts; ++n)
    parts += fmt::format("PART/{0}, MASS=1, CM={0}, VX=1\nMARKER/{0}, PART={0}, QP=1,0,0\n", n);
  const CartesianModel many = readClean(kMetres, parts);
  REQUIRE(many.bodies.size() == kParts + 1);
  const MarkerIndex last{kParts - 1};
  CHECK(many.markers[last].X_BM.p.isZero(0));
  CHECK(worldPose(many, last).p == Vector3(1, 0, 0));
}

TEST_CASE("the ADAMS sample is read without messages") {
  std::ifstream file(std::string(MB_SOURCE_DIR) + "/samples/foreign/adams/crank_rack.adm");
  std::stringstream text;
  text << file.rdbuf();
  Diagnostics diagnostics;
  const CartesianModel model = readText(text.str(), diagnostics);
  CHECK(diagnostics.all().empty());
  CHECK(model.name == "crank_rack");
  CHECK(model.bodies.size() == 6);
  CHECK(model.joints.size() == 6);
  CHECK(model.couplers.size() == 2);
  CHECK(model.forces.size() == 4);
  CHECK(lossesOf(model, true) == 0);
}

}  // namespace mb
