// SHA-256 of a text, as hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

namespace mb {

std::string sha256(std::string_view text);

}  // namespace mb
