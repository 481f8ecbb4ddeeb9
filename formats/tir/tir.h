// Tyre property files (.tir): TeimOrbit text with [SECTION], KEY = value, {headings} with rows of numbers, and comments
// after $ or !.
#pragma once

#include <memory>
#include <optional>

#include "formats/model/messages/diagnostics.h"
#include "formats/model/tyres/tyre.h"

namespace mb {

// The type is `expected`, or that of PROPERTY_FILE_FORMAT. Returns nothing if the file has errors, all of which are
// reported. Keys that are ignored give a warning, unless they are informative only or their value means no effect.
std::optional<Tyre> readTir(std::shared_ptr<const SourceFile> file, const TyreType* expected, Diagnostics& diagnostics);

}  // namespace mb
