// Errors about a wrong command line: which word is wrong and what was probably meant.
#pragma once

#include "converter/cli/command.h"

namespace CLI {
class App;
class Error;
}  // namespace CLI

namespace mb {

// Whether a word that `app` parsed is misplaced: a misspelt command in the place of a model (no such file exists, but a
// command is called nearly so), or a model or an option before a command.
bool hasMisplacedWord(const ProgramFacts& program, const CLI::App& app);

// The error to report after `app` failed to parse with `error`.
Diagnostic usageError(const ProgramFacts& program, const CLI::App& app, const CLI::Error& error);

}  // namespace mb
