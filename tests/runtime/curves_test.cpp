// Jets and curves: functions with exact derivatives, against differences and what their authors promise.
#include <cmath>
#include <map>

#include "runtime/laws/program.h"
#include "tests/support/laws.h"

using namespace mb;
using namespace mb::testing;

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
