// The line of the user's file that a message is about, fit for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "formats/model/basics/source.h"

namespace mb {

// "   12 | the line\n      |     ^\n", cut around the column where the line is long; empty where there is no line to
// show.
std::string sourceLineText(const SourceRef& at);

// The column in characters, where SourceRef counts bytes.
int characterColumn(const SourceRef& at);

// The text with what a terminal would obey or garble (control characters, what is not UTF-8) as \xNN.
std::string printable(std::string_view text);
// Line feeds too: what stands inside a line and came from a file must not look like a line of its own.
std::string printableLine(std::string_view text);

}  // namespace mb
