// How much room a text takes on a terminal.
#pragma once

#include <cstddef>
#include <string_view>

namespace mb {

// Columns of a text in UTF-8 without control characters: two for a wide character (CJK, emoji), none for one that is
// drawn over the one before it.
std::size_t displayWidth(std::string_view text);

}  // namespace mb
