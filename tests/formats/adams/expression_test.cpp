#include "formats/adams/expressions/expression.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;
using mb::testing::kPi;
using namespace mb::adams;
using Kind = Expression::Kind;

namespace {

const std::map<long, std::string> kVariables{{1, "2*TIME"},
                                             {2, "VARVAL(1) + 1"},
                                             {3, "VARVAL(3) + 1"},
                                             {4, "VARVAL(5)"},
                                             {5, "VARVAL(4)"},
                                             {6, "USER(1, 2)"},
                                             {7, "DM(99, 1)"},
                                             {8, ""},
                                             {9, "SFORCE(1, 0, 1, 0)"},
                                             {10, "(DM(204,205)-2)"}};

ExpressionScope testScope() {
  ExpressionScope scope;
  scope.marker = [](long id) -> std::optional<std::string> {
    if (id == 0) return "ground";
    if (id == 99) return std::nullopt;
    if (id == 9911) return "";  // a floating marker
    return "m" + std::to_string(id);
  };
  scope.spline = [](long id, Interpolation interpolation) -> std::optional<std::string> {
    if (id == 7) return "";  // a surface
    if (id > 100) return std::nullopt;
    return (interpolation == Interpolation::akima ? "akima" : "cubic") + std::to_string(id);
  };
  scope.variable = [](long id) -> std::optional<std::string> {
    if (id >= 1000 && id < 2000) {  // doubles at each step
      if (id == 1000) return "TIME";
      const std::string before = "VARVAL(" + std::to_string(id - 1) + ")";
      return before + "+" + before;
    }
    const auto found = kVariables.find(id);
    return found == kVariables.end() ? std::nullopt : std::optional(found->second);
  };
  scope.array = [](long id) -> std::optional<std::vector<double>> {
    if (id == 1) return std::vector<double>{10, 20, 30};
    if (id == 2) return std::vector<double>{};  // states
    return std::nullopt;
  };
  return scope;
}

Translated translated(std::string_view text) { return translateExpression(text, testScope()); }

Expression expressionOf(std::string_view text) {
  Translated result = translated(text);
  INFO(std::string(text.substr(0, 100)));
  INFO((result.error ? result.error->message : result.untranslatable));
  REQUIRE(result.expression);
  return *result.expression;
}

std::string ours(std::string_view text) { return toText(expressionOf(text)); }

double at(std::string_view text, double time) {
  const std::optional<double> value = valueAt(expressionOf(text), time);
  INFO(std::string(text));
  REQUIRE(value);
  return *value;
}
double constant(std::string_view text) { return at(text, 0); }

std::string whyNot(std::string_view text) {
  const Translated result = translated(text);
  INFO(std::string(text.substr(0, 100)));
  INFO((result.error ? result.error->message : ""));
  CHECK_FALSE(result.error);
  CHECK_FALSE(result.expression);
  return result.untranslatable;
}

}  // namespace

TEST_CASE("ADAMS numbers: degrees and exponents") {
  CHECK(constant("90D") == 90 * kDegree);
  CHECK(constant("90.0d") == 90 * kDegree);
  CHECK(constant("-30D") == -30 * kDegree);
  CHECK(constant("1.0E3") == 1000);
  CHECK(constant("1.0D3") == 1000);
  CHECK(constant("1.0D+3") == 1000);
  CHECK(constant("2.5d-01") == 0.25);
  CHECK(constant("1.E-2") == 0.01);
  CHECK(constant("5.") == 5);
  CHECK(constant(".5e+1") == 5);
  CHECK(constant("007") == 7);
  // Degrees, then an operation: not an exponent.
  CHECK(constant("90D-5D") == Approx(85 * kDegree).epsilon(1e-15));
  CHECK(constant("90D+3") == Approx(90 * kDegree + 3).epsilon(1e-15));
  CHECK(constant("45.0D-30.0D") == Approx(15 * kDegree).epsilon(1e-15));
  CHECK(at("90.0D-0.5*TIME", 2) == Approx(90 * kDegree - 1).epsilon(1e-15));
  CHECK(at("90.0D-2*TIME", 2) == Approx(90 * kDegree - 4).epsilon(1e-15));
  CHECK(constant("1.0E-400") == 0);
}

