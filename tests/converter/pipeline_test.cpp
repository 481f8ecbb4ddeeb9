// What conversion tells of a model that contradicts itself.
#include "converter/pipeline.h"

#include "tests/support/native_text.h"
#include "tests/support/samples.h"

using namespace mb;
using namespace mb::testing;

namespace {

// A bar of one metre on a hinge of the ground, told to stand somewhere else; a second bar on its end.
std::string bars(const std::string& place, const std::string& onHinge = "") {
  const std::string mass =
      "<mass value='1' com='0.5 0 0'/><inertia xx='0.01' yy='0.1' zz='0.1'/><marker name='p'/>"
      "<marker name='q'><pose pos='1 0 0'/></marker></body>";
  return "<body name='ground' ground='true'><marker name='o'/></body><body name='arm'><pose pos='" + place + "'/>" +
         mass + "<body name='tip'><pose pos='1 0 0'/>" + mass +
         "<joint name='hinge' type='revolute' i='arm.p' j='ground.o'>" + onHinge +
         "</joint><joint name='elbow' type='revolute' i='tip.p' j='arm.q'/>";
}

std::vector<std::string> warningsOf(const std::string& elements, const PlanOptions& options = {}) {
  Diagnostics diagnostics;
  const auto conversion = convert(nativeModel(elements), options, diagnostics);
  INFO(textOf(diagnostics));
  REQUIRE(conversion);
  std::vector<std::string> texts;
  for (const Diagnostic& one : diagnostics.all()) {
    CHECK(one.code == Code::placedAway);
    CHECK(one.at.line > 0);
    texts.push_back(one.message);
  }
  return texts;
}

}  // namespace

TEST_CASE("a body whose pose and joint contradict each other is told, those behind it are not") {
  using Texts = std::vector<std::string>;
  CHECK(warningsOf(bars("0 0 0")) == Texts{});
  CHECK(warningsOf(bars("0.00001 0 0")) == Texts{});  // rounded
  CHECK(warningsOf(bars("5 0 0")) == Texts{"body 'arm' stands 5000 mm, 0 deg away from where joint 'hinge' holds it"});
  // What is moved by its initial value stands where it was told to.
  CHECK(warningsOf(bars("0 0 0", "<initial value='1'/>")) == Texts{});
}

TEST_CASE("a loop that is open as given is told") {
  // The last bar of a square of bars is a centimetre away from where it closes, and all can be moved.
  const auto square = [](double gap) {
    const auto bar = [](const std::string& name, const std::string& pose) {
      return "<body name='" + name + "'>" + pose +
             "<mass value='1'/><inertia xx='0.1' yy='0.1' zz='0.1'/><marker name='p'/><marker name='q'><pose pos='1 0 "
             "0'/></marker></body>";
    };
    return "<body name='ground' ground='true'><marker name='o'/><marker name='c'><pose pos='" +
           std::to_string(1 + gap) + " 0 0'/></marker></body>" + bar("a", "<pose pos='0 0 0' zx='0 0 1; 0 1 0'/>") +
           bar("b", "<pose pos='0 1 0'/>") + bar("c", "<pose pos='1 1 0' zx='1 1 1; 1 0 0'/>") +
           "<joint name='j1' type='revolute' i='a.p' j='ground.o'/><joint name='j2' type='revolute' i='b.p' j='a.q'/>"
           "<joint name='j3' type='revolute' i='c.p' j='b.q'/><joint name='j4' type='revolute' i='ground.c' j='c.q'/>";
  };
  PlanOptions options;
  options.cut = {"j4"};
  CHECK(warningsOf(square(0), options).empty());
  const std::vector<std::string> open = warningsOf(square(0.01), options);
  REQUIRE(open.size() == 1);
  INFO(open.front());
  CHECK(open.front().find("is open by 10 mm, ") != std::string::npos);
}
