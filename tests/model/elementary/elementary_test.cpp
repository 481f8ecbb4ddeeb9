// The elementary functions against MPFR, which rounds correctly: errors in units in the last place.
#include <mpfr.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "formats/model/elementary/mb_elementary.h"
#include "tests/support/test.h"

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kSamples = 5000;

struct Real {
  mpfr_t it;
  explicit Real(int bits) { mpfr_init2(it, bits); }
  ~Real() { mpfr_clear(it); }
  Real(const Real&) = delete;
  Real& operator=(const Real&) = delete;
};

double errorIn(double value, const Real& exact) {
  const double nearest = mpfr_get_d(exact.it, MPFR_RNDN);
  if (std::isnan(nearest)) return std::isnan(value) ? 0 : kInfinity;
  if (std::isinf(nearest) || std::isinf(value)) return value == nearest ? 0 : kInfinity;
  int exponent = -1073;
  std::frexp(nearest, &exponent);
  const double unit = nearest == 0 ? 0x1p-1074 : std::fmax(std::ldexp(1.0, exponent - 53), 0x1p-1074);
  Real difference(400);
  mpfr_sub_d(difference.it, exact.it, value, MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.it, MPFR_RNDN)) / unit;
}

struct Samples {
  std::mt19937_64 random{1};
  double between(double a, double b) { return a + (b - a) * static_cast<double>(random() >> 11) * 0x1p-53; }
  double evenlyScaled(double a, double b) { return std::exp(between(std::log(a), std::log(b))); }
};

