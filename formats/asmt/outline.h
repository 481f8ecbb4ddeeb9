// Text structured by indentation: every line belongs to the nearest line above that is indented less.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb::asmt {

struct Line {
  std::string_view text;  // without leading and trailing blanks
  int number = 0;         // from 1
  int column = 0;         // of the text, from 1, in bytes
  std::vector<int> children;
};

struct Outline {
  std::shared_ptr<const SourceFile> file;
  std::vector<Line> lines;  // the first one is not from the file: lines without indentation belong to it
};

// Any kind of line end, blank lines and a byte order mark are accepted. Views refer to the file's text. Too many or too
// deep lines are an error and are not read.
Outline parseOutline(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

inline const Line& lineAt(const Outline& outline, int index) { return outline.lines[static_cast<std::size_t>(index)]; }

SourceRef at(const Outline& outline, const Line& line);
// The first line below with this text; null if there is none.
const Line* find(const Outline& outline, const Line& above, std::string_view text);
// The text of the first line below; empty if there is none.
std::string_view valueOf(const Outline& outline, const Line& line);
// The line and everything below it, verbatim.
std::string sourceText(const Outline& outline, const Line& line);
// Parts of a text separated by blanks.
std::vector<std::string_view> words(std::string_view text);

}  // namespace mb::asmt
