// The expected numbers are converted by hand: 1 mm = 1e-3 m, 1 kN = 1e3 N, 1 ms = 1e-3 s, 1 deg = pi/180 rad.
#include <fmt/ranges.h>

#include <numbers>

#include "formats/shared_xml/elements_xml.h"
#include "tests/support/test.h"
#include "tests/support/texts/parsed_xml.h"

namespace mb {
namespace {

Units millimetreKilonewton() {
  Units units;
  units.length = 1e-3;
  units.time = 1e-3;
  units.force = 1e3;
  units.angle = kDegree;
  return units;
}

// Markers m0, m1, ...; joints by the name of their type; splines s0, s1.
ElementContext contextIn(const Units& units) {
  ElementContext context;
  context.units = units;
  context.marker = [](XmlElement& element, std::string_view attribute) -> std::optional<MarkerIndex> {
    const auto name = element.requiredAttribute(attribute);
    if (!name) return std::nullopt;
    return MarkerIndex{name->text[1] - '0'};
  };
  context.joint = [](const XmlText& name) -> std::optional<JointIndex> {
    for (std::size_t k = 0; k < jointTypes().size(); ++k) {
      if (jointTypes()[k].name == name.text) return JointIndex{static_cast<int>(k)};
    }
    return std::nullopt;
  };
  context.jointType = [](JointIndex index) -> const JointType& {
    return jointTypes()[static_cast<std::size_t>(index.value)];
  };
  context.spline = [](const XmlText& name) -> std::optional<SplineIndex> { return SplineIndex{name.text[1] - '0'}; };
  context.reference = [](ExpressionFunction::Argument, const std::string& name,
                         const SourceRef&) -> std::optional<std::string> { return name; };
  return context;
}

template <class Law>
Law force(const std::string& text, const Units& units = millimetreKilonewton()) {
  ParsedXml xml(text);
  const auto read = readForce(xml.root, contextIn(units));
  INFO(toText(xml.diagnostics));
  REQUIRE(read);
  REQUIRE_FALSE(xml.diagnostics.hasErrors());
  return std::get<Law>(read->law);
}

Drive drive(const std::string& text) {
  ParsedXml xml(text);
  const auto read = readDrive(xml.root, contextIn(millimetreKilonewton()));
  INFO(toText(xml.diagnostics));
  REQUIRE(read);
  return *read;
}

Coupler coupler(const std::string& text) {
  ParsedXml xml(text);
  const auto read = readCoupler(xml.root, contextIn(millimetreKilonewton()));
  INFO(toText(xml.diagnostics));
  REQUIRE(read);
  return *read;
}

std::string errorsOf(const std::string& text, auto read) {
  ParsedXml xml(text);
  CHECK_FALSE(read(xml.root, contextIn(Units{})));
  return toText(xml.diagnostics);
}

auto near(double value) { return Approx(value).epsilon(1e-14); }

int indexOf(std::string_view jointType) { return static_cast<int>(findJointType(jointType) - jointTypes().data()); }

}  // namespace

TEST_CASE("a spring-damper in mm, kN and ms becomes SI") {
  const auto law = force<Tsda>(
      R"(<force name="f" type="tsda" i="m0" j="m1" k="2" c="3" length="250" preload="0.5" spring="s0" damper="s1" function="4"/>)");
  CHECK(law.i == MarkerIndex{0});
  CHECK(law.j == MarkerIndex{1});
  CHECK(law.stiffness == near(2e6));  // kN/mm
  CHECK(law.damping == near(3e3));    // kN ms/mm
  CHECK(law.length == near(0.25));
  CHECK(law.preload == near(500));
  CHECK(law.spring == SplineIndex{0});
  CHECK(law.damper == SplineIndex{1});
  CHECK(constantValue(*law.function).value() == near(4000));
}

TEST_CASE("a torsion spring in kN mm per degree becomes SI") {
  const auto law =
      force<Rsda>(R"(<force name="f" type="rsda" i="m0" j="m1" kt="2" ct="3" angle="90" torque="5" function="7"/>)");
  CHECK(law.stiffness == near(2 / kDegree));   // 1 kN mm = 1 N m
  CHECK(law.damping == near(3e-3 / kDegree));  // N m ms/deg
  CHECK(law.angle == near(std::numbers::pi / 2));
  CHECK(law.torque == near(5));
  CHECK(constantValue(*law.function).value() == near(7));
}

TEST_CASE("a torsion spring may name a joint instead of its markers") {
  ParsedXml xml(R"(<force name="f" type="rsda" joint="revolute" kt="2"/>)");
  ElementContext context = contextIn(Units{});
  context.markersOf = [](JointIndex joint) { return std::pair{MarkerIndex{joint.value}, MarkerIndex{8}}; };
  const auto read = readForce(xml.root, context);
  REQUIRE(read);
  CHECK(std::get<Rsda>(read->law).i == MarkerIndex{indexOf("revolute")});
  CHECK(std::get<Rsda>(read->law).j == MarkerIndex{8});
}

TEST_CASE("a bushing in mm, kN, ms and degrees becomes SI") {
  const auto law = force<Bushing>(
      R"(<force name="f" type="bushing" i="m0" j="m1" k="1 2 3" c="4 5 6" kt="7 8 9" ct="1 2 3" force="1 0 2" torque="3 4 0"
         angles="euler123"/>)");
  CHECK(law.k.isApprox(Vector3(1e6, 2e6, 3e6), 1e-14));
  CHECK(law.c.isApprox(Vector3(4e3, 5e3, 6e3), 1e-14));
  CHECK(law.kt.isApprox(Vector3(7, 8, 9) / kDegree, 1e-14));
  CHECK(law.ct.isApprox(Vector3(1, 2, 3) * 1e-3 / kDegree, 1e-14));
  CHECK(law.force.isApprox(Vector3(1000, 0, 2000), 1e-14));
  CHECK(law.torque.isApprox(Vector3(3, 4, 0), 1e-14));
  CHECK(law.angles == AngleDefinition::euler123);
}

TEST_CASE("the four blocks of a field have four units") {
  std::string ones;
  for (int k = 0; k < 36; ++k) ones += "1 ";
  const auto law = force<Field>("<force name='f' type='field' i='m0' j='m1' k='" + ones + "' c='" + ones +
                                "' force='1 2 3' torque='4 5 6'/>");
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      // kN or kN mm, per mm or per degree
      const double unit = (row < 3 ? 1e3 : 1.0) / (column < 3 ? 1e-3 : kDegree);
      CAPTURE(row, column);
      CHECK(law.stiffness(row, column) == near(unit));
      CHECK(law.damping(row, column) == near(unit * 1e-3));
    }
  }
  CHECK(law.force.isApprox(Vector3(1e3, 2e3, 3e3), 1e-14));
  CHECK(law.torque.isApprox(Vector3(4, 5, 6), 1e-14));
}

