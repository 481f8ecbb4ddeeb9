// The laws: functions with exact derivatives, curves, compiled expressions, measures, friction, stops, forces. Against
// closed forms, differences, and the books that energy keeps.
#include <cmath>
#include <map>
#include <random>

#include "runtime/laws/force_set.h"
#include "runtime/laws/joint_laws.h"
#include "runtime/laws/signal.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  double operator()(double low = -1, double high = 1) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  Vector3 vector(double size = 1) { return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}; }
  FrameMotion frame() { return {{rotationOf(2 * vector()), vector()}, vector(), vector()}; }

 private:
  std::mt19937 random_;
};

// First and second derivative from four points and the middle; off by h^4, and by eps / h and eps / h^2.
struct Derivatives {
  double first = 0;
  double second = 0;
};
template <class F>
Derivatives differences(F f, double t, double h) {
  const double m2 = f(t - 2 * h);
  const double m1 = f(t - h);
  const double p1 = f(t + h);
  const double p2 = f(t + 2 * h);
  return {(8 * (p1 - m1) - (p2 - m2)) / (12 * h), (16 * (p1 + m1) - (p2 + m2) - 30 * f(t)) / (12 * h * h)};
}

Expression parsed(const std::string& text) {
  ExpressionError error;
  const auto expression = parseExpression(
      text, [](std::string_view) { return std::nullopt; }, error);
  INFO(text << ": " << error.message);
  REQUIRE(expression);
  return *expression;
}

}  // namespace

TEST_CASE("jets carry the derivatives of every function of the expression language") {
  // Ranges of the arguments in which the function is defined and meets all its branches.
  using Ranges = std::vector<std::array<double, 2>>;
  const std::map<std::string_view, Ranges> ranges{
      {"sqrt", {{0.3, 3}}},
      {"sin", {{-5, 5}}},
      {"cos", {{-5, 5}}},
      {"tan", {{-1.2, 1.2}}},
      {"asin", {{-0.8, 0.8}}},
      {"acos", {{-0.8, 0.8}}},
      {"atan", {{-3, 3}}},
      {"atan2", {{-2, 2}, {-2, 2}}},
      {"sinh", {{-2, 2}}},
      {"cosh", {{-2, 2}}},
      {"tanh", {{-2, 2}}},
      {"exp", {{-2, 2}}},
      {"log", {{0.3, 3}}},
      {"log10", {{0.3, 3}}},
      {"abs", {{-2, 2}}},
      {"floor", {{-3, 3}}},
      {"ceil", {{-3, 3}}},
      {"min", {{-2, 2}, {-2, 2}, {-2, 2}}},
      {"max", {{-2, 2}, {-2, 2}, {-2, 2}}},
      {"mod", {{-5, 5}, {0.7, 2}}},
      {"sign", {{-2, 2}, {-2, 2}}},
      {"step", {{-1, 2}, {-0.2, 0.2}, {-2, 2}, {0.8, 1.2}, {-2, 2}}},
      {"step5", {{-1, 2}, {-0.2, 0.2}, {-2, 2}, {0.8, 1.2}, {-2, 2}}},
      {"havsin", {{-1, 2}, {-0.2, 0.2}, {-2, 2}, {0.8, 1.2}, {-2, 2}}},
      {"if", {{-1, 1}, {-2, 2}, {-2, 2}, {-2, 2}}},
      {"impact", {{-2, 2}, {-2, 2}, {-0.5, 0.5}, {0.5, 3}, {1.3, 2.5}, {0.1, 1}, {0.5, 1}}},
      {"bistop", {{-3, 3}, {-2, 2}, {-1, -0.5}, {0.5, 1}, {0.5, 3}, {1.3, 2.5}, {0.1, 1}, {0.5, 1}}},
      {"poly", {{-2, 2}, {-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}, {-1, 1}}},
      {"shf", {{-2, 2}, {-1, 1}, {-2, 2}, {-2, 2}, {-2, 2}, {-1, 1}}},
  };
  Numbers random(1);
  for (const ExpressionFunction& function : expressionFunctions()) {
    if (!function.evaluate) continue;
    INFO(function.name);
    REQUIRE(function.evaluateJet);
    REQUIRE(ranges.contains(function.name));
    const Ranges& range = ranges.at(function.name);
    int compared = 0;
    for (int trial = 0; trial < 60; ++trial) {
      // Every argument moves: a + b t + c t^2 / 2.
      std::vector<Jet> jets;
      for (const auto& [low, high] : range) jets.push_back({random(low, high), random(), random()});
      const auto value = [&](double t) {
        std::vector<double> arguments;
        for (const Jet& jet : jets) arguments.push_back(jet.value + t * jet.rate + t * t / 2 * jet.second);
        return function.evaluate(arguments);
      };
      const Derivatives coarse = differences(value, 0, 2e-3);
      const Derivatives fine = differences(value, 0, 1e-3);
      const double scale = 1 + std::abs(value(0)) + std::abs(fine.first) + std::abs(fine.second);
      // Next to a kink or jump two widths disagree; elsewhere h^4 = 1e-12 times a sixth derivative below 1e4.
      const double rough = std::max(std::abs(coarse.first - fine.first), std::abs(coarse.second - fine.second)) / scale;
      if (rough > 1e-6) continue;
      ++compared;
      const Jet jet = function.evaluateJet(jets);
      CHECK(jet.value == Approx(value(0)).epsilon(1e-13).margin(1e-15));
      CHECK(std::abs(jet.rate - fine.first) < 1e-8 * scale);
      CHECK(std::abs(jet.second - fine.second) < 1e-6 * scale);
    }
    CHECK(compared > 30);
  }
}

