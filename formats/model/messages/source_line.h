// The line of the user's file that a message refers to, made safe for a terminal.
#pragma once

#include <string>
#include <string_view>

#include "formats/model/basics/source.h"

namespace mb {

// "   12 | the line\n      |     ^\n", clipped around the column if the line is long; empty if there is no line to
// show.
std::string sourceLineText(const SourceRef& at);

// The column in characters; SourceRef counts bytes.
int characterColumn(const SourceRef& at);

// Replaces what a terminal would interpret or garble (control characters, bytes that are not UTF-8) by \xNN.
std::string printable(std::string_view text);
// The same for line feeds too: text from a file inside a line must not look like a line of its own.
std::string printableLine(std::string_view text);

}  // namespace mb