TEST_CASE("the matrix of a field is written row by row") {
  std::string numbers;
  for (int k = 0; k < 36; ++k) numbers += std::to_string(k) + " ";
  const auto law = force<Field>("<force name='f' type='field' i='m0' j='m1' k='" + numbers + "'/>", Units{});
  CHECK(law.stiffness(0, 5) == 5);
  CHECK(law.stiffness(4, 1) == 25);
}

TEST_CASE("the components of a general force are scaled as force and torque") {
  const auto law = force<GeneralForce>(R"(<force name="f" type="general" i="m0" in="m2" fx="2*time" tz="3"/>)");
  CHECK(law.i == MarkerIndex{0});
  CHECK_FALSE(law.j.valid());
  CHECK(law.in == MarkerIndex{2});
  CHECK(valueAt(*law.force[0], 0.004).value() == near(2 * 4 * 1e3));  // 2 kN/ms for 4 ms
  CHECK_FALSE(law.force[1]);
  CHECK(constantValue(*law.torque[2]).value() == near(3));
}

TEST_CASE("a general force without components and a misspelt force are refused") {
  CHECK_THAT(errorsOf(R"(<force name="f" type="general" i="m0"/>)", readForce),
             Catch::Matchers::StartsWith("test.xml:1:1: error: a general without a law: there is no force"));
  CHECK_THAT(
      errorsOf(R"(<force name="f" type="bushin" i="m0"/>)", readForce),
      Catch::Matchers::Contains(fmt::format("1:23: error: 'bushin' is not one of: {}\n  hint: did you mean 'bushing'?",
                                            fmt::join(forceTypes(), ", "))));
  CHECK_THAT(errorsOf(R"(<force name="f" type="field" i="m0" j="m1" k="1 2 3"/>)", readForce),
             Catch::Matchers::Contains("1:47: error: 3 numbers, expected 36"));
}

