#include "formats/model/expressions/expression.h"

#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "formats/model/basics/numbers.h"
#include "tests/support/test.h"

using namespace mb;
using mb::testing::contains;
using Kind = Expression::Kind;

namespace {

std::optional<double> parameters(std::string_view name) {
  if (name == "k1") return 167062.0;
  if (name == "fl.offset") return -3.0;
  return std::nullopt;
}

Expression parsed(std::string_view text) {
  INFO(std::string(text));
  ExpressionError error;
  const std::optional<Expression> expression = parseExpression(text, parameters, error);
  INFO(error.message);
  REQUIRE(expression);
  return *expression;
}

ExpressionError errorOf(std::string_view text) {
  INFO(std::string(text.substr(0, 60)));
  ExpressionError error;
  REQUIRE_FALSE(parseExpression(text, parameters, error));
  return error;
}

double valueOf(std::string_view text) {
  INFO(std::string(text));
  const std::optional<double> value = constantValue(parsed(text));
  REQUIRE(value);
  return *value;
}

bool same(const Expression& a, const Expression& b) {
  if (a.kind != b.kind || a.number != b.number || a.name != b.name || a.arguments.size() != b.arguments.size()) {
    return false;
  }
  for (std::size_t k = 0; k < a.arguments.size(); ++k) {
    if (!same(a.arguments[k], b.arguments[k])) return false;
  }
  return true;
}

// Measures replaced by numbers: what the runtime would do.
Expression measured(Expression expression, const std::map<std::string, double>& measures) {
  if (expression.kind == Kind::call && measures.contains(expression.name)) {
    Expression number;
    number.number = measures.at(expression.name);
    return number;
  }
  for (Expression& argument : expression.arguments) argument = measured(std::move(argument), measures);
  return expression;
}

class RandomTree {
 public:
  explicit RandomTree(unsigned seed) : random_(seed) {}

  Expression make(int depth) {
    Expression e;
    static constexpr Kind kKinds[] = {Kind::number,   Kind::time,   Kind::negate, Kind::add,  Kind::subtract,
                                      Kind::multiply, Kind::divide, Kind::power,  Kind::call, Kind::call};
    e.kind = depth == 0 ? kKinds[pick(2)] : kKinds[pick(10)];
    switch (e.kind) {
      case Kind::number: e.number = kNumbers[pick(std::size(kNumbers))]; break;
      case Kind::negate: e.arguments.push_back(make(depth - 1)); break;
      case Kind::call: makeCall(e, depth); break;
      case Kind::time:
      case Kind::reference: break;
      default:
        e.arguments.push_back(make(depth - 1));
        e.arguments.push_back(make(depth - 1));
        break;
    }
    return e;
  }

 private:
  static constexpr double kNumbers[] = {0, 1, 2, -1, -2.5, 0.1, 1e-7, -3e20, 0.3333333333333333};
  static constexpr const char* kNames[] = {"uca.m1", "time", "left-arm.m 1", "7up.x", "it's.m", "pi", "räder.m"};
  std::mt19937 random_;

  std::size_t pick(std::size_t count) { return random_() % count; }
  void makeCall(Expression& e, int depth) {
    const std::vector<ExpressionFunction>& functions = expressionFunctions();
    const ExpressionFunction& function = functions[pick(functions.size())];
    e.name = function.name;
    const int spread = std::min(function.maximumArguments - function.minimumArguments, 3);
    const auto count = static_cast<std::size_t>(function.minimumArguments) + pick(static_cast<std::size_t>(spread) + 1);
    for (std::size_t k = 0; k < count; ++k) {
      if (argumentKind(function, k) == ExpressionFunction::Argument::value) {
        e.arguments.push_back(make(depth - 1));
      } else {
        Expression reference;
        reference.kind = Kind::reference;
        reference.name = kNames[pick(std::size(kNames))];
        e.arguments.push_back(reference);
      }
    }
    // Steps must not go backwards.
    if (isBlend(function.name) && !blendFault(e.arguments[1], e.arguments[3]).empty())
      std::swap(e.arguments[1], e.arguments[3]);
  }
};

}  // namespace

