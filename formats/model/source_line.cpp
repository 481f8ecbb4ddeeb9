#include "formats/model/source_line.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/text.h"

namespace mb {
namespace {

constexpr std::size_t kWidest = 110;      // bytes of a line that are shown
constexpr std::size_t kBeforeCaret = 60;  // of them before the column, at most

// Without its end; nothing when the file has fewer lines.
std::string_view lineOf(std::string_view text, int line) {
  std::size_t start = 0;
  for (int k = 1; k < line; ++k) {
    const std::size_t end = text.find('\n', start);
    if (end == std::string_view::npos) return {};
    start = end + 1;
  }
  std::string_view found = text.substr(start, text.find('\n', start) - start);
  if (found.ends_with('\r')) found.remove_suffix(1);
  return found;
}

// Columns a text takes on a terminal, each character one.
std::size_t widthOf(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string shown(std::string_view text) {
  std::string flat(text);
  std::replace(flat.begin(), flat.end(), '\t', ' ');
  return printable(flat);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = characterLength(text);
    const bool obeyed = length == 0 || (length == 1 && text[0] == '\r') ||
                        (length == 2 && text[0] == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0);
    if (obeyed) {
      out += fmt::format("\\x{:02X}", static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
      continue;
    }
    out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

std::string printableLine(std::string_view text) {
  std::string out;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    out += printable(text.substr(0, end)) + "\\x0A";
    text.remove_prefix(end + 1);
  }
  return out + printable(text);
}

int characterColumn(const SourceRef& at) {
  if (!at.file || at.line < 1 || at.column < 1) return at.column;
  const std::string_view line = lineOf(at.file->text, at.line);
  return static_cast<int>(widthOf(line.substr(0, static_cast<std::size_t>(at.column) - 1))) + 1;
}

std::string sourceLineText(const SourceRef& at) {
  if (!at.file || at.line < 1 || at.column < 1) return {};
  const std::string_view line = lineOf(at.file->text, at.line);
  const std::size_t column = std::min(static_cast<std::size_t>(at.column) - 1, line.size());
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  const bool isCut = column > kBeforeCaret && line.size() > kWidest;
  const std::size_t from = isCut ? characterStart(line, column - kBeforeCaret) : 0;
  const std::size_t to = characterStart(line, std::min(from + kWidest, line.size()));  // behind the column by far
  const std::string before = (from > 0 ? "..." : "") + shown(line.substr(from, column - from));
  const std::string after = shown(line.substr(column, to - column)) + (to < line.size() ? "..." : "");
  return fmt::format("{:>5} | {}{}\n{:>5} | {:{}}^\n", at.line, before, after, "", "", widthOf(before));
}

}  // namespace mb