TEST_CASE("ADAMS operators bind as its manual says") {
  CHECK(constant("2**3**2") == 512);  // from the right
  CHECK(constant("-2**2") == -4);     // the power before the sign to its left
  CHECK(constant("2**-1") == 0.5);    // the sign to its right before the power
  CHECK(constant("-2**-2**-1") == Approx(-std::pow(2, -std::pow(2, -1))).epsilon(1e-15));
  CHECK(constant("8/4/2") == 1);
  CHECK(constant("8-4-2") == 2);
  CHECK(constant("2*-3") == -6);
  CHECK(constant("- 2.0 * ( 3 + +1 )") == -8);
  CHECK(at("\ttime\r\n * PI ", 2) == 2 * kPi);
  CHECK(constant("180*DTOR") == Approx(kPi).epsilon(1e-15));
  CHECK(constant("pi*RtoD") == Approx(180).epsilon(1e-15));
}

TEST_CASE("ADAMS functions of values have the values of its manual") {
  CHECK(constant("AINT(4.8)") == 4);
  CHECK(constant("AINT(-4.8)") == -4);
  CHECK(constant("ANINT(4.6)") == 5);
  CHECK(constant("ANINT(-4.6)") == -5);
  CHECK(constant("ANINT(4.4)") == 4);
  CHECK(constant("DIM(5, 3)") == 2);
  CHECK(constant("DIM(3, 5)") == 0);
  CHECK(constant("MOD(45, 16)") == 13);
  CHECK(constant("MOD(-45, 16)") == -13);  // a1 - INT(a1/a2)*a2
  CHECK(constant("SIGN(-3, 2)") == 3);
  CHECK(constant("SIGN(3, -2)") == -3);
  CHECK(constant("SIGN(-3, 0)") == 3);
  CHECK(constant("MAX(1, 2) + MIN(1, 2)") == 3);
  CHECK(constant("ATAN2(1, -1)") == Approx(0.75 * kPi).epsilon(1e-15));
  CHECK(constant("LOG10(1000) + LOG(EXP(2))") == Approx(5).epsilon(1e-15));
  CHECK(constant("SQRT(ABS(-16))") == 4);
  CHECK(constant("ASIN(0.5) + ACOS(0.5) + ATAN(1)") == Approx(0.75 * kPi).epsilon(1e-15));
  CHECK(constant("COSH(1)**2 - SINH(1)**2 + TANH(0)") == Approx(1).epsilon(1e-15));
  CHECK(constant("SIN(30D) + COS(60D) + TAN(45D)") == Approx(2).epsilon(1e-15));
  CHECK(constant("IF(-1: 10, 20, 30)") == 10);
  CHECK(constant("IF( 0 : 10, 20, 30)") == 20);
  CHECK(constant("IF(0.1: 10, 20, IF(1: 1, 2, 3))") == 3);
  CHECK(constant("IF(MODE-4: 0, 1, 0)") == 1);  // dynamics
}

TEST_CASE("ADAMS steps") {
  for (const double t : {0.5, 1.0, 1.25, 1.5, 1.9, 2.0, 3.0}) {
    const double s = std::clamp(t - 1, 0.0, 1.0);
    CHECK(at("STEP(TIME, 1, 5, 2, 8)", t) == Approx(5 + 3 * s * s * (3 - 2 * s)).epsilon(1e-14));
    CHECK(at("STEP5(TIME, 1, 5, 2, 8)", t) == Approx(5 + 3 * s * s * s * (10 - 15 * s + 6 * s * s)).epsilon(1e-14));
    // a + b sin(c pi - pi/2), a = (h0 + h1)/2, b = (h1 - h0)/2
    CHECK(at("HAVSIN(TIME, 1, 5, 2, 8)", t) == Approx(6.5 + 1.5 * std::sin(s * kPi - kPi / 2)).epsilon(1e-14));
  }
}

