// `mbconvert plot`: columns of a table as a picture.
#pragma once

#include "converter/cli/options.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

std::optional<ExitCode> plotCommand(const Options& options, Diagnostics& diagnostics);

}  // namespace mb
