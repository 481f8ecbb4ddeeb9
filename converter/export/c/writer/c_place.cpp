#include "converter/export/c/writer/c_place.h"

#include <fmt/format.h>

#include <cmath>

namespace mb {

std::string textOf(const CPlace& place) {
  return place.index < 0 ? place.array : fmt::format("{}[{}]", place.array, place.index);
}

std::string addressOf(const CPlace& place) { return fmt::format("{} + {}", place.array, place.index); }

std::string batchAddressOf(const CPlace& place) { return fmt::format("{} + MB_LANES * {}", place.array, place.index); }

bool isNext(const CPlace& place, const CPlace& next) {
  return place.index >= 0 && next.array == place.array && next.index == place.index + 1;
}

std::string cNumber(double value) {
  if (std::isnan(value)) return "MB_NAN";
  if (std::isinf(value)) return value > 0 ? "MB_INFINITY" : "(-MB_INFINITY)";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 ? "(" + text + ")" : text;
}

}  // namespace mb
