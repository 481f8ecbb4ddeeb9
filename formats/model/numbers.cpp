#include "formats/model/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <system_error>

#include "formats/model/limits.h"

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

std::string toText(double value) { return value == 0 ? "0" : fmt::format("{}", value); }

}  // namespace mb