TEST_CASE("powers have their derivatives at zero, below it and with an exponent that moves") {
  const CartesianModel model;
  const LawScope scope = lawScope(model);
  struct Case {
    std::string text;
    double time;
    Jet jet;
  };
  const double l = std::log(2.0);
  for (const Case& row :
       {Case{"time^2", 0, {0, 0, 2}}, Case{"time^1", 0, {0, 1, 0}}, Case{"time^0", 0, {1, 0, 0}},
        Case{"time^3", -1, {-1, 3, -6}}, Case{"time^3", 0, {0, 0, 0}}, Case{"2^time", 1, {2, 2 * l, 2 * l * l}},
        Case{"time^time", 2, {4, 4 * (l + 1), 4 * (l + 1) * (l + 1) + 2}}, Case{"(-2)^2*time", 3, {12, 4, 0}},
        Case{"1/time", 2, {0.5, -0.25, 0.25}}}) {
    INFO(row.text << " at " << row.time);
    Library library = makeLibrary(scope);
    const Program program = compile(parsed(row.text), scope, library);
    std::vector<Jet> stack(static_cast<std::size_t>(library.stackSize));
    const Jet jet = runJet(program, library, row.time, stack);
    CHECK(jet.value == Approx(row.jet.value).epsilon(1e-14));
    CHECK(jet.rate == Approx(row.jet.rate).epsilon(1e-14));
    CHECK(jet.second == Approx(row.jet.second).epsilon(1e-14));
  }
}

// ---- curves ----

TEST_CASE("curves go through their points, smoothly, and straight on beyond the ends") {
  Numbers random(2);
  for (const Interpolation interpolation : {Interpolation::linear, Interpolation::akima, Interpolation::cubic}) {
    for (const int count : {2, 3, 4, 9}) {
      INFO("interpolation " << static_cast<int>(interpolation) << ", " << count << " points");
      std::vector<double> x{random()};
      std::vector<double> y{random()};
      while (static_cast<int>(x.size()) < count) {
        x.push_back(x.back() + random(0.2, 1));
        y.push_back(random());
      }
      const Curve curve = makeCurve(interpolation, x, y);
      const auto jet = [&](double at) { return valueOf(curve, Jet::time(at)); };
      for (std::size_t k = 0; k < x.size(); ++k) {
        CHECK(valueOf(curve, x[k]) == Approx(y[k]).margin(1e-14));
        // Left and right of a point: rates up to 20 and second derivatives up to 1e3 make 1e-6 over this distance.
        const Jet left = jet(x[k] - 1e-9);
        const Jet right = jet(x[k] + 1e-9);
        CHECK(std::abs(left.value - right.value) < 1e-7);
        if (interpolation != Interpolation::linear) CHECK(std::abs(left.rate - right.rate) < 1e-5);
        if (interpolation == Interpolation::cubic) CHECK(std::abs(left.second - right.second) < 1e-5);
      }
      // Straight, with the slope of the end.
      for (const double away : {0.5, 3.0}) {
        const Jet before = jet(x.front() - away);
        const Jet after = jet(x.back() + away);
        CHECK(before.second == 0);
        CHECK(after.second == 0);
        CHECK(before.value == Approx(y.front() - away * before.rate).margin(1e-13));
        CHECK(after.value == Approx(y.back() + away * after.rate).margin(1e-13));
      }
      // The derivatives of the jets are those of the values, between the points.
      for (std::size_t k = 0; k + 1 < x.size(); ++k) {
        const double middle = 0.3 * x[k] + 0.7 * x[k + 1];
        const Derivatives d = differences([&](double at) { return valueOf(curve, at); }, middle, 1e-3);
        CHECK(std::abs(jet(middle).rate - d.first) < 1e-10);
        CHECK(std::abs(jet(middle).second - d.second) < 1e-7);
      }
      // Simpson's rule is exact on every piece.
      const auto simpson = [&](double from, double to) {
        return (to - from) / 6 * (valueOf(curve, from) + 4 * valueOf(curve, 0.5 * (from + to)) + valueOf(curve, to));
      };
      double integral = 0;
      CHECK(integralOf(curve, x[0]) == 0);
      CHECK(integralOf(curve, x[0] - 0.7) == Approx(-simpson(x[0] - 0.7, x[0])).margin(1e-14));
      for (std::size_t k = 0; k + 1 < x.size(); ++k) {
        CHECK(integralOf(curve, 0.5 * (x[k] + x[k + 1])) ==
              Approx(integral + simpson(x[k], 0.5 * (x[k] + x[k + 1]))).margin(1e-13));
        integral += simpson(x[k], x[k + 1]);
        CHECK(integralOf(curve, x[k + 1]) == Approx(integral).margin(1e-13));
      }
      CHECK(integralOf(curve, x.back() + 2) == Approx(integral + simpson(x.back(), x.back() + 2)).margin(1e-13));
    }
  }
}

