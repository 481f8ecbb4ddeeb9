// Text as bytes: characters, words and lines. Case refers to ASCII letters, whatever the locale.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/source.h"

namespace mb {

// The length of the UTF-8 sequence at the start of a nonempty text; 0 if it is not UTF-8.
std::size_t utf8Length(std::string_view text);

// The length of the character at the start of the text; 0 for what XML 1.0 does not allow: bytes that are not UTF-8,
// and control characters other than tab, line feed and carriage return.
std::size_t characterLength(std::string_view text);

// The start of the character that contains the offset. Goes back no further than the length of a character, so that
// bytes that are not UTF-8 are not scanned.
std::size_t characterStart(std::string_view text, std::size_t offset);

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
// Characters that may start a name in function languages.
constexpr bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

constexpr std::string_view kBlanks = " \t\r\f\v";   // within a line
constexpr std::string_view kXmlBlanks = " \t\r\n";  // of XML, where lines mean nothing
bool isXmlBlank(char c);
// The text without leading and trailing blanks; if nothing is left, an empty view at the start of the text.
std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks);

char upperCase(char c);
char lowerCase(char c);
std::string upperCase(std::string_view text);
std::string lowerCase(std::string_view text);
// Whether the text is a valid name in a model: letters, digits, _ and -.
bool isName(std::string_view text);
// Equality regardless of case.
bool sameWord(std::string_view a, std::string_view b);

// The kind of a file that begins like this and is not UTF-8 text, for messages: "compressed by gzip", "in UTF-16".
// Otherwise empty.
std::string_view foreignKindOf(std::string_view text);

// "1 row", "2 rows"; "2 bodies" if the plural is given.
std::string counted(std::size_t count, std::string_view one, std::string_view many = {});

// Shortens long digit strings for readers: 225, 3.98e6020.
std::string countText(const std::string& digits);

// "a, b, c and 5 more": at most `most` names, each in quotes.
std::string someOf(const std::vector<std::string>& names, std::size_t most, std::string_view quote = {});

// The mark that some editors put before UTF-8 text; it is not part of the first line.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
std::string_view withoutByteOrderMark(std::string_view text);

// Lines end with a line feed, a carriage return, or "\r\n". lineAt returns the line that begins at the offset, without
// its end.
std::string_view lineAt(std::string_view text, std::size_t start);
// The start of the next line; npos if this line has no end.
std::size_t nextLine(std::string_view text, std::size_t start);
// Removes the first line with its end from the text and returns it.
std::string_view takeLine(std::string_view& text);

// Offsets of the first byte of every line, after the byte order mark.
std::vector<std::size_t> lineStartsOf(std::string_view text);
// The line of an offset, from 0.
std::size_t lineOf(const std::vector<std::size_t>& lineStarts, std::size_t offset);
SourceRef sourceAt(const std::shared_ptr<const SourceFile>& file, const std::vector<std::size_t>& lineStarts,
                   std::size_t offset);

}  // namespace mb
