// The numbers of a model file, one by one, so that each can be changed.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/numbers.h"

namespace mb::testing {

struct ModelNumber {
  std::size_t begin = 0;
  std::size_t end = 0;
  double value = 0;
  std::string field;  // "mass value"
};

// The numbers in purely numeric attributes. Places in the source are not part of the model.
inline std::vector<ModelNumber> numbersIn(std::string_view text) {
  constexpr std::array<std::string_view, 5> kPlaces{"line", "column", "number", "version", "block"};
  constexpr std::string_view kNumeric = "+-.0123456789e ";
  std::vector<ModelNumber> numbers;
  std::string element;
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (text[place] == '<') element = text.substr(place + 1, text.find_first_of(" />", place) - place - 1);
    if (!text.substr(place).starts_with("=\"")) continue;
    const std::size_t name = text.rfind(' ', place) + 1;
    const std::string_view attribute = text.substr(name, place - name);
    const std::size_t begin = place + 2;
    const std::size_t end = text.find('"', begin);
    const std::string_view value = text.substr(begin, end - begin);
    place = end;
    if (value.find_first_not_of(kNumeric) != std::string_view::npos) continue;
    if (std::ranges::find(kPlaces, attribute) != kPlaces.end()) continue;
    for (std::size_t at = begin; at < end;) {
      const std::size_t after = std::min(text.find(' ', at), end);
      if (const auto number = parseNumber(text.substr(at, after - at))) {
        numbers.push_back({at, after, *number, fmt::format("{} {}", element, attribute)});
      }
      at = after + 1;
    }
  }
  return numbers;
}

inline std::string withNumber(std::string text, const ModelNumber& number, double value) {
  return text.replace(number.begin, number.end - number.begin, toText(value));
}

}  // namespace mb::testing
