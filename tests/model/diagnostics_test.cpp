#include "formats/model/diagnostics.h"

#include "tests/support/test.h"

using namespace mb;

namespace {

SourceRef place(int line, int column) {
  static const auto file = std::make_shared<const SourceFile>(SourceFile{"car.xml", ""});
  return {file, line, column};
}

}  // namespace

TEST_CASE("a message says where, what, what to do and where else to look") {
  Diagnostics diagnostics;
  diagnostics.error(place(12, 3), "there is already a body 'arm'")
      .withHint("give it another name")
      .withNote(place(4, 3), "the other one is here");
  CHECK(toText(diagnostics.all().front()) ==
        "car.xml:12:3: error: there is already a body 'arm'\n"
        "  hint: give it another name\n"
        "car.xml:4:3: note: the other one is here\n");
}

TEST_CASE("a message about the whole file or about no file has no line") {
  CHECK(toText(SourceRef{}) == "mbconvert");
  CHECK(toText(place(0, 0)) == "car.xml");
}

TEST_CASE("the first error decides the exit code, warnings do not") {
  Diagnostics diagnostics;
  CHECK(diagnostics.exitCode() == ExitCode::done);
  diagnostics.warning(place(1, 1), "unused");
  CHECK(diagnostics.exitCode() == ExitCode::done);
  CHECK_FALSE(diagnostics.hasErrors());
  diagnostics.error(place(2, 1), "first", ExitCode::cannotBeModelled);
  diagnostics.error(place(3, 1), "second", ExitCode::inputRejected);
  CHECK(diagnostics.exitCode() == ExitCode::cannotBeModelled);
  CHECK(diagnostics.errorCount() == 2);
  CHECK(diagnostics.warningCount() == 1);
}

TEST_CASE("a misspelt word finds its neighbour, a strange one does not") {
  const std::vector<std::string> words{"revolute", "spherical", "planar"};
  CHECK(didYouMean("revolut", words) == "did you mean 'revolute'?");
  CHECK(didYouMean("Spherical", words) == "did you mean 'spherical'?");
  CHECK(didYouMean("plnaar", words) == "did you mean 'planar'?");  // swapped neighbours are one mistake
  CHECK(didYouMean("hinge", words).empty());
  CHECK(didYouMean("", words).empty());
  CHECK(didYouMean("mas", {"mass", "max"}) == "did you mean 'mass'?");  // equally close: the first by name
  CHECK(didYouMean("mas", {"max", "mass"}) == "did you mean 'mass'?");
}
