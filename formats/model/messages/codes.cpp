#include "formats/model/messages/codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "formats/model/messages/codes/rows.h"

namespace mb {
namespace {

constexpr int kLargest = static_cast<int>(Code::outOfMemory);

const std::vector<CodeRow>& table() {
  static const std::vector<CodeRow> rows = [] {
    std::vector<CodeRow> joined;
    for (const auto& part : {fileCodes(), textCodes(), wordCodes(), nameCodes(), machineCodes(), expressionCodes(),
                             modellingCodes(), usageCodes(), motionCodes()}) {
      joined.insert(joined.end(), part.begin(), part.end());
    }
    return joined;
  }();
  return rows;
}

// By number; null where there is no code.
const CodeRow* rowAt(int number) {
  static const auto places = [] {
    std::array<const CodeRow*, kLargest + 1> found{};
    for (const CodeRow& row : table()) found[static_cast<std::size_t>(row.code)] = &row;
    return found;
  }();
  return number >= 0 && number <= kLargest ? places[static_cast<std::size_t>(number)] : nullptr;
}

}  // namespace

std::span<const CodeRow> codeRows() { return table(); }

const CodeRow& rowOf(Code code) {
  const CodeRow* const row = rowAt(static_cast<int>(code));
  return row ? *row : rowOf(Code::internalFault);  // no code: a fault of the program
}

const CodeRow* findCode(std::string_view text) {
  if (!text.empty() && std::string_view("EWew").find(text.front()) != std::string_view::npos) text.remove_prefix(1);
  const bool isNumber =
      !text.empty() && text.size() <= 4 && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (!isNumber) return nullptr;
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return rowAt(number);
}

std::string numberText(Code code) { return fmt::format("{:04}", static_cast<int>(code)); }

}  // namespace mb
