#include "formats/model/messages/diagnostics.h"

#include "formats/model/basics/limits.h"
#include "formats/model/messages/diagnostics_order.h"
#include "formats/model/messages/source_line.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

// Line 4 has a tab, an umlaut and a byte that is not text.
const std::string kText =
    "<mbs>\n\n\n\t<body name='k\xC3\xBC' \xFF/>\r\n" + std::string(200, 'x') + "!" + std::string(200, 'y');

SourceRef place(int line, int column) {
  static const auto file = std::make_shared<const SourceFile>(SourceFile{"car.xml", kText});
  return {file, line, column};
}

}  // namespace

TEST_CASE("a message says where, what, what to do and where else to look") {
  Diagnostics diagnostics;
  diagnostics.error(place(4, 14), Code::nameTwice, "there is already a body 'k\x1B[31m'")
      .withHint("give it another name")
      .withNote(place(1, 1), "the other one is here");
  CHECK(toText(diagnostics.all().front()) ==
        "car.xml:4:14: error[E0402]: there is already a body 'k\\x1B[31m'\n"
        "    4 |  <body name='k\xC3\xBC' \\xFF/>\n"
        "      |              ^\n"
        "  hint: give it another name\n"
        "car.xml:1:1: note: the other one is here\n");
}

TEST_CASE("a long line is shown around its column, an empty or missing line is not shown") {
  const std::string shown = sourceLineText(place(5, 201));
  CHECK(shown == "    5 | ..." + std::string(60, 'x') + "!" + std::string(49, 'y') + "...\n      | " +
                     std::string(63, ' ') + "^\n");
  CHECK(sourceLineText(place(2, 1)).empty());
  CHECK(sourceLineText(place(99, 1)).empty());
  CHECK(sourceLineText(place(0, 0)).empty());
  CHECK(sourceLineText(SourceRef{}).empty());
  CHECK(characterColumn(place(4, 17)) == 16);  // two bytes before it are one character
}

TEST_CASE("warnings can be errors") {
  Diagnostics diagnostics(true);
  diagnostics.warning(place(1, 1), Code::ignoredInput, "unused");
  CHECK(diagnostics.hasErrors());
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::input);
}

TEST_CASE("a message about the whole file or about no file has no line") {
  CHECK(toText(SourceRef{}) == "mbconvert");
  CHECK(toText(place(0, 0)) == "car.xml");
}

TEST_CASE("the first error is found after warnings") {
  Diagnostics diagnostics;
  CHECK_FALSE(diagnostics.firstError());
  diagnostics.warning(place(1, 1), Code::ignoredInput, "unused");
  CHECK_FALSE(diagnostics.firstError());
  CHECK_FALSE(diagnostics.hasErrors());
  diagnostics.error(place(2, 1), Code::openLoop, "first");
  diagnostics.error(place(3, 1), Code::unknownName, "second");
  CHECK(classOf(diagnostics.firstError()->code) == ErrorClass::model);
  CHECK(diagnostics.errorCount() == 2);
  CHECK(diagnostics.warningCount() == 1);
}

TEST_CASE("a misspelt word gets a suggestion, an unrelated one does not") {
  const std::vector<std::string> words{"revolute", "spherical", "planar"};
  CHECK(didYouMean("revolut", words) == "did you mean 'revolute'?");
  CHECK(didYouMean("Spherical", words) == "did you mean 'spherical'?");
  CHECK(didYouMean("plnaar", words) == "did you mean 'planar'?");  // swapped neighbours are one mistake
  CHECK(didYouMean("hinge", words).empty());
  CHECK(didYouMean("", words).empty());
  CHECK(didYouMean("mas", {"mass", "max"}) == "did you mean 'mass'?");  // equally close: the first by name
  CHECK(didYouMean("mas", {"max", "mass"}) == "did you mean 'mass'?");
}

TEST_CASE("a message is one line, whatever the names of elements and files contain") {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"a\nb.xml", ""});
  Diagnostics diagnostics;
  diagnostics.error({file, 1, 1}, Code::badName, "'x\ny.xml:1:1: error[E0101]: forged' cannot be a name");
  CHECK(toText(diagnostics.all().front()) ==
        "a\\x0Ab.xml:1:1: error[E0403]: 'x\\x0Ay.xml:1:1: error[E0101]: forged' cannot be a name\n");
}

TEST_CASE("a line that is not text is shortened as well") {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"noise", std::string(900'000, '\x80')});
  for (const int column : {1, 61, 100, 450'000, 899'999, 900'000}) {
    CHECK(sourceLineText({file, 1, column}).size() < 1500);
  }
  CHECK(clipped(std::string(5000, '\x80')).size() == limits::kLongestMessage);
  CHECK(clipped(std::string(limits::kLongestMessage - 1, 'x') + "\xC3\xBC") ==
        std::string(limits::kLongestMessage - 1, 'x') + "...");
}

TEST_CASE("sorting messages keeps their counts") {
  Diagnostics found;
  for (int k = 0; k < 80'000; ++k) {
    found.error(place(1, k + 1), Code::badName, "bad");
    found.warning(place(2, k + 1), Code::ignoredInput, "unused");
  }
  Diagnostics ordered;
  addInOrder(found, ordered);
  CHECK(ordered.errorCount() == 80'000);
  CHECK(ordered.warningCount() == 80'000);
  CHECK(ordered.gaveUp());
  CHECK(ordered.all().size() == 2 * limits::kMostErrors + 1);
}
