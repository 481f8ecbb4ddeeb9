#include "formats/model/messages/source_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "formats/model/basics/text.h"
#include "formats/model/messages/display_width.h"

namespace mb {
namespace {

constexpr std::size_t kWidest = 110;      // bytes of a line that are shown
constexpr std::size_t kBeforeCaret = 60;  // of them before the column, at most

constexpr int kStride = 256;  // lines between landmarks

// The starts of every kStride-th line of a file. There may be hundreds of messages about one large file: it is scanned
// only once, and even a file of line ends only takes no more memory than its text.
const std::vector<std::size_t>& landmarksIn(const std::shared_ptr<const SourceFile>& file) {
  struct Known {
    std::weak_ptr<const SourceFile> file;
    std::vector<std::size_t> starts;
  };
  static thread_local Known known;
  if (known.file.lock() == file) return known.starts;
  known = {file, {}};
  const std::string_view text = file->text;
  std::size_t start = text.size() - withoutByteOrderMark(text).size();
  for (int line = 0; start != std::string_view::npos; ++line, start = nextLine(text, start)) {
    if (line % kStride == 0) known.starts.push_back(start);
  }
  return known.starts;
}

// The line without its end; empty if the file has fewer lines.
std::string_view lineOf(const std::shared_ptr<const SourceFile>& file, int line) {
  const std::vector<std::size_t>& landmarks = landmarksIn(file);
  const auto nearest = static_cast<std::size_t>((line - 1) / kStride);
  if (nearest >= landmarks.size()) return {};
  std::size_t start = landmarks[nearest];
  for (int k = (line - 1) % kStride; k > 0 && start != std::string_view::npos; --k) start = nextLine(file->text, start);
  return start == std::string_view::npos ? std::string_view() : lineAt(file->text, start);
}

std::size_t charactersIn(std::string_view text) {
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
    const bool obeyed = length == 0 || (length == 1 && (text[0] == '\r' || text[0] == '\x7F')) ||
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
  const std::string_view line = lineOf(at.file, at.line);
  return static_cast<int>(charactersIn(line.substr(0, static_cast<std::size_t>(at.column) - 1))) + 1;
}

std::string sourceLineText(const SourceRef& at) {
  if (!at.file || at.line < 1 || at.column < 1) return {};
  const std::string_view line = lineOf(at.file, at.line);
  const std::size_t column = std::min(static_cast<std::size_t>(at.column) - 1, line.size());
  if (line.find_first_not_of(" \t\r") == std::string_view::npos) return {};
  const bool isCut = column > kBeforeCaret && line.size() > kWidest;
  const std::size_t from = isCut ? characterStart(line, column - kBeforeCaret) : 0;
  const std::size_t to = characterStart(line, std::min(from + kWidest, line.size()));  // well after the column
  const std::string before = (from > 0 ? "..." : "") + shown(line.substr(from, column - from));
  const std::string after = shown(line.substr(column, to - column)) + (to < line.size() ? "..." : "");
  return fmt::format("{:>5} | {}{}\n{:>5} | {:{}}^\n", at.line, before, after, "", "", displayWidth(before));
}

}  // namespace mb