TEST_CASE("arithmetic has the usual precedence") {
  CHECK(valueOf("1 + 2*3") == 7);
  CHECK(valueOf("10 - 4 - 3") == 3);
  CHECK(valueOf("100/10/5") == 2);
  CHECK(valueOf("2^3^2") == 512);
  CHECK(valueOf("2**3**2") == 512);
  CHECK(valueOf("-2^2") == -4);
  CHECK(valueOf("(-2)^2") == 4);
  CHECK(valueOf("2^-1") == 0.5);
  CHECK(valueOf("2*-3") == -6);
  CHECK(valueOf("1 - -1") == 2);
  CHECK(valueOf("--2") == 2);
  CHECK(valueOf("+3") == 3);
  CHECK(valueOf("-(2 + 3)*2") == -10);
  CHECK(valueOf("90*deg") == Approx(std::numbers::pi / 2));
  CHECK(valueOf("2*pi") == 2 * std::numbers::pi);
  CHECK(valueOf("k1/2") == 83531);
  CHECK(valueOf("fl.offset^2") == 9);  // a negative parameter is one number, not a minus and a number
  CHECK(valueOf("1.e2 + .5") == 100.5);
}

TEST_CASE("the elementary functions are those of the standard library") {
  CHECK(valueOf("sqrt(2)^2") == Approx(2));
  CHECK(valueOf("sin(pi/6)") == Approx(0.5));
  CHECK(valueOf("atan2(-1, -1)") == Approx(-0.75 * std::numbers::pi));
  CHECK(valueOf("log(exp(1.5))") == Approx(1.5));
  CHECK(valueOf("log10(1000)") == Approx(3));
  CHECK(valueOf("min(3, -1, 2)") == -1);
  CHECK(valueOf("max(3, -1, 2)") == 3);
  CHECK(valueOf("mod(-7, 3)") == -1);
  CHECK(valueOf("sign(-4)") == -1);
  CHECK(valueOf("sign(0)") == 0);
  CHECK(valueOf("sign(4, -2)") == -4);
  CHECK(valueOf("floor(-1.5)") == -2);
  CHECK(valueOf("ceil(-1.5)") == -1);
  CHECK(valueOf("if(-1, 10, 20, 30)") == 10);
  CHECK(valueOf("if(0, 10, 20, 30)") == 20);
  CHECK(valueOf("if(1, 10, 20, 30)") == 30);
  CHECK(valueOf("poly(3, 1, 5, 6, 7)") == 5 + 6 * 2 + 7 * 4);
  CHECK(valueOf("shf(0.5, 0, 2, pi, 0, 1)") == Approx(3));
}

TEST_CASE("steps run from their first to their second value and are smooth at both ends") {
  for (const std::string name : {"step", "step5", "havsin"}) {
    INFO(name);
    const Expression f = parsed(name + "(time, 1, 10, 3, 20)");
    CHECK(valueAt(f, 0.5) == 10.0);
    CHECK(*valueAt(f, 1) == 10.0);
    CHECK(*valueAt(f, 2) == Approx(15));
    CHECK(*valueAt(f, 3) == 20.0);
    CHECK(valueAt(f, 9) == 20.0);
    CHECK(std::abs(*valueAt(f, 1.001) - 10) < 1e-4);  // of second order: 10 * 3 * (0.0005)^2
    CHECK(std::abs(*valueAt(f, 2.999) - 20) < 1e-4);
  }
  // At a quarter: 3/16 - 2/64, 10/64 - 15/256 + 6/1024, (1 - cos(pi/4))/2.
  CHECK(valueOf("step(0.25, 0, 0, 1, 1)") == Approx(0.15625));
  CHECK(valueOf("step5(0.25, 0, 0, 1, 1)") == Approx(0.103515625));
  CHECK(valueOf("havsin(0.25, 0, 0, 1, 1)") == Approx(0.5 - std::sqrt(0.125)));
}

TEST_CASE("an impact pushes below its stop only, and never pulls") {
  // k (x1 - x)^e - c x_dot step(x, x1 - d, 1, x1, 0), not below zero
  CHECK(valueOf("impact(1.1, -5, 1, 100, 2, 10, 0.01)") == 0);
  CHECK(valueOf("impact(0.9, 0, 1, 100, 2, 10, 0.01)") == Approx(1));
  CHECK(valueOf("impact(0.9, -1, 1, 100, 2, 10, 0.01)") == Approx(11));
  CHECK(valueOf("impact(0.9, -1, 1, 100, 2, 10, 0.2)") == Approx(6));  // half of the damping at half of the depth
  CHECK(valueOf("impact(0.9, 1, 1, 100, 2, 10, 0.01)") == 0);
  CHECK(valueOf("bistop(2, 0, 1, 3, 100, 1, 10, 0.01)") == 0);
  CHECK(valueOf("bistop(0.5, 0, 1, 3, 100, 1, 10, 0.01)") == Approx(50));
  CHECK(valueOf("bistop(3.5, 1, 1, 3, 100, 1, 10, 0.01)") == Approx(-60));
  CHECK(valueOf("bistop(3.5, -9, 1, 3, 100, 1, 10, 0.01)") == 0);
}

