#include "formats/adams/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "formats/model/basics/numbers.h"
#include "formats/model/basics/text.h"
#include "formats/model/basics/units.h"

namespace mb::adams {
namespace {

bool isSeparator(char c) { return c == ',' || c == kContinued || c == '\\'; }
bool endsOperand(char c) { return isLetter(c) || isDigit(c) || c == '.' || c == ')'; }
bool beginsOperand(char c) { return isLetter(c) || isDigit(c) || c == '.' || c == '('; }

struct Row {
  std::string_view name;
  char kind = ' ';  // '=' values, '~' function, ' ' neither
};

std::vector<Row> rowsOf(std::string_view names) {
  std::vector<Row> rows;
  while (!names.empty()) {
    std::string_view word = names.substr(0, names.find(' '));
    names.remove_prefix(std::min(word.size() + 1, names.size()));
    if (word.empty()) continue;
    const char last = word.back();
    const bool isMarked = last == '=' || last == '~';
    if (isMarked) word.remove_suffix(1);
    rows.push_back({word, isMarked ? last : ' '});
  }
  return rows;
}

class ArgumentParser {
 public:
  ArgumentParser(const Dataset& dataset, const Statement& statement, std::string_view names, Diagnostics& diagnostics)
      : dataset_(dataset), text_(statement.text), rows_(rowsOf(names)), diagnostics_(diagnostics) {
    result_.statement = &statement;
  }

  Arguments run() {
    for (skip(); at_ < text_.size(); skip()) argument();
    return std::move(result_);
  }

 private:
  void skip() {
    while (at_ < text_.size() && (isBlank(text_[at_]) || isSeparator(text_[at_]))) ++at_;
  }
  void skipBlanks() {
    while (at_ < text_.size() && isBlank(text_[at_])) ++at_;
  }

  Diagnostic& error(std::size_t position, Code code, std::string message) {
    result_.isFaulty = true;
    return diagnostics_.error(sourceAt(dataset_, *result_.statement, position), code, std::move(message));
  }

  void argument() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (isLetter(text_[at_]) || isDigit(text_[at_]))) ++at_;
    const std::string_view written = text_.substr(start, at_ - start);
    skipBlanks();
    const bool hasValue = at_ < text_.size() && text_[at_] == '=';
    if (written.empty() || !isLetter(written[0]) || (!hasValue && at_ < text_.size() && !isSeparator(text_[at_]))) {
      at_ = start;
      const Argument::Value value = readValue();
      error(start, Code::malformedStatement,
            fmt::format("'{}' is not an argument of {}", value.text, result_.statement->keyword))
          .withHint("arguments are NAME or NAME=values, separated by commas");
      return;
    }
    const Row* const row = rowFor(written, hasValue);
    if (!row) {
      unknown(start, written, hasValue);
      return;
    }
    // Only the curves of a spline may be repeated.
    if (row->name != "Y" && row->name != "Z" && find(result_, row->name)) {
      error(start, Code::givenTwice, fmt::format("{} stands twice", row->name)).withHint("remove one of the two");
    }
    Argument& argument = result_.list.emplace_back();
    argument.name = row->name;
    argument.position = start;
    if (hasValue) ++at_;
    if (!hasValue && row->kind != ' ') {
      error(start, Code::missingValue, fmt::format("{} has no value", row->name))
          .withHint(fmt::format("write {} = ...", row->name));
    } else if (hasValue && row->kind == '~') {
      readFunction(argument);
    } else if (hasValue) {
      readValues(argument);
    }
  }

  // The first row that begins with the word, preferably one that takes a value if there is one.
  const Row* rowFor(std::string_view written, bool hasValue) const {
    const std::string upper = upperCase(written);
    const Row* found = nullptr;
    for (const Row& row : rows_) {
      if (row.name == upper) return &row;
      if (row.name.starts_with(upper) && (!found || (found->kind == ' ' && row.kind != ' ' && hasValue))) found = &row;
    }
    return found;
  }

  void unknown(std::size_t start, std::string_view written, bool hasValue) {
    Argument rest;
    if (hasValue) {
      ++at_;
      readValues(rest);
    }
    if (diagnostics_.gaveUp()) return;
    std::vector<std::string> candidates;
    std::string all;
    for (const Row& row : rows_) {
      candidates.emplace_back(row.name);
      all += (all.empty() ? "" : " ") + std::string(row.name);
    }
    const std::string meant = didYouMean(upperCase(written), candidates);
    error(start, Code::unknownAttribute, fmt::format("{} has no argument '{}'", result_.statement->keyword, written))
        .withHint(meant.empty() ? "it has: " + all : meant);
  }

