// Published problems against their values (tests/support/machines/published.h).
#include "tests/support/machines/published.h"
#include "tests/support/test.h"

using namespace mb::testing;

namespace {

void check(const PublishedProblem& problem) {
  for (const PublishedRow& row : problem.rows) {
    INFO(problem.name << ", " << row.quantity << ": found " << row.found << ", expected " << row.expected << ", off by "
                      << std::abs(row.found - row.expected));
    CHECK(std::abs(row.found - row.expected) <= row.allowed);
  }
  CHECK(problem.report.drift.value < 1e-12);
}

}  // namespace

TEST_CASE("A01: the pendulum follows the elliptic functions") { check(pendulumProblem()); }

TEST_CASE("A02: the N-four-bar passes its singular positions on the right branch") {
  check(fourBarProblem(2, 10, 1e-3));
  check(fourBarProblem(40, 0.5, 5e-3));  // one block of 400 rows and 81 coordinates
}

TEST_CASE("the sample of the N-four-bar is the machine made in code") {
  const Motions sample = motionsAfter(recursiveSample("n_four_bar"), 0.2, 40);
  const Motions made = motionsAfter(mb::testing::convertModel(nFourBar(2)).recursive, 0.2, 40);
  CHECK(sample.size() == 5);
  CHECK(difference(sample, made) < 1e-10);  // 40 steps of round-off
}

TEST_CASE("A03: Andrews' squeezer, the seven angles at 0.03 s") { check(squeezerProblem()); }

TEST_CASE("A04: Bricard's linkage keeps its energy and follows the published history") { check(bricardProblem()); }

TEST_CASE("A05: the stiff flyball governor") { check(governorProblem(1)); }

TEST_CASE("spatial slider-crank: crank angle and slider position after 5 s") { check(sliderCrankProblem()); }