TEST_CASE("an expression of time has a value at a time and no constant value") {
  const Expression f = parsed("2 + 3*time^2");
  CHECK_FALSE(constantValue(f));
  CHECK(valueAt(f, 2) == 14.0);
  const Expression g = parsed("k1*dm(a.m1, b.m2)");
  CHECK_FALSE(constantValue(g));
  CHECK_FALSE(valueAt(g, 0));
  CHECK(hasReferences(g));
  CHECK_FALSE(hasReferences(f));
}

TEST_CASE("an expression that is not finite has no value") {
  CHECK_FALSE(constantValue(parsed("1/0")));
  CHECK_FALSE(constantValue(parsed("sqrt(-1)")));
  CHECK_FALSE(constantValue(parsed("10^400")));
}

TEST_CASE("errors point at the place and help with the spelling") {
  const auto checkError = [](const char* text, std::size_t position, const char* part, const char* hint) {
    INFO(text);
    const ExpressionError error = errorOf(text);
    INFO(error.message << " | " << error.hint);
    CHECK(error.position == position);
    CHECK(contains(error.message, part));
    CHECK(contains(error.hint, hint));
  };
  checkError("", 0, "empty", "");
  checkError("  ", 0, "empty", "");
  checkError("1 + ", 4, "ends", "");
  checkError("1,5", 1, "','", "point");
  checkError("1.5abc", 0, "'1.5abc' is not a number", "*");
  checkError("2pi", 0, "'2pi' is not a number", "*");
  checkError("2 pi", 2, "operator", "*");
  checkError("2(3)", 1, "operator", "*");
  checkError("1e400", 0, "range", "");
  checkError("0x10", 0, "not a number", "");
  checkError("nan", 0, "'nan' is not a parameter", "declare it in <parameters>");
  checkError("crank.q", 0, "'crank.q' is not a parameter", "joint(crank)");
  checkError("3*tiem", 2, "'tiem' is not a parameter", "time");
  checkError("1 + sqr(2)", 4, "'sqr' is not a function", "'sqrt'");
  checkError("SIN(2)", 0, "not a function", "'sin'");
  checkError("sin", 0, "no arguments", "brackets");
  checkError("sin()", 0, "takes 1 argument, not 0", "");
  checkError("step(1, 2, 3)", 0, "takes 5 arguments, not 3", "step(x, x0, h0, x1, h1)");
  checkError("1 + step(time, 2, 0, 1, 5)", 4, "'step' runs from x0 = 2 to x1 = 1", "swap x0 and x1");
  checkError("step5(time, 1, 0, 0.5, 5)", 0, "x1 must not be below x0", "swap x0 and x1");
  checkError("havsin(time, 1 + 1, 0, -2, 5)", 0, "runs from x0 = 2 to x1 = -2", "swap x0 and x1");
  checkError("−1", 0, "'−1' has signs, digits or letters beyond ASCII", "the minus is '-'");
  checkError("2*１２", 2, "'１２' has signs, digits or letters beyond ASCII", "digits are 0 to 9");
  checkError("−(1)", 0, "beyond ASCII", "the minus is '-'");
  checkError("2−1", 0, "'2−1' is not a number", "the minus is '-'");
  checkError("time −1", 5, "operator", "the minus is '-'");
  checkError("min(1)", 0, "2 to 64 arguments, not 1", "");
  checkError("dm(1)", 3, "'dm' needs the name of a marker", "");
  checkError("spline(a + 1, 2)", 9, "unexpected '+'", "");
  checkError("joint()", 0, "takes 1 argument, not 0", "");
  checkError("sin(1,)", 6, "unexpected ')'", "");
  checkError("(1 + 2", 0, "not closed", "");
  checkError("sin(1 + 2", 3, "not closed", "");
  checkError("1 + 2)", 5, "unexpected ')'", "");
  checkError("dm('a.m", 3, "quote", "");
  checkError("1 $ 2", 2, "unexpected '$'", "");
  checkError(".", 0, "unexpected '.'", "");
  checkError("a.m1", 0, "not a parameter", "");
  CHECK(errorOf("step(time, 2, 0, 1, 5)").code == Code::mustIncrease);
  CHECK(errorOf("−1").code == Code::notANumber);
}

