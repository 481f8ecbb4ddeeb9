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
  std::string name = cleaned(wanted);
  if (name.empty()) name = fallback;
  const std::string first = name;
  for (int k = 2; !taken_.insert(name).second; ++k) name = fmt::format("{}_{}", first, k);
  return name;
}

}  // namespace mb