TEST_CASE("curves keep what their authors promise") {
  // Akima: a parabola through equally spaced points, ends included. Natural cubic: no bending at the ends.
  std::vector<double> x;
  std::vector<double> y;
  for (int k = 0; k < 6; ++k) {
    x.push_back(0.4 * k - 1);
    y.push_back(2 - x.back() + 3 * x.back() * x.back());
  }
  const Curve akima = makeCurve(Interpolation::akima, x, y);
  for (const double at : {-1.0, -0.77, 0.1, 0.55, 0.999}) {
    const Jet value = valueOf(akima, Jet::time(at));
    CHECK(value.value == Approx(2 - at + 3 * at * at).epsilon(1e-13));
    CHECK(value.rate == Approx(-1 + 6 * at).epsilon(1e-12));
    CHECK(value.second == Approx(6).epsilon(1e-11));
  }
  const Curve cubic = makeCurve(Interpolation::cubic, x, y);
  CHECK(valueOf(cubic, Jet::time(x.front() + 1e-12)).second == Approx(0).margin(1e-9));
  CHECK(valueOf(cubic, Jet::time(x.back() - 1e-12)).second == Approx(0).margin(1e-9));
  // A flat stretch stays flat in Akima's curve: that is what it is for.
  const Curve flat =
      makeCurve(Interpolation::akima, std::vector<double>{0, 1, 2, 3, 4, 5}, std::vector<double>{0, 0, 0, 0, 1, 5});
  CHECK(valueOf(flat, 0.5) == 0);
  CHECK(valueOf(flat, 1.5) == 0);
  // One point is a constant.
  const Curve constant = makeCurve(Interpolation::cubic, std::vector<double>{2}, std::vector<double>{7});
  for (const double at : {-5.0, 2.0, 9.0}) CHECK(valueOf(constant, at) == 7);
  CHECK(integralOf(constant, 4) == 14);
  CHECK(integralOf(constant, 1) == -7);
}

// ---- compiled expressions ----

namespace {

// Random expressions of time, without those that are often undefined.
std::string randomExpression(Numbers& random, int depth) {
  if (depth == 0 || random() < -0.7) {
    return random.whole(0, 1) == 0 ? "time" : std::to_string(random(0.1, 3));
  }
  const auto sub = [&] { return randomExpression(random, depth - 1); };
  switch (random.whole(0, 11)) {
    case 0: return "(" + sub() + " + " + sub() + ")";
    case 1: return "(" + sub() + " - " + sub() + ")";
    case 2: return "(" + sub() + "*" + sub() + ")";
    case 3: return sub() + "/(2 + sin(" + sub() + "))";
    case 4: return "-" + sub();
    case 5: return "(" + sub() + ")^" + std::to_string(random.whole(0, 3));
    case 6: return "sin(" + sub() + ")";
    case 7: return "atan2(" + sub() + ", " + sub() + ")";
    case 8: return "max(" + sub() + ", " + sub() + ", " + sub() + ")";
    case 9: return "step(" + sub() + ", 0.2, " + sub() + ", 1.3, " + sub() + ")";
    case 10: return "if(" + sub() + ", " + sub() + ", 1, " + sub() + ")";
    default: return "exp(-abs(" + sub() + "))";
  }
}

}  // namespace

TEST_CASE("compiled expressions give what the expressions give, and their rates") {
  Numbers random(3);
  const CartesianModel model;
  const LawScope scope = lawScope(model);
  int compared = 0;
  int smooth = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const std::string text = randomExpression(random, 4);
    const Expression expression = parsed(text);
    Library library = makeLibrary(scope);
    const Program program = compile(expression, scope, library);
    std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
    std::vector<Jet> jets(stack.size());
    const double time = random(-2, 2);
    const auto value = valueAt(expression, time);
    if (!value || std::abs(*value) > 1e6) continue;
    ++compared;
    INFO(text << " at " << time);
    // The same operations in the same order.
    CHECK(run(program, library, {time, {}, {}, {}, nullptr}, stack) == *value);
    const Jet jet = runJet(program, library, time, jets);
    CHECK(jet.value == Approx(*value).epsilon(1e-12).margin(1e-12));
    const auto plain = [&](double t) { return run(program, library, {t, {}, {}, {}, nullptr}, stack); };
    const Derivatives coarse = differences(plain, time, 2e-4);
    const Derivatives fine = differences(plain, time, 1e-4);
    const double scale = 1 + std::abs(*value) + std::abs(fine.first);
    if (!(std::abs(coarse.first - fine.first) < 1e-7 * scale)) continue;  // a kink, a pole
    ++smooth;
    CHECK(std::abs(jet.rate - fine.first) < 1e-6 * scale);
  }
  CHECK(compared > 100);
  CHECK(smooth > 80);
}

