// The width of a text on a terminal.
#pragma once

#include <cstddef>
#include <string_view>

namespace mb {

// Columns of a UTF-8 text without control characters: two for a wide character (CJK, emoji), none for a combining one.
std::size_t displayWidth(std::string_view text);

}  // namespace mb
