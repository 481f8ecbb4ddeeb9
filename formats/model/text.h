// Text as bytes: characters and lines.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace mb {

// The length of the UTF-8 sequence at the start of a text that is not empty; 0 when it is none.
std::size_t utf8Length(std::string_view text);

// The length of the character at the start of the text; 0 where a text has none, by the rule of XML 1.0: what is not
// UTF-8, and control characters other than tab, line feed and carriage return.
std::size_t characterLength(std::string_view text);

// Offsets of the first byte of every line.
std::vector<std::size_t> lineStartsOf(std::string_view text);

}  // namespace mb
