// Tyre property files (.tir): TeimOrbit text of [SECTION], KEY = value, {headings} with rows of numbers, and comments
// after $ or !.
#pragma once

#include <memory>
#include <optional>

#include "formats/model/messages/diagnostics.h"
#include "formats/model/tyres/tyre.h"

namespace mb {

// The type is `expected`, or else that of PROPERTY_FILE_FORMAT. Nothing when the file has errors, all of which are
// reported. Keys without effect give a warning, unless they only inform or their value is that of no effect.
std::optional<Tyre> readTir(std::shared_ptr<const SourceFile> file, const TyreType* expected, Diagnostics& diagnostics);

}  // namespace mb
