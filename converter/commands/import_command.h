// `mbconvert import`: a model of any format in the native one, and what is lost on the way.
#pragma once

#include "converter/cli/options.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {

std::optional<ExitCode> importCommand(const Options& options, Diagnostics& diagnostics);

}  // namespace mb