TEST_CASE("ADAMS series") {
  const double t = 0.37;
  CHECK(at("SHF(TIME, 25D, PI, 360D, 0, 5)", t) ==
        Approx(5 + kPi * std::sin(2 * kPi * (t - 25 * kDegree))).epsilon(1e-14));
  CHECK(at("SHF(TIME, 0.1, 2, 3, 0.5)", t) == Approx(2 * std::sin(3 * (t - 0.1) - 0.5)).epsilon(1e-14));
  CHECK(at("POLY(TIME, 0.5, 1, 2, 3)", t) == Approx(1 + 2 * (t - 0.5) + 3 * (t - 0.5) * (t - 0.5)).epsilon(1e-14));
  const double u = t - 0.1;
  CHECK(at("CHEBY(TIME, 0.1, 1, 2, 3, 4)", t) ==
        Approx(1 + 2 * u + 3 * (2 * u * u - 1) + 4 * (4 * u * u * u - 3 * u)).epsilon(1e-14));
  CHECK(at("CHEBY(TIME, 0.1, 7)", t) == 7);
  CHECK(at("CHEBY(TIME, 0, 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1)", 0.9) ==
        Approx(std::cos(16 * std::acos(0.9))).margin(1e-9));
  CHECK(at("CHEBY(TIME, 0, 0, 0, TIME)", t) == Approx(t * (2 * t * t - 1)).epsilon(1e-14));
  CHECK(at("FORSIN(TIME,-0.25, PI, 0, 1, 2, 3)", t) ==
        Approx(std::sin(kPi * (t + 0.25)) + 2 * std::sin(2 * kPi * (t + 0.25)) + 3 * std::sin(3 * kPi * (t + 0.25)))
            .epsilon(1e-13));
  CHECK(at("FORCOS(TIME, 0.1, 360D, 5, 1, 2)", t) ==
        Approx(5 + std::cos(2 * kPi * (t - 0.1)) + 2 * std::cos(4 * kPi * (t - 0.1))).epsilon(1e-14));
}

TEST_CASE("ADAMS stops: MAX(0, k (x1 - x)^e - STEP(x, x1 - d, cmax, x1, 0) x')") {
  const auto impact = [](double x, double v, double x1, double k, double e, double c, double d) {
    if (x >= x1) return 0.0;
    const double s = std::clamp((x - (x1 - d)) / d, 0.0, 1.0);
    return std::max(0.0, k * std::pow(x1 - x, e) - c * (1 - s * s * (3 - 2 * s)) * v);
  };
  for (const double x : {0.9, 0.995, 0.999, 1.0, 1.1}) {
    for (const double v : {-2.0, 0.0, 2.0, 200.0}) {
      const std::string where = std::to_string(x) + ", " + std::to_string(v);
      CAPTURE(where);
      CHECK(constant("IMPACT(" + where + ", 1.0, 1E4, 1.5, 30, 0.01)") ==
            Approx(impact(x, v, 1, 1e4, 1.5, 30, 0.01)).epsilon(1e-12).margin(1e-12));
      // Two stops: the upper one is the lower one seen from the other side.
      CHECK(constant("BISTOP(" + where + ", 0.999, 1.05, 1E4, 1.5, 30, 0.01)") ==
            Approx(impact(x, v, 0.999, 1e4, 1.5, 30, 0.01) - impact(-x, -v, -1.05, 1e4, 1.5, 30, 0.01))
                .epsilon(1e-12)
                .margin(1e-12));
    }
  }
}

TEST_CASE("ADAMS measures: markers, the ground and what is left out") {
  CHECK(ours("DM(0202, 0102)") == "dm(m202, m102)");
  CHECK(ours("DX(12, 0, 13)") == "dx(m12, ground, m13)");
  CHECK(ours("DX(12,,13)") == "dx(m12, ground, m13)");
  CHECK(ours("DX(12, 13, 0)") == "dx(m12, m13)");
  CHECK(ours("DX(12,0,0)") == "dx(m12)");
  CHECK(ours("DX(12)") == "dx(m12)");
  CHECK(ours("dz(12,)") == "dz(m12)");
  CHECK(ours("VX(12, 13, 13, 13)") == "vx(m12, m13, m13, m13)");
  CHECK(ours("VX(201,301,0,301)") == "vx(m201, m301, ground, m301)");
  CHECK(ours("VM(1, 2, 3)") == "vm(m1, m2, m3)");
  CHECK(ours("VR(467, 764)") == "vr(m467, m764)");
  CHECK(ours("VR(1, 2, 3)") == "vr(m1, m2)");  // the same from anywhere
  CHECK(ours("WZ(1,2,2)*RTOD*DTOR") == "wz(m1, m2, m2)*57.29577951308232*0.017453292519943295");
  CHECK(ours("-20*AX(43,32)") == "-20*ax(m43, m32)");
  for (const std::string name : {"psi", "theta", "phi", "yaw", "roll", "ay", "az", "wm"}) {
    CHECK(ours(name + "(1, 2)") == name + "(m1, m2)");
    CHECK(ours(name + "(1)") == name + "(m1)");
  }
  CHECK(ours("PITCH(1, 2)") == "-pitch(m1, m2)");  // the negative of the second angle
}