TEST_CASE("functions that drive a rotation are in degrees and milliseconds") {
  const auto constant =
      std::get<ConstantFunction>(drive("<motion name='d' joint='revolute'><constant value='90'/></motion>").function);
  CHECK(constant.value == near(90 * kDegree));

  const auto linear = std::get<LinearFunction>(
      drive("<motion name='d' joint='revolute'><linear offset='1' rate='2'/></motion>").function);
  CHECK(linear.offset == near(kDegree));
  CHECK(linear.rate == near(2 * kDegree / 1e-3));

  const auto sine = std::get<SineFunction>(drive("<motion name='d' joint='revolute' dof='rz'><sine amplitude='10' "
                                                 "frequency='0.05' phase='180' offset='1'/></motion>")
                                               .function);
  CHECK(sine.amplitude == near(10 * kDegree));
  CHECK(sine.frequency == near(50));
  CHECK(sine.phase == near(std::numbers::pi));
  CHECK(sine.offset == near(kDegree));
}

TEST_CASE("functions that drive a translation are in millimetres and milliseconds") {
  const auto step = std::get<StepFunction>(
      drive("<motion name='d' i='m0' j='m1' dof='tz'><step t0='1' v0='2' t1='3' v1='4'/></motion>").function);
  CHECK(step.t0 == near(1e-3));
  CHECK(step.v0 == near(2e-3));
  CHECK(step.t1 == near(3e-3));
  CHECK(step.v1 == near(4e-3));

  const Drive table = drive(
      "<motion name='d' joint='cylindrical' dof='tz'><table interpolation='linear' time='0 10' value='0 5'/></motion>");
  CHECK(table.coordinate == CoordinateRef{JointIndex{indexOf("cylindrical")}, 0});
  CHECK(std::get<TableFunction>(table.function).interpolation == Interpolation::linear);
  CHECK(std::get<TableFunction>(table.function).time[1] == near(0.01));
  CHECK(std::get<TableFunction>(table.function).value[1] == near(0.005));
}

TEST_CASE("driven rates and accelerations are per time and per time squared") {
  const Drive rate = drive("<motion name='d' i='m0' j='m1' dof='rx' derivative='1'><constant value='2'/></motion>");
  CHECK(rate.component == 3);
  CHECK(std::get<ConstantFunction>(rate.function).value == near(2 * kDegree / 1e-3));
  const Drive acceleration = drive("<motion name='d' joint='translational' derivative='2' function='2*time'/>");
  // 2 mm/ms^2 per ms, after 5 ms
  CHECK(valueAt(std::get<Expression>(acceleration.function), 5e-3).value() == near(10 * 1e-3 / 1e-6));
}

TEST_CASE("a drive has one function, and names a coordinate where there is a choice") {
  CHECK_THAT(errorsOf("<motion name='d' joint='revolute'/>", readDrive),
             Catch::Matchers::Contains("<motion> has 0 functions of time, expected 1"));
  CHECK_THAT(errorsOf("<motion name='d' joint='revolute' function='1'><constant value='1'/></motion>", readDrive),
             Catch::Matchers::Contains("<motion> has 2 functions of time, expected 1"));
  CHECK_THAT(errorsOf("<motion name='d' joint='cylindrical' function='1'/>", readDrive),
             Catch::Matchers::Contains("has 2 coordinates, and none is named\n  hint: name one of tz, rz"));
}

