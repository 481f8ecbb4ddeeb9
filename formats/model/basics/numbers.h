// Numbers in text: strict when reading (no locale, no trailing text, finite), shortest round trip when writing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mb {

// The whole text is one finite decimal number. A leading '+' is allowed; blanks are not.
std::optional<double> parseNumber(std::string_view text);
// For text that is a number except for a decimal comma: "the decimal separator is a point, as in 1.5". Otherwise empty.
std::string decimalCommaHint(std::string_view text);
// The number of significant digits of a decimal number: 5 of "1.5708", 4 of "-0.05120e3", 1 of "0" and "100". Trailing
// zeros count only after a point. 0 for text that is not a number.
int significantDigits(std::string_view text);
constexpr int kExactDigits = 17;  // of a number that was computed, not written
// The shortest text that reads back as the same number; "-0" is written as "0".
std::string toText(double value);

}  // namespace mb
