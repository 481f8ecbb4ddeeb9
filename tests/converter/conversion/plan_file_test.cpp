// Entries of a plan file that have no effect or contradict each other.
#include "converter/conversion/plan_file.h"

#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

Diagnostics obeyed(const std::string& content) {
  Diagnostics diagnostics;
  PlanOptions options;
  const std::string text = "<plan version='1'>\n" + content + "\n</plan>";
  readPlan(std::make_shared<const SourceFile>(SourceFile{"plan.xml", text}), options, diagnostics);
  if (!diagnostics.hasErrors()) convert(readSample("four_bar"), options, diagnostics);
  return diagnostics;
}

}  // namespace

TEST_CASE("rod settings that have no effect are reported") {
  for (const std::string rods : {"<rods mode='keep' bodies='coupler'/>", "<rods mode='auto' bodies='coupler'/>",
                                 "<rods mode='listed'/>", "<rods mode='listed' bodies=''/>"}) {
    INFO(rods);
    const Diagnostics diagnostics = obeyed(rods);
    REQUIRE(diagnostics.all().size() == 1);
    CHECK(diagnostics.all().front().severity == Severity::warning);
    CHECK(diagnostics.all().front().code == Code::ignoredInput);
    CHECK(diagnostics.all().front().at.line == 2);
  }
  CHECK(obeyed("<rods mode='keep'/>").all().empty());
}

TEST_CASE("contradictory demands on one joint are refused with their place in the plan") {
  for (const std::string other : {"keep", "prefer"}) {
    INFO(other);
    const Diagnostics diagnostics = obeyed("<cut joint='b_crank_pin'/>\n<" + other + " joint='b_crank_pin'/>");
    REQUIRE(diagnostics.errorCount() >= 1);
    const Diagnostic& first = diagnostics.all().front();
    INFO(textOf(diagnostics));
    CHECK(first.code == Code::keptContradict);
    REQUIRE(first.notes.size() == 1);
    CHECK(toText(first.notes.front().at) == "plan.xml:2:13");
  }
}
