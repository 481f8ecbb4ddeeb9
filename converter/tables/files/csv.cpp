#include "converter/tables/files/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>
#include <utility>

#include "converter/tables/files/glob.h"
#include "formats/model/basics/limits.h"
#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/model/basics/units.h"

namespace mb {
namespace {

constexpr int kMostErrors = 10;  // a file of another kind has one in every cell

bool isGap(std::string_view cell) {
  std::string lower = lowerCase(cell.substr(0, 5));
  if (lower.starts_with('-') || lower.starts_with('+')) lower.erase(0, 1);
  return cell.size() <= 4 && (lower == "nan" || lower == "inf");
}

// Fortran writes double-precision exponents with a D.
std::optional<double> numberIn(std::string_view cell) {
  if (const std::optional<double> number = parseNumber(cell)) return number;
  const std::size_t exponent = cell.find_first_of("dD");
  if (exponent == std::string_view::npos) return std::nullopt;
  std::string text(cell);
  text[exponent] = 'E';
  return parseNumber(text);
}

std::string hintFor(std::string_view cell) {
  const std::string hint = decimalCommaHint(cell);
  return hint.empty() ? "write nan for a missing value" : hint;
}

constexpr char kBySpaces = ' ';  // as a separator: any number of blanks and tabs

char separatorOf(std::string_view names) {
  char best = kBySpaces;
  std::ptrdiff_t most = 0;
  for (const char candidate : {',', ';', '\t'}) {
    const std::ptrdiff_t count = std::count(names.begin(), names.end(), candidate);
    if (count > most) {
      most = count;
      best = candidate;
    }
  }
  return best;
}

struct Cell {
  std::string_view text;
  int column = 1;  // of its first byte in the line
};

// The position after the closing quote of a quoted cell; `start` if the cell is not quoted.
std::size_t endOfQuotes(std::string_view line, std::size_t start) {
  if (start >= line.size() || line[start] != '"') return start;
  return std::min(line.find('"', start + 1), line.size() - 1) + 1;
}

std::vector<Cell> cellsOf(std::string_view line, char separator) {
  constexpr std::string_view kBlank = " \t";
  std::vector<Cell> cells;
  const auto add = [&](std::size_t start, std::size_t end) {
    const std::string_view cell = trimmed(line.substr(start, end - start));
    cells.push_back({cell, static_cast<int>(cell.data() - line.data()) + 1});
  };
  if (separator == kBySpaces) {
    for (std::size_t start = line.find_first_not_of(kBlank); start < line.size();) {
      const std::size_t end = std::min(line.find_first_of(kBlank, endOfQuotes(line, start)), line.size());
      add(start, end);
      start = line.find_first_not_of(kBlank, end);
    }
    return cells;
  }
  if (separator == '\t') line = line.substr(0, line.find_last_not_of(kBlank) + 1);  // a line may end with one
  for (std::size_t start = 0;;) {
    const std::size_t visible = std::min(line.find_first_not_of(' ', start), line.size());
    const std::size_t end = std::min(line.find(separator, endOfQuotes(line, visible)), line.size());
    add(start, end);
    if (end == line.size()) return cells;
    start = end + 1;
  }
}

bool areNumbers(const std::vector<Cell>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const Cell& cell) { return numberIn(cell.text).has_value(); });
}

class Reader {
 public:
  Reader(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    table_.file = std::move(file);
  }

  std::optional<CsvTable> read() {
    if (const std::string_view kind = foreignKindOf(table_.file->text); !kind.empty()) {
      error(Code::notText, 1, fmt::format("this file is {}, not text in UTF-8", kind))
          .withHint("unpack it, or save it as a text in UTF-8 with commas or tabs between the numbers");
      return std::nullopt;
    }
    std::string_view rest = withoutByteOrderMark(table_.file->text);
    while (!rest.empty() && errors_ < kMostErrors && !isTooWide_) {
      const std::string_view line = takeLine(rest);
      ++line_;
      readLine(line, rest.empty());
    }
    if (!rest.empty() && !isTooWide_) {
      error(Code::tooManyErrors, 1, fmt::format("gave up after {} errors", kMostErrors))
          .withHint("fix those above first; with so many errors, this may not be a table");
    }
    if (errors_ == 0 && table_.names.empty()) {
      error(Code::emptyFile, 1, "this table is empty")
          .withHint("it must start with a line of column names", Topic::motionTable);
    } else if (errors_ == 0 && table_.rows() == 0) {
      error(Code::emptyFile, 1, "this table has names but no rows")
          .withHint("a row of numbers for every time follows the names");
    }
    if (errors_ > 0) return std::nullopt;
    return std::move(table_);
  }

