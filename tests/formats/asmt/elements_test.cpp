// Couplers, limits, forces, functions, names and results of .asmt files.
#include <algorithm>
#include <filesystem>
#include <map>

#include "formats/asmt/asmt.h"
#include "formats/files/read_file.h"
#include "tests/support/corpus.h"
#include "tests/support/texts/asmt_text.h"

using namespace mb;
using namespace mb::testing;

namespace {}  // namespace

TEST_CASE("gears turn against each other by their radii, each about its own z axis") {
  const auto termsOf = [](std::string_view turned) {
    AsmtText a;
    a.ground("G1");
    a.ground("G2", "3 0 0");
    AsmtText::Part p1 = a.part("P1");
    AsmtText::Part p2 = a.part("P2", "3 0 0");
    for (AsmtText::Part* part : {&p1, &p2}) AsmtText::mark(*part, "axle");
    AsmtText::mark(p1, "teeth");
    AsmtText::mark(p2, "teeth", "0 0 0", turned);
    a.parts = {p1, p2};
    a.joint(
        "GearJoint",
        {{"Name", "g"}, {"MarkerI", "/A/P1/teeth"}, {"MarkerJ", "/A/P2/teeth"}, {"radiusI", "1"}, {"radiusJ", "2"}});
    a.joint("RevoluteJoint", {{"Name", "j1"}, {"MarkerI", "/A/G1"}, {"MarkerJ", "/A/P1/axle"}});
    a.joint("RevoluteJoint", {{"Name", "j2"}, {"MarkerI", "/A/P2/axle"}, {"MarkerJ", "/A/G2"}});
    const CartesianModel model = readClean(a);
    REQUIRE(model.couplers.size() == 1);
    REQUIRE(model.couplers[0].terms.size() == 2);
    return model.couplers[0].terms[1].factor / model.couplers[0].terms[0].factor;
  };
  // q2 is the motion of the ground against the wheel: turned round once, and once more when z of the teeth is.
  CHECK(termsOf(AsmtText::kUnit) == -2);
  CHECK(termsOf(kHalfX) == 2);
}