TEST_CASE("ADAMS splines, variables and arrays") {
  CHECK(ours("AKISPL(TIME, 0, 3)") == "spline(akima3, time)");
  CHECK(ours("akispl(2*TIME, 0, 3, 0)") == "spline(akima3, 2*time)");
  CHECK(ours("CUBSPL(TIME,,3)") == "spline(cubic3, time)");
  CHECK(ours("CUBSPL(TIME, TIME, 3)") == "spline(cubic3, time)");  // one curve has no z
  CHECK(at("VARVAL(2)", 3) == 7);
  CHECK(ours("3*VARVAL(2)") == "3*(2*time + 1)");
  CHECK(constant("ARYVAL(1, 3)") == 30);
  CHECK(whyNot("AKISPL(TIME, 0, 3, 1)") == "it uses a derivative of SPLINE/3");
  CHECK(whyNot("AKISPL(TIME, 1, 7)") == "SPLINE/7 that it uses has no counterpart here");
  CHECK(whyNot("VARVAL(3)") == "VARIABLE/3 that it uses depends on itself");
  CHECK(whyNot("VARVAL(4)") == "VARIABLE/4 that it uses depends on itself");
  CHECK(whyNot("VARVAL(6)") == "it uses USER: subroutines of the user are not run here");
  CHECK(whyNot("VARVAL(8)") == "VARIABLE/8 that it uses has no function");
  CHECK(whyNot("ARYVAL(2, 1)") == "ARRAY/2 that it uses does not hold constants");
  CHECK(whyNot("DX(9911)") == "MARKER/9911 that it measures has no counterpart here");
}

TEST_CASE("ADAMS functions without a counterpart are refused, each with its reason") {
  for (const std::string name :
       {"ACCM",   "ACCX",   "ACCY",  "ACCZ",   "WDTM",    "WDTX",    "WDTY",   "WDTZ",   "FM",     "FX",
        "FY",     "FZ",     "TM",    "TX",     "TY",      "TZ",      "BEAM",   "BUSH",   "CVCV",   "FIELD",
        "GFORCE", "JOINT",  "JPRIM", "MOTION", "NFORCE",  "PTCV",    "SFORCE", "SPDP",   "VFORCE", "VTORQ",
        "USER",   "DIF",    "DIF1",  "PINVAL", "POUVAL",  "SENVAL",  "DELAY",  "INVPSD", "INTERP", "CURVE",
        "SWEEP",  "INCANG", "DXYZ",  "UVX",    "CONTACT", "FRICTION"}) {
    const std::string reason = whyNot("2*" + name + "(1, 0, 2, 3)");
    CHECK(reason.starts_with("it uses " + name + ": "));
    CHECK(reason.size() > name.size() + 20);
  }
  CHECK(whyNot("FXMODE") == "it uses FXMODE: there are no flexible bodies here");
  CHECK(whyNot("[1, 2, TIME]") == "functions have no vectors here");
  CHECK(whyNot("DXYZ(1,2)*(VXYZ(1,2) % [1,0,0]) + TIME") == "it uses DXYZ: functions have no vectors here");
  CHECK(contains(whyNot("CHEBY(TIME, 0, 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1)"), "Chebyshev"));
  // An error further on is still found.
  CHECK(translated("USER(1) + 2*").error);
}

