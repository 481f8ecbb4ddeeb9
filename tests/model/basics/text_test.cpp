#include "formats/model/basics/text.h"

#include "tests/support/test.h"

using namespace mb;

namespace {

using namespace std::string_view_literals;
using Starts = std::vector<std::size_t>;

}  // namespace

TEST_CASE("a valid UTF-8 sequence has its length, an invalid one has length 0") {
  // The first and the last code point of each length.
  CHECK(utf8Length("\0"sv) == 1);
  CHECK(utf8Length("\x7F") == 1);
  CHECK(utf8Length("\xC2\x80") == 2);
  CHECK(utf8Length("\xDF\xBF") == 2);
  CHECK(utf8Length("\xE0\xA0\x80") == 3);
  CHECK(utf8Length("\xEF\xBF\xBF") == 3);
  CHECK(utf8Length("\xF0\x90\x80\x80") == 4);
  CHECK(utf8Length("\xF4\x8F\xBF\xBF") == 4);
  CHECK(utf8Length("\xC3\xA4 and more") == 2);

  CHECK(utf8Length("\x80") == 0);              // a continuation by itself
  CHECK(utf8Length("\xC3") == 0);              // cut short
  CHECK(utf8Length("\xE2\x82") == 0);          // cut short
  CHECK(utf8Length("\xC3 ") == 0);             // no continuation
  CHECK(utf8Length("\xC1\xBF") == 0);          // overlong
  CHECK(utf8Length("\xE0\x9F\xBF") == 0);      // overlong
  CHECK(utf8Length("\xF0\x8F\xBF\xBF") == 0);  // overlong
  CHECK(utf8Length("\xED\x9F\xBF") == 3);      // the last before the surrogates
  CHECK(utf8Length("\xED\xA0\x80") == 0);      // a surrogate
  CHECK(utf8Length("\xEE\x80\x80") == 3);      // the first behind them
  CHECK(utf8Length("\xF4\x90\x80\x80") == 0);  // beyond U+10FFFF
  CHECK(utf8Length("\xF5\x80\x80\x80") == 0);
}

TEST_CASE("characters are those of XML 1.0") {
  CHECK(characterLength("") == 0);
  CHECK(characterLength("a") == 1);
  CHECK(characterLength("\t") == 1);
  CHECK(characterLength("\n") == 1);
  CHECK(characterLength("\r") == 1);
  CHECK(characterLength("\0"sv) == 0);
  CHECK(characterLength("\x0B") == 0);
  CHECK(characterLength("\x1F") == 0);
  CHECK(characterLength("\xC3\xA4") == 2);
  CHECK(characterLength("\xC3") == 0);
  CHECK(characterLength("\xEF\xBF\xBD") == 3);
  CHECK(characterLength("\xEF\xBF\xBE") == 0);  // U+FFFE
  CHECK(characterLength("\xEF\xBF\xBF") == 0);  // U+FFFF
}

TEST_CASE("the blanks of XML are space, tab, line feed and carriage return") {
  for (const char c : " \t\n\r"sv) CHECK(isXmlBlank(c));
  for (const char c : "\v\f\0a"sv) CHECK_FALSE(isXmlBlank(c));
}

TEST_CASE("texts are trimmed of the blanks that are given, or of those within a line") {
  CHECK(trimmed("\v a b\r\t\f") == "a b");
  CHECK(trimmed(" a\n") == "a\n");
  CHECK(trimmed(" \ta b\t ", " \t") == "a b");
  CHECK(trimmed("a", " ") == "a");
  CHECK(trimmed("\ta ", " ") == "\ta");
  CHECK(trimmed(" a ", "") == " a ");
  CHECK(trimmed("", " ").empty());
  // What is left of blanks alone still has a place in its text.
  const std::string_view blanks = "  ";
  CHECK(trimmed(blanks, " ").empty());
  CHECK(trimmed(blanks, " ").data() == blanks.data());
}

TEST_CASE("case is that of ASCII letters") {
  CHECK(upperCase('z') == 'Z');
  CHECK(lowerCase('Z') == 'z');
  CHECK(upperCase("az AZ @[`{ 09_") == "AZ AZ @[`{ 09_");
  CHECK(lowerCase("az AZ @[`{ 09_") == "az az @[`{ 09_");
  CHECK(upperCase("\xC3\xA4") == "\xC3\xA4");
  CHECK(lowerCase("\xC3\x84") == "\xC3\x84");
  CHECK(upperCase("").empty());
}

