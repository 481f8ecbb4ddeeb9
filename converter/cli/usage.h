// What is said about a wrong command line: which word, and what was probably meant.
#pragma once

#include "converter/cli/command.h"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace mb {

// Whether a word of the command line that `app` parsed means nothing where it stands: a misspelt command in the place
// of a model (no file has its name, and a command has nearly), a model or an option in front of a command.
bool hasMisplacedWord(const ProgramFacts& program, const CLI::App& app);

// The error to report after `app` failed to parse with `error`.
Diagnostic usageError(const ProgramFacts& program, const CLI::App& app, const CLI::Error& error);

}  // namespace mb
