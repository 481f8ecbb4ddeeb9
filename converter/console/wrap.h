// Text in lines of at most 80 columns, wherever it goes: the same bytes on a terminal and in a file.
#pragma once

#include <string>
#include <string_view>

namespace mb {

inline constexpr std::size_t kColumns = 80;

// The columns that a text takes: characters of UTF-8, without colour sequences.
std::size_t columnsOf(std::string_view text);

// The text behind `lead`, broken at blanks; further lines begin with `next`. A word that would not fit there begins
// further left, and one of more than 80 columns is left whole. Ends with a newline.
std::string wrapped(std::string_view lead, std::string_view text, std::string_view next);
// Further lines are indented to where the text begins.
std::string wrapped(std::string_view lead, std::string_view text);

// Every line of a report that is too long, wrapped. Further lines stand below the text behind the line's label, which
// a gap of two blanks ends, or its bullet, and continue the lines of a tree; without those they are indented by two.
std::string fitted(std::string_view report);

}  // namespace mb
