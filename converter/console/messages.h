// What a command has to say about its input, as the user asked for it: text, JSON or SARIF; and what a code means.
#pragma once

#include <exception>
#include <optional>
#include <string>
#include <string_view>

#include "formats/model/messages/diagnostics.h"

namespace mb {

// [{"file", "line", "column", "severity", "code", "message", "hint", "notes"}, ...], and in the last of `most`
// "not_shown", how many more there were.
std::string messagesJson(const Diagnostics& diagnostics, int most = 0);
// A log in SARIF 2.1.0, as code-scanning services read it; "not_shown" is a property of its run.
std::string messagesSarif(const Diagnostics& diagnostics, int most = 0);

// In a format of --diagnostics: text, json or sarif. Without a number it is 100 as text, else all.
std::string messagesIn(const std::string& format, const Diagnostics& diagnostics, std::optional<int> most = {});
// The same of one message where there is nothing else to say: as text it needs no count.
std::string messageIn(const std::string& format, const Diagnostic& diagnostic);

// What ended the program: a fault of its own, or the lack of memory, which is none.
Diagnostic faultOf(const std::exception& error);

// What `mbconvert explain` prints of one code, and of all. An unknown code is an error.
std::string explanation(std::string_view code, Diagnostics& diagnostics);
std::string codesText();

}  // namespace mb
