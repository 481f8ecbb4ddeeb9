#include "formats/model/messages/source_line.h"

#include "formats/model/messages/display_width.h"
#include "tests/support/test.h"

using namespace mb;

namespace {

SourceRef in(const std::string& text, int line, int column) {
  return {std::make_shared<const SourceFile>(SourceFile{"file", text}), line, column};
}

}  // namespace

TEST_CASE("lines that end with a carriage return alone are shown") {
  CHECK(sourceLineText(in("one\rtwo\rthree", 2, 2)) == "    2 | two\n      |  ^\n");
  CHECK(sourceLineText(in("one\r\ntwo\r\n", 2, 4)) == "    2 | two\n      |    ^\n");
  CHECK(sourceLineText(in("one\r", 2, 1)).empty());
}

TEST_CASE("the caret stands below its character, whatever stands before it") {
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(sourceLineText(in(mark + "<a b/>", 1, 4)) == "    1 | <a b/>\n      |    ^\n");
  CHECK(characterColumn(in(mark + "<a b/>", 1, 4)) == 4);
  const std::string cjk = "\xE6\xBC\xA2\xE5\xAD\x97";  // two characters, four columns
  CHECK(sourceLineText(in(cjk + "!", 1, 7)) == "    1 | " + cjk + "!\n      |     ^\n");
  CHECK(characterColumn(in(cjk + "!", 1, 7)) == 3);
  const std::string accented = "e\xCC\x81";  // a letter and the accent over it
  CHECK(sourceLineText(in(accented + "!", 1, 4)) == "    1 | " + accented + "!\n      |  ^\n");
  CHECK(characterColumn(in(accented + "!", 1, 4)) == 3);
}

TEST_CASE("characters are zero, one or two columns wide") {
  CHECK(displayWidth("") == 0);
  CHECK(displayWidth("a\xC3\xA4") == 2);
  CHECK(displayWidth("\xE1\x84\x80") == 2);      // U+1100, the first of the wide ones
  CHECK(displayWidth("\xF0\x9F\x98\x80") == 2);  // an emoji
  CHECK(displayWidth("\xF0\xA0\x80\x80") == 2);  // U+20000
  CHECK(displayWidth("\xEF\xBD\xA1") == 1);      // U+FF61, of half width
  CHECK(displayWidth("\xCC\x80\xCD\xAF") == 0);  // U+0300 and U+036F
  CHECK(displayWidth("\xEF\xB8\x8F") == 0);      // U+FE0F, before it a character as a picture
  CHECK(displayWidth("\xFF") == 1);
}

TEST_CASE("terminal control characters are printed as escapes") {
  CHECK(printable("a\x7F\x1B\xC2\x9B\r") == "a\\x7F\\x1B\\xC2\\x9B\\x0D");
  CHECK(printable("\t\xC2\xA0") == "\t\xC2\xA0");
}

TEST_CASE("a thousand messages scan a large file only once") {
  constexpr int kLines = 2'000'000;
  std::string text;
  for (int k = 0; k < kLines; ++k) text += "a line\r";
  const auto file = std::make_shared<const SourceFile>(SourceFile{"file", std::move(text)});
  for (int k = 0; k < 1000; ++k) CHECK_FALSE(sourceLineText({file, kLines - 999 * k, 1}).empty());
  CHECK(sourceLineText({file, kLines + 1, 1}).empty());
  CHECK(sourceLineText({file, 2 * kLines, 1}).empty());
  // A second file is not confused with the first, even after the first is gone.
  CHECK(sourceLineText(in("x", 1, 1)) == "    1 | x\n      | ^\n");
  CHECK(sourceLineText(in("y", 1, 1)) == "    1 | y\n      | ^\n");
}
