// What the command line adds to hints: how its options and commands list or change what a hint leads to.
#pragma once

#include "formats/model/messages/diagnostics.h"

namespace mb {

// What is added has no topic any more, so that a second call adds nothing.
void addOptionHints(Diagnostics& diagnostics);

}  // namespace mb
