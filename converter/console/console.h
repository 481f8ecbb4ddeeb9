// Output that the user reads on the terminal.
#pragma once

#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// The length of the colour sequence at the beginning of the text, or 0.
std::size_t colourLength(std::string_view text);

// Makes a report fit for a terminal: lines of at most 80 columns (`fitted`). Names and remarks come from files, so
// control sequences in them are spelt out; colours of the report itself stay.
std::string forTerminal(std::string_view report, bool hasColours = false);

// Writes to standard error. A closed standard error is not a failure.
void narrate(const std::string& text);

// The summary of a command that wrote `output`: printed on standard output, or as narration if the result went there.
// Adds an error if standard output cannot be written.
void summarise(const std::string& output, const std::string& text, Diagnostics& diagnostics);

// Keeps standard descriptors that the caller closed reserved, so that no file opened later gets their number and
// receives output meant for the terminal.
void reserveStandardDescriptors();

}  // namespace mb
