#include "converter/console/wrap.h"

#include <algorithm>

#include "converter/console/console.h"

namespace mb {
namespace {

constexpr std::size_t kWidestLabel = 26;
constexpr std::size_t kLabel = 9;  // of reports: "  label     text", where a label of nine has but one blank behind it

// Where the column begins, as a place in the text.
std::size_t placeOf(std::string_view text, std::size_t column) {
  std::size_t place = 0;
  for (std::size_t k = 0; place < text.size(); ++k) {
    const std::size_t colour = colourLength(text.substr(place));
    if (colour > 0) {
      place += colour;
      --k;
      continue;
    }
    if (k == column) break;
    do ++place;
    while (place < text.size() && (static_cast<unsigned char>(text[place]) & 0xC0) == 0x80);
  }
  return place;
}

// The lines of a tree at the begin of a line, and how they go on below it.
struct Branches {
  std::size_t length = 0;  // in the line
  std::string below;
};
Branches branchesOf(std::string_view line) {
  struct Stroke {
    std::string_view text;
    std::string_view below;
  };
  constexpr Stroke kStrokes[] = {{" ", " "}, {"│", "│"}, {"├", "│"}, {"└", " "}, {"─", " "}};
  Branches branches;
  for (bool isAny = true; isAny;) {
    isAny = false;
    for (const Stroke& stroke : kStrokes) {
      if (!line.substr(branches.length).starts_with(stroke.text)) continue;
      branches.length += stroke.text.size();
      branches.below += stroke.below;
      isAny = true;
    }
  }
  return branches;
}

// The column of the text behind a label; 0 if there is none.
std::size_t textColumn(std::string_view line, std::size_t indent) {
  const std::string_view label = line.substr(0, placeOf(line, kWidestLabel));
  const std::size_t gap = label.find("  ", placeOf(line, indent));
  if (gap != std::string_view::npos) {
    const std::size_t text = line.find_first_not_of(' ', gap);
    const std::size_t column = text == std::string_view::npos ? 0 : columnsOf(line.substr(0, text));
    if (column <= kWidestLabel) return column;
  }
  const std::size_t end = line.find(' ', placeOf(line, indent));
  return indent == 2 && end != std::string_view::npos && columnsOf(line.substr(0, end)) == indent + kLabel
             ? indent + kLabel + 1
             : 0;
}

std::string fittedLine(std::string_view line) {
  if (columnsOf(line) <= kColumns) return std::string(line) + "\n";
  Branches branches = branchesOf(line);
  const std::size_t indent = columnsOf(line.substr(0, branches.length));
  std::size_t column = textColumn(line, indent);
  if (column == 0) {
    const bool isContinued = branches.below.find_first_not_of(' ') == std::string::npos && indent > kLabel;
    column = isContinued ? indent : indent + 2;
  }
  branches.below.append(column - indent, ' ');
  return wrapped("", line, branches.below);
}

}  // namespace

std::size_t columnsOf(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const std::size_t colour = colourLength(text);
    if (colour == 0) columns += (static_cast<unsigned char>(text[0]) & 0xC0) != 0x80;
    text.remove_prefix(std::max<std::size_t>(colour, 1));
  }
  return columns;
}

std::string wrapped(std::string_view lead, std::string_view text, std::string_view next) {
  std::string lines;
  std::string line(lead);
  for (;;) {
    const std::size_t room = kColumns - std::min(kColumns, columnsOf(line));
    if (columnsOf(text) <= room) return lines + line + std::string(text) + "\n";
    // The last blank before the edge; a line consists of more than its indentation.
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    std::size_t end = text.rfind(' ', placeOf(text, room));
    if (end == std::string_view::npos || end <= first) end = std::min(text.find(' ', first), text.size());
    const std::string_view piece = text.substr(0, text.find_last_not_of(' ', end) + 1);
    const std::size_t wide = columnsOf(piece);
    // A word that is too wide stands alone, and begins further left.
    if (wide > room && lines.empty() && lead.find_first_not_of(' ') != std::string_view::npos) {
      lines = std::string(lead.substr(0, lead.find_last_not_of(' ') + 1)) + "\n";
      line = next;
      continue;
    }
    if (wide > room && !lines.empty()) line.resize(placeOf(line, kColumns - std::min(kColumns - 2, wide)));
    lines += line + std::string(piece) + "\n";
    text.remove_prefix(std::min(text.find_first_not_of(' ', end), text.size()));
    if (text.empty()) return lines;
    line = next;
  }
}

std::string wrapped(std::string_view lead, std::string_view text) {
  return wrapped(lead, text, std::string(columnsOf(lead), ' '));
}

std::string fitted(std::string_view report) {
  std::string lines;
  while (!report.empty()) {
    const std::size_t end = std::min(report.find('\n'), report.size());
    lines += fittedLine(report.substr(0, end));
    if (end == report.size()) lines.pop_back();  // the last line has no end
    report.remove_prefix(std::min(end + 1, report.size()));
  }
  return lines;
}

}  // namespace mb
