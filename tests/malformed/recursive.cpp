// Malformed recursive models.
#include "tests/malformed/malformed.h"
#include "tests/support/texts/sound_texts.h"

namespace mb {

namespace {

std::vector<BadInput> badRecursive() {
  const BadRow rows[] = {
      {"a parent that is not there",
       around(
           R"(<link name="x" parent="amr" number="3"><joint type="free" z="0 0 0 1 0 0 0" z_dot="0 0 0 0 0 0"/></link>)"),
       4, "amr", Code::unknownName, "there is no link 'amr'"},
      {"a joint type misspelt",
       around(R"(<link name="x" number="3"><joint name="q" type="revolut" z="0" z_dot="0"/></link>)"), 4, "revolut",
       Code::unknownWord, "'revolut' is not one of"},
      {"two values for one coordinate",
       around(R"(<link name="x" number="3"><joint name="q" type="revolute" z="0 1" z_dot="0"/></link>)"), 4, "0 1",
       Code::wrongCount, "2 numbers, expected 1"},
      {"a decimal comma",
       around(R"(<link name="x" number="3"><joint name="q" type="revolute" z="0,5" z_dot="0"/></link>)"), 4, "0,5",
       Code::notANumber, "'0,5' is not a number"},
      {"a negative number of a link", around(R"(<link name="x" number="-3"><joint name="q" type="fixed"/></link>)"), 4,
       "-3", Code::outOfRange, "'-3' is not a whole number"},
      {"a link without a joint", around(R"(<link name="x" number="3"/>)"), 4, "<link", Code::missingElement,
       "link 'x' has no <joint>"},
      {"an attribute misspelt", around(R"(<link name="x" number="3" mas="1"><joint name="q" type="fixed"/></link>)"), 4,
       "mas", Code::unknownAttribute, "<link> has no attribute 'mas'"},
      {"an element misspelt",
       around(R"(<link name="x" number="3"><joint name="q" type="fixed"/><mas value="1"/></link>)"), 4, "<mas",
       Code::unknownElement, "<mas> does not belong in <link>"},
      {"a length of a hinge",
       around(R"(<link name="x" number="3"><joint name="q" type="revolute" length="1" z="0" z_dot="0"/></link>)"), 4,
       "length", Code::unknownAttribute, "<joint> has no attribute 'length'"},
      {"a freedom misspelt",
       around(R"(<link name="x" number="3"><joint name="q" type="general" rx="fre" z="0" z_dot="0"/></link>)"), 4,
       "fre", Code::unknownWord, "'fre' is not one of"},
      {"a distance without length", around(R"(<cut joint="k" type="distance" f="arm" m="tip" block="0"/>)"), 4, "<cut",
       Code::missingAttribute, "<cut> has no attribute 'length'"},
      {"a cut to a link that is not there", around(R"(<cut joint="k" type="spherical" f="arm" m="tipp" block="0"/>)"),
       4, "tipp", Code::unknownName, "there is no link 'tipp'"},
      {"a point of two numbers",
       around(R"(<cut joint="k" type="spherical" f="arm" m="tip" block="0"><on-f pos="1 2"/></cut>)"), 4, "1 2",
       Code::wrongCount, "2 numbers, expected 3"},
      {"a rod with one end",
       around(
           R"(<rod body="b" length="1" mass="1" s="0.5" transverse="0" block="0"><end joint="k" point="0 0 0"/></rod>)"),
       4, "<rod", Code::wrongCount, "rod 'b' has 1 ends, expected 2"},
      {"a drive of no joint", around(R"(<motion name="d" joint="hinges" function="time"/>)"), 4, "hinges",
       Code::unknownName, "there is no joint 'hinges'"},
      {"a coordinate that the joint has not", around(R"(<coupler name="c" terms="hinge.rz:1 slide.rz:2"/>)"), 4, "rz:2",
       Code::unknownName, "has no coordinate 'rz'"},
      {"a marker that is not there in an expression",
       around(R"xml(<marker name="m"/><force name="f" type="general" i="m" fx="dm(m, d)"/>)xml"), 4, "d)",
       Code::unknownName, "there is no marker 'd'"},
      {"gravity that is no number", around(R"(<gravity vector="0 0 nan"/>)"), 4, "nan", Code::notANumber,
       "'nan' is not a number"},
      {"an element of another format", around(R"(<bodies/>)"), 4, "<bodies", Code::unknownElement,
       "<bodies> does not belong in <recursive>"},
      {"a cut of a link with itself", around(R"(<cut joint="k" type="spherical" f="arm" m="arm" block="0"/>)"), 4,
       "<cut", Code::sameBody, "cut 'k' joins a link to itself"},
      {"axes that are no rotation",
       around(R"(<cut joint="k" type="fixed" f="arm" m="tip" block="0"><on-f rot="1 0 0 0 1 0 0 0 2"/></cut>)"), 4,
       "<cut", Code::notARotation, "are not orthonormal"},
      {"another root", "<mbs version=\"1\"/>", 1, "<mbs", Code::otherKindOfFile, "the root is <mbs>"},
      {"another version", "<recursive version=\"3\"/>", 1, "3", Code::unknownVersion, "version '3' of the format"},
      {"no version", "<recursive/>", 1, "<recursive", Code::missingAttribute, "has no attribute 'version'"},
      {"tags that cross", "<recursive version=\"1\"><link></recursive>", 1, "</recursive>", Code::unclosedTag,
       "closes <link>"},
      {"a child before its parent",
       "<recursive version=\"1\">\n<link name=\"b\" parent=\"root\" number=\"1\"><joint type=\"fixed\"/></link>\n"
       "<link name=\"root\" number=\"2\"><joint type=\"fixed\"/></link>\n</recursive>",
       2, "root", Code::unknownName, "there is no link 'root'"},
      {"a child with a larger number than its parent",
       "<recursive version=\"1\">\n<link name=\"a\" number=\"1\"><joint name=\"h\" type=\"fixed\"/></link>\n"
       "<link name=\"b\" parent=\"a\" number=\"2\"><joint name=\"k\" type=\"fixed\"/></link>\n</recursive>",
       3, "<link", Code::badTree, "has number 2 and its parent 1"},
      {"two links of a name", around(R"(<link name="arm" number="3"><joint name="q" type="fixed"/></link>)"), 4,
       "<link", Code::nameTwice, "'arm'"},
      {"a negative mass",
       around(R"(<link name="x" number="3"><joint name="q" type="fixed"/><mass value="-1"/></link>)"), 4, "<link",
       Code::impossibleMass, "negative"},
      {"a negative mass of a member",
       around(
           R"(<link name="x" number="3"><joint name="q" type="fixed"/><member name="y"><mass value="-5" xx="-3"/></member></link>)"),
       4, "<member", Code::impossibleMass, "negative"},
      {"a unit misspelt", around(R"(<units length="mmm"/>)"), 4, "mmm", Code::unknownUnit, "'mmm' is not one of"},
      {"gravity without a vector", around(R"(<gravity/>)"), 4, "<gravity", Code::missingAttribute,
       "has no attribute 'vector'"},
      {"a marker whose axes are none", around(R"(<marker name="m" link="arm" rot="1 0 0 0 1 0 0 0 2"/>)"), 4, "<marker",
       Code::notARotation, "the axes of marker 'm' are not orthonormal"},
      {"two markers of a name", around("<marker name=\"m\" link=\"arm\"/>\n<marker name=\"m\" link=\"tip\"/>"), 5,
       "<marker", Code::nameTwice, "there is already a marker 'm'"},
      {"world axes that are none", around(R"(<axes forward="+x" up="+z" rot="1 0 0 0 1 0 0 0 2"/>)"), 4, "1 0 0",
       Code::notARotation, "the axes of the world are not orthonormal"},
      {"world axes that contradict themselves", around(R"(<axes forward="+x" up="+z" rot="0 -1 0 1 0 0 0 0 1"/>)"), 4,
       "0 -1 0", Code::excludeEachOther, "rot is not the rotation of forward '+x' and up '+z'"},
      {"a cut with the name of another joint",
       around(R"(<cut joint="hinge" type="distance" length="1" f="arm" m="tip" block="0"/>)"), 4, "<cut",
       Code::nameTwice, "cut 'hinge' of type 'distance' has the name of a joint of type 'revolute'"},
      {"an end of a rod with the name of a joint",
       around(
           R"(<rod body="b" length="1" mass="1" s="0.5" transverse="0" block="0"><end link="arm" joint="hinge" point="0 0 0"/><end joint="k" point="1 0 0"/></rod>)"),
       4, "<rod", Code::nameTwice, "an end of rod 'b' has the joint 'hinge'"},
  };
  std::vector<BadInput> inputs = inputsOf(rows);
  const Planted errors[] = {
      {2, "revolut\"", Code::unknownWord, "'revolut' is not one of"},
      {3, "amr", Code::unknownName, "there is no link 'amr'"},
      {4, "nan", Code::notANumber, "'nan' is not a number"},
  };
  inputs.push_back(planted("three in one file",
                           "<recursive version=\"1\">\n"
                           "<link name=\"arm\" number=\"2\"><joint name=\"h\" type=\"revolut\"/></link>\n"
                           "<link name=\"tip\" parent=\"amr\" number=\"1\"><joint name=\"k\" type=\"fixed\"/></link>\n"
                           "<gravity vector=\"0 nan 0\"/>\n</recursive>",
                           errors));
  return inputs;
}

const MalformedFormat kFormat("recursive", &badRecursive);

}  // namespace

}  // namespace mb
