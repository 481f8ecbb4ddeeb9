#include "converter/tables/files/number_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace mb {
namespace {

constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kInfinity = std::uint64_t{0x7ff} << 52;
constexpr std::uint64_t kHalf = 100'000'000;  // eight digits
constexpr int kLeastExponent = -4;            // beyond these a number has an exponent
constexpr int kMostExponent = 15;

constexpr std::array<std::uint64_t, 20> kPowersOfTen = [] {
  std::array<std::uint64_t, 20> powers{};
  std::uint64_t power = 1;
  for (std::uint64_t& one : powers) {
    one = power;
    power *= 10;
  }
  return powers;
}();

// The digits of 0 to 9999: two lookups write eight digits, which takes a third of the instructions of dividing by ten.
constexpr std::array<std::array<char, 4>, 10'000> kFourDigits = [] {
  std::array<std::array<char, 4>, 10'000> texts{};
  for (std::size_t n = 0; n < texts.size(); ++n) {
    std::size_t rest = n;
    for (std::size_t k = 4; k-- > 0; rest /= 10) texts[n][k] = static_cast<char>('0' + rest % 10);
  }
  return texts;
}();

void putEightDigits(std::uint64_t number, char* to) {
  const std::uint64_t high = number / 10'000;
  std::memcpy(to, kFourDigits[high].data(), 4);
  std::memcpy(to + 4, kFourDigits[number - 10'000 * high].data(), 4);
}

int digitCount(std::uint64_t number) {
  const int least = (static_cast<int>(std::bit_width(number)) * 1'233) >> 12;  // log10(2) is about 1233 / 4096
  return least + (number >= kPowersOfTen[static_cast<std::size_t>(least)] ? 1 : 0);
}

// With one digit before the point.
char* putScientific(const char* digits, int count, int exponent, char* to) {
  to[0] = digits[0];
  to[1] = '.';
  std::memcpy(to + 2, digits + 1, 16);
  to += count > 1 ? count + 1 : 1;
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  exponent = exponent < 0 ? -exponent : exponent;
  if (exponent >= 100) *to++ = static_cast<char>('0' + exponent / 100);
  *to++ = static_cast<char>('0' + exponent / 10 % 10);
  *to++ = static_cast<char>('0' + exponent % 10);
  return to;
}

}  // namespace

// The digits are fmt's (Dragonbox). Their layout is ours, because fmt's own takes two thirds of the time: blocks of
// fixed length are copied, longer than the number, and what follows it is overwritten by what is written next.
char* shortestText(double value, char* to) {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(value);
  *to = '-';
  to += bits >> 63;
  bits &= ~kSignBit;
  if (bits == 0) {
    *to = '0';
    return to + 1;
  }
  if (bits >= kInfinity) {
    std::memcpy(to, bits > kInfinity ? "nan" : "inf", 3);
    return to + 3;
  }
  const auto decimal = fmt::detail::dragonbox::to_decimal(std::bit_cast<double>(bits));
  const std::uint64_t number = decimal.significand;  // of at most 17 digits
  std::array<char, 48> text;
  const std::uint64_t high = number / kHalf;
  const std::uint64_t top = high / kHalf;
  std::memset(text.data(), '0', 8);  // zeros behind the point
  text[7] = static_cast<char>('0' + top);
  putEightDigits(high - kHalf * top, text.data() + 8);
  putEightDigits(number - kHalf * high, text.data() + 16);

  const int count = top > 0 ? 17 : digitCount(number);
  const char* const digits = text.data() + 24 - count;
  const int point = count + decimal.exponent;  // digits before it
  if (point <= kLeastExponent || point > kMostExponent + 1) return putScientific(digits, count, point - 1, to);
  if (point <= 0) {
    std::memcpy(to, "0.", 2);
    std::memcpy(to + 2, digits + point, 24);
    return to + 2 - point + count;
  }
  std::memcpy(to, digits, 16);
  if (point >= count) {
    for (int k = count; k < point; ++k) to[k] = '0';
    return to + point;
  }
  to[point] = '.';
  std::memcpy(to + point + 1, digits + point, 16);
  return to + count + 1;
}

char* roundedText(double value, int digits, char* to) {
  return std::to_chars(to, to + kLongestNumberText, value, std::chars_format::general, digits).ptr;
}

}  // namespace mb
