#include "formats/recursive/recursive_xml.h"
#include "tests/support/test.h"
#include "tests/support/texts/parsed_xml.h"
#include "tests/support/texts/sound_texts.h"

namespace mb {
namespace {

std::string errorsOf(const std::string& text) {
  Diagnostics diagnostics;
  readRecursive(std::make_shared<const SourceFile>(SourceFile{"r.xml", text}), diagnostics);
  return toText(diagnostics);
}

}  // namespace

TEST_CASE("the recursive model from which malformed ones are made is valid") { CHECK(errorsOf(around("")).empty()); }

TEST_CASE("an error is reported once, not again by every reference to the element") {
  const std::string text =
      errorsOf(around("<spline name=\"s\" x=\"0 1\" y=\"0 x\"/>"
                      "<marker name=\"m\" link=\"arm\"/><marker name=\"n\"/>"
                      "<force name=\"f\" type=\"tsda\" i=\"m\" j=\"n\" spring=\"s\"/>"));
  CHECK_THAT(text, Catch::Matchers::StartsWith("r.xml:4:31: error: 'x' is not a number"));
  CHECK(text.find("error") == text.rfind("error"));
}

}  // namespace mb
