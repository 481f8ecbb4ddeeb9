// Malformed SDFormat: every defect is refused where it stands, in words of the file.
#include <algorithm>
#include <vector>

#include "formats/sdf/sdf.h"
#include "tests/support/bad_inputs.h"

namespace mb {
namespace {

// The defect stands on line 3; two good links are before it.
std::string withLinks(std::string_view content) {
  return "<sdf version=\"1.8\"><model name=\"m\">\n<link name=\"a\"/><link name=\"b\"/>\n" + std::string(content) +
         "\n</model></sdf>\n";
}
std::string hinge(std::string_view axis, std::string_view rest = "") {
  return withLinks("<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child>" + std::string(rest) +
                   "<axis>" + std::string(axis) + "</axis></joint>");
}

std::vector<BadInput> badInputs() {
  return {
      {"empty file", "", 1, "no XML element"},
      {"text only", "\nhello", 2, "outside of the root"},
      {"cut off", "<sdf version=\"1.6\">\n<model name=\"m\">", 2, "never closed"},
      {"crossed tags", "<sdf version=\"1.6\"><model name=\"m\">\n</sdf></model>", 2, "closes <model>"},
      {"before SDFormat", "<?xml version=\"1.0\"?>\n<gazebo version=\"1.2\"><world name=\"w\"/></gazebo>", 2,
       "before SDFormat"},
      {"URDF", "<robot name=\"r\"/>", 1, "URDF"},
      {"another root", "<world name=\"w\"/>", 1, "not <sdf>"},
      {"version of the next century", "<sdf version=\"2.0\"><model name=\"m\"><link name=\"l\"/></model></sdf>", 1,
       "version '2.0' is not known"},
      {"version in words", "<sdf version=\"latest\"/>", 1, "version 'latest'"},
      {"oldest version", "<sdf version=\"1.0\"/>", 1, "version '1.0'"},
      {"no model", "<sdf version=\"1.6\">\n<world name=\"w\"/></sdf>", 1, "no model with a link"},
      {"link outside of a model", "<sdf version=\"1.6\"><world name=\"w\">\n<link name=\"l\"/></world></sdf>", 2,
       "outside of a model"},
      {"pose with a word", withLinks("<link name=\"c\"><pose>0 0 0.1 -junk0.0001 0 0</pose></link>"), 3,
       "'-junk0.0001' in <pose>"},
      {"pose with commas", withLinks("<link name=\"c\"><pose>0,0,0 0 0 0</pose></link>"), 3, "'0,0,0' in <pose>"},
      {"pose too short", withLinks("<link name=\"c\"><pose>0 0 0</pose></link>"), 3, "3 numbers, it takes 6"},
      {"pose not finite", withLinks("<link name=\"c\"><pose>inf 0 0 0 0 0</pose></link>"), 3, "not finite"},
      {"quaternion too short",
       withLinks("<link name=\"c\"><pose rotation_format=\"quat_xyzw\">0 0 0 0 0 0</pose></link>"), 3,
       "6 numbers, it takes 7"},
      {"quaternion of zeros",
       withLinks("<link name=\"c\"><pose rotation_format=\"quat_xyzw\">0 0 0 0 0 0 0</pose></link>"), 3,
       "no direction"},
      {"rotation format", withLinks("<link name=\"c\"><pose rotation_format=\"zyx\">0 0 0 0 0 0</pose></link>"), 3,
       "rotation format 'zyx'"},
      {"frame of a pose", withLinks("<link name=\"c\"><pose relative_to=\"d\">0 0 0 0 0 0</pose></link>"), 3,
       "nothing in model 'm' is called 'd'"},
      {"poses in a circle",
       withLinks(
           "<frame name=\"f\"><pose relative_to=\"g\"/></frame><frame name=\"g\"><pose relative_to=\"f\"/></frame>"
           "<link name=\"c\"><pose relative_to=\"f\"/></link>"),
       3, "depends on itself"},
      {"frames in a circle",
       withLinks(
           "<frame name=\"f\" attached_to=\"g\"><pose relative_to=\"a\"/></frame><frame name=\"g\" attached_to=\"f\">"
           "<pose relative_to=\"a\"/></frame><joint name=\"j\" "
           "type=\"fixed\"><parent>f</parent><child>a</child></joint>"),
       3, "the body of frame 'f' depends on itself"},
      {"two links of a name", withLinks("<link name=\"a\"/>"), 3, "a second link is called 'a'"},
      {"mass in words", withLinks("<link name=\"c\"><inertial><mass>heavy</mass></inertial></link>"), 3,
       "'heavy' in <mass>"},
      {"negative mass", withLinks("<link name=\"c\"><inertial><mass>-1</mass></inertial></link>"), 3, "negative"},
      {"inertia not finite",
       withLinks("<link name=\"c\"><inertial><inertia><ixx>inf</ixx></inertia></inertial></link>"), 3, "not finite"},
      {"flag in words", withLinks("<static>perhaps</static>"), 3, "<static> is 'perhaps'"},
      {"joint without a type", withLinks("<joint name=\"j\"><parent>a</parent><child>b</child></joint>"), 3,
       "no attribute 'type'"},
      {"joint of an unknown type",
       withLinks("<joint name=\"j\" type=\"revolut\"><parent>a</parent><child>b</child></joint>"), 3,
       "'revolut' is not known"},
      {"joint without a child", withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent></joint>"), 3,
       "no child"},
      {"joint without a parent", withLinks("<joint name=\"j\" type=\"fixed\"><child>a</child></joint>"), 3,
       "no parent"},
      {"child that is not there",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>bb</child></joint>"), 3, "is called 'bb'"},
      {"parent in a model that is not there",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>n::a</parent><child>b</child></joint>"), 3,
       "is called 'n::a'"},
      {"joint of a link with itself",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>a</child></joint>"), 3, "on the same body"},
      {"child of itself", withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>j</child></joint>"), 3,
       "depends on itself"},
      {"axis without direction", hinge("<xyz>0 0 0</xyz>"), 3, "no direction"},
      {"axis too short", hinge("<xyz>0 1</xyz>"), 3, "2 numbers, it takes 3"},
      {"axis in a frame that is not there", hinge("<xyz expressed_in=\"q\">0 1 0</xyz>"), 3, "is called 'q'"},
      {"limit in words", hinge("<xyz>0 1 0</xyz><limit><lower>none</lower></limit>"), 3, "'none' in <lower>"},
      {"damping not finite", hinge("<xyz>0 1 0</xyz><dynamics><damping>inf</damping></dynamics>"), 3, "not finite"},
      {"mimic of nothing", hinge("<xyz>0 1 0</xyz><mimic joint=\"k\"/>"), 3, "is called 'k'"},
      {"mimic of itself", hinge("<xyz>0 1 0</xyz><mimic joint=\"j\"/>"), 3, "no other joint"},
      {"mimic of a link", hinge("<xyz>0 1 0</xyz><mimic joint=\"a\"/>"), 3, "no other joint"},
      {"canonical link",
       "<sdf version=\"1.8\"><model name=\"m\" canonical_link=\"x\">\n<link name=\"a\"/>\n"
       "<joint name=\"j\" type=\"fixed\"><parent>world</parent><child>__model__</child></joint></model></sdf>",
       1, "is called 'x'"},
      {"placement frame",
       "<sdf version=\"1.8\"><model name=\"m\" placement_frame=\"x\">\n<link name=\"a\"/></model></sdf>", 1,
       "is called 'x'"},
      {"include without an address", withLinks("<include><name>n</name></include>"), 3, "no <uri>"},
      {"include from above", withLinks("<include>\n<uri>../../etc/passwd</uri></include>"), 4, "has a '..'"},
      {"include by an absolute path", withLinks("<include>\n<uri>file:///etc/passwd</uri></include>"), 4,
       "'/etc/passwd' is not a path relative"},
      {"gravity too short",
       "<sdf version=\"1.6\"><world name=\"w\">\n<gravity>-9.81</gravity><model name=\"m\">"
       "<link name=\"l\"/></model></world></sdf>",
       2, "1 numbers, it takes 3"},
      {"gearbox on nothing",
       withLinks("<joint name=\"g\" type=\"gearbox\"><parent>a</parent><child>b</child>"
                 "<gearbox_reference_body>c</gearbox_reference_body></joint>"),
       3, "is called 'c'"},
      {"spring without an end",
       withLinks("<drake:linear_spring_damper><drake:linear_spring_damper_body_A>a</drake:linear_spring_damper_body_A>"
                 "</drake:linear_spring_damper>"),
       3, "has no <drake:linear_spring_damper_body_B>"},
      {"endless name", withLinks("<link name=\"c\"><pose relative_to=\"" + std::string(5000, 'x') + "\"/></link>"), 3,
       "5000 letters"},
      {"document type", "<!DOCTYPE sdf [<!ENTITY x \"y\">]>\n<sdf version=\"1.6\"/>", 1, "document type"},
  };
}

TEST_CASE("sdf: malformed files are refused with the place and a hint") {
  const auto all = formats();
  const auto format = std::find_if(all.begin(), all.end(), [](const Format& f) { return f.name == "sdf"; });
  REQUIRE(format != all.end());
  checkRefused(*format, badInputs());
}

TEST_CASE("sdf: long chains of frames neither overflow nor are refused in the order of the file") {
  std::string forward, backward;
  constexpr int kLength = 3000;
  for (int k = 0; k < kLength; ++k) {
    const auto link = [](int n, int base) {
      return "<link name=\"l" + std::to_string(n) + "\"><pose relative_to=\"" +
             (base < 0 ? std::string("__model__") : "l" + std::to_string(base)) + "\">1 0 0 0 0 0</pose></link>";
    };
    forward += link(k, k - 1);
    backward += link(kLength - 1 - k, kLength - 2 - k);
  }
  for (const bool isForward : {true, false}) {
    Diagnostics diagnostics;
    const std::string text = withLinks(isForward ? forward : backward);
    const CartesianModel model =
        readSdf(std::make_shared<const SourceFile>(SourceFile{"chain.sdf", text}), {}, diagnostics);
    CHECK(diagnostics.hasErrors() == !isForward);
    if (isForward) CHECK(model.bodies[*findBody(model, "l2999")].X_WB.p.x() == kLength);
  }
}

}  // namespace
}  // namespace mb