TEST_CASE("expressions read curves, and jets go through them") {
  CartesianModel model;
  model.splines.add({"other", Interpolation::linear, {0, 1}, {5, 5}, {}});
  model.splines.add({"bend", Interpolation::cubic, {-1, 0, 1, 2}, {1, 0, 2, -1}, {}});
  const LawScope scope = lawScope(model);
  Library library = makeLibrary(scope);
  const Program program = compile(parsed("2*spline(bend, sin(time)) + spline(other, time)"), scope, library);
  std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
  std::vector<Jet> jets(stack.size());
  const Curve curve =
      makeCurve(Interpolation::cubic, std::vector<double>{-1, 0, 1, 2}, std::vector<double>{1, 0, 2, -1});
  const auto plain = [&](double t) { return run(program, library, {t, {}, {}, {}, nullptr}, stack); };
  for (const double time : {-1.0, 0.4, 0.9}) {
    CHECK(plain(time) == Approx(2 * valueOf(curve, std::sin(time)) + 5).epsilon(1e-14));
    const Jet jet = runJet(program, library, time, jets);
    const Derivatives d = differences(plain, time, 1e-3);
    CHECK(std::abs(jet.rate - d.first) < 1e-9);
    CHECK(std::abs(jet.second - d.second) < 1e-6);
  }
}

TEST_CASE("signals of every kind have the derivatives of their values") {
  const CartesianModel model;
  const LawScope scope = lawScope(model);
  Library library = makeLibrary(scope);
  const std::vector<TimeFunction> functions{ConstantFunction{3},
                                            LinearFunction{1, -2},
                                            SineFunction{0.5, 2, 0.7, 0.3},
                                            StepFunction{0.1, 1, 0.9, -2},
                                            TableFunction{Interpolation::akima, {0, 0.3, 0.5, 1}, {1, 0, 2, 1}},
                                            parsed("time^2*exp(-time)")};
  std::vector<Signal> signals;
  for (const TimeFunction& function : functions) signals.push_back(makeSignal(function, scope, library));
  std::vector<Jet> stack(static_cast<std::size_t>(library.stackSize));
  for (std::size_t k = 0; k < signals.size(); ++k) {
    for (const double time : {-0.4, 0.2, 0.45, 0.7, 1.8}) {
      INFO("function " << k << " at " << time);
      const Jet jet = valueAt(signals[k], library, time, stack);
      const Derivatives d =
          differences([&](double t) { return valueAt(signals[k], library, t, stack).value; }, time, 1e-3);
      CHECK(std::abs(jet.rate - d.first) < 1e-8);  // h^4 times fifth derivatives below 1e4
      CHECK(std::abs(jet.second - d.second) < 1e-6);
    }
  }
  const double turn = 2 * std::acos(-1.0);
  CHECK(valueAt(signals[2], library, 0.2, stack).value == Approx(0.5 + 2 * std::sin(turn * 0.14 + 0.3)));
  CHECK(valueAt(signals[3], library, 0.5, stack).value == Approx(-0.5));
  CHECK(valueAt(signals[3], library, 0.1, stack).value == 1);
  CHECK(valueAt(signals[3], library, 5, stack).value == -2);
}

TEST_CASE("a drive prescribes what it drives, and what was integrated below it") {
  const Jet f{3, 4, 5};
  const Jet position = prescribed(0, f, 10, 20);
  CHECK((position.value == 3 && position.rate == 4 && position.second == 5));
  const Jet velocity = prescribed(1, f, 10, 20);
  CHECK((velocity.value == 10 && velocity.rate == 3 && velocity.second == 4));
  const Jet acceleration = prescribed(2, f, 10, 20);
  CHECK((acceleration.value == 10 && acceleration.rate == 20 && acceleration.second == 3));
}

// ---- measures ----

namespace {

// Frames whose motion is known in closed form; velocities by hand.
struct Stage {
  CartesianModel model;
  LawScope scope;
  Matrix3 R_WS = rotationOf({0.3, -0.5, 0.2});

  Stage() {
    Body body;
    body.name = "b";
    const BodyIndex index = model.bodies.add(body);
    for (const char* name : {"b.i", "b.j", "b.k", "b.l"}) model.markers.add({name, index, {}, {}});
    scope = lawScope(model);
    scope.R_WS = R_WS;
  }

  // i circles and spins about z, j slides and turns about x, k stands askew, l turns about a fixed line off the origin.
  static std::array<FrameMotion, 4> at(double t) {
    const double w = 1.7;
    FrameMotion i{{rotationAbout(2, w * t), {0.8 * std::cos(w * t), 0.8 * std::sin(w * t), 0.3 * t}},
                  {-0.8 * w * std::sin(w * t), 0.8 * w * std::cos(w * t), 0.3},
                  {0, 0, w}};
    FrameMotion j{{rotationAbout(0, 0.9 * t * t), {0.5 * t, -0.4, 0.2}}, {0.5, 0, 0}, {1.8 * t, 0, 0}};
    FrameMotion k{{rotationOf({0.4, 0.1, -0.7}), {1, 2, 3}}, Vector3::Zero(), Vector3::Zero()};
    const Vector3 axis = Vector3(1, 2, -2) / 3;
    const Vector3 arm(0.2, 0.5, 0.1);
    const Matrix3 R = rotationOf(2.2 * t * axis);
    FrameMotion l{{R, arm + R * arm}, (2.2 * axis).cross(R * arm), 2.2 * axis};
    return {i, j, k, l};
  }

  double measure(const std::string& text, double t) const {
    Library library = makeLibrary(scope);
    const Program program = compile(parsed(text), scope, library);
    const std::array<FrameMotion, 4> markers = at(t);
    std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
    AngleMemory angles;
    angles.last.resize(static_cast<std::size_t>(library.angleCount));
    angles.now = angles.last;
    return run(program, library, {t, markers, {}, {}, &angles}, stack);
  }
};

}  // namespace

