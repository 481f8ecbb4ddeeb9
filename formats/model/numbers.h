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
// The shortest text that reads back as the same number; "-0" is written as "0".
std::string toText(double value);

}  // namespace mb