TEST_CASE("the wheels of a planetary gear turn about the arm") {
  AsmtText a;
  a.ground("G");
  AsmtText::Part sun = a.part("sun");
  AsmtText::Part arm = a.part("arm");
  AsmtText::Part planet = a.part("planet", "0.5 0 0");
  for (AsmtText::Part* part : {&sun, &arm, &planet}) AsmtText::mark(*part, "m");
  AsmtText::mark(arm, "end", "0.5 0 0");
  a.parts = {sun, arm, planet};
  a.joint("RevoluteJoint", {{"Name", "s"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/sun/m"}});
  a.joint("RevoluteJoint", {{"Name", "c"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/arm/m"}});
  a.joint("RevoluteJoint", {{"Name", "p"}, {"MarkerI", "/A/arm/end"}, {"MarkerJ", "/A/planet/m"}});
  a.joint("GearJoint",
          {{"Name", "g"}, {"MarkerI", "/A/sun/m"}, {"MarkerJ", "/A/planet/m"}, {"radiusI", "3"}, {"radiusJ", "2"}});
  const CartesianModel model = readClean(a);
  // Willis: 3 (sun - arm) + 2 (planet against the arm) = const
  std::map<std::string, double> factors;
  for (const Coupler::Term& term : model.couplers.at(0).terms) {
    factors[model.joints[term.coordinate.joint].name] = term.factor;
  }
  const double unit = factors["s"] / 3;
  CHECK(factors == std::map<std::string, double>{{"s", 3 * unit}, {"c", -3 * unit}, {"p", 2 * unit}});
}

TEST_CASE("rack and screw") {
  AsmtText a;
  a.ground("slide", "0 0 0", "0 0 1; 0 1 0; -1 0 0");  // z along x of the world
  a.ground("axle", "0 0.2 0");
  AsmtText::Part rack = a.part("rack");
  AsmtText::Part pinion = a.part("pinion", "0 0.2 0");
  AsmtText::mark(rack, "slide", "0 0 0", "0 0 1; 0 1 0; -1 0 0");
  AsmtText::mark(rack, "teeth");
  AsmtText::mark(pinion, "axle");
  a.parts = {rack, pinion};
  a.joint("TranslationalJoint", {{"Name", "t"}, {"MarkerI", "/A/slide"}, {"MarkerJ", "/A/rack/slide"}});
  a.joint("RevoluteJoint", {{"Name", "r"}, {"MarkerI", "/A/axle"}, {"MarkerJ", "/A/pinion/axle"}});
  AsmtText swapped = a;
  a.joint("RackPinionJoint",
          {{"Name", "k"}, {"MarkerI", "/A/rack/teeth"}, {"MarkerJ", "/A/pinion/axle"}, {"pitchRadius", "0.2"}});
  swapped.joint("RackPinionJoint",
                {{"Name", "k"}, {"MarkerI", "/A/pinion/axle"}, {"MarkerJ", "/A/rack/teeth"}, {"pitchRadius", "0.2"}});
  for (const AsmtText& text : {a, swapped}) {
    const CartesianModel model = readClean(text);
    REQUIRE(model.couplers.at(0).terms.size() == 2);
    // x of the pinion in the rack is -s: s = 0.2 angle
    CHECK(model.couplers[0].terms[0].factor == -1);
    CHECK(model.couplers[0].terms[1].factor == 0.2);
  }
  AsmtText b = pairOf("CylindricalJoint", AsmtText::kUnit);
  b.joint("ScrewJoint", {{"Name", "s"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"pitch", "0.05"}});
  const CartesianModel model = readClean(b);
  REQUIRE(model.couplers.at(0).terms.size() == 2);
  CHECK(model.couplers[0].terms[0].factor == 1);
  CHECK(model.couplers[0].terms[1].factor == Approx(-0.05 / (2 * kPi)).epsilon(1e-15));
}

namespace {

struct LimitText {
  std::string_view name, value, type, stiffness, damping;  // without stiffness: rigid
};

// A hinge with these limits.
CartesianModel limited(const std::vector<LimitText>& limits) {
  AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
  for (const auto& [name, value, type, stiffness, damping] : limits) {
    if (stiffness.empty()) {
      a.limit("RotationLimit",
              {{"Name", name}, {"MotionJoint", "/A/j"}, {"Limit", value}, {"Type", type}, {"Tol", "1e-9"}});
    } else {
      a.limit("RotationLimit", {{"Name", name},
                                {"MotionJoint", "/A/j"},
                                {"Limit", value},
                                {"Type", type},
                                {"Tol", "1e-9"},
                                {"Behavior", "Compliant"},
                                {"Stiffness", stiffness},
                                {"Damping", damping}});
    }
  }
  return readClean(a);
}

// The only limit of the hinge.
const Limit& limitOf(const CartesianModel& model) {
  const Joint& joint = jointOf(model, "j");
  REQUIRE(joint.limits.size() == 1);
  return joint.limits[0];
}

// The losses among limits, with ! where the motion changes.
std::vector<std::string> lossesOf(const CartesianModel& model) {
  std::vector<std::string> losses;
  for (const ForeignText& one : model.foreign) {
    if (contains(one.what, "Limit")) losses.push_back(one.what + (one.changesMotion ? "!" : ""));
  }
  return losses;
}

using Losses = std::vector<std::string>;

}  // namespace

TEST_CASE("a lower and an upper limit become one limit") {
  const CartesianModel watched = limited({{"l", "-0.5*pi", "=>", "", ""}, {"u", "1", "=<", "", ""}});
  CHECK(*limitOf(watched).lower == Approx(-kPi / 2).epsilon(1e-15));
  CHECK(limitOf(watched).upper == 1);
  CHECK(limitOf(watched).stiffness == 0);
  CHECK(lossesOf(watched) == Losses{"RotationLimit 'l' as a rigid stop!", "RotationLimit 'u' as a rigid stop!"});

  const CartesianModel model = limited({{"l", "-1", "=>", "500", "3"}, {"u", "1", "=<", "500", "3"}});
  CHECK(limitOf(model).lower == -1);
  CHECK(limitOf(model).upper == 1);
  CHECK(limitOf(model).stiffness == 500);
  CHECK(limitOf(model).damping == 3);
  CHECK(lossesOf(model).empty());
}

TEST_CASE("limits whose sides differ are reported") {
  for (const bool isSwapped : {false, true}) {
    CAPTURE(isSwapped);
    std::vector<LimitText> limits{{"l", "-1", "=>", "100", "9"}, {"u", "1", "=<", "5000", "3"}};
    if (isSwapped) std::swap(limits[0], limits[1]);
    const CartesianModel model = limited(limits);
    CHECK(limitOf(model).lower == -1);
    CHECK(limitOf(model).upper == 1);
    CHECK(limitOf(model).stiffness == 5000);
    CHECK(limitOf(model).damping == 3);
    CHECK(lossesOf(model) == Losses{"Stiffness and Damping of RotationLimit 'l'!"});
  }
}

TEST_CASE("a rigid limit does not push with the stiffness of the other side") {
  const CartesianModel model = limited({{"l", "-1", "=>", "", ""}, {"u", "1", "=<", "500", "3"}});
  CHECK_FALSE(limitOf(model).lower);
  CHECK(limitOf(model).upper == 1);
  CHECK(limitOf(model).stiffness == 500);
  CHECK(lossesOf(model) == Losses{"RotationLimit 'l' as a rigid stop!"});
  CHECK(contains(model.foreign[0].meaning, "the limit is left out"));
}

TEST_CASE("the tighter of two limits on one side is used, and the other is reported") {
  for (const bool isSwapped : {false, true}) {
    CAPTURE(isSwapped);
    std::vector<LimitText> limits{{"near", "0.1", "=<", "100", "0"}, {"far", "0.3", "=<", "5000", "0"}};
    if (isSwapped) std::swap(limits[0], limits[1]);
    const CartesianModel model = limited(limits);
    CHECK_FALSE(limitOf(model).lower);
    CHECK(limitOf(model).upper == 0.1);
    CHECK(limitOf(model).stiffness == 100);
    CHECK(lossesOf(model) == Losses{"RotationLimit 'far'!"});
  }
  // A limit beyond another one is never reached.
  const CartesianModel rigid = limited({{"near", "-0.1", "=>", "", ""}, {"far", "-0.3", "=>", "", ""}});
  CHECK(limitOf(rigid).lower == -0.1);
  CHECK(lossesOf(rigid) == Losses{"RotationLimit 'far'", "RotationLimit 'near' as a rigid stop!"});
}

TEST_CASE("tension pulls markers together, and a general force reacts on the other marker") {
  AsmtText a = pairOf("SphericalJoint", AsmtText::kUnit);
  AsmtText::mark(a.part("Q"), "M");
  a.force("InLineForceTorque", {{"Name", "s"},
                                {"MarkerI", "/A/P/M"},
                                {"MarkerJ", "/A/Q/M"},
                                {"tension", "(0.0d + 10.0d*(rIJ(self) + (-0.5d)) + 2.0d*vrIJ(self))"},
                                {"twist", "0"}});
  a.force("GeneralForceTorque",
          {{"Name", "g"}, {"MarkerI", "/A/P/M"}, {"MarkerJ", "/A/Q/M"}, {"FxOnI", "time"}, {"MarkerK", "J"}});
  const CartesianModel model = readClean(a);
  REQUIRE(model.forces.size() == 3);
  CHECK(toText(*std::get<Tsda>(model.forces[0].law).function) == "-(0 + 10*(dm(P.M, Q.M) + -0.5) + 2*vr(P.M, Q.M))");
  const GeneralForce& on = std::get<GeneralForce>(model.forces[1].law);
  const GeneralForce& against = std::get<GeneralForce>(model.forces[2].law);
  CHECK(model.markers[on.i].name == "P.M");
  CHECK(model.markers[on.in].name == "Q.M");
  CHECK_FALSE(on.j.valid());
  CHECK(model.markers[against.i].name == "Q.M");
  CHECK(toText(*against.force[0]) == "-time");
}

TEST_CASE("functions in the language of the file are translated") {
  struct Row {
    std::string_view text;
    double time, value;
  };
  for (const Row& row : {
           Row{"\"a comment (with\" 2<n>*<n>time", 3, 6},
           Row{"-1*arctan(1.0d*time) + arcsin(0.5)", 1, -kPi / 4 + kPi / 6},
           Row{"-2^2 + 1.5d1 + 2e0", 0, 13},
           Row{"rampstep(time, 1, 10, 3, 20)", 2, 15},
           Row{"rampstep(time, 1, 10, 3, 20)", 9, 20},
           Row{"piecewise(time, functions(1, time, 7), transitions(2, 4))", 1.5, 1},
           Row{"piecewise(time, functions(1, time, 7), transitions(2, 4))", 2, 2},
           Row{"piecewise(time, functions(1, time, 7), transitions(2, 4))", 5, 7},
       }) {
    CAPTURE(row.text, row.time);
    AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
    a.motion("RotationalMotion", {{"Name", "m"}, {"MotionJoint", "/A/j"}, {"RotationZ", row.text}});
    CHECK(valueAt(std::get<Expression>(readClean(a).drives[0].function), row.time) == Approx(row.value).epsilon(1e-14));
  }
}

TEST_CASE("a motion by a spline over time runs through its points") {
  AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
  a.motion(
      "RotationalMotion",
      {{"Name", "m"}, {"MotionJoint", "/A/j"}, {"RotationZ", "1.5d - spline(time - 0.5, 3, 0, 1.5, 1, 2, 3, 5)/2"}});
  const CartesianModel model = readClean(a);
  REQUIRE(model.drives.size() == 1);
  const TableFunction& table = std::get<TableFunction>(model.drives[0].function);
  CHECK(table.interpolation == Interpolation::cubic);
  CHECK(table.time == std::vector<double>{0.5, 1.5, 3.5});
  CHECK(table.value == std::vector<double>{0.75, 0.5, -1});

  // Half a turn further the motion begins there: at its start, 3.1 rad, the file's tool takes x of J for -x.
  AsmtText b = pairOf("RevoluteJoint", AsmtText::kUnit);
  b.motion("RotationalMotion",
           {{"Name", "m"}, {"MotionJoint", "/A/j"}, {"RotationZ", "spline(time, 1, -1, 3.0, 1, 3.2, 2, 4)"}});
  const CartesianModel turned = readClean(b);
  CHECK(turned.markers[jointOf(turned, "j").i].name == "P.M_driven");
}

TEST_CASE("parts of an angle joint that start with aligned axes are turned to its angle") {
  const CartesianModel model = readClean(pairOf("AngleJoint", AsmtText::kUnit, "0.3 0 0", "theIzJz", "0.5"));
  const Pose X = relativePose(model, jointOf(model, "j"));
  CHECK(std::acos(X.R(2, 2)) == Approx(0.5).epsilon(1e-14));
  CHECK((worldPose(model, jointOf(model, "j").i).p - Vector3(0.3, 0, 0)).norm() < 1e-15);  // about the marker
  CHECK(std::ranges::any_of(model.remarks, [](const std::string& one) {
    return testing::contains(one, "part 'P' is turned by 28.65 degrees at the start");
  }));
  const CartesianModel opposite = readClean(pairOf("AngleJoint", kHalfX, "0 0 0", "theIzJz", "2.5"));
  CHECK(std::acos(relativePose(opposite, jointOf(opposite, "j")).R(2, 2)) == Approx(2.5).epsilon(1e-14));
  // Where the axes are apart, the assembly finds the angle by itself.
  const CartesianModel apart =
      readClean(pairOf("AngleJoint", "1 0 0; 0 0.8 -0.6; 0 0.6 0.8", "0 0 0", "theIzJz", "0.5"));
  CHECK(bodyOf(apart, "P").X_WB.R == Matrix3::Identity());
}

TEST_CASE("functions of forces that are not modelled are lost, at their line") {
  for (const std::string_view function :
       {"2*integral(time, time)", "rIJ(/A/G, /A/P/M)", "3*thezIJ(self)", "spline(time, 2, 0, 0, 1, 1, 2, 4)"}) {
    CAPTURE(function);
    AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
    a.force("InLineForceTorque",
            {{"Name", "f"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"tension", function}, {"twist", "time"}});
    const std::string text = a.text();
    const CartesianModel model = readClean(text);
    CHECK(model.forces.empty());
    REQUIRE(model.foreign.size() >= 2);
    const auto lineOf = [&](std::string_view words) {
      return 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(words)), '\n');
    };
    CHECK(model.foreign[0].what == "tension of InLineForceTorque 'f'");
    CHECK(model.foreign[0].changesMotion);
    CHECK(model.foreign[0].origin.at.line == lineOf(function));
    CHECK(model.foreign[1].what == "twist of InLineForceTorque 'f'");
    CHECK(model.foreign[1].origin.at.line == lineOf("\ttime\n"));
  }
}

TEST_CASE("names may hold anything") {
  AsmtText a;
  a.name = "my/assembly";
  a.ground("a/b c");
  AsmtText::mark(a.part("Part:1 (2 in)|x"), "M/1");
  a.joint(
      "RevoluteJoint",
      {{"Name", "Mate:1 (0 deg)"}, {"MarkerI", "/my/assembly/a/b c"}, {"MarkerJ", "/my/assembly/Part:1(2in)|x/M/1"}});
  a.motion("RotationalMotion", {{"Name", "m"}, {"MotionJoint", "/renamed/Mate:1 (0 deg)"}, {"RotationZ", "time"}});
  // The tool takes blanks out of paths; here the assembly was renamed after the motion was made.
  a.name = "my/assembly";
  std::string text = a.text();
  const CartesianModel model = readClean(text.replace(text.find("/renamed"), 8, "/my/assembly"));
  CHECK(model.drives.size() == 1);
  CHECK(findBody(model, "Part_1_2_in_x"));
}

TEST_CASE("a joint between two markers of one part is dropped and reported") {
  AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
  a.ground("H");
  a.joint("PlanarJoint", {{"Name", "k"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/H"}});
  const CartesianModel model = readClean(a);
  CHECK(model.joints.size() == 1);
  CHECK(model.foreign[0].what == "PlanarJoint 'k'");
  CHECK_FALSE(model.foreign[0].changesMotion);
}

TEST_CASE("an axis contradicted by the start is dropped where other joints already hold the parts") {
  AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
  AsmtText::mark(a.parts[0], "N", "0 0 1");
  a.ground("H", "0 0 1", "1 0 0; 0 0.8 -0.6; 0 0.6 0.8");
  a.motion("RotationalMotion", {{"Name", "m"}, {"MotionJoint", "/A/j"}, {"RotationZ", "time"}});
  a.joint("CylindricalJoint", {{"Name", "k"}, {"MarkerI", "/A/P/N"}, {"MarkerJ", "/A/H"}});
  const CartesianModel model = readClean(a);
  CHECK(jointOf(model, "k").type.name == "in-line");
  CHECK(model.foreign[0].what == "the axis of joint 'k'");
}

TEST_CASE("the motion in the file becomes columns of a run") {
  AsmtText a = pairOf("RevoluteJoint", AsmtText::kUnit);
  a.tail =
      "TimeSeries\nNumber\tInput\t1\t2\nTime\tInput\t0.5 \t0.75 \nAssemblySeries /A\nX\t0\t0\t0\nPartSeries\t/A/P\n"
      "X\t9 \t1.0 \t2.0 \nY\t9\t3\t4\nZ\t9\t5\t6\nBryantx\t0\t0\t1.5707963267948966\nBryanty\t0\t0\t0\n"
      "Bryantz\t0\t0\t1.5707963267948966\nVX\t9\t7\t8\nAlphaZ\t0\t1e-3\t-1e-3\nRevoluteJointSeries "
      "/A/j\nFXonI\t0\t1\t2\n";
  Diagnostics diagnostics;
  const std::optional<Series> series = readAsmtSeries(asmtFile(a.text()), diagnostics);
  REQUIRE(series);
  CHECK(diagnostics.all().empty());
  CHECK(series->names ==
        std::vector<std::string>{"time", "P.x", "P.y", "P.z", "P.qw", "P.qx", "P.qy", "P.qz", "P.vx", "P.alz"});
  CHECK(series->columns[0] == std::vector<double>{0, 0.25});
  CHECK(series->columns[1] == std::vector<double>{1, 2});
  // Rx(90) Rz(90): a third of a turn about (1, -1, 1)
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(series->columns[4 + k][1] == Approx(k == 2 ? -0.5 : 0.5).epsilon(1e-15));
  }
  CHECK(series->columns[9] == std::vector<double>{1e-3, -1e-3});
  CHECK_FALSE(readAsmtSeries(asmtFile(pairOf("RevoluteJoint", AsmtText::kUnit).text()), diagnostics));
  // Exponents as the language of the tool writes them.
  AsmtText smalltalk = a;
  smalltalk.tail.replace(smalltalk.tail.find("1.0 \t2.0"), 8, "1.0d-1\t2.0d");
  const std::optional<Series> same = readAsmtSeries(asmtFile(smalltalk.text()), diagnostics);
  REQUIRE(same);
  CHECK(same->columns[1] == std::vector<double>{0.1, 2});

  a.tail.replace(a.tail.find("7\t8"), 3, "7");
  CHECK_FALSE(readAsmtSeries(asmtFile(a.text()), diagnostics));
  CHECK(diagnostics.all().back().message == "row 'VX' has 1 values for 2 times");
}

TEST_CASE("the sample assembly is read completely") {
  const FileText file = readFileText(MB_SOURCE_DIR "/samples/foreign/asmt/press.asmt");
  REQUIRE(file.fault.empty());
  const CartesianModel model = readClean(file.text);
  CHECK(model.bodies.size() == 5);
  CHECK(model.joints.size() == 5);
  CHECK(model.couplers.size() == 1);
  CHECK(model.forces.size() == 2);
  CHECK(model.foreign.size() == 5);  // the rigid limit, shapes, two blocks of settings; the notes are kept
}

TEST_CASE("assemblies from other projects are read without errors") {
  const std::optional<std::filesystem::path> folder = corpusFolder("asmt");
  if (!folder) return;
  for (const auto& entry : std::filesystem::directory_iterator(*folder)) {
    if (entry.path().extension() != ".asmt") continue;
    CAPTURE(entry.path());
    const FileText file = readFileText(entry.path().string());
    CHECK(looksLikeAsmt(file.text));
    CHECK(!readClean(file.text).joints.empty());
    Diagnostics diagnostics;
    const std::optional<Series> series = readAsmtSeries(asmtFile(file.text), diagnostics);
    CHECK(series.has_value() == contains(file.text, "\nTimeSeries"));
    CHECK(diagnostics.all().empty());
  }
}
