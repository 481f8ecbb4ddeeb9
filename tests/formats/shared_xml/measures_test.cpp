// <measure> in both formats: units, what may be measured where, mirrored files, round trips.
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

const std::string kTwo =
    "<body name='a'><mass value='1'/><inertia xx='1' yy='1' zz='1'/><marker name='m'><pose/></marker></body>"
    "<body name='b'><pose pos='1 0 0'/><mass value='1'/><inertia xx='1' yy='1' zz='1'/>"
    "<marker name='m'><pose/></marker></body>"
    "<force name='spring' type='tsda' i='a.m' j='b.m' k='10' length='1'/>";

Measure only(const std::string& elements) {
  const CartesianModel model = nativeModel(elements);
  REQUIRE(model.measures.size() == 1);
  return model.measures.front();
}

std::string measureErrors(const std::string& elements) {
  Diagnostics diagnostics;
  readNative(
      std::make_shared<const SourceFile>(SourceFile{"test.xml", "<mbs version='2'>" + kTwo + elements + "</mbs>"}),
      diagnostics);
  std::string text;
  for (const Diagnostic& one : diagnostics.all()) text += toText(one);
  return text;
}

}  // namespace

TEST_CASE("a measure computes in the file's units and is shown in its own") {
  const Measure si = only(kTwo + "<measure name='d' unit='mm' function='dm(a.m, b.m) - 0.25'/>");
  CHECK(si.unit == "mm");
  CHECK(toText(si.function) == "dm(a.m, b.m) - 0.25");
  const Measure mm =
      only("<units length='mm'/>" + kTwo + "<measure name='d' unit='cm' function='dm(a.m, b.m) - 250'/>");
  CHECK(mm.unit == "cm");
  CHECK(toText(mm.function) == "0.001*(dm(a.m, b.m)/0.001 - 250)");
  // What forces offer has dimensions too; that of a rate depends on the force.
  const Measure rate = only("<units length='mm'/>" + kTwo + "<measure name='r' function='force(spring.rate)'/>");
  CHECK(rate.unit == "m/s");
  CHECK(toText(rate.function) == "0.001*(force(spring.rate)/0.001)");
}

TEST_CASE("without a unit a measure is in SI where its quantity is plain, else a plain number") {
  CHECK(only(kTwo + "<measure name='d' function='-dm(a.m, b.m)'/>").unit == "m");
  CHECK(only(kTwo + "<measure name='d' function='abs(wz(a.m)) + 1'/>").unit == "rad/s");
  CHECK(only(kTwo + "<measure name='d' function='accx(a.m)'/>").unit == "m/s^2");
  CHECK(only(kTwo + "<measure name='d' function='dm(a.m)/dm(b.m)'/>").unit.empty());
  CHECK(only("<units length='mm'/>" + kTwo + "<measure name='d' function='2*dm(a.m)'/>").unit.empty());
}

TEST_CASE("impossible measures are refused with their place") {
  CHECK(contains(measureErrors("<measure name='d' unit='furlong' function='dm(a.m)'/>"), "'furlong' is not a unit"));
  CHECK(contains(measureErrors("<measure name='d' unit='N' function='dm(a.m)'/>"), "'N' is a unit of something else"));
  CHECK(
      contains(measureErrors("<measure name='d' function='force(spring.torque)'/>"), "does not offer 'spring.torque'"));
  CHECK(contains(measureErrors("<measure name='d' function='force(sprung.force)'/>"), "there is no force 'sprung'"));
  CHECK(contains(measureErrors("<measure name='d' function='reaction_fx(hinge)'/>"), "there is no joint 'hinge'"));
  CHECK(contains(measureErrors("<measure name='d'/>"), "function"));
  CHECK(contains(measureErrors("<measure name='d' function='1'/><measure name='d' function='2'/>"), "two measures"));
}

TEST_CASE("forces and drives cannot follow accelerations, reactions or other forces") {
  for (const char* function : {"accx(a.m)", "wdtm(a.m)", "force(spring.force)", "wheel_travel(a.m, b.m)"}) {
    const std::string text =
        measureErrors("<force name='f' type='general' i='a.m' fx='" + std::string(function) + "'/>");
    INFO(text);
    CHECK(contains(text, "which is not a function of positions, velocities and time alone"));
  }
}

TEST_CASE("measures of a mirrored file show what the file itself would show") {
  const CartesianModel model =
      nativeModel("<include file='parts/measured.part' mirror='xz'/>", MB_SOURCE_DIR "/tests/formats/test.xml");
  REQUIRE(model.measures.size() == 4);
  // Along y and about x things turn round; lengths stay.
  CHECK(toText(model.measures[0].function) == "-dy(body.m, ground.world_frame, ground.world_frame)");
  CHECK(toText(model.measures[1].function) == "dm(body.m, ground.world_frame)");
  CHECK(toText(model.measures[2].function) == "-force(bush.fy)");
  CHECK(toText(model.measures[3].function) == "-force(bush.tx) + force(bush.ty)");
}

TEST_CASE("measures survive being written and read in both formats") {
  const CartesianModel model =
      nativeModel("<units length='mm' angle='deg'/>" + kTwo +
                  "<joint name='hinge' type='revolute' i='a' j='ground' point='0 0 0' axis='0 1 0'/>"
                  "<measure name='f' unit='kN' function='reaction_fx(hinge, a.m)'/>"
                  "<measure name='s' function='force(spring.length)'/><measure name='n' function='2*time'/>");
  Diagnostics diagnostics;
  const CartesianModel again =
      readNative(std::make_shared<const SourceFile>(SourceFile{"test.xml", writeNative(model)}), diagnostics);
  REQUIRE(diagnostics.errorCount() == 0);
  REQUIRE(again.measures.size() == model.measures.size());
  for (std::size_t k = 0; k < model.measures.size(); ++k) {
    CHECK(again.measures[k].name == model.measures[k].name);
    CHECK(again.measures[k].unit == model.measures[k].unit);
    CHECK(toText(again.measures[k].function) == toText(model.measures[k].function));
  }
}
