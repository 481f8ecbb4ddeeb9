// Hints that help: what they suggest and mention fits their place.
#include "formats/model/checks/plausibility.h"
#include "formats/model/elements/part_checks.h"
#include "tests/support/texts/native_text.h"

namespace mb {

using testing::contains;

namespace {

// Hints for a model of two bodies and further elements.
std::vector<std::string> hintsOf(const std::string& beside) {
  const std::string mass = "<mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m'/></body>";
  const std::string text = "<mbs version='1'><body name='a'>" + mass + "<body name='b'>" + mass + beside + "</mbs>";
  Diagnostics diagnostics;
  const CartesianModel model =
      readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", text}), diagnostics);
  if (!diagnostics.hasErrors()) warnOfImplausible(model, diagnostics);
  std::vector<std::string> hints;
  for (const Diagnostic& one : diagnostics.all()) hints.push_back(one.hint);
  return hints;
}

}  // namespace

TEST_CASE("a suggestion prefers names that start alike and is not a single letter for a longer word") {
  CHECK(didYouMean("k", {"i", "j", "kt", "ct"}) == "did you mean 'kt'?");
  CHECK(didYouMean("K", {"c", "k"}) == "did you mean 'k'?");
  CHECK(didYouMean("in", {"i", "j", "k"}).empty());
  CHECK(didYouMean("in", {"i", "is", "in_x"}) == "did you mean 'is'?");
  CHECK(didYouMean("rat", {"bat", "rate"}) == "did you mean 'rate'?");
  CHECK(didYouMean("rat", {"cat", "bat"}) == "did you mean 'bat'?");

  const std::vector<std::string> torsion = hintsOf("<force name='f' type='rsda' i='a.m' j='b.m' k='3' ct='1'/>");
  REQUIRE(torsion.size() == 1);
  CHECK(torsion[0] == "did you mean 'kt'?");
  const std::vector<std::string> spring = hintsOf("<force name='f' type='tsda' i='a.m' j='b.m' k='3' in='a.m'/>");
  REQUIRE(spring.size() == 1);
  CHECK_FALSE(contains(spring[0], "did you mean"));
}

TEST_CASE("the hint on a negative length speaks of lengths") {
  const std::vector<std::string> hints = hintsOf("<force name='f' type='tsda' i='a.m' j='b.m' k='3' length='-1'/>");
  REQUIRE(hints.size() == 1);
  CHECK(contains(hints[0], "beyond length"));
}

TEST_CASE("the hint on an impossible mass fits every format") {
  MassProperties properties;
  properties.mass = -2;
  Diagnostics diagnostics;
  checkMass(properties, "body 'b'", {}, diagnostics);
  properties.mass = 2;
  properties.inertia = Vector3(1, 1, 9).asDiagonal();
  checkMass(properties, "body 'b'", {}, diagnostics);
  REQUIRE(diagnostics.errorCount() == 2);
  CHECK(contains(diagnostics.all()[0].hint, "a mass is above 0"));
  CHECK(contains(diagnostics.all()[1].hint, "the reference point of the inertia"));
  for (const Diagnostic& one : diagnostics.all()) CHECK_FALSE(contains(one.hint, "="));
}

}  // namespace mb
