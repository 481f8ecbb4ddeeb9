// What the user reads on the terminal.
#pragma once

#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// A report fit for a terminal: names and remarks come from files, and what a terminal would obey of them is spelt out.
// Colours stay where the report has some.
std::string forTerminal(std::string_view report, bool hasColours = false);

// To standard error. That nobody listens there is no failure.
void narrate(const std::string& text);

// The summary of a command that wrote `output`: to standard output, or as narration when that is where the result went.
// An error (ExitCode::io) when standard output cannot be written.
void summarise(const std::string& output, const std::string& text, Diagnostics& diagnostics);

// Standard descriptors that the caller closed stay closed: no file that is opened later takes their number, and gets
// what was meant for the terminal.
void reserveStandardDescriptors();

}  // namespace mb