 private:
  void readLine(std::string_view line, bool isLast) {
    const std::string_view content = trimmed(line);
    if (content.starts_with('#')) {
      lastComment_ = content.substr(1);
      commentLine_ = line_;
      return;
    }
    // An empty line between the rows of a CSV file is a row without numbers.
    const bool mayBeBlank = table_.names.empty() || table_.separator == kBySpaces || table_.separator == '\t' || isLast;
    if (content.empty() && mayBeBlank) return;
    if (!table_.names.empty()) {
      if (!table_.lines.empty() || !readUnits(line)) readRow(line);
    } else if (!readNamesFromComment(line)) {
      table_.separator = separatorOf(line);
      readNames(cellsOf(line, table_.separator));
    }
  }

  // Where numbers appear instead of names, the comment before them may contain as many names.
  bool readNamesFromComment(std::string_view line) {
    table_.separator = separatorOf(line);
    const std::vector<Cell> numbers = cellsOf(line, table_.separator);
    if (!areNumbers(numbers)) return false;
    const std::vector<Cell> names = cellsOf(trimmed(lastComment_), separatorOf(lastComment_));
    if (names.size() != numbers.size() || areNumbers(names)) return false;
    const int row = std::exchange(line_, commentLine_);
    readNames(names);
    line_ = row;
    readRow(line);
    return true;
  }

  void readNames(const std::vector<Cell>& cells) {
    table_.headerLine = line_;
    if (cells.size() > limits::kMostColumns) {
      error(Code::tooMany, 1, fmt::format("{} columns, the limit is {}", cells.size(), limits::kMostColumns))
          .withHint("write fewer columns", Topic::tableColumns);
      isTooWide_ = true;
      return;
    }
    std::set<std::string, std::less<>> seen;
    for (const Cell& cell : cells) {
      std::string_view name = cell.text;
      if (name.size() > 1 && name.front() == '"' && name.back() == '"') name = name.substr(1, name.size() - 2);
      if (name.empty())
        error(Code::malformedTable, cell.column, "a column without a name")
            .withHint("the first line names the columns");
      if (parseNumber(name)) {
        error(Code::malformedTable, cell.column, fmt::format("'{}' is a number where a column's name belongs", name))
            .withHint("the first line names the columns");
      }
      if (!name.empty() && !seen.emplace(name).second) {
        error(Code::givenTwice, cell.column, fmt::format("a second column '{}'", name))
            .withHint("rename one of the two");
      }
      table_.names.emplace_back(name);
    }
    table_.columns.resize(table_.names.size());
  }

  // A line below the names that holds units, also in brackets, and not only numbers: 1 is the unit of plain numbers.
  bool readUnits(std::string_view line) {
    const std::vector<Cell> cells = cellsOf(line, table_.separator);
    if (!table_.units.empty() || cells.size() != table_.names.size() || areNumbers(cells)) return false;
    std::vector<std::string> units;
    for (const Cell& cell : cells) {
      std::string_view unit = cell.text;
      const bool isBracketed = unit.size() > 1 && (unit.front() == '[' || unit.front() == '(');
      if (isBracketed) unit = trimmed(unit.substr(1, unit.size() - 2));
      if (!unit.empty() && !parseUnit(unit)) return false;
      units.emplace_back(unit);
    }
    table_.units = std::move(units);
    return true;
  }