TEST_CASE("a coupler of angles and lengths is the same equation in SI") {
  // 40 mm per radian of pinion: s - 40 theta = 5, all in mm.
  const Coupler mixed =
      coupler("<coupler name='c' terms='translational:1 revolute.rz:-40' offset='5' function='2*time'/>");
  const double theta = 0.3;
  const double s = (40 * theta + 5 + 2 * 7) * 1e-3;  // m, after 7 ms
  REQUIRE(mixed.terms.size() == 2);
  const double residual = mixed.terms[0].factor * s + mixed.terms[1].factor * theta - *mixed.offset -
                          valueAt(*mixed.function, 7e-3).value();
  CHECK(std::abs(residual) < 1e-16);
  CHECK(mixed.terms[0].factor == 1);

  // Between angles alone the offset is an angle of the file: theta - 2 theta' = 10 deg.
  const Coupler angles = coupler("<coupler name='c' terms='revolute:1 cylindrical.rz:-2' offset='10'/>");
  CHECK(angles.terms[0].factor == 1);
  CHECK(angles.terms[1].factor == -2);
  CHECK(*angles.offset == near(10 * kDegree));
}

TEST_CASE("gears and racks are couplers with the factors of their teeth") {
  const Coupler ratio = coupler("<gear name='g' joints='revolute cylindrical.rz' ratio='3'/>");
  CHECK(ratio.kind == "gear");
  CHECK(ratio.terms[0].factor == 1);
  CHECK(ratio.terms[1].factor == 3);
  const Coupler radii = coupler("<gear name='g' joints='revolute cylindrical.rz' radii='20 60'/>");
  CHECK(radii.terms[1].factor / radii.terms[0].factor == near(3));
  const Coupler rack = coupler("<rack-pinion name='r' pinion='revolute' rack='translational' radius='40'/>");
  CHECK(rack.kind == "rack-pinion");
  CHECK(rack.terms[0].coordinate.joint == JointIndex{indexOf("translational")});
  CHECK(rack.terms[0].factor == 1);
  CHECK(rack.terms[1].factor == near(-0.04));
}

TEST_CASE("couplers that make no sense are refused at the term") {
  CHECK_THAT(errorsOf("<coupler name='c' terms='revolute:1 cylindrical.rx:2'/>", readCoupler),
             Catch::Matchers::Contains("1:49: error: a joint of type 'cylindrical' has no coordinate 'rx'"));
  CHECK_THAT(errorsOf("<coupler name='c' terms='revolute:1 revolute.rz:2'/>", readCoupler),
             Catch::Matchers::Contains("1:37: error: the coordinate of 'revolute.rz:2' is in the coupler already"));
  CHECK_THAT(errorsOf("<coupler name='c' terms='revolute'/>", readCoupler),
             Catch::Matchers::Contains("'revolute' is not a term"));
  CHECK_THAT(errorsOf("<gear name='g' joints='revolute cylindrical.rz'/>", readCoupler),
             Catch::Matchers::Contains("<gear> is given by 0 attributes, expected 1"));
  CHECK_THAT(errorsOf("<rack-pinion name='r' pinion='translational' rack='revolute' radius='1'/>", readCoupler),
             Catch::Matchers::Contains("the pinion 'translational' does not turn"));
}

