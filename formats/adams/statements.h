// Splits a dataset into statements: title, comments, continuation lines, separators and names.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb::adams {

// Marks a line that begins with a comma in the text of a statement: in a list it separates values, in a function it
// only continues the statement.
constexpr char kContinued = '\n';

struct Statement {
  std::string keyword;        // as written
  std::optional<long> id;     // without leading zeros
  SourceRef at;               // the keyword
  std::string text;           // what follows NAME/id, as one line
  std::string viewName;       // from the comment adams_view_name='...' before it
  std::string_view verbatim;  // from the keyword to the last line, as in the file

  struct Piece {
    std::size_t position = 0;  // in the text
    std::size_t offset = 0;    // in the file
  };
  std::vector<Piece> pieces;  // of the text, one per line
};

struct Dataset {
  bool isCutShort = false;  // too many statements or errors, which was reported
  std::shared_ptr<const SourceFile> file;
  std::vector<std::size_t> lineStarts;
  std::string title;
  std::vector<Statement> statements;  // without END
  std::string_view afterEnd;          // anything there except comments and blanks
};

Dataset splitStatements(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

SourceRef sourceAt(const Dataset& dataset, std::size_t offset);
// The place of a position in the statement's text.
SourceRef sourceAt(const Dataset& dataset, const Statement& statement, std::size_t position);

// NAME of a line that begins with NAME/; otherwise empty.
std::string_view keywordOf(std::string_view line);
bool isNumbered(std::string_view line);  // begins with NAME/1

bool isBlank(char c);

}  // namespace mb::adams
