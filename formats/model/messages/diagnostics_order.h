// Messages of a reader that looks at some things more than once.
#pragma once

#include "formats/model/messages/diagnostics.h"

namespace mb {

// Adds what was found in the order of the files' text; what is said twice of one place, once. What was
// only counted is counted.
void addInOrder(const Diagnostics& found, Diagnostics& diagnostics);

}  // namespace mb
