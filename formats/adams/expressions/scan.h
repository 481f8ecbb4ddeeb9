// Scans the text of a function from the left.
#pragma once

#include <string>
#include <string_view>

#include "formats/model/basics/text.h"

namespace mb::adams {

struct Scanner {
  std::string_view text;
  std::size_t at = 0;

  bool atEnd() const { return at >= text.size(); }
  char peek(std::size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  void skipBlanks();
  bool take(std::string_view token);                 // including the blanks after it
  std::string_view wordAt(std::size_t start) const;  // letters, digits and points, or one character
};

struct ScannedNumber {
  enum class Fault { none, notANumber, outOfRange } fault = Fault::none;
  double value = 0;
};
// An unsigned number with its exponent (1.0E3, 1.0D+3) or in degrees (90D), and the blanks after it.
ScannedNumber takeNumber(Scanner& scanner);

}  // namespace mb::adams
