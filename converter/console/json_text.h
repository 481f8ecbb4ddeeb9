// JSON as the program prints it. Templates keep the JSON library out of this header.
#pragma once

#include <cmath>
#include <string>

namespace mb {

// Indented, with a final newline. Bytes that are not UTF-8, which a path may contain, are replaced.
template <class Json>
std::string jsonText(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// JSON has no infinity.
template <class Json>
Json numberOrNull(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

}  // namespace mb
