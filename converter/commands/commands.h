// What each command does: result on standard output, narration on standard error, the exit code returned.
#pragma once

#include "converter/cli/options.h"
#include "formats/model/messages/codes.h"

namespace mb {

ExitCode run(Options options);

}  // namespace mb