TEST_CASE("ADAMS springs are found in any arrangement") {
  const auto spring = [](std::string_view text) { return translationalSpring(expressionOf(text), "m204", "m205"); };
  for (const char* text : {"- 100.0*(dm(204,205)-2.0)  - 1.0*vr(204,205)  + 0.0", "100*(2-DM(205,204)) - VR(205,204)",
                           "200 - 100*DM(204,205) - VR(204,205)", "-(DM(204,205)*100 + VR(204,205)) + 400/2",
                           "-100*VARVAL(10) - VR(204,205,204)",
                           "-1E2*(SQRT(DX(204,205)**2+DY(204,205)**2+DZ(204,205)**2)-2) - VR(204,205)",
                           "-50*(2*DM(204,205) - 4) - 1.0*VR(204,205) + 0*VR(204,205)"}) {
    const std::optional<SpringShape> shape = spring(text);
    CAPTURE(text);
    REQUIRE(shape);
    CHECK(shape->stiffness == Approx(100).epsilon(1e-15));
    CHECK(shape->damping == 1);
    CHECK(shape->length == Approx(2).epsilon(1e-15));
    CHECK(shape->preload == 0);
  }
  // A preload is a longer spring.
  CHECK(spring("-10*(DM(204,205) - 3) + 5")->length == 3.5);
  CHECK(spring("-10*dm(204,205)+20")->length == 2);
  // A preload that no length can replace is kept.
  CHECK(spring("-10*dm(204,205)-20")->preload == -20);
  CHECK(spring("-10*dm(204,205)-20")->length == 0);
  CHECK(spring("5 - 2*VR(204,205)")->preload == 5);
  CHECK(spring("5 - 2*VR(204,205)")->damping == 2);

  CHECK_FALSE(spring("10*(DM(204,205)-2)"));        // it pushes away
  CHECK_FALSE(spring("-10*(DM(204,206)-2)"));       // another pair
  CHECK_FALSE(spring("-10*(DM(204,205)-2)*TIME"));  // another stiffness every time
  CHECK_FALSE(spring("-10*(DM(204,205)-2)**2"));    // not linear
  CHECK_FALSE(spring("-10*DM(204,205)*VR(204,205)"));
  CHECK_FALSE(spring("-10*(DM(204,205)-2) - ABS(VR(204,205))"));
  CHECK_FALSE(spring("50"));
  CHECK_FALSE(spring("-10/DM(204,205)"));
  CHECK_FALSE(spring("-1E300*1E300*(DM(204,205)-2)"));
}

TEST_CASE("ADAMS torsion springs are found in any arrangement") {
  const auto spring = [](std::string_view text) { return rotationalSpring(expressionOf(text), "m1", "m2"); };
  for (const char* text : {"-3*(AZ(1,2) - 30D) - 0.5*WZ(1,2,2)", "0.5*(WZ(2,1,2) - 6*AZ(1,2)) + 90D",
                           "-3*DTOR*(RTOD*AZ(1,2) - 30) - WZ(1,2,2)/2"}) {
    const std::optional<SpringShape> shape = spring(text);
    CAPTURE(text);
    REQUIRE(shape);
    CHECK(shape->stiffness == Approx(3).epsilon(1e-15));
    CHECK(shape->damping == 0.5);
    CHECK(shape->length == Approx(30 * kDegree).epsilon(1e-15));
    CHECK(shape->preload == 0);
  }
  CHECK(spring("-3*(AZ(1,2) + 30D)")->length == Approx(-30 * kDegree).epsilon(1e-15));
  CHECK_FALSE(spring("-3*AZ(1,2) - 0.5*WZ(1,2)"));  // about the z axis of the ground
  CHECK_FALSE(spring("-3*AZ(2,1)"));                // the opposite only where the z axes agree
}

TEST_CASE("ADAMS distances are found in any arrangement") {
  for (const char* text :
       {"DM(0202,0102)-2", "2 - DM(102,202)", "DM(202,102)**2 - 4", "10*(DM(202,102)*DM(102,202) - 2**2)",
        "SQRT(DX(202,102)**2+DY(202,102)**2+DZ(202,102)**2)-2", "DX(202,102)**2+DY(102,202)**2+DZ(202,102)**2-2**2",
        "(DX(202,102,5)*DX(202,102,5)+DY(202,102,5)**2+DZ(202,102,5)**2)**0.5 - 2", "1 - DM(202,102)/2",
        "DM(202,102) - SQRT(3+1)"}) {
    const std::optional<DistanceShape> shape = distanceOf(expressionOf(text));
    CAPTURE(text);
    REQUIRE(shape);
    CHECK(shape->length == Approx(2).epsilon(1e-15));
    CHECK(shape->i == "m102");
    CHECK(shape->j == "m202");
  }
  CHECK(distanceOf(expressionOf("DM(7) - 3"))->j.empty());
  for (const char* text :
       {"DM(1,2) + 2", "DM(1,2)", "DM(1,2) - TIME", "DM(1,2) - DM(3,4)", "VR(1,2) - 2", "DX(1,2)**2 + DY(1,2)**2 - 4",
        "DX(1,2)**2 + DY(1,2)**2 + DZ(1,3)**2 - 4", "DX(1,2)**2 + 2*DY(1,2)**2 + DZ(1,2)**2 - 4", "(DM(1,2)-2)**2",
        "DM(1,2)**3 - 8", "1 - 2", "DM(1,2)**2 + 4", "AZ(1,2) - 2"}) {
    CAPTURE(text);
    CHECK_FALSE(distanceOf(expressionOf(text)));
  }
}

