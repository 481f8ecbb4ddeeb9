#include "formats/model/basics/numbers.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "tests/support/test.h"

using namespace mb;

TEST_CASE("a number is the whole text, decimal and finite") {
  CHECK(parseNumber("1.5") == 1.5);
  CHECK(parseNumber("-2e-3") == -0.002);
  CHECK(parseNumber("+7") == 7.0);
  CHECK(parseNumber(".5") == 0.5);
  for (const char* text : {"", " 1", "1 ", "1,5", "1.5abc", "nan", "inf", "-inf", "infinity", "0x10", "1e400", "--1",
                           "+-1", "++1", "+", "e5", "1e", "1 2"}) {
    INFO("'" << text << "'");
    CHECK_FALSE(parseNumber(text));
  }
}

TEST_CASE("a decimal comma is distinguished from other texts") {
  CHECK(decimalCommaHint("1,5") == "the decimal separator is a point, as in 1.5");
  CHECK(decimalCommaHint("-0,25e3") == "the decimal separator is a point, as in -0.25e3");
  for (const char* text : {"", ",", "1,", "1.5", "1,2,3", "1.5,2", "1,5 mm", "a,b"}) {
    INFO("'" << text << "'");
    CHECK(decimalCommaHint(text).empty());
  }
}

TEST_CASE("a number is written with the fewest digits and without a sign on zero") {
  CHECK(toText(0.1) == "0.1");
  CHECK(toText(-2.0) == "-2");
  CHECK(toText(-0.0) == "0");
  CHECK(toText(1e-5) == "1e-05");
}

TEST_CASE("every finite number reads back to the last bit") {
  std::mt19937_64 random(1);
  for (int k = 0; k < 20000; ++k) {
    const std::uint64_t bits = random();
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    REQUIRE(parseNumber(toText(value)) == value);
  }
  CHECK(parseNumber(toText(std::numeric_limits<double>::max())) == std::numeric_limits<double>::max());
  CHECK(parseNumber(toText(std::numeric_limits<double>::denorm_min())) == std::numeric_limits<double>::denorm_min());
}

TEST_CASE("Significant digits exclude leading zeros and the trailing zeros of integers") {
  CHECK(significantDigits("1.5708") == 5);
  CHECK(significantDigits("-0.05120e3") == 4);
  CHECK(significantDigits("100") == 1);
  CHECK(significantDigits("100.0") == 4);
  CHECK(significantDigits("+0") == 1);
  CHECK(significantDigits("1.5707963267948966") == 17);
  CHECK(significantDigits("a") == 0);
}