TEST_CASE("limits, friction and initial values follow the kind of their coordinate") {
  ParsedXml xml(R"(<joint>
    <limit dof="tz" lower="-1" upper="2" stiffness="3" damping="4"/>
    <limit dof="rz" lower="-90" upper="90" stiffness="3" damping="4"/>
    <friction dof="tz" coulomb="1" stiction="2" viscous="3" velocity="4"/>
    <friction dof="rz" coulomb="1" stiction="2" viscous="3" velocity="4"/>
    <initial dof="rz" value="45" rate="2"/>
  </joint>)");
  JointFields extras;
  extras.type = *findJointType("cylindrical");
  readJointExtras(xml.root, contextIn(millimetreKilonewton()), extras);
  INFO(toText(xml.diagnostics));
  REQUIRE(extras.limits.size() == 2);
  CHECK(*extras.limits[0].lower == near(-1e-3));
  CHECK(*extras.limits[0].upper == near(2e-3));
  CHECK(extras.limits[0].stiffness == near(3e6));
  CHECK(extras.limits[0].damping == near(4e3));
  CHECK(extras.limits[1].coordinate == 1);
  CHECK(*extras.limits[1].upper == near(std::numbers::pi / 2));
  CHECK(extras.limits[1].stiffness == near(3 / kDegree));
  CHECK(extras.limits[1].damping == near(4e-3 / kDegree));
  REQUIRE(extras.frictions.size() == 2);
  CHECK(extras.frictions[0].coulomb == near(1e3));
  CHECK(extras.frictions[0].stiction == near(2e3));
  CHECK(extras.frictions[0].viscous == near(3e3));
  CHECK(extras.frictions[0].velocity == near(4));
  CHECK(extras.frictions[1].coulomb == near(1));
  CHECK(extras.frictions[1].viscous == near(3e-3 / kDegree));
  CHECK(extras.frictions[1].velocity == near(4 * kDegree / 1e-3));
  REQUIRE(extras.initials.size() == 1);
  CHECK(*extras.initials[0].value == near(std::numbers::pi / 4));
  CHECK(*extras.initials[0].rate == near(2 * kDegree / 1e-3));
}

TEST_CASE("a spline takes the units of the force that uses it") {
  Table<SplineIndex, Spline> splines;
  splines.add({"curve", Interpolation::akima, {0, 10}, {0, 2}, {}});
  splines.add({"raw", Interpolation::akima, {0, 10}, {0, 2}, {}});
  Tsda spring;
  spring.spring = SplineIndex{0};
  Tsda damper;
  damper.damper = SplineIndex{0};
  GeneralForce byName;
  Diagnostics diagnostics;
  const XmlText text{"spline(raw, 5)", {}, {}};
  byName.force[0] = readExpression(text, dimension::kForce, contextIn(millimetreKilonewton()), diagnostics);
  REQUIRE(byName.force[0]);
  std::vector<Force> forces{{"a", spring, {}}, {"b", damper, {}}, {"c", spring, {}}, {"d", byName, {}}};
  convertSplines(splines, forces, {}, {}, {}, millimetreKilonewton());

  REQUIRE(splines.size() == 3);
  CHECK(splines[SplineIndex{0}].x[1] == near(0.01));  // mm
  CHECK(splines[SplineIndex{0}].y[1] == near(2000));  // kN
  CHECK(splines[SplineIndex{1}].x[1] == 10);          // in an expression of the file's units
  CHECK(splines[SplineIndex{2}].name == "curve_2");
  CHECK(splines[SplineIndex{2}].x[1] == near(10));  // mm/ms
  CHECK(std::get<Tsda>(forces[0].law).spring == SplineIndex{0});
  CHECK(std::get<Tsda>(forces[1].law).damper == SplineIndex{2});
  CHECK(std::get<Tsda>(forces[2].law).spring == SplineIndex{0});
}

TEST_CASE("a spline with units of its own is converted to those of the file") {
  ParsedXml xml("<spline name='s' x='0 1' y='0 5' x_unit='m' y_unit='N' interpolation='cubic'/>");
  const auto spline = readSpline(xml.root, contextIn(millimetreKilonewton()));
  REQUIRE(spline);
  CHECK(spline->x[1] == near(1000));
  CHECK(spline->y[1] == near(0.005));
  CHECK(spline->interpolation == Interpolation::cubic);
}

}  // namespace mb