TEST_CASE("words are compared ignoring case") {
  CHECK(sameWord("", ""));
  CHECK(sameWord("Newton", "nEWTON"));
  CHECK_FALSE(sameWord("newton", "newtons"));
  CHECK_FALSE(sameWord("newtons", "newton"));
  CHECK_FALSE(sameWord("@", "`"));  // as far apart as A and a
  CHECK_FALSE(sameWord("\xC3\x84", "\xC3\xA4"));
}

TEST_CASE("lines begin after line feeds, carriage returns, or both together") {
  CHECK(lineStartsOf("") == Starts{0});
  CHECK(lineStartsOf("a") == Starts{0});
  CHECK(lineStartsOf("a\n") == Starts{0, 2});
  CHECK(lineStartsOf("\n\nb\r\nc\rd") == Starts{0, 1, 2, 5, 7});
  CHECK(lineStartsOf("\r") == Starts{0, 1});
  CHECK(lineStartsOf("\n\r\n") == Starts{0, 1, 3});
  CHECK(lineStartsOf("\xEF\xBB\xBF") == Starts{3});
  CHECK(lineStartsOf("\xEF\xBB\xBF"
                     "a\rb") == Starts{3, 5});
}

TEST_CASE("lines are taken off a text without their ends") {
  std::string_view text = "a\r\n\rb\nc";
  for (const std::string_view line : {"a"sv, ""sv, "b"sv, "c"sv, ""sv}) CHECK(takeLine(text) == line);
  CHECK(text.empty());
  CHECK(lineAt("ab\rc", 1) == "b");
  CHECK(lineAt("ab\rc", 4) == "");
  CHECK(nextLine("ab\rc", 1) == 3);
  CHECK(nextLine("ab\rc", 3) == std::string_view::npos);
}

TEST_CASE("a byte order mark takes no column") {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"file", "\xEF\xBB\xBF<a/>"});
  const Starts starts = lineStartsOf(file->text);
  for (const std::size_t offset : {0U, 2U, 3U}) {
    CHECK(sourceAt(file, starts, offset).line == 1);
    CHECK(sourceAt(file, starts, offset).column == 1);
  }
  CHECK(sourceAt(file, starts, 4).column == 2);
}

TEST_CASE("files that are not UTF-8 text are recognised by their first bytes") {
  CHECK(foreignKindOf("\xFF\xFE<\0"sv) == "in UTF-16");
  CHECK(foreignKindOf("\xFE\xFF\0<"sv) == "in UTF-16");
  CHECK(foreignKindOf("\x1F\x8B\x08\0"sv) == "compressed by gzip");
  CHECK(foreignKindOf("PK\x03\x04"sv) == "a zip archive");
  CHECK(foreignKindOf("BZh91AY&SY") == "compressed by bzip2");
  CHECK(foreignKindOf("\xFD"
                      "7zXZ\0"sv) == "compressed by xz");
  CHECK(foreignKindOf("\x28\xB5\x2F\xFD") == "compressed by zstd");
  CHECK(foreignKindOf("\x78\x9C") == "compressed by zlib");
  for (const std::string_view text : {""sv, "<mbs/>"sv, "\xEF\xBB\xBF<mbs/>"sv, "x^2"sv, "PK"sv, "BZh9"sv}) {
    CHECK(foreignKindOf(text).empty());
  }
}

TEST_CASE("an offset has a line and a column, both from 1") {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"file", "ab\n\nc"});
  const Starts starts = lineStartsOf(file->text);
  struct Row {
    std::size_t offset;
    int line;
    int column;
  };
  // The last is the end of the text.
  for (const Row& row : {Row{0, 1, 1}, Row{2, 1, 3}, Row{3, 2, 1}, Row{4, 3, 1}, Row{5, 3, 2}}) {
    CAPTURE(row.offset);
    const SourceRef at = sourceAt(file, starts, row.offset);
    CHECK(at.file == file);
    CHECK(at.line == row.line);
    CHECK(at.column == row.column);
    CHECK(lineOf(starts, row.offset) + 1 == static_cast<std::size_t>(row.line));
  }
}
