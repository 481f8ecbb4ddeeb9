// Files that are rounded, from the command line to the verdict.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "converter/verify/verify.h"
#include "formats/recursive/recursive_xml.h"
#include "graph/idealise/frame_changes.h"
#include "tests/support/process.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// A four-bar in the x-z plane whose crank and rocker are turned by a right angle that is written with some digits.
// Their own axes are z, the coupler's is y.
std::string fourBarSdf(const std::string& roll) {
  const auto link = [](const std::string& name, const std::string& pose) {
    return "<link name='" + name + "'><pose>" + pose +
           "</pose><inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>"
           "</link>\n";
  };
  const auto hinge = [](const std::string& name, const std::string& pose, const std::string& parent,
                        const std::string& child, const std::string& axis) {
    return "<joint name='" + name + "' type='revolute'><pose>" + pose + " 0 0 0</pose><parent>" + parent +
           "</parent><child>" + child + "</child><axis><xyz>" + axis + "</xyz></axis></joint>\n";
  };
  return "<sdf version='1.7'><model name='rounded'>\n" + link("crank", "0.1 0 0 " + roll + " 0 0") +
         link("coupler", "0.4 0 0.2 0 0 0") + link("rocker", "0.6 0 0.1 " + roll + " 0 0") +
         hinge("a", "-0.1 0 0", "world", "crank", "0 0 1") + hinge("b", "-0.3 0 0", "crank", "coupler", "0 1 0") +
         hinge("c", "0.2 0.1 0", "coupler", "rocker", "0 0 1") + hinge("d", "0.2 -0.1 0", "world", "rocker", "0 0 1") +
         "</model></sdf>\n";
}

// A triangle of bars: three revolutes that cannot move.
const std::string kTriangle =
    "<mbs version='1' name='truss'>"
    "<body name='a'><pose pos='0.5 0 0.5'/><mass value='1'/><inertia xx='1' yy='1' zz='1'/></body>"
    "<body name='b'><pose pos='1.5 0 0.5'/><mass value='1'/><inertia xx='1' yy='1' zz='1'/></body>"
    "<joint name='foot' type='revolute' i='a' j='ground' point='0 0 0' axis='0 1 0'/>"
    "<joint name='top' type='revolute' i='a' j='b' point='1 0 1' axis='0 1 0'/>"
    "<joint name='heel' type='revolute' i='b' j='ground' point='2 0 0' axis='0 1 0'/></mbs>";

nlohmann::json jsonOf(const Outcome& ran) { return nlohmann::json::parse(ran.out); }

}  // namespace

TEST_CASE("A four-bar with rounded angles moves, is verified, and its changes are reported") {
  const ScratchFolder folder;
  for (const std::string roll : {"1.571", "1.5708", "1.570796", "1.5707963"}) {
    INFO(roll);
    folder.write("model.sdf", fourBarSdf(roll));
    const nlohmann::json checked = jsonOf(runIn(folder, kProgram + " check model.sdf --json"));
    CHECK(checked["dof"] == 1);
    REQUIRE(checked["idealised"].size() == 1);
    CHECK(checked["idealised"][0]["joints"].size() == 4);
    const Outcome verified = runIn(folder, kProgram + " verify model.sdf --states 20 --end 0.05");
    CHECK(verified.code == 0);
    CHECK(contains(verified.out, "frames of 4 joints moved by up to"));
    CHECK(contains(verified.out, "\nEQUIVALENT"));
    const std::string text = runIn(folder, kProgram + " tree model.sdf").out;
    CHECK(contains(text, "idealised the loop of a, b, c, d missed by up to"));
    CHECK(contains(text, "frames of 'b' moved by"));
  }
}

TEST_CASE("The recursive file records the changes, and verify uses them") {
  const ScratchFolder folder;
  folder.write("model.sdf", fourBarSdf("1.5708"));
  REQUIRE(runIn(folder, kProgram + " model.sdf -o r.xml").code == 0);
  const std::string text = readText(folder / "r.xml");
  CHECK(contains(text, "<recursive version=\"2\""));
  CHECK(contains(text, "<idealised joint=\"a\""));
  const Outcome verified =
      runIn(folder, kProgram + " verify model.sdf r.xml --states 20 --end 0.05 -o certificate.json");
  CHECK(verified.code == 0);
  const nlohmann::json certificate = nlohmann::json::parse(readText(folder / "certificate.json"));
  CHECK(certificate["idealised"].size() == 4);
  CHECK(certificate["findings"]["written_miss"]["holds"] == true);
  // Changes beyond the tolerance are another machine.
  const std::size_t at = text.find("tolerance=\"");
  std::string forged = text;
  for (std::size_t k = at; k != std::string::npos; k = forged.find("tolerance=\"", k + 1)) {
    const std::size_t end = forged.find('"', k + 11);
    forged.replace(k + 11, end - k - 11, "1e-7");
  }
  folder.write("forged.xml", forged);
  CHECK(runIn(folder, kProgram + " verify model.sdf forged.xml --states 20 --end 0.05").code == 1);
}

TEST_CASE("Without idealising the frames stay as written; a tolerance that is too small is reported") {
  const ScratchFolder folder;
  folder.write("model.sdf", fourBarSdf("1.5708"));
  const nlohmann::json kept = jsonOf(runIn(folder, kProgram + " check model.sdf --no-idealise --json"));
  CHECK(kept["dof"] == 0);
  CHECK(kept["idealised"].empty());
  const Outcome refused = runIn(folder, kProgram + " check model.sdf --loop-tolerance 1e-8");
  CHECK(refused.code == 4);
  CHECK(contains(refused.err, "error[E0713]"));
  CHECK(contains(refused.err, "mm, "));
  // A wrong axis is never set free; near enough to a tolerance, it is reported.
  folder.write("model.sdf", fourBarSdf("1.5758"));
  CHECK(runIn(folder, kProgram + " check model.sdf --loop-tolerance 1e-4").code == 4);
}

TEST_CASE("A structure stands still and is reported, with exit code 0") {
  const ScratchFolder folder;
  folder.write("model.xml", kTriangle);
  const Outcome checked = runIn(folder, kProgram + " check model.xml");
  CHECK(checked.code == 0);
  CHECK(contains(checked.out, "The loop of foot, heel, top is a structure"));
}

TEST_CASE("Joints that are parallel but for rounding become one") {
  const ScratchFolder folder;
  folder.write("model.xml",
               "<mbs version='1' name='door'><body name='leaf'><pose pos='0.4 0 1'/><mass value='20'/>"
               "<inertia xx='6' yy='7' zz='1'/></body>"
               "<joint name='lower' type='revolute' i='leaf' j='ground' point='0.00001 0 0.2512' axis='0.00001 0 1'/>"
               "<joint name='upper' type='revolute' i='leaf' j='ground' point='0 0.00001 1.7512' axis='0 0 1'/></mbs>");
  const nlohmann::json tree = jsonOf(runIn(folder, kProgram + " tree model.xml --json"));
  CHECK(tree["dof"] == 1);
  CHECK(tree["cuts"].empty());
  CHECK(runIn(folder, kProgram + " verify model.xml --states 20 --end 0.05").code == 0);
}
