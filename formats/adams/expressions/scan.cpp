#include "formats/adams/expressions/scan.h"

#include <algorithm>

#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/model/basics/units.h"

namespace mb::adams {
namespace {

std::size_t digitsEnd(std::string_view text, std::size_t place) {
  while (place < text.size() && isDigit(text[place])) ++place;
  return place;
}

// The end of the exponent that starts with the letter at `place`; `place` itself if it is not an exponent. D is an
// exponent if digits follow (1.0D3), or a sign and digits after a number in Fortran's form, with a decimal point and at
// most one digit before it (1.0D+03). Otherwise it means degrees: 90D, 90D-5D, 90.0D-2*AZ(1,2), 9.0D-0.5*TIME.
std::size_t exponentEnd(std::string_view text, std::size_t place, bool isFortran) {
  const bool mayBeDegrees = lowerCase(text[place]) == 'd';
  const std::size_t next = place + 1;
  const bool isSigned = next < text.size() && (text[next] == '+' || text[next] == '-');
  const std::size_t digits = isSigned ? next + 1 : next;
  const std::size_t end = digitsEnd(text, digits);
  if (end == digits) return place;
  if (!mayBeDegrees || !isSigned) return end;
  const char after = end < text.size() ? text[end] : '\0';
  return isFortran && after != '.' && !isLetter(after) ? end : place;
}

}  // namespace

void Scanner::skipBlanks() { at = std::min(text.find_first_not_of(" \t\r\n\f\v", at), text.size()); }

bool Scanner::take(std::string_view token) {
  if (!text.substr(at).starts_with(token)) return false;
  at += token.size();
  skipBlanks();
  return true;
}

std::string_view Scanner::wordAt(std::size_t start) const {
  std::size_t end = start;
  while (end < text.size() && (isLetter(text[end]) || isDigit(text[end]) || text[end] == '.')) ++end;
  constexpr std::size_t kLongest = 40;  // used in messages
  return text.substr(start, std::clamp<std::size_t>(end - start, 1, kLongest));
}

ScannedNumber takeNumber(Scanner& scanner) {
  const std::string_view text = scanner.text;
  const std::size_t start = scanner.at;
  std::size_t end = digitsEnd(text, start);
  const bool hasPoint = end < text.size() && text[end] == '.';
  const bool isFortran = hasPoint && end - start <= 1;
  if (hasPoint) end = digitsEnd(text, end + 1);
  std::string digits(text.substr(start, end - start));
  std::string_view exponent;
  bool isDegrees = false;
  const char letter = end < text.size() ? lowerCase(text[end]) : '\0';
  if (letter == 'e' || letter == 'd') {
    const std::size_t stop = exponentEnd(text, end, isFortran);
    isDegrees = stop == end && letter == 'd';
    if (stop > end) exponent = text.substr(end + 1, stop - end - 1);
    end = isDegrees ? end + 1 : stop;
  }
  scanner.at = end;
  const char after = scanner.peek();
  if (isLetter(after) || isDigit(after) || after == '.') return {ScannedNumber::Fault::notANumber, 0};
  scanner.skipBlanks();

  if (digits.front() == '.') digits.insert(digits.begin(), '0');
  if (digits.back() == '.') digits += '0';
  const bool vanishes = digits.find_first_not_of("0.") == std::string::npos || exponent.starts_with('-');
  if (!exponent.empty()) digits.append("e").append(exponent);
  const std::optional<double> value = parseNumber(digits);
  if (!value && !vanishes) return {ScannedNumber::Fault::outOfRange, 0};
  return {ScannedNumber::Fault::none, value.value_or(0) * (isDegrees ? kDegree : 1)};
}

}  // namespace mb::adams
