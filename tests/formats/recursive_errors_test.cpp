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

TEST_CASE("one fault is reported once, not again by all that refers to it") {
  const std::string text =
      errorsOf(around("<spline name=\"s\" x=\"0 1\" y=\"0 x\"/>"
                      "<marker name=\"m\" link=\"arm\"/><marker name=\"n\"/>"
                      "<force name=\"f\" type=\"tsda\" i=\"m\" j=\"n\" spring=\"s\"/>"));
  CHECK_THAT(text, Catch::Matchers::StartsWith("r.xml:4:31: error: 'x' is not a number"));
  CHECK(text.find("error") == text.rfind("error"));
}

}  // namespace mb