using OfOne = double (*)(double);
using ExactOfOne = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);
double worstOf(OfOne function, ExactOfOne exactFunction, const std::vector<double>& at) {
  Real x(53);
  Real exact(300);
  double worst = 0;
  for (const double value : at) {
    mpfr_set_d(x.it, value, MPFR_RNDN);
    exactFunction(exact.it, x.it, MPFR_RNDN);
    const double error = errorIn(function(value), exact);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

}  // namespace

TEST_CASE("elementary functions of one number are within a unit in the last place") {
  struct Case {
    const char* name;
    OfOne function;
    ExactOfOne exact;
    double low, high;          // even samples
    double smallest, largest;  // by magnitude, both signs
  };
  const Case cases[] = {
      {"sin", mb_sin, mpfr_sin, -10, 10, 1e-300, 1.79e308},   {"cos", mb_cos, mpfr_cos, -10, 10, 1e-300, 1.79e308},
      {"tan", mb_tan, mpfr_tan, -10, 10, 1e-300, 1.79e308},   {"asin", mb_asin, mpfr_asin, -1, 1, 1e-300, 1},
      {"acos", mb_acos, mpfr_acos, -1, 1, 1e-300, 1},         {"atan", mb_atan, mpfr_atan, -5, 5, 1e-300, 1e300},
      {"exp", mb_exp, mpfr_exp, -745, 709.7, 1e-300, 700},    {"log", mb_log, mpfr_log, 0.5, 2, 1e-320, 1e308},
      {"log10", mb_log10, mpfr_log10, 0.5, 2, 1e-320, 1e308}, {"sinh", mb_sinh, mpfr_sinh, -3, 3, 1e-300, 710},
      {"cosh", mb_cosh, mpfr_cosh, -3, 3, 1e-300, 710},       {"tanh", mb_tanh, mpfr_tanh, -3, 3, 1e-300, 30},
      {"cbrt", mb_cbrt, mpfr_cbrt, -9, 9, 1e-320, 1e308}};
  const std::vector<double> edges{
      0.0,          -0.0,  0x1p-1074, -0x1p-1030, 1,       -1,   kInfinity, -kInfinity,
      std::nan(""), 710.4, -745.1,    0.5,        0x1p-28, 1e22, -1e22,     0x1.fffffffffffffp1023};
  for (const Case& one : cases) {
    Samples samples;
    std::vector<double> at = edges;
    for (int k = 0; k < kSamples; ++k) {
      at.push_back(samples.between(one.low, one.high));
      const double size = samples.evenlyScaled(one.smallest, one.largest);
      at.push_back(k % 2 == 0 ? size : -size);
    }
    INFO(one.name);
    CHECK(worstOf(one.function, one.exact, at) <= 1);
  }
}

TEST_CASE("sine, cosine and tangent keep their digits beside multiples of a right angle") {
  Samples samples;
  std::vector<double> at;
  for (int k = 0; k < kSamples; ++k) {
    double x = std::floor(samples.between(1, k % 2 == 0 ? 100 : 1e6)) * (std::acos(-1.0) / 2);
    for (int n = 0; n < k % 3; ++n) x = std::nextafter(x, kInfinity);
    at.push_back(x);
  }
  // The double that is nearest to a multiple of a right angle [Kahan].
  at.push_back(6381956970095103.0 * std::ldexp(1.0, 797));
  CHECK(worstOf(mb_sin, mpfr_sin, at) <= 1);
  CHECK(worstOf(mb_cos, mpfr_cos, at) <= 1);
  CHECK(worstOf(mb_tan, mpfr_tan, at) <= 1);
}

TEST_CASE("elementary functions of two numbers are within a unit in the last place, remainders exact") {
  struct Case {
    const char* name;
    double (*function)(double, double);
    int (*exact)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
    double most;
  };
  const Case cases[] = {{"atan2", mb_atan2, mpfr_atan2, 1},
                        {"hypot", mb_hypot, mpfr_hypot, 1},
                        {"pow", mb_pow, mpfr_pow, 1},
                        {"fmod", mb_fmod, mpfr_fmod, 0},
                        {"remainder", mb_remainder, mpfr_remainder, 0}};
  for (const Case& one : cases) {
    Samples samples;
    std::vector<std::pair<double, double>> at;
    for (int k = 0; k < kSamples; ++k) {
      at.emplace_back(samples.between(-3, 3), samples.between(-3, 3));
      const double x = samples.evenlyScaled(1e-300, 1e300);
      at.emplace_back(x, samples.between(-100, 100) * std::min(x, 1e290));
      at.emplace_back(samples.evenlyScaled(1e-300, 1e300), samples.evenlyScaled(1e-320, 1e300));
      if (one.exact != mpfr_pow) continue;
      at.emplace_back(x, samples.between(-745, 709) / std::log(x));
      at.emplace_back(1 + samples.between(-1e-3, 1e-3), samples.between(-6e5, 6e5));
    }
    for (const double a : {0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, kInfinity, -kInfinity, 0x1p-1074, 1e300}) {
      for (const double b : {0.0, -0.0, 1.0, -1.0, 2.0, -3.0, 0.5, kInfinity, -kInfinity, 0x1p-1074, 1e300})
        at.emplace_back(a, b);
    }
    Real x(53);
    Real y(53);
    Real exact(300);
    INFO(one.name);
    for (const auto& [a, b] : at) {
      mpfr_set_d(x.it, a, MPFR_RNDN);
      mpfr_set_d(y.it, b, MPFR_RNDN);
      one.exact(exact.it, x.it, y.it, MPFR_RNDN);
      const double error = errorIn(one.function(a, b), exact);
      if (!(error <= one.most)) {
        INFO(a << ", " << b);
        CHECK(error <= one.most);
      }
    }
  }
}

TEST_CASE("whole numbers and scales are those of the standard library") {
  Samples samples;
  for (int k = 0; k < kSamples; ++k) {
    const double x = samples.between(-10, 10) * (k % 2 == 0 ? 1 : 1e15);
    CHECK(mb_floor(x) == std::floor(x));
    CHECK(mb_ceil(x) == std::ceil(x));
    CHECK(mb_trunc(x) == std::trunc(x));
    const int n = static_cast<int>(samples.between(-1100, 1100));
    CHECK(mb_scaled(x, n) == std::ldexp(x, n));
  }
}