TEST_CASE("measures between moving frames are what their definitions say") {
  const Stage stage;
  // Differences over 1e-3: h^4 times fifth derivatives below 1e3.
  constexpr double tolerance = 1e-9;
  const auto rate = [](auto f, double t) { return differences(f, t, 1e-3).first; };
  for (const double t : {-0.6, 0.0, 0.3, 1.1}) {
    INFO("t = " << t);
    const auto [i, j, k, l] = Stage::at(t);
    const Vector3 d = i.X.p - j.X.p;
    const auto distance = [](double s) {
      const auto frames = Stage::at(s);
      return (frames[0].X.p - frames[1].X.p).norm();
    };
    CHECK(stage.measure("dm(b.i, b.j)", t) == Approx(d.norm()).epsilon(1e-14));
    CHECK(stage.measure("dm(b.i)", t) == Approx(i.X.p.norm()).epsilon(1e-14));
    CHECK(stage.measure("dx(b.i, b.j, b.k)", t) == Approx((k.X.R.transpose() * d).x()).epsilon(1e-13));
    CHECK(stage.measure("dy(b.i, b.j, b.k)", t) == Approx((k.X.R.transpose() * d).y()).epsilon(1e-13));
    CHECK(stage.measure("dz(b.i, b.j)", t) == Approx(stage.R_WS.col(2).dot(d)).margin(1e-14));
    CHECK(stage.measure("dx(b.i)", t) == Approx(stage.R_WS.col(0).dot(i.X.p)).margin(1e-14));
    // A distance changes alike for all observers.
    CHECK(std::abs(stage.measure("vr(b.i, b.j)", t) - rate(distance, t)) < tolerance);
    CHECK(std::abs(stage.measure("vr(b.i, b.j, b.l)", t) - rate(distance, t)) < tolerance);
    // What an observer on l sees: the rate of the components along the axes of l.
    Vector3 seen;
    Vector3 plain;
    for (int axis = 0; axis < 3; ++axis) {
      const auto component = [axis](double s, bool turning) {
        const auto frames = Stage::at(s);
        const Vector3 between = frames[0].X.p - frames[1].X.p;
        return turning ? frames[3].X.R.col(axis).dot(between) : between(axis);
      };
      seen(axis) = rate([&](double s) { return component(s, true); }, t);
      plain(axis) = rate([&](double s) { return component(s, false); }, t);
    }
    seen = l.X.R * seen;
    CHECK(std::abs(stage.measure("vm(b.i, b.j)", t) - plain.norm()) < tolerance);
    CHECK(std::abs(stage.measure("vm(b.i, b.j, b.l)", t) - seen.norm()) < tolerance);
    const std::array<std::string, 3> names{"vx", "vy", "vz"};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const int a = static_cast<int>(axis);
      CHECK(std::abs(stage.measure(names[axis] + "(b.i, b.j)", t) - stage.R_WS.col(a).dot(plain)) < tolerance);
      CHECK(std::abs(stage.measure(names[axis] + "(b.i, b.j, b.k)", t) - k.X.R.col(a).dot(plain)) < tolerance);
      CHECK(std::abs(stage.measure(names[axis] + "(b.i, b.j, b.k, b.l)", t) - k.X.R.col(a).dot(seen)) < tolerance);
    }
    // Angular velocities: that of i about z, less that of j about x.
    CHECK(stage.measure("wm(b.i, b.j)", t) == Approx(std::hypot(1.7, 1.8 * t)).epsilon(1e-14));
    CHECK(stage.measure("wz(b.i)", t) == Approx(1.7 * stage.R_WS(2, 2)).epsilon(1e-14));
    CHECK(stage.measure("wx(b.i, b.j, b.k)", t) == Approx(k.X.R.col(0).dot(Vector3(-1.8 * t, 0, 1.7))).epsilon(1e-13));
  }
}

TEST_CASE("angles about one axis are that rotation's, and count their turns") {
  Numbers random(4);
  CartesianModel model;
  Body body;
  body.name = "b";
  const BodyIndex index = model.bodies.add(body);
  for (const char* name : {"b.i", "b.j"}) model.markers.add({name, index, {}, {}});
  const LawScope scope = lawScope(model);
  const std::array<std::string, 3> names{"ax", "ay", "az"};
  for (int axis = 0; axis < 3; ++axis) {
    Library library = makeLibrary(scope);
    const Program program = compile(parsed(names[static_cast<std::size_t>(axis)] + "(b.i, b.j)"), scope, library);
    REQUIRE(library.angleCount == 1);
    std::vector<double> stack(static_cast<std::size_t>(library.stackSize));
    AngleMemory angles{{0}, {0}};
    const FrameMotion j = random.frame();
    // There and back over several turns, in steps of less than half a turn.
    for (int step = -12; step <= 12; ++step) {
      const double angle = (step <= 0 ? 12 + step : 12 - step) * 1.3;
      const std::array<FrameMotion, 2> markers{FrameMotion{{j.X.R * rotationAbout(axis, angle)}}, j};
      INFO(names[static_cast<std::size_t>(axis)] << " of " << angle);
      CHECK(run(program, library, {0, markers, {}, {}, &angles}, stack) == Approx(angle).margin(1e-13));
      acceptAngles(angles);
    }
    // Looking at a state that is not accepted changes nothing.
    const double far = 2.9;
    for (int look = 0; look < 3; ++look) {
      const std::array<FrameMotion, 2> markers{FrameMotion{{j.X.R * rotationAbout(axis, look * far)}}, j};
      CHECK(run(program, library, {0, markers, {}, {}, &angles}, stack) ==
            Approx(std::remainder(look * far, 2 * std::acos(-1.0))).margin(1e-13));
    }
  }
}