  // Reads up to a separator outside brackets and quotes.
  Argument::Value readValue() {
    skipBlanks();
    const std::size_t start = at_;
    int depth = 0;
    char quote = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quote) {
        if (c == quote) quote = 0;
        continue;
      }
      if (at_ == start && (c == '\'' || c == '"')) quote = c;
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (c == '\\' || (depth <= 0 && isSeparator(c))) break;
    }
    return {trimmed(text_.substr(start, at_ - start)), start};
  }

  // Lists may begin in the line after the '='. A letter there begins the next argument.
  void skipToFirstValue() {
    const std::size_t next = text_.find_first_not_of(" \t\r\f\v\n,", at_);
    const bool isBelow =
        text_.substr(at_, std::min(next, text_.size()) - at_).find(kContinued) != std::string_view::npos;
    if (next != std::string_view::npos && isBelow && !isLetter(text_[next])) at_ = next;
  }

  void readValues(Argument& argument) {
    skipToFirstValue();
    for (;;) {
      argument.values.push_back(readValue());
      const std::size_t end = at_;
      bool isNext = false;  // a value, not an argument
      if (at_ < text_.size() && text_[at_] != '\\') {
        skip();
        isNext = at_ < text_.size() && !isLetter(text_[at_]);
      }
      if (!isNext) {
        at_ = end;
        break;
      }
    }
    if (argument.values.front().text.empty()) {
      error(argument.position, Code::missingValue,
            fmt::format("{} has no value", argument.name.empty() ? "this" : argument.name))
          .withHint("a value is expected after the '='");
    }
  }

  // Reads up to a backslash, or to a comma outside brackets that is followed by an argument.
  void readFunction(Argument& argument) {
    skipBlanks();
    argument.functionStart = at_;
    int depth = 0;
    char before = 0;        // the last character that is not blank
    std::size_t ahead = 0;  // of the next one after commas: one search per run of commas, however long it is
    for (; at_ < text_.size() && text_[at_] != '\\'; ++at_) {
      char c = text_[at_];
      if (c == kContinued || (c == ',' && depth <= 0)) {
        if (ahead <= at_) ahead = text_.find_first_not_of(" \t\r\f\v\n,", at_);
        const char next = ahead == std::string_view::npos ? ' ' : text_[ahead];
        const bool isBetween = endsOperand(before) && beginsOperand(next) && !(isLetter(before) && next == '(');
        if (depth <= 0 && (isBetween || next == '\'' || next == '"') && before != 0) break;
        c = isBetween && depth > 0 ? ',' : ' ';
        if (depth <= 0) c = ' ';
      }
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (!isBlank(c)) before = c;
      argument.function += c;
    }
    if (before == 0) {
      error(argument.position, Code::missingValue, fmt::format("{} has no value", argument.name))
          .withHint("a function is expected after the '='");
    }
  }

  const Dataset& dataset_;
  std::string_view text_;
  std::vector<Row> rows_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  Arguments result_;
};

}  // namespace

Arguments parseArguments(const Dataset& dataset, const Statement& statement, std::string_view names,
                         Diagnostics& diagnostics) {
  return ArgumentParser(dataset, statement, names, diagnostics).run();
}

const Argument* find(const Arguments& arguments, std::string_view name) {
  for (const Argument& argument : arguments.list) {
    if (argument.name != name) continue;
    argument.isRead = true;
    return &argument;
  }
  return nullptr;
}

std::optional<double> parseValue(std::string_view text, Degrees degrees) {
  text = trimmed(text);
  std::string number(text);
  double factor = 1;
  const std::size_t mark = number.find_first_of("dD");
  if (mark != std::string::npos) {
    if (trimmed(std::string_view(number).substr(mark + 1)).empty()) {
      if (degrees == Degrees::refused) return std::nullopt;
      factor = kDegree;
      number = std::string(trimmed(std::string_view(number).substr(0, mark)));
    } else {
      number[mark] = 'e';
    }
  }
  const std::optional<double> value = parseNumber(number);
  if (!value || !std::isfinite(*value * factor)) return std::nullopt;
  return *value * factor;
}

std::optional<long> parseId(std::string_view text) {
  text = trimmed(text);
  long id = 0;
  const auto [last, fault] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (fault != std::errc{} || last != text.data() + text.size() || id < 0) return std::nullopt;
  return id;
}

}  // namespace mb::adams
