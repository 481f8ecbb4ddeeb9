#include "converter/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

#include "converter/pattern.h"
#include "formats/model/numbers.h"

namespace mb {
namespace {

constexpr int kMostErrors = 10;  // a file of another kind has one in every cell

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return text.substr(0, 0);
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool isGap(std::string_view cell) {
  std::string lower(cell.substr(0, 5));
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (lower.starts_with('-') || lower.starts_with('+')) lower.erase(0, 1);
  return cell.size() <= 4 && (lower == "nan" || lower == "inf");
}

class Reader {
 public:
  Reader(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    table_.file = std::move(file);
  }

  std::optional<CsvTable> read() {
    std::string_view rest = table_.file->text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    while (!rest.empty() && errors_ < kMostErrors) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      if (line_ == 1)
        readNames(line);
      else if (!(line.empty() && rest.empty()))
        readRow(line);
    }
    if (errors_ == 0 && table_.names.empty()) {
      error(0, "this table is empty")
          .withHint("it must start with a line of column names, as `mbconvert run -o` writes it");
    } else if (errors_ == 0 && table_.rows() == 0) {
      error(0, "this table has names but no rows");
    }
    if (errors_ > 0) return std::nullopt;
    return std::move(table_);
  }

 private:
  template <class Each>
  static std::size_t eachCell(std::string_view line, Each each) {
    std::size_t count = 0;
    for (std::size_t start = 0;; ++count) {
      const std::size_t end = std::min(line.find(',', start), line.size());
      each(count, line.substr(start, end - start), static_cast<int>(start) + 1);
      if (end == line.size()) return count + 1;
      start = end + 1;
    }
  }

  void readNames(std::string_view line) {
    if (trimmed(line).empty()) return;
    std::set<std::string, std::less<>> seen;
    eachCell(line, [&](std::size_t, std::string_view cell, int column) {
      cell = trimmed(cell);
      if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') cell = cell.substr(1, cell.size() - 2);
      if (cell.empty()) error(column, "a column without a name");
      if (parseNumber(cell)) {
        error(column, fmt::format("'{}' is a number where a column's name belongs", cell))
            .withHint("the first line names the columns");
      }
      if (!cell.empty() && !seen.emplace(cell).second) error(column, fmt::format("a second column '{}'", cell));
      table_.names.emplace_back(cell);
    });
    table_.columns.resize(table_.names.size());
  }

  void readRow(std::string_view line) {
    const std::size_t wanted = table_.names.size();
    const std::size_t count = eachCell(line, [&](std::size_t k, std::string_view cell, int column) {
      if (k >= wanted) return;
      cell = trimmed(cell);
      double value = std::numeric_limits<double>::quiet_NaN();
      if (const std::optional<double> number = parseNumber(cell)) {
        value = *number;
      } else if (!isGap(cell) && errors_ < kMostErrors) {
        error(column, cell.empty() ? fmt::format("no number for '{}'", table_.names[k])
                                   : fmt::format("'{}' for '{}' is not a number", cell, table_.names[k]))
            .withHint("nan stands for a value that is missing");
      }
      table_.columns[k].push_back(value);
    });
    if (count == wanted) return;
    error(1, fmt::format("{} value{} in this row, and {} column{} named", count, count == 1 ? "" : "s", wanted,
                         wanted == 1 ? " is" : "s are"));
    for (std::vector<double>& column : table_.columns) column.resize(table_.columns.front().size());
  }

  Diagnostic& error(int column, std::string message) {
    ++errors_;
    return diagnostics_.error({table_.file, column > 0 ? std::max(line_, 1) : 0, column}, std::move(message));
  }

  Diagnostics& diagnostics_;
  CsvTable table_;
  int line_ = 0;
  int errors_ = 0;
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
                     isPattern ? "; * and ? stand for any characters and one" : "");
}

}  // namespace

std::optional<CsvTable> readCsv(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  return Reader(std::move(file), diagnostics).read();
}

int findColumn(const CsvTable& table, const std::string& name, Diagnostics& diagnostics) {
  const auto found = std::find(table.names.begin(), table.names.end(), name);
  if (found != table.names.end()) return static_cast<int>(found - table.names.begin());
  diagnostics.error({table.file, 1, 1}, fmt::format("no column '{}'", name), ExitCode::usage)
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
      // Who names the column of x itself gets it; a pattern for many does not mean it.
      if (!matchesPattern(pattern, name) || (k == except && pattern != name)) continue;
      isMet = true;
      if (std::find(columns.begin(), columns.end(), k) == columns.end()) columns.push_back(k);
    }
    if (isMet) continue;
    diagnostics.error({table.file, 1, 1}, fmt::format("no column matches '{}'", pattern), ExitCode::usage)
        .withHint(hintFor(table, pattern, true));
  }
  return columns;
}

}  // namespace mb
