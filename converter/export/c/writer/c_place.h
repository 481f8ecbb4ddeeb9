// Where numbers of generated code stand, and how numbers are spelled.
#pragma once

#include <string>

namespace mb {

// An element of an array, or a name by itself.
struct CPlace {
  std::string array;  // "y"; "time", "*sine"
  int index = -1;     // none: the name by itself
  friend bool operator==(const CPlace& a, const CPlace& b) = default;
  friend auto operator<=>(const CPlace& a, const CPlace& b) = default;
};
std::string textOf(const CPlace& place);
std::string addressOf(const CPlace& place);       // of an element
std::string batchAddressOf(const CPlace& place);  // of it in the first state of a batch
bool isNext(const CPlace& place, const CPlace& next);

// A number as C reads it, with all its digits.
std::string cNumber(double value);

}  // namespace mb
