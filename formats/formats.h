// The table of file formats, one row each, recognised by content. No format depends on another.
#pragma once

#include <span>
#include <string_view>

#include "formats/files/format.h"

namespace mb {

std::span<const Format> formats();
// The format that recognises the text, or null.
const Format* recogniseFormat(std::string_view text);
const Format* findFormat(std::string_view name);  // null if there is no such format

}  // namespace mb
