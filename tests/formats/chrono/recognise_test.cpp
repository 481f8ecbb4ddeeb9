#include "formats/chrono/chrono.h"
#include "tests/support/test.h"

using namespace mb;

TEST_CASE("Chrono's files are known by their first bracket and their type", "[chrono]") {
  CHECK(looksLikeChrono("// c\n{ \"Type\": \"Wheel\", \"Template\": \"Wheel\" }"));
  CHECK_FALSE(looksLikeChrono("<model/>"));
  CHECK_FALSE(looksLikeChrono("{ \"Type\": 1 }"));
  CHECK_FALSE(looksLikeChrono(""));
}
