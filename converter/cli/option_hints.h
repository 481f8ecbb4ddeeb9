// Adds to hints which options and commands list or change what the hint is about.
#pragma once

#include "formats/model/messages/diagnostics.h"

namespace mb {

// A second call adds nothing.
void addOptionHints(Diagnostics& diagnostics);

}  // namespace mb
