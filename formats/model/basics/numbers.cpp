#include "formats/model/basics/numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "formats/model/basics/limits.h"

namespace mb {

std::optional<double> parseNumber(std::string_view text) {
  if (text.size() > limits::kLongestNumber) return std::nullopt;
  if (text.starts_with('+')) {
    text.remove_prefix(1);
    if (text.starts_with('-')) return std::nullopt;
  }
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (error != std::errc{} || end != last || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::string decimalCommaHint(std::string_view text) {
  const std::size_t comma = text.find(',');
  const std::size_t next = comma == std::string_view::npos ? text.size() : comma + 1;
  if (next >= text.size() || text[next] < '0' || text[next] > '9') return {};
  std::string meant(text);
  meant[comma] = '.';
  return parseNumber(meant) ? fmt::format("the decimal separator is a point, as in {}", meant) : std::string();
}

int significantDigits(std::string_view text) {
  if (!parseNumber(text)) return 0;
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  const bool hasPoint = mantissa.find('.') != std::string_view::npos;
  int digits = 0;
  int zeros = 0;  // trailing zeros so far
  for (const char c : mantissa) {
    if (c < '0' || c > '9' || (digits == 0 && c == '0')) continue;
    ++digits;
    zeros = c == '0' ? zeros + 1 : 0;
  }
  return std::max(1, hasPoint ? digits : digits - zeros);
}

std::string toText(double value) { return value == 0 ? "0" : fmt::format("{}", value); }

}  // namespace mb
