// Numbers in text: strict on reading (no locale, no trailing text, finite), shortest round trip on writing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mb {

// The whole text is one finite decimal number. A leading '+' is allowed; blanks are not.
std::optional<double> parseNumber(std::string_view text);
// Where a text is a number but for a comma in the place of the decimal point: "the decimal separator is a point, as in
// 1.5". Empty for all others.
std::string decimalCommaHint(std::string_view text);
// How many digits of a decimal number say something: 5 of "1.5708", 4 of "-0.05120e3", 1 of "0" and "100". Zeros at the
// end count behind a point only. 0 for what is no number.
int significantDigits(std::string_view text);
constexpr int kExactDigits = 17;  // of a number that was computed, not written
// The shortest text that reads back as the same number; "-0" is written as "0".
std::string toText(double value);

}  // namespace mb