TEST_CASE("a step whose ends are not constant is read") {
  CHECK(toText(parsed("step(time, joint(a), 0, 1, 5)")) == "step(time, joint(a), 0, 1, 5)");
  CHECK(toText(parsed("step(2, time, 0, 1, 5)")) == "step(2, time, 0, 1, 5)");
}

TEST_CASE("hostile expressions are errors, not crashes") {
  const int n = 200000;
  const auto repeated = [](std::string_view part, int count) {
    std::string text;
    for (int k = 0; k < count; ++k) text += part;
    return text;
  };
  CHECK(contains(errorOf(repeated("(", n)).message, "deep"));
  CHECK(contains(errorOf(repeated("-", n)).message, "deep"));
  CHECK(contains(errorOf(repeated("sin(", n)).message, "deep"));
  CHECK(contains(errorOf(repeated("2^", n)).message, "deep"));
  CHECK(contains(errorOf("1" + repeated("+1", n)).message, "1000 operations"));
  CHECK(contains(errorOf("1" + repeated("*(1", n)).message, "deep"));
  CHECK(valueOf("1" + repeated("+1", 500)) == 501);
  CHECK(valueOf(repeated("(", 150) + "7" + repeated(")", 150)) == 7);
}

TEST_CASE("expressions are written with exactly the brackets they need") {
  const auto checkText = [](const char* text, const char* canonical) { CHECK(toText(parsed(text)) == canonical); };
  checkText("((1+2))*3", "(1 + 2)*3");
  checkText("1-(2-3)", "1 - (2 - 3)");
  checkText("(1-2)-3", "1 - 2 - 3");
  checkText("1/(2*3)", "1/(2*3)");
  checkText("(1/2)*3", "1/2*3");
  checkText("(2^3)^4", "(2^3)^4");
  checkText("2^(3^4)", "2^3^4");
  checkText("2**(-time)", "2^-time");
  checkText("-(time*2)", "-(time*2)");
  checkText("(-time)*2", "-time*2");
  checkText("-(time^2)", "-time^2");
  checkText("(-time)^2", "(-time)^2");
  checkText("-2", "-2");
  checkText("-(2)", "-(2)");
  checkText("(-2)^2", "(-2)^2");
  checkText("time - (-2)", "time - -2");
  checkText("dm( a.m1 , 'b.m2' )", "dm(a.m1, b.m2)");
  checkText("spline('my spline', 2*time)", "spline('my spline', 2*time)");
  checkText("k1 * fl.offset", "167062*-3");
}

TEST_CASE("every tree is read back from its text") {
  for (unsigned seed = 0; seed < 5000; ++seed) {
    const Expression tree = RandomTree(seed).make(static_cast<int>(seed % 7));
    const std::string text = toText(tree);
    INFO(text);
    ExpressionError error;
    const std::optional<Expression> back = parseExpression(text, {}, error);
    INFO(error.message);
    REQUIRE(back);
    REQUIRE(same(*back, tree));
    REQUIRE(toText(*back) == text);
  }
}

TEST_CASE("a function of time in milliseconds and millimetres is the same function in SI") {
  Units units;
  units.time = 1e-3;
  units.length = 1e-3;
  const Expression source = parsed("25*sin(0.01*time) + step(time, 100, 0, 200, 5)");
  const Expression si = toSi(source, units, dimension::kLength);
  for (const double ms : {0.0, 50.0, 120.0, 500.0}) {
    CHECK(*valueAt(si, ms * 1e-3) == Approx(*valueAt(source, ms) * 1e-3));
  }
}

TEST_CASE("a spring in inches and pounds pushes the same in SI") {
  const Units units = *unitSystem("IPS");
  const Expression source = parsed("-200*(dm(a.m, b.m) - 12) - 3*vr(a.m, b.m) - 40*az(a.m, b.m)");
  const Expression si = toSi(source, units, dimension::kForce);
  const double inSource = *constantValue(measured(source, {{"dm", 10.0}, {"vr", -7.0}, {"az", 0.5}}));
  const double inSi = *constantValue(measured(si, {{"dm", 0.254}, {"vr", -7 * 0.0254}, {"az", 0.5}}));
  CHECK(inSource == Approx(401));
  CHECK(inSi == Approx(401 * 4.4482216152605));
}

