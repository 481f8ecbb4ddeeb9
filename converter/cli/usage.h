// What is told about a wrong command line: which word, and what was probably meant.
#pragma once

#include <string>

#include "formats/model/messages/diagnostics.h"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace mb {

// The error to tell after `app` failed to parse with `error`.
Diagnostic usageError(const CLI::App& app, const CLI::Error& error);

// Whether a word in the place of a model is rather a misspelt command: no file has its name, and a command has nearly.
bool isMisspeltCommand(const std::string& word);

}  // namespace mb
