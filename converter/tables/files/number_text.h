// Numbers as text, written into memory of the caller.
#pragma once

namespace mb {

constexpr int kLongestNumberText = 48;  // bytes that both functions may write to, more than any number needs

// The fewest digits that read back as the same double, as fmt's "{}" writes them: 0.0001, 1e-05, 1e+16. Returns the
// end.
char* shortestText(double value, char* to);

// At most so many significant digits, without zeros at the end.
char* roundedText(double value, int digits, char* to);

}  // namespace mb
