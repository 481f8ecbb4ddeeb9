// Text as bytes: characters, words and lines. Case is that of ASCII letters, whatever the locale.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/source.h"

namespace mb {

// The length of the UTF-8 sequence at the start of a text that is not empty; 0 when it is none.
std::size_t utf8Length(std::string_view text);

// The length of the character at the start of the text; 0 where a text has none, by the rule of XML 1.0: what is not
// UTF-8, and control characters other than tab, line feed and carriage return.
std::size_t characterLength(std::string_view text);

// The start of the character that the offset stands in; not further back than a character is long, so that bytes that
// are no UTF-8 are not run through.
std::size_t characterStart(std::string_view text, std::size_t offset);

bool isXmlBlank(char c);
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
// What a name begins with in the languages of functions.
constexpr bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Without the blanks at both ends; where nothing is left, empty at the start of the text.
std::string_view trimmed(std::string_view text, std::string_view blanks);

char upperCase(char c);
char lowerCase(char c);
std::string upperCase(std::string_view text);
std::string lowerCase(std::string_view text);
// Whether a thing of a model can be called so: letters, digits, _ and -.
bool isName(std::string_view text);
// The same but for case.
bool sameWord(std::string_view a, std::string_view b);

// What a file is that begins so and is no text in UTF-8, for messages: "compressed by gzip", "in UTF-16". Empty for all
// others.
std::string_view foreignKindOf(std::string_view text);

// "1 row", "2 rows"; "2 bodies" where the plural is told.
std::string counted(std::size_t count, std::string_view one, std::string_view many = {});

// Long digit strings shortened for people: 225, 3.98e6020.
std::string countText(const std::string& digits);

// "a, b, c and 5 more": as many names as are read, each between the quotes.
std::string someOf(const std::vector<std::string>& names, std::size_t most, std::string_view quote = {});

// What editors of some systems put before a text in UTF-8; no character of its first line.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
std::string_view withoutByteOrderMark(std::string_view text);

// Lines end with a line feed, a carriage return, or the two in the order "\r\n". The line that begins at the offset,
// without its end.
std::string_view lineAt(std::string_view text, std::size_t start);
// Where the next line begins; npos where this one has no end.
std::size_t nextLine(std::string_view text, std::size_t start);
// The first line, which is taken off the text with its end.
std::string_view takeLine(std::string_view& text);

// Offsets of the first byte of every line, the byte order mark left out.
std::vector<std::size_t> lineStartsOf(std::string_view text);
// The line of an offset, from 0.
std::size_t lineOf(const std::vector<std::size_t>& lineStarts, std::size_t offset);
SourceRef sourceAt(const std::shared_ptr<const SourceFile>& file, const std::vector<std::size_t>& lineStarts,
                   std::size_t offset);

}  // namespace mb