TEST_CASE("errors in ADAMS functions have a place and a hint") {
  struct Bad {
    const char* text;
    std::size_t position;
    const char* message;
    const char* hint = "";
  };
  const Bad bad[]{
      {"", 0, "the function is empty"},
      {"  \t", 0, "the function is empty"},
      {"2 +", 3, "ends where a value should follow"},
      {"2 * * 3", 4, "unexpected '*'"},
      {"2 TIME", 2, "an operator is missing before 'TIME'"},
      {"2(3)", 1, "an operator is missing before '('"},
      {"(1 + 2", 0, "the bracket is not closed"},
      {"1 + 2)", 5, "unexpected ')'"},
      {"()", 1, "unexpected ')'"},
      {"2^3", 1, "unexpected '^'", "'**'"},
      {"TIME > 2", 5, "unexpected '>'", "IF("},
      {"1,5", 1, "unexpected ','"},
      {"1 + \\", 4, "unexpected '\\'"},
      {"2x", 0, "'2x' is not a number"},
      {"1.2.3", 0, "'1.2.3' is not a number"},
      {"1.0E", 0, "'1.0E' is not a number"},
      {"1.0E+", 0, "'1.0E' is not a number"},
      {"1E999", 0, "the number '1E999' is out of range"},
      {".", 0, "unexpected '.'"},
      {"SIM(TIME)", 0, "there is no function 'SIM'", "did you mean"},
      {"1 + AKISP(TIME, 0, 1)", 4, "there is no function 'AKISP'", "AKISPL"},
      {"X", 0, "there is no function 'X'"},
      {"SIN", 0, "the function SIN has no arguments"},
      {"SIN()", 0, "SIN takes 1 argument, not 0"},
      {"SIN(1, 2)", 0, "SIN takes 1 argument, not 2"},
      {"STEP(TIME, 0, 0, 1)", 0, "STEP takes 5 arguments, not 4"},
      {"STEP(TIME, , 0, 1, 1)", 11, "STEP needs a value here"},
      {"STEP(TIME, 0, 0, 1, 1", 4, "the bracket is not closed"},
      {"2 + STEP(TIME, 1, 0, 0, 1)", 4, "STEP runs from x0 = 1 to x1 = 0", "swap x0 and x1"},
      {"STEP5(TIME, 2*PI, 0, 6, 1)", 0, "x1 must not be below x0", "swap x0 and x1"},
      {"HAVSIN(TIME, 1, 0, 0.5, 1)", 0, "HAVSIN runs from x0 = 1 to x1 = 0.5", "swap x0 and x1"},
      {"IF(TIME: 1, 2)", 0, "IF takes 4 arguments, not 3"},
      {"MAX(1: 2)", 5, "unexpected ':'"},
      {"2*DM(99, 1)", 5, "there is no MARKER/99"},
      {"DM(1, 99)", 6, "there is no MARKER/99"},
      {"DM(TIME, 1)", 3, "DM wants the number of a MARKER here"},
      {"DM(1.5, 1)", 3, "DM wants the number of a MARKER here"},
      {"DM(-3, 1)", 3, "DM wants the number of a MARKER here"},
      {"DM(1E30, 1)", 3, "DM wants the number of a MARKER here"},
      {"DM(, 1)", 3, "DM needs a value here"},
      {"DM(1, 2, 3)", 0, "DM takes 1 to 2 arguments, not 3"},
      {"AKISPL(TIME, 0, 101)", 16, "there is no SPLINE/101"},
      {"AKISPL(TIME, 0, TIME)", 16, "AKISPL wants the number of a SPLINE here"},
      {"VARVAL(77)", 7, "there is no VARIABLE/77"},
      {"1 + VARVAL(7)", 11, "in VARIABLE/7: there is no MARKER/99"},
      {"ARYVAL(9, 1)", 7, "there is no ARRAY/9"},
      {"ARYVAL(1, 4)", 10, "ARRAY/1 has 3 values, and no value 4"},
      {"ARYVAL(1, 0)", 10, "ARRAY/1 has 3 values, and no value 0"},
      {"[1, 2]", 5, "a vector has three components"},
      {"[1, 2, 3", 0, "the bracket is not closed"},
      {"USER(1, 2", 4, "the bracket is not closed"},
      {"1 + \xE9t\xE9", 4, "unexpected character (code 233)"},
  };
  for (const Bad& one : bad) {
    CAPTURE(one.text);
    const Translated result = translated(one.text);
    CHECK_FALSE(result.expression);
    CHECK(result.untranslatable.empty());
    REQUIRE(result.error);
    CAPTURE(result.error->message, result.error->hint);
    CHECK(result.error->position == one.position);
    CHECK(contains(result.error->message, one.message));
    CHECK(!result.error->hint.empty());
    CHECK(contains(result.error->hint, one.hint));
  }
  CHECK(translated(std::string_view("1 + \0", 5)).error->message == "unexpected character (code 0)");
  const std::pair<const char*, Code> kinds[]{
      {"2 +", Code::expressionSyntax},      {"2x", Code::notANumber},        {"1E999", Code::outOfRange},
      {"SIM(TIME)", Code::unknownFunction}, {"SIN()", Code::wrongArguments}, {"DM(99, 1)", Code::unknownName},
      {"VARVAL(7)", Code::unknownName},
  };
  for (const auto& [text, code] : kinds) {
    CAPTURE(text);
    CHECK(translated(text).error->code == code);
  }
}

