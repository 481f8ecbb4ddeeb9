#include "formats/asmt/outline.h"

#include <fmt/format.h>

#include "formats/model/limits.h"
#include "formats/model/text.h"

namespace mb::asmt {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

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
  while (!rest.empty()) {
    ++number;
    std::string_view text = takeLine(rest);
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) continue;
    // Blanks after tabs only align numbers; without tabs they are the indentation.
    const std::size_t leadingTabs = std::min(text.find_first_not_of('\t'), first);
    const std::size_t indent = leadingTabs > 0 ? leadingTabs : first;
    text = trimmed(text, kBlanks);
    while (!open.empty() && open.back().indent >= indent) open.pop_back();
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