TEST_CASE("joint coordinates are lengths or angles by their name") {
  Units units;
  units.length = 1e-3;
  units.angle = std::numbers::pi / 180;
  const auto text = [&](const char* source) { return toText(toSi(parsed(source), units, dimension::kNone)); };
  CHECK(text("joint(rack.tx)") == "joint(rack.tx)/0.001");
  CHECK(text("joint_rate(rack.tx)") == "joint_rate(rack.tx)/0.001");
  CHECK(text("joint(hinge.rz)") == "joint(hinge.rz)/" + toText(units.angle));
  CHECK(text("spline(s, time)") == "spline(s, time)");
}

TEST_CASE("an expression in SI stays as it is, and a number is scaled as a number") {
  const Expression f = parsed("2*dm(a.m, b.m) + time");
  CHECK(same(toSi(f, Units{}, dimension::kForce), f));
  Units units;
  units.force = 1000;
  CHECK(toText(toSi(parsed("2.5"), units, dimension::kForce)) == "2500");
}

TEST_CASE("the negative of a negative is the expression itself") {
  const Expression f = parsed("2*time");
  CHECK(toText(negated(f)) == "-(2*time)");
  CHECK(same(negated(negated(f)), f));
  CHECK(toText(negated(parsed("3"))) == "-3");
  CHECK(toText(negated(parsed("0"))) == "0");
}

TEST_CASE("references can be listed and renamed") {
  using Argument = ExpressionFunction::Argument;
  Expression f = parsed("dx(a.m, b.m, c.m)*spline(curve, joint(hinge.rz)) + wz(a.m)");
  std::string seen;
  forEachReference(std::as_const(f), [&](Argument kind, const std::string& name) {
    seen += std::to_string(static_cast<int>(kind)) + name + " ";
  });
  CHECK(seen == "1a.m 1b.m 1c.m 3curve 2hinge.rz 1a.m ");
  forEachReference(f, [](Argument kind, std::string& name) {
    if (kind == Argument::marker) name = "fl_" + name;
  });
  CHECK(toText(f) == "dx(fl_a.m, fl_b.m, fl_c.m)*spline(curve, joint(hinge.rz)) + wz(fl_a.m)");
}

TEST_CASE("component functions know their axis and their mirror image") {
  using Mirror = ExpressionFunction::Mirror;
  const std::map<char, Mirror> mirrors{
      {'d', Mirror::translation}, {'v', Mirror::translation}, {'a', Mirror::rotation}, {'w', Mirror::rotation}};
  for (const auto& [letter, mirror] : mirrors) {
    for (int axis = 0; axis < 3; ++axis) {
      const std::string name{letter, "xyz"[axis]};
      INFO(name);
      const ExpressionFunction* const function = findExpressionFunction(name);
      REQUIRE(function);
      CHECK(function->mirror == mirror);
      CHECK(function->component == axis);
    }
  }
  for (const char* name : {"dm", "vr", "vm", "wm", "sin"}) CHECK(findExpressionFunction(name)->mirror == Mirror::none);
  CHECK(findExpressionFunction("vx")->dimension == dimension::kVelocity);
  CHECK(findExpressionFunction("nothing") == nullptr);
}

TEST_CASE("references come with their places in the text, each use its own") {
  ExpressionError error;
  std::vector<std::size_t> places;
  const auto expression = parseExpression("dm(a.m, 'b.m') + spline(a.m, time)*dm(a.m)", {}, error, &places);
  REQUIRE(expression);
  CHECK(places == std::vector<std::size_t>{3, 9, 24, 38});
  std::vector<std::string> names;
  forEachReference(*expression, [&](ExpressionFunction::Argument, const std::string& name) { names.push_back(name); });
  CHECK(names == std::vector<std::string>{"a.m", "b.m", "a.m", "a.m"});
}

TEST_CASE("time, constants and functions of numbers are reserved, measures are not") {
  for (const char* word : {"time", "pi", "deg", "sin", "step"}) CHECK(isReservedWord(word));
  for (const char* word : {"dx", "steer", "k", ""}) CHECK_FALSE(isReservedWord(word));
}
