// Messages of a reader that visits some parts more than once.
#pragma once

#include "formats/model/messages/diagnostics.h"

namespace mb {

// Adds the messages in the order of the files' text, without duplicates at one place. Messages that were only counted
// are counted.
void addInOrder(const Diagnostics& found, Diagnostics& diagnostics);

}  // namespace mb
