#include "formats/model/checks/loop_tolerance.h"

#include "formats/model/basics/numbers.h"
#include "tests/support/test.h"

using namespace mb;

TEST_CASE("digits of a list are those of its most exact number") {
  CHECK(mostDigits("0 0.5 -1.5708") == 5);
  CHECK(mostDigits("1,2.25;3.125") == 4);
  CHECK(mostDigits("  0\t0\n0 ") == 1);
  CHECK(mostDigits("") == 0);
  // Fortran's exponents and degrees: neither the letter nor what follows is a digit.
  CHECK(mostDigits("1.5D+3") == 2);
  CHECK(mostDigits("90D") == 1);
  CHECK(mostDigits("2.50d-3") == 3);
  // Computed: nothing was rounded when it was typed.
  CHECK(mostDigits("0 r 0") == kExactDigits);
  CHECK(mostDigits("0.5 (a + b)/2 0") == kExactDigits);
  CHECK(mostDigits("d1") == kExactDigits);
  CHECK(mostDigits("0.12345678901234567890123") == kExactDigits);
}

TEST_CASE("the tolerance of digits is one unit of the second-to-last digit") {
  CHECK_FALSE(toleranceOfDigits(0));
  CHECK_FALSE(toleranceOfDigits(3));
  CHECK(toleranceOfDigits(4) == 1e-3);
  CHECK(toleranceOfDigits(5) == 1e-4);
  CHECK(toleranceOfDigits(8) == 1e-7);
  CHECK(toleranceOfDigits(10) == 1e-9);
  CHECK(toleranceOfDigits(kExactDigits) == 1e-9);
}
