// ADAMS/Solver datasets: couplers, motions and forces, one test per convention that is easy to get wrong.
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "formats/import/import_build.h"
#include "tests/support/texts/adams_text.h"

namespace mb {
namespace {

using testing::kPi;

using namespace testing;

}  // namespace

TEST_CASE("an ADAMS gear takes its ratio from the CV marker") {
  const CartesianModel model =
      readClean(kMetres,
                "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, QP=0.4,0,0\n"
                "MARKER/3, PART=1, QP=0.3,0,0, REULER=0,-90D,0\n"  // z along y
                "PART/2, MASS=1, CM=4, IP=1,1,1\nMARKER/4, PART=2\n"
                "PART/3, MASS=1, CM=5, IP=1,1,1, QG=0.4,0,0\nMARKER/5, PART=3\n"
                "JOINT/1, REVOLUTE, I=4, J=1\nJOINT/2, REVOLUTE, I=2, J=5\nGEAR/1, JOINTS=1,2, CV=3");
  REQUIRE(model.couplers.size() == 1);
  const std::vector<Coupler::Term>& terms = model.couplers[0].terms;
  REQUIRE(terms.size() == 2);
  // theta_2 = -3 theta_1 of the second wheel in the ground, +3 of the ground in it
  CHECK(-terms[0].factor / terms[1].factor == Approx(3).epsilon(1e-14));
}

// The rack below the pinion moves forward when the pinion turns like a wheel that rolls backwards: v = w x r.
TEST_CASE("an ADAMS rack moves with the rim of its pinion") {
  const auto travelPerRadian = [](double y, std::string_view rackJoint) {
    std::ostringstream text;
    text << "PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, REULER=90D,90D,0\n"  // z along x
         << "PART/2, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=2\n"
         << "PART/3, MASS=1, CM=4, IP=1,1,1\nMARKER/4, PART=3, REULER=90D,90D,0\nMARKER/5, PART=3, QP=0," << y
         << ",0, REULER=90D,90D,0\n"
         << "JOINT/1, REVOLUTE, I=3, J=1\nJOINT/2, TRANSLATIONAL, " << rackJoint
         << "\nJOINT/3, RACKPIN, I=3, J=5, PD=0.2";
    const CartesianModel model = readClean(kMetres, text.str());
    REQUIRE(model.couplers.size() == 1);
    const std::vector<Coupler::Term>& terms = model.couplers[0].terms;
    CHECK(model.joints[terms[0].coordinate.joint].type.name == "translational");
    return -terms[1].factor / terms[0].factor;
  };
  const auto rim = [](double y) { return Vector3::UnitZ().cross(Vector3(0, y, 0)).x(); };
  CHECK(travelPerRadian(-0.1, "I=4, J=2") == Approx(rim(-0.1)).epsilon(1e-14));
  CHECK(travelPerRadian(0.1, "I=4, J=2") == Approx(rim(0.1)).epsilon(1e-14));
  CHECK(travelPerRadian(0.1, "I=2, J=4") == Approx(-rim(0.1)).epsilon(1e-14));  // the ground against the rack
  CHECK(travelPerRadian(0, "I=4, J=2") == Approx(0.1).epsilon(1e-14));          // by ADAMS' rule: x_I along z_J
}

TEST_CASE("a negative ADAMS pinion diameter is reported unless its marker is on the axis") {
  const auto warningsWith = [](std::string_view place) {
    Diagnostics diagnostics;
    readText(fmt::format("{}PART/1, GROUND\nMARKER/1, PART=1\nMARKER/2, PART=1, REULER=90D,90D,0\n"
                         "PART/2, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=2\n"
                         "PART/3, MASS=1, CM=4, IP=1,1,1\nMARKER/4, PART=3, REULER=90D,90D,0\n"
                         "MARKER/5, PART=3, QP={}, REULER=90D,90D,0\nJOINT/1, REVOLUTE, I=3, J=1\n"
                         "JOINT/2, TRANSLATIONAL, I=4, J=2\nJOINT/3, RACKPIN, I=3, J=5, PD=-0.2\nEND\n",
                         kMetres, place),
             diagnostics);
    CHECK_FALSE(diagnostics.hasErrors());
    return diagnostics.all();
  };
  CHECK(warningsWith("0,0,0").empty());
  const std::deque<Diagnostic> warnings = warningsWith("0,-0.1,0");
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].code == Code::ignoredInput);
  CHECK(warnings[0].at.column == 32);  // of the number
}