// ---- friction and stops ----

TEST_CASE("friction acts against the motion, with stiction at its transition and Coulomb's friction beyond") {
  Friction friction;
  friction.coulomb = 2;
  friction.stiction = 3;
  friction.viscous = 0.5;
  friction.velocity = 0.1;
  CHECK(frictionForce(friction, 0) == 0);
  CHECK(frictionForce(friction, 0.1) == Approx(-3 - 0.05));
  CHECK(frictionForce(friction, 0.15) == Approx(-2 - 0.075));
  CHECK(frictionForce(friction, 4) == Approx(-2 - 2));
  Numbers random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const double v = random() * std::pow(10, random(-4, 1));
    CHECK(frictionForce(friction, v) == -frictionForce(friction, -v));
    CHECK(frictionForce(friction, v) * v <= 0);
    CHECK(std::abs(frictionForce(friction, v)) <= 3 + 0.5 * std::abs(v));
    // No jumps: an integrator must be able to follow. The steepest is 1.5 stiction / transition.
    CHECK(std::abs(frictionForce(friction, v + 1e-6) - frictionForce(friction, v)) < 1e-6 * 50);
  }
  // Less stiction than Coulomb friction means as much; no transition velocity means 1e-3.
  Friction plain;
  plain.coulomb = 2;
  CHECK(frictionForce(plain, 1e-3) == Approx(-2));
  CHECK(frictionForce(plain, 0.5e-3) == Approx(-2 * 0.5 * (1.5 - 0.125)));
  CHECK(frictionForce(plain, -7) == Approx(2));
}

TEST_CASE("stops push back where their limit is passed, never pull, and keep books of their energy") {
  Limit limit;
  limit.lower = -0.5;
  limit.upper = 1;
  limit.stiffness = 100;
  limit.damping = 3;
  CHECK(stopForce(limit, 0.3, 5).force == 0);
  CHECK(stopForce(limit, 1, 5).force == 0);
  CHECK(stopForce(limit, 1.1, 0).force == Approx(-10));
  CHECK(stopForce(limit, 1.1, 2).force == Approx(-16));
  CHECK(stopForce(limit, -0.7, 0).force == Approx(20));
  CHECK(stopForce(limit, -0.7, -1).force == Approx(23));
  CHECK(stopForce(limit, 1.1, -50).force == 0);  // leaving faster than the damper lets the spring follow
  Numbers random(6);
  for (int trial = 0; trial < 200; ++trial) {
    const double q = random(-2, 3);
    const double q_dot = random(-20, 20);
    const StopForce stop = stopForce(limit, q, q_dot);
    CHECK(stop.force * (q - 0.25) <= 0);
    CHECK(stop.power <= 0);
    CHECK(stop.potential >= 0);
    // Power on the coordinate = what the spring gives back + the rest. The potential is a quadratic on each side.
    if (std::min(std::abs(q - 1), std::abs(q + 0.5)) < 1e-2) continue;
    const double given = differences([&](double s) { return stopForce(limit, s, 0).potential; }, q, 1e-3).first;
    CHECK(stop.force * q_dot == Approx(stop.power - given * q_dot).margin(1e-8));
    CHECK(stopForce(limit, q, 0).force == Approx(-given).margin(1e-8));
  }
  Limit free;
  free.lower = 0;
  CHECK(stopForce(free, -5, -5).force == 0);  // no stiffness, no damping: only reported
}

// ---- forces ----

namespace {

// Two markers on two bodies and one for axes, with a law between them.
struct Bench {
  CartesianModel model;
  MarkerIndex i;
  MarkerIndex j;
  MarkerIndex in;
  SplineIndex spring;
  SplineIndex damper;

  Bench() {
    for (const char* name : {"a", "b", "c"}) {
      Body body;
      body.name = name;
      model.bodies.add(body);
    }
    i = model.markers.add({"a.m", BodyIndex{0}, {}, {}});
    j = model.markers.add({"b.m", BodyIndex{1}, {}, {}});
    in = model.markers.add({"c.m", BodyIndex{2}, {}, {}});
    spring = model.splines.add({"spring", Interpolation::cubic, {-3, -1, 0, 1, 3}, {-9, -1, 0, 2, 5}, {}});
    damper = model.splines.add({"damper", Interpolation::linear, {-1, 0, 1}, {-2, 0, 3}, {}});
  }

