// SHA-256 of a text, and base64.
#pragma once

#include <string>
#include <string_view>

namespace mb {

std::string sha256(std::string_view text);        // as hexadecimal digits
std::string sha256Base64(std::string_view text);  // as content policies of web pages name it
std::string base64(std::string_view bytes);

}  // namespace mb