TEST_CASE("ADAMS functions that are too long or nested too deeply are refused") {
  const auto repeated = [](std::string_view text, int count) {
    std::string all;
    for (int k = 0; k < count; ++k) all += text;
    return all;
  };
  CHECK(constant(repeated("(", 40) + "1" + repeated(")", 40)) == 1);
  CHECK(contains(translated(repeated("(", 100000)).error->message, "nested"));
  CHECK(contains(translated(repeated("-", 100000) + "1").error->message, "nested"));
  CHECK(contains(translated(repeated("2**", 100000) + "1").error->message, "nested"));
  CHECK(contains(translated(repeated("SIN(", 100000)).error->message, "nested"));
  CHECK(constant("0" + repeated("+1", 800)) == 800);
  CHECK(contains(translated("0" + repeated("+1", 5000)).error->message, "in a row"));
  CHECK(translated(repeated("A", 100000)).error->message.size() < 100);
  CHECK(contains(translated("MAX(1" + repeated(",1", 100000) + ")").error->message, "arguments"));
  CHECK(translated("DM(" + repeated("9", 1000) + ", 1)").error);
  // Variables that double at each step, and what hides them.
  CHECK(at("VARVAL(1010)", 3) == 3 * 1024);
  CHECK(contains(whyNot("VARVAL(1040)"), "more than 20000 operations"));
  CHECK(contains(whyNot("VARVAL(1999)"), "nested"));
  CHECK(contains(whyNot("FORCOS(FORCOS(FORCOS(FORCOS(TIME,0,1,0" + repeated(",1", 30) + "),0,1,0" + repeated(",1", 30) +
                        "),0,1,0" + repeated(",1", 30) + "),0,1,0" + repeated(",1", 30) + ")"),
                 "more than 20000 operations"));
  // What is taken reads back.
  for (const std::string& text :
       {std::string("-2**2 - (-3)*AINT(TIME)/(4 - -5)"), repeated("DIM(", 40) + "TIME" + repeated(", 0)", 40),
        repeated("FORSIN(TIME, 0, 1, 0, ", 3) + "TIME" + repeated(")", 3), std::string("2*(VARVAL(1010))"),
        std::string("CHEBY(TIME, 1, 2, TIME, 4) - DX(1,0,2)*AKISPL(VR(1,2),0,3)")}) {
    const std::string written = ours(text);
    ExpressionError error;
    const std::optional<Expression> read = parseExpression(written, nullptr, error);
    CAPTURE(text.substr(0, 60), error.message);
    REQUIRE(read);
    CHECK(toText(*read) == written);
  }
}
