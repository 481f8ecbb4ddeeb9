#include "formats/asmt/outline.h"

#include <fmt/format.h>

#include <numeric>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"

namespace mb::asmt {
namespace {

// Lines of numbers have nothing below them, so blanks may align them.
bool isRow(std::string_view text) {
  return text.find_first_not_of("0123456789+-.eEdD \t") == std::string_view::npos &&
         text.find_first_of("0123456789") != std::string_view::npos;
}

// The number of blanks that count as a tab in a file that uses both; 0 if it does not.
std::size_t blanksOfTab(std::string_view rest) {
  bool hasTabs = false;
  std::size_t width = 0;
  while (!rest.empty()) {
    const std::string_view text = takeLine(rest);
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || isRow(trimmed(text))) continue;
    hasTabs = hasTabs || text.front() == '\t';
    if (text.front() == ' ') width = std::gcd(width, std::min(text.find_first_not_of(' '), first));
  }
  return hasTabs ? width : 0;
}

// Blanks after tabs only align numbers; without tabs they are the indentation.
std::size_t indentOf(std::string_view text, std::size_t first, std::size_t blanksOfTab) {
  const std::size_t blanks = std::min(text.find_first_not_of(' '), first);
  const std::size_t end = std::min(text.find_first_not_of('\t', blanks), first);
  if (blanksOfTab > 0) return blanks / blanksOfTab + (end - blanks);
  return blanks == 0 && end > 0 ? end : first;
}

}  // namespace

Outline parseOutline(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  Outline outline;
  outline.file = std::move(file);
  outline.lines.emplace_back();
  std::string_view rest = withoutByteOrderMark(outline.file->text);
  struct Open {
    std::size_t indent;
    int line;
  };
  std::vector<Open> open;
  int number = 0;
  const std::size_t tab = blanksOfTab(rest);
  while (!rest.empty()) {
    ++number;
    std::string_view text = takeLine(rest);
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) continue;
    const std::size_t indent = indentOf(text, first, tab);
    const bool mayBeAligned = text.front() == ' ';
    text = trimmed(text);
    const auto isBeside = [&](const Open& one) {
      return one.indent >= indent || (mayBeAligned && isRow(text) && isRow(lineAt(outline, one.line).text));
    };
    while (!open.empty() && isBeside(open.back())) open.pop_back();
    const int above = open.empty() ? 0 : open.back().line;
    const int index = static_cast<int>(outline.lines.size());
    const SourceRef at{outline.file, number, static_cast<int>(first) + 1};
    if (index > limits::kMostNodes) {
      diagnostics.error(at, Code::tooMany, fmt::format("more than {} lines, the limit of a file", limits::kMostNodes))
          .withHint("split the assembly, or take the results out of the file");
      break;
    }
    if (open.size() >= limits::kDeepest) {
      diagnostics
          .error(at, Code::tooDeep,
                 fmt::format("lines are indented {} deep, the limit is {}", open.size() + 1, limits::kDeepest))
          .withHint("an assembly needs no more than ten levels");
      break;
    }
    outline.lines.push_back({text, number, static_cast<int>(first) + 1, {}});
    outline.lines[static_cast<std::size_t>(above)].children.push_back(index);
    open.push_back({indent, index});
  }
  return outline;
}

SourceRef at(const Outline& outline, const Line& line) { return {outline.file, line.number, line.column}; }

const Line* find(const Outline& outline, const Line& above, std::string_view text) {
  for (const int index : above.children) {
    const Line& line = lineAt(outline, index);
    if (line.text == text) return &line;
  }
  return nullptr;
}

std::string_view valueOf(const Outline& outline, const Line& line) {
  return line.children.empty() ? std::string_view() : lineAt(outline, line.children.front()).text;
}

std::string sourceText(const Outline& outline, const Line& line) {
  const Line* last = &line;
  while (!last->children.empty()) last = &lineAt(outline, last->children.back());
  return {line.text.data(), last->text.data() + last->text.size()};
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t start = text.find_first_not_of(kBlanks); start != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, start), text.size());
    parts.push_back(text.substr(start, end - start));
    start = text.find_first_not_of(kBlanks, end);
  }
  return parts;
}

}  // namespace mb::asmt
