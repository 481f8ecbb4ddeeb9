// What conversion reports about a model that contradicts itself.
#include "converter/conversion/convert.h"

#include "tests/support/process.h"
#include "tests/support/samples.h"
#include "tests/support/texts/native_text.h"

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

std::vector<std::string> warningsOf(const std::string& elements, const PlanOptions& options = {},
                                    Code code = Code::placedAway) {
  Diagnostics diagnostics;
  const auto conversion = convert(nativeModel(elements), options, diagnostics);
  INFO(textOf(diagnostics));
  REQUIRE(conversion);
  std::vector<std::string> texts;
  for (const Diagnostic& one : diagnostics.all()) {
    CHECK(one.code == code);
    CHECK(one.at.line > 0);
    texts.push_back(one.message);
  }
  return texts;
}

}  // namespace

TEST_CASE("a body whose pose contradicts its joint is reported, bodies further down the chain are not") {
  using Texts = std::vector<std::string>;
  CHECK(warningsOf(bars("0 0 0")) == Texts{});
  CHECK(warningsOf(bars("0.00001 0 0")) == Texts{});  // rounded
  CHECK(warningsOf(bars("5 0 0")) == Texts{"body 'arm' is 5000 mm, 0 deg away from where joint 'hinge' holds it"});
  // A body moved by its initial value is where that value puts it.
  CHECK(warningsOf(bars("0 0 0", "<initial value='1'/>")) == Texts{});
}

TEST_CASE("a velocity the joints do not allow is reported, one that is not given follows silently") {
  using Texts = std::vector<std::string>;
  const auto moving = [](const std::string& arm, const std::string& tip) {
    std::string text = bars("0 0 0");
    for (const auto& [name, velocity] : {std::pair("arm", arm), std::pair("tip", tip)}) {
      text.insert(text.find("<mass", text.find("<body name='" + std::string(name))), velocity);
    }
    return warningsOf(text, {}, Code::movesOtherwise);
  };
  CHECK(moving("<velocity ang='0 0 2'/>", "") == Texts{});
  CHECK(moving("<velocity ang='0 0 2'/>", "<velocity lin='0 2 0' ang='0 0 3'/>") == Texts{});
  CHECK(moving("<velocity lin='3 0 0'/>", "") ==
        Texts{"body 'arm' cannot start with the velocity it is given: it departs by 3 m/s"});
  CHECK(moving("<velocity ang='5 0 2'/>", "") ==
        Texts{"body 'arm' cannot start with the velocity it is given: it departs by 5 rad/s"});
  // The body it is attached to is at rest.
  CHECK(moving("", "<velocity lin='0 2 0'/>") ==
        Texts{"body 'tip' cannot start with the velocity it is given: it departs by 2 m/s"});
}

TEST_CASE("a loop that is open as given is reported") {
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
  CHECK(contains(open.front(), "is open by 10 mm, "));
}

TEST_CASE("a machine that cannot move is reported, one that is driven is not") {
  const auto pinned = [](const std::string& more) {
    return "<body name='ground' ground='true'><marker name='o'/><marker name='c'><pose pos='1 0 0'/></marker></body>"
           "<body name='b'><mass value='1'/><inertia xx='0.1' yy='0.1' zz='0.1'/><marker name='p'/>"
           "<marker name='q'><pose pos='1 0 0'/></marker></body>"
           "<joint name='j1' type='revolute' i='b.p' j='ground.o'/>" +
           more;
  };
  CHECK(warningsOf(pinned("<joint name='j2' type='revolute' i='b.q' j='ground.c'/>"), {}, Code::nothingMoves).size() ==
        1);
  CHECK(warningsOf(pinned("<motion joint='j1' function='time'/>"), {}, Code::nothingMoves).empty());
}

TEST_CASE("values of a recursive model that do not fit its loops are reported, those that fit are not") {
  const ScratchFolder folder;
  REQUIRE(runIn(folder, std::string(MBCONVERT) + " " + samplePath("wishbone_corner") + " -o w.xml").code == 0);
  const std::string run = std::string(MBCONVERT) + " run w.xml --end 0.01 --step 0.001";
  CHECK_FALSE(contains(runIn(folder, run).err, "warning"));
  std::string text = readText(folder / "w.xml");
  const std::size_t joint = text.find("name=\"lower_arm_hinge\"");
  REQUIRE(joint != std::string::npos);
  const std::size_t rate = text.find("z_dot=\"0\"", joint);
  REQUIRE(rate != std::string::npos);
  folder.write("w.xml", text.replace(rate, 9, "z_dot=\"5\""));
  const Outcome outcome = runIn(folder, run);
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  // It goes to whichever coordinate of the loop the others follow from; the rest is reported.
  CHECK(contains(outcome.err, "warning[W0524]: the z_dot given to '"));
}
