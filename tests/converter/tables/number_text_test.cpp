// Numbers as text: the same as the library's formatting, which is slower.
#include "converter/tables/files/number_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "formats/model/basics/numbers.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

std::string shortest(double value) {
  std::array<char, kLongestNumberText> text{};
  return {text.data(), shortestText(value, text.data())};
}

std::string rounded(double value, int digits) {
  std::array<char, kLongestNumberText> text{};
  return {text.data(), roundedText(value, digits, text.data())};
}

}  // namespace

TEST_CASE("the shortest text of a number has its layout by its size") {
  CHECK(shortest(0) == "0");
  CHECK(shortest(-2) == "-2");
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(-12.5) == "-12.5");
  CHECK(shortest(0.0001) == "0.0001");
  CHECK(shortest(0.00001) == "1e-05");
  CHECK(shortest(1234500) == "1234500");
  CHECK(shortest(1e15) == "1000000000000000");
  CHECK(shortest(1e16) == "1e+16");
  CHECK(shortest(-1.5e-300) == "-1.5e-300");
  CHECK(shortest(std::numeric_limits<double>::denorm_min()) == "5e-324");
  CHECK(shortest(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(shortest(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("the shortest text of any number is that of fmt and reads back as the same number") {
  std::mt19937_64 random(1);
  const auto agrees = [](double value) {
    const std::string text = shortest(value);
    if (text == fmt::format("{}", value) && (!std::isfinite(value) || parseNumber(text) == value)) return;
    FAIL_CHECK(text << " for " << fmt::format("{}", value));
  };
  for (int k = 0; k < 200'000; ++k) {
    const std::uint64_t bits = random();
    agrees(std::bit_cast<double>(bits));                                       // of any exponent
    agrees(std::ldexp(static_cast<double>(bits), -64) * std::pow(10, k % 7));  // as tables have them
    agrees(static_cast<double>(bits >> (bits & 63)));                          // whole
    agrees(static_cast<double>(k % 1'000) * std::pow(10, k % 40 - 20));        // of few digits
  }
}

TEST_CASE("a rounded number has at most the digits that were asked for") {
  CHECK(rounded(std::acos(-1), 6) == "3.14159");
  CHECK(rounded(2.0 / 3, 3) == "0.667");
  CHECK(rounded(1234567, 3) == "1.23e+06");
  CHECK(rounded(0.5, 17) == "0.5");
  CHECK(rounded(-1e-300, 2) == "-1e-300");
}