  std::vector<Force> forces() const {
    Tsda tsda;
    tsda.i = i;
    tsda.j = j;
    tsda.stiffness = 7;
    tsda.damping = 2;
    tsda.length = 0.8;
    tsda.preload = 1.5;
    tsda.spring = spring;
    tsda.damper = damper;
    tsda.function = parsed("sin(time) + 0.3*vm(a.m, c.m)");
    Rsda rsda;
    rsda.i = i;
    rsda.j = j;
    rsda.stiffness = 3;
    rsda.damping = 0.4;
    rsda.angle = 0.2;
    rsda.torque = -0.7;
    rsda.spring = spring;
    rsda.damper = damper;
    rsda.function = parsed("az(a.m, b.m)*time");
    std::vector<Force> all{{"tsda", tsda, {}}, {"rsda", rsda, {}}};
    for (const AngleDefinition angles :
         {AngleDefinition::projected, AngleDefinition::rotationVector, AngleDefinition::euler123}) {
      Bushing bushing;
      bushing.i = i;
      bushing.j = j;
      bushing.k = {10, 20, 30};
      bushing.c = {1, 2, 3};
      bushing.kt = {4, 5, 6};
      bushing.ct = {0.4, 0.5, 0.6};
      bushing.force = {1, -2, 3};
      bushing.torque = {-1, 0.5, 2};
      bushing.angles = angles;
      all.push_back({"bushing", bushing, {}});
      Field field;
      field.i = i;
      field.j = j;
      for (int r = 0; r < 6; ++r) {
        for (int c = 0; c < 6; ++c) {
          field.stiffness(r, c) = std::sin(1 + r + 7 * c);
          field.damping(r, c) = std::cos(2 + 3 * r + 5 * c);
        }
      }
      field.force = {2, 1, -1};
      field.torque = {0.3, 0.2, 0.1};
      field.angles = angles;
      all.push_back({"field", field, {}});
    }
    GeneralForce general;
    general.i = i;
    general.j = j;
    general.in = in;
    general.force = {parsed("3*time"), parsed("-2*vx(a.m, b.m, c.m)"), parsed("dm(a.m, b.m)")};
    general.torque = {parsed("1"), std::nullopt, parsed("cos(time)")};
    all.push_back({"general", general, {}});
    return all;
  }
};

struct Compiled {
  Library library;
  ForceSet set;
  ForceResults results;

  Compiled(const CartesianModel& model, const std::vector<Force>& forces) {
    const LawScope scope = lawScope(model);
    library = makeLibrary(scope);
    set = compileForces(forces, scope, library);
    results = makeResults(set, library);
  }
  const ForceResults& at(std::span<const FrameMotion> markers, double time) {
    evaluate(set, library, markers, {}, time, {}, results);
    return results;
  }
};

// The frames a little later.
std::array<FrameMotion, 3> moved(const std::array<FrameMotion, 3>& markers, double by) {
  std::array<FrameMotion, 3> result = markers;
  for (FrameMotion& marker : result) {
    marker.X.p += by * marker.v;
    marker.X.R = rotationOf(by * marker.w) * marker.X.R;
  }
  return result;
}

}  // namespace

TEST_CASE("action is reaction: forces and torques about any one point add up to nothing") {
  Numbers random(7);
  const Bench bench;
  for (const Force& force : bench.forces()) {
    Compiled compiled(bench.model, {force});
    for (int trial = 0; trial < 20; ++trial) {
      const std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
      const ForceResults& results = compiled.at(markers, random());
      Vector3 sum = Vector3::Zero();
      Vector3 torque = Vector3::Zero();
      double size = 0;
      for (const Action& action : results.actions) {
        REQUIRE(action.on.valid());
        sum += action.force;
        torque += action.point.cross(action.force) + action.torque;
        size += action.force.norm() + action.torque.norm();
      }
      INFO(force.name);
      CHECK(size > 0);
      CHECK(sum.norm() < 1e-14 * size);
      CHECK(torque.norm() < 1e-14 * size);
      CHECK(results.actions[0].on == bench.i);
      CHECK(results.actions[1].on == bench.j);
    }
  }
  // Without j the force comes from outside.
  GeneralForce push;
  push.i = bench.i;
  push.force[2] = parsed("5");
  Compiled compiled(bench.model, {{"push", push, {}}});
  const std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
  const ForceResults& results = compiled.at(markers, 0);
  CHECK(!results.actions[1].on.valid());
  CHECK((results.actions[0].force - Vector3(0, 0, 5)).norm() < 1e-15);
  CHECK((results.actions[0].point - markers[0].X.p).norm() == 0);
}

TEST_CASE("what forces do to the bodies is what their potential loses and what they book as power") {
  Numbers random(8);
  const Bench bench;
  for (const Force& force : bench.forces()) {
    Compiled compiled(bench.model, {force});
    for (int trial = 0; trial < 20; ++trial) {
      const double time = random();
      std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
      // An rsda turns about the z axis of j; its angle is that of a hinge there, so that its rate is the hinge's.
      if (force.name == "rsda") {
        markers[0].X.R = markers[1].X.R * rotationAbout(2, random(-3, 3));
        markers[0].w = markers[1].w + random() * markers[1].X.R.col(2);
      }
      const ForceResults results = compiled.at(markers, time);
      double given = 0;
      for (const Action& action : results.actions) {
        const FrameMotion& on = markers[static_cast<std::size_t>(action.on.value)];
        given += action.force.dot(on.v + on.w.cross(action.point - on.X.p)) + action.torque.dot(on.w);
      }
      const Derivatives potential =
          differences([&](double by) { return compiled.at(moved(markers, by), time).potential; }, 0, 1e-3);
      INFO(force.name);
      // Differences of potentials near 30: eps / h, and h^4 times fifth derivatives below 1e3.
      CHECK(given == Approx(results.power - potential.first).margin(1e-8));
    }
  }
}

