// The lines of a dataset as statements: title, comments, continuation lines, separators and names taken apart.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb::adams {

// What stands in the text of a statement where a line begins with a comma: in a list it separates values, in a function
// it only says that the statement goes on.
constexpr char kContinued = '\n';

struct Statement {
  std::string keyword;        // as written
  std::optional<long> id;     // leading zeros do not count
  SourceRef at;               // the keyword
  std::string text;           // what follows NAME/id, one line
  std::string viewName;       // of the comment adams_view_name='...' before it
  std::string_view verbatim;  // from the keyword to the last line, as in the file

  struct Piece {
    std::size_t position = 0;  // in the text
    std::size_t offset = 0;    // in the file
  };
  std::vector<Piece> pieces;  // of the text, one a line
};

struct Dataset {
  bool isCutShort = false;  // too many statements or errors; which has been told
  std::shared_ptr<const SourceFile> file;
  std::vector<std::size_t> lineStarts;
  std::string title;
  std::vector<Statement> statements;  // without END
  std::string_view afterEnd;          // anything but comments and blanks that stands there
};

Dataset splitStatements(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

SourceRef sourceAt(const Dataset& dataset, std::size_t offset);
// Of a position in the statement's text.
SourceRef sourceAt(const Dataset& dataset, const Statement& statement, std::size_t position);

// NAME of a line that begins with NAME/; empty for all others.
std::string_view keywordOf(std::string_view line);
bool isNumbered(std::string_view line);  // it begins with NAME/1

constexpr std::string_view kBlanks = " \t\r\f\v";
bool isBlank(char c);
std::string_view trimmed(std::string_view text);

}  // namespace mb::adams