TEST_CASE("the first scale of an ADAMS coupler is 1, and length scales are converted") {
  const CartesianModel model = readClean(kMillimetres,
                                         "PART/1, GROUND\nMARKER/1, PART=1\nPART/2, MASS=1, CM=2, IP=1,1,1\n"
                                         "MARKER/2, PART=2\nPART/3, MASS=1, CM=3, IP=1,1,1\nMARKER/3, PART=3\n"
                                         "JOINT/1, CYLINDRICAL, I=2, J=1\nJOINT/2, REVOLUTE, I=3, J=1\n"
                                         "COUPLER/1, JOINTS=1,2, TYPE=T:R, SCALES=-5");
  REQUIRE(model.couplers.size() == 1);
  const std::vector<Coupler::Term>& terms = model.couplers[0].terms;
  CHECK(terms[0].coordinate.coordinate == 0);
  CHECK(terms[0].factor == 1);
  CHECK(terms[1].factor == Approx(-0.005).epsilon(1e-15));  // 5 mm a radian
}

TEST_CASE("ADAMS motions") {
  const CartesianModel joint =
      readTwo("JOINT/1, TRANSLATIONAL, I=3, J=1\nMOTION/1, JOINT=1, VELOCITY, FUNCTION=10*TIME", kMillimetres);
  REQUIRE(joint.drives.size() == 1);
  CHECK(joint.drives[0].derivative == 1);
  CHECK(*valueAt(std::get<Expression>(joint.drives[0].function), 2.0) == Approx(0.02).epsilon(1e-15));
  const CartesianModel turn =
      readTwo("JOINT/1, CYLINDRICAL, I=3, J=1\nMOTION/1\n, ROTATIONAL\n, JOINT = 1\n, FUNCTION = 30D * TIME");
  REQUIRE(turn.drives.size() == 1);
  CHECK(turn.drives[0].coordinate->coordinate == 1);
  CHECK(*valueAt(std::get<Expression>(turn.drives[0].function), 1.0) == Approx(kPi / 6).epsilon(1e-15));
  const CartesianModel table = readTwo(
      "JOINT/1, REVOLUTE, I=3, J=1\nSPLINE/1, X=0,1,2, Y=0,5,7\nMOTION/1, JOINT=1, FUNCTION=1-2*CUBSPL(TIME,0,1)");
  const TableFunction& points = std::get<TableFunction>(table.drives.at(0).function);
  CHECK(points.interpolation == Interpolation::cubic);
  CHECK(points.value == std::vector<double>{1, -9, -13});
  const CartesianModel markers = readTwo("MOTION/1, I=3, J=1, B3, FUNCTION=TIME");
  CHECK(markers.drives.at(0).component == 5);
}

TEST_CASE("an ADAMS motion may run over a spline in shifted time") {
  const auto pointsOf = [](const std::string& function) {
    const CartesianModel model =
        readTwo("JOINT/1, REVOLUTE, I=3, J=1\nSPLINE/1, X=0,1,3, Y=0,5,7\nMOTION/1, JOINT=1, FUNCTION=" + function);
    CHECK(lossesOf(model, true) == 0);
    return std::get<TableFunction>(model.drives.at(0).function);
  };
  const TableFunction late = pointsOf("2*AKISPL(TIME - 0.5, 0, 1) + 1");
  CHECK(late.interpolation == Interpolation::akima);
  CHECK(late.time == std::vector<double>{0.5, 1.5, 3.5});
  CHECK(late.value == std::vector<double>{1, 11, 15});
  CHECK(pointsOf("AKISPL((TIME+1)*2, 0, 1)").time == std::vector<double>{-1, -0.5, 0.5});
  const TableFunction backwards = pointsOf("AKISPL(4 - TIME/0.5, 0, 1)");
  CHECK(backwards.time == std::vector<double>{0.5, 1.5, 2});
  CHECK(backwards.value == std::vector<double>{7, 5, 0});
  CHECK(lossesOf(readTwo("JOINT/1, REVOLUTE, I=3, J=1\nSPLINE/1, X=0,1,3, Y=0,5,7\n"
                         "MOTION/1, JOINT=1, FUNCTION=AKISPL(TIME*TIME, 0, 1)"),
                 true) == 1);
}

