// Malformed SDFormat.
#include "tests/malformed/malformed.h"
#include "tests/support/texts/sound_texts.h"

namespace mb {
namespace {

std::string hinge(std::string_view axis, std::string_view rest = "") {
  return withLinks("<joint name=\"j\" type=\"revolute\"><parent>a</parent><child>b</child>" + std::string(rest) +
                   "<axis>" + std::string(axis) + "</axis></joint>");
}

// On line 2.
std::string withState(std::string_view ofModel) {
  return "<sdf version=\"1.6\"><world name=\"w\"><model name=\"m\"><link name=\"l\"/></model>\n<state world_name=\"w\">"
         "<model name=\"m\">" +
         std::string(ofModel) + "</model></state></world></sdf>";
}

std::vector<BadInput> badSdf() {
  const BadRow rows[] = {
      {"empty file", "", 1, "", Code::emptyFile, "no XML element"},
      {"text only", "\nhello", 2, "hello", Code::notOneRoot, "outside the root"},
      {"cut off", "<sdf version=\"1.6\">\n<model name=\"m\">", 2, "<model", Code::unclosedTag, "never closed"},
      {"crossed tags", "<sdf version=\"1.6\"><model name=\"m\">\n</sdf></model>", 2, "</sdf>", Code::unclosedTag,
       "closes <model>"},
      {"before SDFormat", "<?xml version=\"1.0\"?>\n<gazebo version=\"1.2\"><world name=\"w\"/></gazebo>", 2, "<gazebo",
       Code::otherKindOfFile, "before SDFormat"},
      {"URDF", "<robot name=\"r\"/>", 1, "<robot", Code::otherKindOfFile, "URDF"},
      {"another root", "<world name=\"w\"/>", 1, "<world", Code::otherKindOfFile, "not <sdf>"},
      {"version of the next century", "<sdf version=\"2.0\"><model name=\"m\"><link name=\"l\"/></model></sdf>", 1,
       "2.0", Code::unknownVersion, "version '2.0' is not known"},
      {"version in words", "<sdf version=\"latest\"/>", 1, "latest", Code::unknownVersion, "version 'latest'"},
      {"oldest version", "<sdf version=\"1.0\"/>", 1, "1.0", Code::unknownVersion, "version '1.0'"},
      {"no model", "<sdf version=\"1.6\">\n<world name=\"w\"/></sdf>", 1, "<sdf", Code::notModelled,
       "no model with a link"},
      {"link outside of a model", "<sdf version=\"1.6\"><world name=\"w\">\n<link name=\"l\"/></world></sdf>", 2,
       "<link", Code::unknownElement, "outside a model"},
      {"pose with a word", withLinks("<link name=\"c\"><pose>0 0 0.1 -junk0.0001 0 0</pose></link>"), 3, "-junk",
       Code::notANumber, "'-junk0.0001' in <pose>"},
      {"pose with commas", withLinks("<link name=\"c\"><pose>0,0,0 0 0 0</pose></link>"), 3, "0,0,0", Code::notANumber,
       "'0,0,0' in <pose>"},
      {"pose too short", withLinks("<link name=\"c\"><pose>0 0 0</pose></link>"), 3, "<pose>|0", Code::wrongCount,
       "3 numbers, it needs 6"},
      {"pose not finite", withLinks("<link name=\"c\"><pose>inf 0 0 0 0 0</pose></link>"), 3, "inf", Code::notFinite,
       "not finite"},
      {"quaternion too short",
       withLinks("<link name=\"c\"><pose rotation_format=\"quat_xyzw\">0 0 0 0 0 0</pose></link>"), 3, "quat_xyzw\">|0",
       Code::wrongCount, "6 numbers, it needs 7"},
      {"quaternion of zeros",
       withLinks("<link name=\"c\"><pose rotation_format=\"quat_xyzw\">0 0 0 0 0 0 0</pose></link>"), 3,
       "quat_xyzw\">|0", Code::notARotation, "no direction"},
      {"rotation format", withLinks("<link name=\"c\"><pose rotation_format=\"zyx\">0 0 0 0 0 0</pose></link>"), 3,
       "zyx", Code::unknownWord, "rotation format 'zyx'"},
      {"frame of a pose", withLinks("<link name=\"c\"><pose relative_to=\"d\">0 0 0 0 0 0</pose></link>"), 3,
       "relative_to=\"|d", Code::unknownName, "nothing in model 'm' is called 'd'"},
      {"poses in a circle",
       withLinks(
           "<frame name=\"f\"><pose relative_to=\"g\"/></frame><frame name=\"g\"><pose relative_to=\"f\"/></frame>"
           "<link name=\"c\"><pose relative_to=\"f\"/></link>"),
       3, "relative_to=\"|g", Code::circle, "depends on itself"},
      {"frames in a circle",
       withLinks(
           "<frame name=\"f\" attached_to=\"g\"><pose relative_to=\"a\"/></frame><frame name=\"g\" attached_to=\"f\">"
           "<pose relative_to=\"a\"/></frame><joint name=\"j\" "
           "type=\"fixed\"><parent>f</parent><child>a</child></joint>"),
       3, "attached_to=\"|g", Code::circle, "the body of frame 'f' depends on itself"},
      {"two links of a name", withLinks("<link name=\"a\"/>"), 3, "<link", Code::nameTwice,
       "a second link is called 'a'"},
      {"mass in words", withLinks("<link name=\"c\"><inertial><mass>heavy</mass></inertial></link>"), 3, "heavy",
       Code::notANumber, "'heavy' in <mass>"},
      {"negative mass", withLinks("<link name=\"c\"><inertial><mass>-1</mass></inertial></link>"), 3, "<link",
       Code::impossibleMass, "negative"},
      {"inertia not finite",
       withLinks("<link name=\"c\"><inertial><inertia><ixx>inf</ixx></inertia></inertial></link>"), 3, "inf",
       Code::notFinite, "not finite"},
      {"flag in words", withLinks("<static>perhaps</static>"), 3, "perhaps", Code::unknownWord,
       "<static> is 'perhaps'"},
      {"joint without a type", withLinks("<joint name=\"j\"><parent>a</parent><child>b</child></joint>"), 3, "<joint",
       Code::missingAttribute, "no attribute 'type'"},
      {"joint of an unknown type",
       withLinks("<joint name=\"j\" type=\"revolut\"><parent>a</parent><child>b</child></joint>"), 3, "revolut",
       Code::unknownWord, "'revolut' is not known"},
      {"joint without a child", withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent></joint>"), 3, "<joint",
       Code::missingElement, "no child"},
      {"joint without a parent", withLinks("<joint name=\"j\" type=\"fixed\"><child>a</child></joint>"), 3, "<joint",
       Code::missingElement, "no parent"},
      {"child that is not there",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>bb</child></joint>"), 3, "<child>|bb",
       Code::unknownName, "is called 'bb'"},
      {"parent in a model that is not there",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>n::a</parent><child>b</child></joint>"), 3, "n::a",
       Code::unknownName, "is called 'n::a'"},
      {"joint of a link with itself",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>a</child></joint>"), 3, "<joint",
       Code::sameBody, "on the same body"},
      {"child of itself", withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>j</child></joint>"), 3,
       "<child>|j", Code::circle, "depends on itself"},
      {"axis without direction", hinge("<xyz>0 0 0</xyz>"), 3, "<xyz>|0", Code::noDirection, "no direction"},
      {"axis too short", hinge("<xyz>0 1</xyz>"), 3, "<xyz>|0", Code::wrongCount, "2 numbers, it needs 3"},
      {"axis in a frame that is not there", hinge("<xyz expressed_in=\"q\">0 1 0</xyz>"), 3, "expressed_in=\"|q",
       Code::unknownName, "is called 'q'"},
      {"limit in words", hinge("<xyz>0 1 0</xyz><limit><lower>none</lower></limit>"), 3, "none", Code::notANumber,
       "'none' in <lower>"},
      {"damping not finite", hinge("<xyz>0 1 0</xyz><dynamics><damping>inf</damping></dynamics>"), 3, "inf",
       Code::notFinite, "not finite"},
      {"mimic of nothing", hinge("<xyz>0 1 0</xyz><mimic joint=\"k\"/>"), 3, "mimic joint=\"|k", Code::unknownName,
       "is called 'k'"},
      {"mimic of itself", hinge("<xyz>0 1 0</xyz><mimic joint=\"j\"/>"), 3, "mimic joint=\"|j", Code::otherKindOfThing,
       "not another joint"},
      {"mimic of a link", hinge("<xyz>0 1 0</xyz><mimic joint=\"a\"/>"), 3, "mimic joint=\"|a", Code::otherKindOfThing,
       "not another joint"},
      {"canonical link",
       "<sdf version=\"1.8\"><model name=\"m\" canonical_link=\"x\">\n<link name=\"a\"/>\n"
       "<joint name=\"j\" type=\"fixed\"><parent>world</parent><child>__model__</child></joint></model></sdf>",
       1, R"(x")", Code::unknownName, "is called 'x'"},
      {"placement frame",
       "<sdf version=\"1.8\"><model name=\"m\" placement_frame=\"x\">\n<link name=\"a\"/></model></sdf>", 1, R"(x")",
       Code::unknownName, "is called 'x'"},
      {"include without an address", withLinks("<include><name>n</name></include>"), 3, "<include>",
       Code::missingElement, "no <uri>"},
      {"gravity too short",
       "<sdf version=\"1.6\"><world name=\"w\">\n<gravity>-9.81</gravity><model name=\"m\">"
       "<link name=\"l\"/></model></world></sdf>",
       2, "-9.81", Code::wrongCount, "1 numbers, it needs 3"},
      {"gearbox on nothing",
       withLinks("<joint name=\"g\" type=\"gearbox\"><parent>a</parent><child>b</child>"
                 "<gearbox_reference_body>c</gearbox_reference_body></joint>"),
       3, "c</", Code::unknownName, "is called 'c'"},
      {"spring without an end",
       withLinks("<drake:linear_spring_damper><drake:linear_spring_damper_body_A>a</drake:linear_spring_damper_body_A>"
                 "</drake:linear_spring_damper>"),
       3, "<drake", Code::missingElement, "has no <drake:linear_spring_damper_body_B>"},
      {"endless name", withLinks("<link name=\"c\"><pose relative_to=\"" + std::string(5000, 'x') + "\"/></link>"), 3,
       "xxxx", Code::tooLong, "5000 letters"},
      {"mimic of a third axis", hinge("<xyz>0 1 0</xyz><mimic joint=\"j\" axis=\"axis3\"/>"), 3, "axis3",
       Code::unknownWord, "'axis3' is not an axis"},
      {"degrees in words", withLinks("<link name=\"c\"><pose degrees=\"perhaps\">0 0 0 0 0 0</pose></link>"), 3,
       "perhaps", Code::unknownWord, "degrees is 'perhaps'"},
      {"inertial misspelt", withLinks("<link name=\"c\"><inertail><mass>50</mass></inertail></link>"), 3, "<inertail",
       Code::unknownElement, "<inertail> does not belong in <link>"},
      {"mass misspelt", withLinks("<link name=\"c\"><inertial><mas>50</mas></inertial></link>"), 3, "<mas>",
       Code::unknownElement, "<mas> does not belong in <inertial>"},
      {"damping misspelt", hinge("<xyz>0 1 0</xyz><dynamics><dampng>1</dampng></dynamics>"), 3, "<dampng",
       Code::unknownElement, "<dampng> does not belong in <dynamics>"},
      {"static misspelt", withLinks("<statc>true</statc>"), 3, "<statc", Code::unknownElement,
       "<statc> does not belong in <model>"},
      {"gravity misspelt",
       "<sdf version=\"1.6\"><world name=\"w\">\n<gravty>0 0 0</gravty><model name=\"m\"><link name=\"l\"/></model>"
       "</world></sdf>",
       2, "<gravty", Code::unknownElement, "<gravty> does not belong in <world>"},
      {"relative_to misspelt", withLinks("<link name=\"c\"><pose relative_too=\"a\">0 0 0 0 0 0</pose></link>"), 3,
       "relative_too", Code::unknownAttribute, "<pose> has no attribute 'relative_too'"},
      {"degrees misspelt", withLinks("<link name=\"c\"><pose degres=\"true\">0 0 0 0 0 0</pose></link>"), 3, "degres",
       Code::unknownAttribute, "<pose> has no attribute 'degres'"},
      {"name misspelt", withLinks("<link nam=\"c\"/>"), 3, "nam", Code::unknownAttribute,
       "<link> has no attribute 'nam'"},
      {"expressed_in misspelt", hinge("<xyz expressed_inn=\"a\">0 1 0</xyz>"), 3, "expressed_inn",
       Code::unknownAttribute, "<xyz> has no attribute 'expressed_inn'"},
      {"axis of a fixed joint in words",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>b</child><axis><xyz>abc</xyz></axis>"
                 "</joint>"),
       3, "abc", Code::notANumber, "'abc' in <xyz>"},
      {"axis of a ball not a number",
       withLinks("<joint name=\"j\" type=\"ball\"><parent>a</parent><child>b</child><axis><xyz>nan 0 1</xyz></axis>"
                 "</joint>"),
       3, "nan", Code::notANumber, "'nan' in <xyz>"},
      {"frame that nothing refers to, on nothing", withLinks("<frame name=\"f\" attached_to=\"zz\"/>"), 3,
       "attached_to=\"|zz", Code::unknownName, "is called 'zz'"},
      {"version with letters", "<sdf version=\"1.7abc\"><model name=\"m\"><link name=\"l\"/></model></sdf>", 1,
       "1.7abc", Code::unknownVersion, "version '1.7abc'"},
      {"endless number",
       withLinks("<link name=\"c\"><inertial><mass>" + std::string(500, '1') + "</mass></inertial></link>"), 3, "111",
       Code::tooLong, "a number of 500 characters"},
      {"error after letters of Latin-1",
       withLinks("<!-- 90\xb0 \xe4\xf6 --><link name=\"c\"><inertial><mass>heavy</mass></inertial></link>"), 3, "heavy",
       Code::notANumber, "'heavy' in <mass>"},
      {"automatic mass in words", withLinks("<link name=\"c\"><inertial auto=\"yes\"/></link>"), 3, "yes",
       Code::unknownWord, "auto is 'yes'"},
      {"merge in words", withLinks("<include merge=\"perhaps\"><uri>model://n</uri></include>"), 3, "perhaps",
       Code::unknownWord, "merge is 'perhaps'"},
      {"default in words",
       "<sdf version=\"1.6\"><world name=\"w\">\n<physics type=\"ode\" default=\"perhaps\"/><model name=\"m\">"
       "<link name=\"l\"/></model></world></sdf>",
       2, "perhaps", Code::unknownWord, "default is 'perhaps'"},
      {"link without a name", withLinks("<link/>"), 3, "<link", Code::missingAttribute, "a <link> has no name"},
      {"link with an empty name", withLinks("<link name=\"\"/>"), 3, "name=\"|\"", Code::missingAttribute,
       "a <link> has no name"},
      {"joint without a name", withLinks("<joint type=\"fixed\"><parent>a</parent><child>b</child></joint>"), 3,
       "<joint", Code::missingAttribute, "a <joint> has no name"},
      {"frame without a name", withLinks("<frame/>"), 3, "<frame", Code::missingAttribute, "a <frame> has no name"},
      {"model without a name", withLinks("<model><link name=\"c\"/></model>"), 3, "<model", Code::missingAttribute,
       "a <model> has no name"},
      {"world as the child of a joint",
       withLinks("<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>world</child></joint>"), 3, "<child>|world",
       Code::otherKindOfThing, "the child of joint 'j' is the world"},
      {"scale of a state in words", withState("<scale>big big big</scale>"), 2, "big", Code::notANumber,
       "'big' in <scale>"},
      {"angle of a state in words", withState("<joint name=\"j\"><angle axis=\"0\">wide</angle></joint>"), 2, "wide",
       Code::notANumber, "'wide' in <angle>"},
      {"document type", "<!DOCTYPE sdf [<!ENTITY x \"y\">]>\n<sdf version=\"1.6\"/>", 1, "<!DOCTYPE",
       Code::forbiddenXml, "document type"},
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  const Planted errors[] = {
      {3, "heavy", Code::notANumber, "'heavy' in <mass>"},
      {4, "<link", Code::nameTwice, "a second link is called 'a'"},
      {5, "<child>|bb", Code::unknownName, "is called 'bb'"},
  };
  inputs.push_back(planted("three in one file",
                           withLinks("<link name=\"c\"><inertial><mass>heavy</mass></inertial></link>\n"
                                     "<link name=\"a\"/>\n"
                                     "<joint name=\"j\" type=\"fixed\"><parent>a</parent><child>bb</child></joint>"),
                           errors));
  return inputs;
}

const MalformedFormat kFormat("sdf", &badSdf);

}  // namespace

}  // namespace mb
