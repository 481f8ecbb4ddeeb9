// Jets: functions with exact derivatives, against differences.
#include "formats/model/expressions/jet.h"

#include <array>
#include <cmath>
#include <map>

#include "formats/model/tracing/dual.h"
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
    if (!function.evaluator<double>()) continue;
    INFO(function.name);
    REQUIRE(function.evaluator<Jet>());
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
        return function.evaluator<double>()(arguments);
      };
      const Derivatives coarse = differences(value, 0, 2e-3);
      const Derivatives fine = differences(value, 0, 1e-3);
      const double scale = 1 + std::abs(value(0)) + std::abs(fine.first) + std::abs(fine.second);
      // Next to a kink or jump two widths disagree; elsewhere h^4 = 1e-12 times a sixth derivative below 1e4.
      const double rough = std::max(std::abs(coarse.first - fine.first), std::abs(coarse.second - fine.second)) / scale;
      if (rough > 1e-6) continue;
      ++compared;
      const Jet jet = function.evaluator<Jet>()(jets);
      CHECK(jet.value == Approx(value(0)).epsilon(1e-13).margin(1e-15));
      CHECK(std::abs(jet.rate - fine.first) < 1e-8 * scale);
      CHECK(std::abs(jet.second - fine.second) < 1e-6 * scale);
      // Duals along time, by formulas of their own: of the value, and of a jet's value and rate.
      std::vector<Dual> duals;
      std::vector<JetOf<Dual>> dualJets;
      for (const Jet& one : jets) {
        duals.push_back({one.value, one.rate});
        dualJets.push_back({duals.back(), Dual(one.rate, one.second), Dual(one.second)});
      }
      const Dual dual = function.evaluator<Dual>()(duals);
      const JetOf<Dual> dualJet = function.evaluator<JetOf<Dual>>()(dualJets);
      CHECK(dual.value == value(0));
      CHECK(dual.derivative == Approx(jet.rate).epsilon(1e-12).margin(1e-12 * scale));
      CHECK(dualJet.value.derivative == Approx(jet.rate).epsilon(1e-12).margin(1e-12 * scale));
      CHECK(dualJet.rate.derivative == Approx(jet.second).epsilon(1e-12).margin(1e-12 * scale));
    }
    CHECK(compared > 30);
  }
}

TEST_CASE("constants have zero rates even where the slope is infinite") {
  for (const Jet& jet : {asin(Jet(1)), acos(Jet(-1)), sqrt(Jet(0)), pow(Jet(0), Jet(0.5)), atan2(Jet(0), Jet(0))}) {
    CHECK(std::isfinite(jet.value));
    CHECK(jet.rate == 0);
    CHECK(jet.second == 0);
  }
  const Jet t = Jet::time(0.25);
  CHECK((acos(Jet(-1)) * t).rate == std::acos(-1.0));
  CHECK(std::isinf(sqrt(Jet::time(0)).rate));  // an argument that moves keeps the infinite slope
}

TEST_CASE("what does not change has no derivative even where the slope is infinite") {
  for (const Dual& dual : {asin(Dual(1)), acos(Dual(-1)), sqrt(Dual(0)), pow(Dual(0), Dual(0.5)),
                           atan2(Dual(0), Dual(0)), hypot(Dual(0), Dual(0))}) {
    CHECK(std::isfinite(dual.value));
    CHECK(dual.derivative == 0);
  }
  CHECK(std::isinf(sqrt(Dual(0, 1)).derivative));
  // A jet whose rate vanishes here and not nearby is no constant: sin(time^3) at 0 has the third derivative 6.
  const JetOf<Dual> time{Dual(0, 1), Dual(1), Dual(0)};
  CHECK(sin(time * time * time).second.derivative == 6);
}

TEST_CASE("powers have their derivatives at zero, below it and with an exponent that moves") {
  struct Case {
    std::string text;
    Jet found;
    Jet jet;
  };
  const auto time = [](double t) { return Jet::time(t); };
  const double l = std::log(2.0);
  for (const Case& row :
       {Case{"time^2 at 0", pow(time(0), 2), {0, 0, 2}}, Case{"time^1 at 0", pow(time(0), 1), {0, 1, 0}},
        Case{"time^0 at 0", pow(time(0), 0), {1, 0, 0}}, Case{"time^3 at -1", pow(time(-1), 3), {-1, 3, -6}},
        Case{"time^3 at 0", pow(time(0), 3), {0, 0, 0}}, Case{"2^time at 1", pow(2, time(1)), {2, 2 * l, 2 * l * l}},
        Case{"time^time at 2", pow(time(2), time(2)), {4, 4 * (l + 1), 4 * (l + 1) * (l + 1) + 2}},
        Case{"(-2)^2*time at 3", pow(Jet(-2), 2) * time(3), {12, 4, 0}},
        Case{"1/time at 2", 1 / time(2), {0.5, -0.25, 0.25}}}) {
    INFO(row.text);
    CHECK(row.found.value == Approx(row.jet.value).epsilon(1e-14));
    CHECK(row.found.rate == Approx(row.jet.rate).epsilon(1e-14));
    CHECK(row.found.second == Approx(row.jet.second).epsilon(1e-14));
  }
}
