// Prints the diagnostics of a command in the requested format (text, JSON or SARIF) and explains codes.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// [{"file", "line", "column", "severity", "code", "message", "hint", "notes"}, ...]; the last of `most` also has
// "not_shown", the number of messages left out.
std::string messagesJson(const Diagnostics& diagnostics, int most = 0);
// {"messages": the same}: printed with --json in place of a result.
std::string diagnosticsJson(const Diagnostics& diagnostics, int most = 0);
// A log in SARIF 2.1.0, as code-scanning services read it; "not_shown" is a property of its run.
std::string messagesSarif(const Diagnostics& diagnostics, int most = 0);

// `format` is a value of --diagnostics: text, json or sarif. The default limit is 100 messages for text and none
// otherwise.
std::string messagesIn(const std::string& format, const Diagnostics& diagnostics, std::optional<int> most = {});
// Prints a single message. As text it has no line with the count.
std::string messageIn(const std::string& format, const Diagnostic& diagnostic);

// Writes messages in that format to standard error. On a terminal the lines of text have at most 80 columns: sentences
// are wrapped, and lines of the source are cut so that the mark below still points at the same place.
void narrateMessages(const std::string& messages, std::string_view format);
std::string messagesForTerminal(std::string_view text);

// The diagnostic for an exception that ended the program: an internal error, or lack of memory.
Diagnostic faultOf(const std::exception& error);

// The output of `mbconvert explain` for one code and for all codes. An unknown code is an error.
std::string explanation(std::string_view code, Diagnostics& diagnostics);
std::string codesText();

}  // namespace mb