  void readRow(std::string_view line) {
    table_.lines.push_back(line_);
    const std::vector<Cell> cells = cellsOf(line, table_.separator);
    const std::size_t wanted = table_.names.size();
    for (std::size_t k = 0; k < std::min(wanted, cells.size()); ++k) {
      const auto& [cell, column] = cells[k];
      double value = std::numeric_limits<double>::quiet_NaN();
      if (const std::optional<double> number = numberIn(cell)) {
        value = *number;
      } else if (!isGap(cell) && errors_ < kMostErrors) {
        error(Code::notANumber, column,
              cell.empty() ? fmt::format("no number for '{}'", table_.names[k])
                           : fmt::format("'{}' for '{}' is not a number", cell, table_.names[k]))
            .withHint(hintFor(cell));
      }
      table_.columns[k].push_back(value);
    }
    if (cells.size() == wanted) return;
    error(Code::wrongCount, 1,
          fmt::format("{} in this row, and {} named", counted(cells.size(), "value"),
                      counted(wanted, "column is", "columns are")))
        .withHint("every row has a number for every column");
    for (std::vector<double>& column : table_.columns) column.resize(table_.columns.front().size());
  }

  Diagnostic& error(Code code, int column, std::string message) {
    ++errors_;
    return diagnostics_.error({table_.file, std::max(line_, 1), column}, code, std::move(message));
  }

  Diagnostics& diagnostics_;
  CsvTable table_;
  std::string_view lastComment_;
  int commentLine_ = 0;
  int line_ = 0;
  int errors_ = 0;
  bool isTooWide_ = false;
};

std::string hintFor(const CsvTable& table, const std::string& wanted, bool isPattern) {
  std::vector<std::string> names = table.names;
  if (isPattern) {
    std::set<std::string> wholes;  // patterns for all columns of a body or joint
    for (const std::string& name : table.names) wholes.insert(name.substr(0, name.find('.')) + ".*");
    names.insert(names.end(), wholes.begin(), wholes.end());
  }
  const std::string closest = didYouMean(wanted, names);
  if (!closest.empty()) return closest;
  return fmt::format("its columns are named like '{}'{}", table.names.back(),
                     isPattern ? "; * matches any characters and ? matches one" : "");
}

}  // namespace

SourceRef sourceAt(const CsvTable& table, std::size_t row, int column) {
  if (row >= table.lines.size()) return {table.file, table.headerLine, 1};
  std::string_view text = withoutByteOrderMark(table.file->text);
  for (int line = 1; line < table.lines[row]; ++line) takeLine(text);
  const std::vector<Cell> cells = cellsOf(takeLine(text), table.separator);
  return {table.file, table.lines[row], cells[static_cast<std::size_t>(column)].column};
}

std::optional<CsvTable> readCsv(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  return Reader(std::move(file), diagnostics).read();
}

int findColumn(const CsvTable& table, const std::string& name, Diagnostics& diagnostics) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  if (found != table.names.end()) return static_cast<int>(found - table.names.begin());
  diagnostics.error({table.file, table.headerLine, 1}, Code::noSuchColumn, fmt::format("no column '{}'", name))
      .withHint(hintFor(table, name, false));
  return -1;
}

std::vector<int> findColumns(const CsvTable& table, const std::vector<std::string>& patterns, int except,
                             Diagnostics& diagnostics) {
  std::vector<int> columns;
  for (const std::string& pattern : patterns) {
    bool isMet = false;
    for (int k = 0; k < static_cast<int>(table.names.size()); ++k) {
      const std::string& name = table.names[static_cast<std::size_t>(k)];
      // The x column is included only when it is named explicitly; a pattern for several columns does not mean it.
      if (!matchesPattern(pattern, name) || (k == except && pattern != name)) continue;
      isMet = true;
      if (std::find(columns.begin(), columns.end(), k) == columns.end()) columns.push_back(k);
    }
    if (isMet) continue;
    diagnostics
        .error({table.file, table.headerLine, 1}, Code::noSuchColumn, fmt::format("no column matches '{}'", pattern))
        .withHint(hintFor(table, pattern, true));
  }
  return columns;
}

}  // namespace mb