TEST_CASE("the force of a spring is minus the slope of its potential; dampers only take") {
  Numbers random(9);
  Bench bench;
  Tsda tsda = std::get<Tsda>(bench.forces()[0].law);
  tsda.damping = 0;
  tsda.damper = {};
  tsda.function.reset();
  Compiled spring(bench.model, {{"tsda", tsda, {}}});
  const Vector3 u = Vector3(1, -2, 2) / 3;
  const FrameMotion j = random.frame();
  const auto along = [&](double length) {
    return std::array<FrameMotion, 3>{FrameMotion{{Matrix3::Identity(), j.X.p + length * u}, random.vector()}, j, {}};
  };
  for (const double length : {0.1, 0.5, 0.8, 1.3, 2.7, 5.0}) {
    const Vector3 force = spring.at(along(length), 0).actions[0].force;
    const double slope = differences([&](double l) { return spring.at(along(l), 0).potential; }, length, 1e-3).first;
    INFO("length " << length);
    CHECK((force + slope * u).norm() < 1e-8);
    // preload - k (l - length) - spring(l - length), apart.
    const Curve curve =
        makeCurve(Interpolation::cubic, bench.model.splines[bench.spring].x, bench.model.splines[bench.spring].y);
    CHECK(force.dot(u) == Approx(1.5 - 7 * (length - 0.8) - valueOf(curve, length - 0.8)).margin(1e-12));
    CHECK(spring.at(along(length), 0).power == 0);
  }
  // Markers in one place: no direction, no force, nothing undefined.
  const ForceResults& collapsed = spring.at(along(0), 0);
  CHECK(!collapsed.actions[0].on.valid());
  CHECK(std::isfinite(collapsed.potential));

  Rsda rsda = std::get<Rsda>(bench.forces()[1].law);
  rsda.damping = 0;
  rsda.damper = {};
  rsda.function.reset();
  Compiled torsion(bench.model, {{"rsda", rsda, {}}});
  const auto turned = [&](double angle) {
    return std::array<FrameMotion, 3>{FrameMotion{{j.X.R * rotationAbout(2, angle)}}, j, {}};
  };
  // Over more than a turn: the spring goes on winding.
  for (double angle = 0; angle < 8; angle += 0.9) {
    const Vector3 torque = torsion.at(turned(angle), 0).actions[0].torque;
    acceptAngles(torsion.results.angles);
    const double slope = differences([&](double a) { return torsion.at(turned(a), 0).potential; }, angle, 1e-3).first;
    INFO("angle " << angle);
    CHECK((torque + slope * j.X.R.col(2)).norm() < 1e-8);
  }

  Bushing bushing = std::get<Bushing>(bench.forces()[2].law);
  bushing.k = bushing.kt = bushing.force = bushing.torque = Vector3::Zero();
  Tsda damper = tsda;
  damper.stiffness = damper.preload = 0;
  damper.spring = {};
  damper.damping = 2;
  damper.damper = bench.damper;
  for (const Force& force : {Force{"bushing", bushing, {}}, Force{"damper", damper, {}}}) {
    Compiled compiled(bench.model, {force});
    for (int trial = 0; trial < 50; ++trial) {
      const std::array<FrameMotion, 3> markers{random.frame(), random.frame(), random.frame()};
      CHECK(compiled.at(markers, 0).power < 0);
      CHECK(compiled.at(markers, 0).potential == 0);
    }
  }
}

TEST_CASE("a bushing pulls along the axes of j, by the angles it was told to take") {
  Bench bench;
  Bushing bushing;
  bushing.i = bench.i;
  bushing.j = bench.j;
  bushing.k = {10, 20, 30};
  bushing.kt = {1, 2, 3};
  const Matrix3 R = rotationOf({0.5, -0.3, 0.9});
  const FrameMotion j{{R, {1, 2, 3}}};
  const Vector3 d(0.1, -0.2, 0.3);
  const Vector3 angles(0.3, -0.2, 0.4);
  const Matrix3 byEuler = rotationAbout(0, angles.x()) * rotationAbout(1, angles.y()) * rotationAbout(2, angles.z());
  struct Case {
    AngleDefinition definition;
    Matrix3 R_ji;
    Vector3 taken;
  };
  for (const Case& row : {Case{AngleDefinition::rotationVector, rotationOf(angles), angles},
                          Case{AngleDefinition::euler123, byEuler, angles},
                          Case{AngleDefinition::projected, rotationAbout(1, 0.7), {0, 0.7, 0}}}) {
    bushing.angles = row.definition;
    Compiled compiled(bench.model, {{"bushing", bushing, {}}});
    const std::array<FrameMotion, 3> markers{FrameMotion{{R * row.R_ji, j.X.p + R * d}}, j, {}};
    const Action& action = compiled.at(markers, 0).actions[0];
    CHECK((action.force + R * bushing.k.cwiseProduct(d)).norm() < 1e-13);
    CHECK((action.torque + R * bushing.kt.cwiseProduct(row.taken)).norm() < 1e-13);
  }
}
