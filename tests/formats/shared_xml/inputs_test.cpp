// <input> in both formats: units, ranges, names, mirrored files, round trips.
#include "formats/recursive/recursive_xml.h"
#include "tests/support/texts/native_text.h"

using namespace mb;
using namespace mb::testing;

namespace {

const std::string kCart =
    "<body name='cart'><mass value='2'/><inertia xx='1' yy='1' zz='1'/><marker name='m'><pose/></marker></body>"
    "<joint name='rail' type='translational' i='cart' j='ground' point='0 0 0' axis='1 0 0'/>";

std::string inputErrors(const std::string& elements) {
  Diagnostics diagnostics;
  readNative(
      std::make_shared<const SourceFile>(SourceFile{"test.xml", "<mbs version='2'>" + kCart + elements + "</mbs>"}),
      diagnostics);
  std::string text;
  for (const Diagnostic& one : diagnostics.all()) text += toText(one);
  return text;
}

const Expression& pushOf(const CartesianModel& model) {
  return *std::get<GeneralForce>(model.forces.front().law).force[0];
}

}  // namespace

TEST_CASE("the numbers of an input are in its own unit, and so are parameters of its quantity") {
  const CartesianModel model = nativeModel(
      "<units length='mm' time='ms' angle='rad'/>"
      "<parameters><param name='rest' value='10' unit='deg'/><param name='n' value='4'/></parameters>" +
      kCart + "<input name='turn' unit='deg' start='rest' min='-5*n' max='30' filter='20'/>");
  const Input& turn = model.inputs[InputIndex{0}];
  CHECK(turn.start == Approx(10 * kDegree).epsilon(1e-15));
  CHECK(*turn.least == -20 * kDegree);
  CHECK(*turn.most == 30 * kDegree);
  CHECK(turn.filter == Approx(0.02).epsilon(1e-15));
}

TEST_CASE("expressions see an input in the file's units") {
  const std::string push = "<force name='push' type='general' i='cart.m' fx='2*input(pull)'/>";
  const CartesianModel si = nativeModel(kCart + "<input name='pull' unit='kN' start='0.003'/>" + push);
  CHECK(toText(pushOf(si)) == "2*input(pull)");
  CHECK(si.inputs[InputIndex{0}].start == 3);
  const CartesianModel kilo =
      nativeModel("<units force='kN'/>" + kCart + "<input name='pull' unit='N' start='3'/>" + push);
  CHECK(toText(pushOf(kilo)) == "1000*(2*(input(pull)/1000))");
  const CartesianModel plain = nativeModel("<units force='kN'/>" + kCart + "<input name='pull' start='3'/>" + push);
  CHECK(toText(pushOf(plain)) == "1000*(2*input(pull))");
}

TEST_CASE("impossible inputs are refused with their place") {
  CHECK(contains(inputErrors("<input name='u' unit='furlong' start='0'/>"), "'furlong' is not a unit"));
  CHECK(contains(inputErrors("<input name='u'/>"), "start"));
  CHECK(contains(inputErrors("<input name='u' start='3' max='2'/>"), "starts outside its min and max"));
  CHECK(contains(inputErrors("<input name='u' start='0' min='2' max='-2'/>"), "max that is not above its min"));
  CHECK(contains(inputErrors("<input name='u' start='0' filter='-1'/>"), "filter below 0"));
  CHECK(contains(inputErrors("<input name='u' start='0'/><input name='u' start='1'/>"), "two inputs"));
  const std::string unknown =
      inputErrors("<input name='pull' start='0'/><force name='f' type='general' i='cart.m' fx='input(pul)'/>");
  CHECK(contains(unknown, "there is no input 'pul'"));
  CHECK(contains(unknown, "pull"));
  CHECK(contains(inputErrors("<force name='f' type='general' i='cart.m' fx='input'/>"), "has no arguments"));
  CHECK(contains(inputErrors("<input name='u' start='input(u)'/>"), "has no finite constant value"));
}

TEST_CASE("functions of drives and couplers may use inputs, and nothing else that changes") {
  const CartesianModel model = nativeModel(kCart +
                                           "<input name='x' unit='m' start='0' filter='0.1'/>"
                                           "<motion name='move' joint='rail' function='2*input(x) + time'/>");
  CHECK(toText(std::get<Expression>(model.drives[0].function)) == "2*input(x) + time");
  CHECK(contains(inputErrors("<input name='x' start='0'/>"
                             "<motion name='move' joint='rail' function='input(x) + dx(cart.m)'/>"),
                 "must be a function of time alone"));
}

TEST_CASE("a mirrored part uses the input of the outer file, and its effect is mirrored") {
  const CartesianModel model = nativeModel(
      "<input name='steer' unit='mm' start='1'/>"
      "<include file='parts/steered.part' mirror='xz' prefix='r_'/>",
      MB_SOURCE_DIR "/tests/formats/test.xml");
  const auto& law = std::get<GeneralForce>(model.forces.front().law);
  CHECK(toText(*law.force[0]) == "100*input(steer)");
  CHECK(toText(*law.force[1]) == "-(100*input(steer))");
  CHECK(toText(*law.force[2]) == "input(r_own)");
  CHECK(model.inputs.size() == 2);
}

TEST_CASE("inputs survive being written and read in both formats, bit for bit") {
  const CartesianModel model =
      nativeModel(kCart +
                  "<input name='turn' unit='deg' start='0.1' min='-29.7' max='33.3' filter='0.017'/>"
                  "<input name='plain' start='7'/><input name='pull' unit='lbf' start='0.3' max='1.1'/>"
                  "<force name='push' type='general' i='cart.m' fx='input(pull)*input(plain)' tz='sin(input(turn))'/>");
  const auto areSame = [&](const Table<InputIndex, Input>& again) {
    REQUIRE(again.size() == 3);
    for (const Input& input : model.inputs) {
      const Input& other = *std::ranges::find(again, input.name, &Input::name);
      CHECK(other.unit == input.unit);
      CHECK(other.start == input.start);
      CHECK(other.least == input.least);
      CHECK(other.most == input.most);
      CHECK(other.filter == input.filter);
    }
  };
  const auto sourceOf = [](std::string text) {
    return std::make_shared<const SourceFile>(SourceFile{"test.xml", std::move(text)});
  };
  Diagnostics diagnostics;
  const std::string native = writeNative(model);
  CHECK(
      contains(native, "<input name=\"turn\" unit=\"deg\" start=\"0.1\" min=\"-29.7\" max=\"33.3\" filter=\"0.017\""));
  areSame(readNative(sourceOf(native), diagnostics).inputs);
  RecursiveModel recursive;
  recursive.inputs = model.inputs;
  const std::string text = writeRecursive(recursive);
  const RecursiveModel again = readRecursive(sourceOf(text), diagnostics);
  REQUIRE(diagnostics.errorCount() == 0);
  areSame(again.inputs);
  CHECK(writeRecursive(again) == text);
}
