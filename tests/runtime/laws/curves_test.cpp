// Curves: exact derivatives against differences, and the properties of each definition.
#include "runtime/laws/roads/curve.h"

#include <cmath>

#include "tests/support/laws.h"

using namespace mb;
using namespace mb::testing;

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

TEST_CASE("Akima and natural cubic curves have the properties of their definitions") {
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
