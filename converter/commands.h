// What each command does: result on standard output, narration on standard error, the exit code returned.
#pragma once

#include "converter/options.h"
#include "formats/model/codes.h"

namespace mb {

ExitCode run(Options options);

}  // namespace mb
