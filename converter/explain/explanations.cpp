#include "converter/explain/explanations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "converter/explain/rows.h"

namespace mb {
namespace {

constexpr int kLargest = static_cast<int>(Code::outOfMemory);

const std::vector<Explanation>& table() {
  static const std::vector<Explanation> rows = [] {
    std::vector<Explanation> joined;
    for (const auto& part : {fileCodes(), textCodes(), wordCodes(), nameCodes(), machineCodes(), expressionCodes(),
                             modellingCodes(), usageCodes(), motionCodes()}) {
      joined.insert(joined.end(), part.begin(), part.end());
    }
    return joined;
  }();
  return rows;
}

// By number; null where there is no code.
const Explanation* rowAt(int number) {
  static const auto places = [] {
    std::array<const Explanation*, kLargest + 1> found{};
    for (const Explanation& row : table()) found[static_cast<std::size_t>(row.code)] = &row;
    return found;
  }();
  return number >= 0 && number <= kLargest ? places[static_cast<std::size_t>(number)] : nullptr;
}

}  // namespace

std::span<const Explanation> explanations() { return table(); }

const Explanation& explanationOf(Code code) {
  const Explanation* const row = rowAt(static_cast<int>(code));
  return row ? *row : explanationOf(Code::internalFault);  // no code: a fault of the program
}

const Explanation* findExplanation(std::string_view text) {
  if (!text.empty() && std::string_view("EWew").find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  const bool isNumber =
      !text.empty() && text.size() <= 4 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!isNumber) return nullptr;
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return rowAt(number);
}

}  // namespace mb
