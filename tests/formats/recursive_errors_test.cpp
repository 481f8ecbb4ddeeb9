#include "formats/recursive/recursive_xml.h"
#include "tests/support/parsed_xml.h"
#include "tests/support/test.h"

namespace mb {
namespace {

std::string errorsOf(const std::string& text) {
  Diagnostics diagnostics;
  readRecursive(std::make_shared<const SourceFile>(SourceFile{"r.xml", text}), diagnostics);
  return toText(diagnostics);
}

// Line 2: a base that turns; line 3: a slider on it; the rest follows on line 4.
std::string around(const std::string& rest) {
  return "<recursive version=\"1\">\n"
         "<link name=\"arm\" number=\"2\"><joint name=\"hinge\" type=\"revolute\" z=\"0\" z_dot=\"0\"/></link>\n"
         "<link name=\"tip\" parent=\"arm\" number=\"1\"><joint name=\"slide\" type=\"translational\" z=\"0\" "
         "z_dot=\"0\"/></link>\n" +
         rest + "\n</recursive>";
}

}  // namespace

TEST_CASE("the model that the malformed ones are made from is sound") { CHECK(errorsOf(around("")).empty()); }

TEST_CASE("a malformed recursive file is refused at the place of the fault") {
  struct Row {
    const char* text;      // on line 4
    const char* expected;  // the whole report
  };
  const Row row = GENERATE(values<Row>({
      {R"(<link name="x" parent="amr" number="3"><joint type="free" z="0 0 0 1 0 0 0" z_dot="0 0 0 0 0 0"/></link>)",
       "r.xml:4:24: error: there is no link 'amr'\n  hint: did you mean 'arm'?\n"},
      {R"(<link name="x" number="3"><joint name="q" type="revolut" z="0" z_dot="0"/></link>)",
       "r.xml:4:49: error: 'revolut' is not one of: "},
      {R"(<link name="x" number="3"><joint name="q" type="revolute" z="0 1" z_dot="0"/></link>)",
       "r.xml:4:62: error: 2 numbers, expected 1\n  hint: numbers are separated by blanks; sums with blanks stand in "
       "brackets\n"},
      {R"(<link name="x" number="3"><joint name="q" type="revolute" z="0,5" z_dot="0"/></link>)",
       "r.xml:4:62: error: '0,5' is not a number\n  hint: the decimal separator is a point, as in 0.5"},
      {R"(<link name="x" number="-3"><joint name="q" type="fixed"/></link>)",
       "r.xml:4:24: error: '-3' is not a whole number from 0 on\n"},
      {R"(<link name="x" number="3"/>)", "r.xml:4:1: error: link 'x' has no <joint>\n"},
      {R"(<link name="x" number="3" mas="1"><joint name="q" type="fixed"/></link>)",
       "r.xml:4:27: error: <link> has no attribute 'mas' here\n"},
      {R"(<link name="x" number="3"><joint name="q" type="fixed"/><mas value="1"/></link>)",
       "r.xml:4:57: error: <mas> does not belong in <link>\n  hint: did you mean 'mass'?\n"},
      {R"(<link name="x" number="3"><joint name="q" type="revolute" length="1" z="0" z_dot="0"/></link>)",
       "r.xml:4:59: error: <joint> has no attribute 'length' here\n"},
      {R"(<link name="x" number="3"><joint name="q" type="general" rx="fre" z="0" z_dot="0"/></link>)",
       "r.xml:4:62: error: 'fre' is not one of: lock, free\n  hint: did you mean 'free'?\n"},
      {R"(<cut joint="k" type="distance" f="arm" m="tip" block="0"/>)",
       "r.xml:4:1: error: <cut> has no attribute 'length'\n"},
      {R"(<cut joint="k" type="spherical" f="arm" m="tipp" block="0"/>)",
       "r.xml:4:44: error: there is no link 'tipp'\n  hint: did you mean 'tip'?\n"},
      {R"(<cut joint="k" type="spherical" f="arm" m="tip" block="0"><on-f pos="1 2"/></cut>)",
       "r.xml:4:70: error: 2 numbers, expected 3\n"},
      {R"(<rod body="b" length="1" mass="1" s="0.5" transverse="0" block="0"><end joint="k" point="0 0 0"/></rod>)",
       "r.xml:4:1: error: rod 'b' has 1 ends, expected 2\n"},
      {R"(<motion name="d" joint="hinges" function="time"/>)",
       "r.xml:4:25: error: there is no joint 'hinges'\n  hint: did you mean 'hinge'?\n"},
      {R"(<coupler name="c" terms="hinge.rz:1 slide.rz:2"/>)",
       "r.xml:4:43: error: a joint of type 'translational' has no coordinate 'rz'\n  hint: it has tz\n"},
      {R"xml(<marker name="m"/><force name="f" type="general" i="m" fx="dm(m, d)"/>)xml",
       "r.xml:4:66: error: there is no marker 'd'\n"},
      {R"(<gravity vector="0 0 nan"/>)", "r.xml:4:22: error: 'nan' is not a number\n  hint: numbers are finite\n"},
      {R"(<bodies/>)", "r.xml:4:1: error: <bodies> does not belong in <recursive>\n"},
  }));
  CAPTURE(row.text);
  CHECK_THAT(errorsOf(around(row.text)), Catch::Matchers::StartsWith(row.expected));
}

TEST_CASE("what reading cannot see, the check of the model reports in the recursive file, not in its source") {
  CHECK_THAT(
      errorsOf(around(R"(<cut joint="k" type="spherical" f="arm" m="arm" block="0" file="source.xml" line="70"/>)")),
      Catch::Matchers::StartsWith("r.xml:4:1: error: cut 'k' joins a link to itself"));
  CHECK_THAT(errorsOf(around(
                 R"(<cut joint="k" type="fixed" f="arm" m="tip" block="0"><on-f rot="1 0 0 0 1 0 0 0 2"/></cut>)")),
             Catch::Matchers::StartsWith("r.xml:4:1: error: the axes of frame F of cut 'k' are not orthonormal"));
}

TEST_CASE("another root, another version and broken XML are refused") {
  CHECK_THAT(errorsOf("<mbs version=\"1\"/>"),
             Catch::Matchers::StartsWith("r.xml:1:1: error: the root is <mbs>, expected <recursive>"));
  CHECK_THAT(errorsOf("<recursive version=\"2\"/>"),
             Catch::Matchers::StartsWith("r.xml:1:21: error: version 2 of the format, this program reads 1"));
  CHECK_THAT(errorsOf("<recursive/>"),
             Catch::Matchers::StartsWith("r.xml:1:1: error: <recursive> has no attribute 'version'"));
  CHECK_THAT(errorsOf("<recursive version=\"1\"><link></recursive>"), Catch::Matchers::StartsWith("r.xml:1:"));
}

TEST_CASE("links stand after their parents") {
  const std::string text = errorsOf(
      "<recursive version=\"1\">\n"
      "<link name=\"b\" parent=\"root\" number=\"1\"><joint type=\"fixed\"/></link>\n"
      "<link name=\"root\" number=\"2\"><joint type=\"fixed\"/></link>\n</recursive>");
  CHECK(text == "r.xml:2:24: error: there is no link 'root'\n  hint: links stand after their parents\n");
}

TEST_CASE("one fault is reported once, not again by all that refers to it") {
  const std::string text =
      errorsOf(around("<spline name=\"s\" x=\"0 1\" y=\"0 x\"/>"
                      "<marker name=\"m\" link=\"arm\"/><marker name=\"n\"/>"
                      "<force name=\"f\" type=\"tsda\" i=\"m\" j=\"n\" spring=\"s\"/>"));
  CHECK_THAT(text, Catch::Matchers::StartsWith("r.xml:4:31: error: 'x' is not a number"));
  CHECK(text.find("error") == text.rfind("error"));
}

}  // namespace mb