TEST_CASE("an ADAMS distance is a general constraint") {
  const CartesianModel model = readTwo("GCON/1, I=3, FUNCTION = DM(3,1) - 250", kMillimetres);
  REQUIRE(model.joints.size() == 1);
  CHECK(model.joints[JointIndex{0}].type.name == "distance");
  CHECK(model.joints[JointIndex{0}].length == Approx(0.25).epsilon(1e-15));
  CHECK(lossesOf(readTwo("GCON/1, I=3, FUNCTION = DX(3,1) - DY(3,1)*TIME"), true) == 1);
}

TEST_CASE("ADAMS vector forces: a component each, on the part of a floating marker") {
  const CartesianModel model =
      readClean(kMillimetres, std::string(kTwoParts) +
                                  "MARKER/9, PART=1, FLOATING\n"
                                  "GFORCE/1, I=3, JFLOAT=9, RM=4, FX=20\\FY=30\\\n, FZ = 2*TIME\\\n, TX=1\\TY=0\\TZ=0");
  const GeneralForce& law = lawOf<GeneralForce>(model);
  CHECK(model.markers[law.j].body == kImportGround);
  CHECK(model.markers[law.in].name == "part_2.marker_4");
  CHECK(*constantValue(*law.force[1]) == 30);
  CHECK(*valueAt(*law.force[2], 2.0) == 4);
  CHECK(*constantValue(*law.torque[0]) == Approx(1e-3).epsilon(1e-15));
}

TEST_CASE("ADAMS bushings and fields act in the axes of J") {
  const CartesianModel bushing =
      readTwo("BUSHING/1, I=3, J=1, K=1,2,3, KT=4,5,6, C=7,8,9, FORCE=1,0,0, TORQUE=0,2,0", kMillimetres);
  const Bushing& soft = lawOf<Bushing>(bushing);
  CHECK(soft.k.isApprox(Vector3(1000, 2000, 3000), 1e-14));
  CHECK(soft.kt.isApprox(Vector3(4e-3, 5e-3, 6e-3), 1e-14));
  CHECK(soft.torque.isApprox(Vector3(0, 2e-3, 0), 1e-14));
  // KMATRIX comes column by column: the second number is the force along y for a displacement along x.
  std::string matrix = "10,20";
  for (int k = 2; k < 36; ++k) matrix += ",0";
  const CartesianModel field =
      readTwo("FIELD/1, I=3, J=1, KMATRIX=" + matrix + ", CRATIO=0.5, LENGTH=4,0,0,0,0,0, FORCE=1,0,0,0,0,0");
  const Field& law = lawOf<Field>(field);
  CHECK(law.stiffness(1, 0) == 20);
  CHECK(law.stiffness(0, 1) == 0);
  CHECK(law.damping(1, 0) == 10);
  CHECK(law.force.isApprox(Vector3(1 + 40, 80, 0), 1e-15));  // no strain at LENGTH
}

// A load at the end of a cantilever: deflection F L^3 / 3 E I (+ shear), slope F L^2 / 2 E I; a pull: F L / E A.
TEST_CASE("an ADAMS beam bends like a beam") {
  const double L = 2, E = 7, I = 3, A = 5, G = 4;
  const CartesianModel model =
      readTwo("BEAM/1, I=3, J=1, LENGTH=2, AREA=5, IXX=1, IYY=3, IZZ=3, EMODULUS=7, GMODULUS=4, ASY=1.2, CRATIO=0.1");
  const Field& law = lawOf<Field>(model);
  Vector6 load = Vector6::Zero();
  load(1) = 1;
  const Vector6 bent = law.stiffness.inverse() * load;
  CHECK(bent(1) == Approx(L * L * L / (3 * E * I) + 1.2 * L / (G * A)).epsilon(1e-12));
  CHECK(bent(5) == Approx(L * L / (2 * E * I)).epsilon(1e-12));
  load.setZero();
  load(2) = 1;
  const Vector6 up = law.stiffness.inverse() * load;
  CHECK(up(2) == Approx(L * L * L / (3 * E * I)).epsilon(1e-12));
  CHECK(up(4) == Approx(-L * L / (2 * E * I)).epsilon(1e-12));
  CHECK(law.force(0) == Approx(E * A).epsilon(1e-14));  // straight at x = L
  CHECK(law.damping.isApprox(0.1 * law.stiffness, 1e-15));
}

}  // namespace mb
