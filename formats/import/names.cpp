#include "formats/import/names.h"

#include <fmt/format.h>

namespace mb {
namespace {

bool isAllowed(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string cleaned(std::string_view wanted) {
  std::string name;
  bool gap = false;
  for (const char c : wanted) {
    if (!isAllowed(c)) {
      gap = true;
      continue;
    }
    if (gap && !name.empty()) name += '_';
    gap = false;
    name += c;
  }
  return name;
}

}  // namespace

std::string Names::make(std::string_view wanted, std::string_view fallback) {
  std::string name = cleaned(wanted.substr(0, longest_));
  if (name.empty()) name = fallback;
  const std::string first = name;
  int& last = taken_.try_emplace(first, 0).first->second;
  if (++last == 1) return name;
  do {
    name = fmt::format("{}_{}", first, last++);
  } while (!taken_.try_emplace(name, 1).second);
  --last;
  return name;
}

}  // namespace mb
