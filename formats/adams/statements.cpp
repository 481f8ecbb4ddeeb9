#include "formats/adams/statements.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"

namespace mb::adams {
namespace {

bool isNameCharacter(char c) { return isLetter(c) || isDigit(c); }

// A line, or a part of one between semicolons, without its comment.
struct Line {
  std::string_view text;
  std::size_t offset = 0;  // of the text in the file
};

// The name in a comment: adams_view_name='x'; nothing if there is none.
std::optional<std::string> viewNameIn(std::string_view comment) {
  constexpr std::string_view kMark = "ADAMS_VIEW_NAME";
  const std::string upper = upperCase(comment);
  std::size_t at = upper.find(kMark);
  if (at == std::string::npos) return std::nullopt;
  at = comment.find_first_not_of(" \t", at + kMark.size());
  if (at == std::string_view::npos || comment[at] != '=') return std::nullopt;
  at = comment.find_first_of("'\"", at);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t end = comment.find(comment[at], at + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(comment.substr(at + 1, end - at - 1));
}

// The length of `NAME` if the line begins a statement, NAME/ or END; otherwise 0.
std::size_t keywordLength(std::string_view line) {
  std::size_t end = 0;
  while (end < line.size() && isNameCharacter(line[end])) ++end;
  if (end == 0 || isDigit(line[0])) return 0;
  const std::string_view rest = trimmed(line.substr(end));
  if (rest.starts_with('/')) return end;
  return rest.empty() && upperCase(line.substr(0, end)) == "END" ? end : 0;
}

class Splitter {
 public:
  Splitter(Dataset& dataset, Diagnostics& diagnostics) : dataset_(dataset), diagnostics_(diagnostics) {}

  void run() {
    const std::string_view text = dataset_.file->text;
    dataset_.lineStarts = lineStartsOf(text);
    for (std::size_t n = 0; n < dataset_.lineStarts.size() && !ended_; ++n) {
      dataset_.isCutShort = diagnostics_.gaveUp() || dataset_.statements.size() > limits::kMostNodes;
      if (diagnostics_.gaveUp()) return;
      if (dataset_.statements.size() > limits::kMostNodes) {
        diagnostics_
            .error(sourceAt(dataset_, dataset_.lineStarts[n]), Code::tooMany,
                   fmt::format("more than {} statements, the limit of a dataset", limits::kMostNodes))
            .withHint("split the dataset into smaller ones");
        return;
      }
      const std::size_t begin = dataset_.lineStarts[n];
      const std::size_t end = n + 1 < dataset_.lineStarts.size() ? dataset_.lineStarts[n + 1] - 1 : text.size();
      if (n == 0)
        dataset_.title = trimmed(text.substr(begin, end - begin));
      else
        wholeLine(text.substr(begin, end - begin), begin);
    }
    finish();
    if (!ended_) {
      diagnostics_.warning(sourceAt(dataset_, text.size()), Code::missingElement, "the dataset ends without END")
          .withHint("check that the file is whole");
    }
  }

 private:
  void wholeLine(std::string_view line, std::size_t offset) {
    const std::size_t mark = line.find('!');
    if (mark != std::string_view::npos) {
      const std::string_view comment = trimmed(line.substr(mark + 1));
      if (const auto name = viewNameIn(comment))
        viewName_ = *name;
      else if (isNumbered(comment))  // a statement that was commented out owned the name before it
        viewName_.clear();
      line = line.substr(0, mark);
    }
    while (!ended_) {
      const std::size_t end = line.find(';');
      part({line.substr(0, end), offset});
      if (end == std::string_view::npos) return;
      finish();
      line.remove_prefix(end + 1);
      offset += end + 1;
    }
  }

  void part(Line line) {
    const std::size_t first = line.text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return;
    line = {trimmed(line.text), line.offset + first};
    const bool continues = line.text.front() == ',';
    const std::size_t keyword = keywordLength(line.text);
    const bool mayBegin = keyword > 0 && depth_ <= 0;
    if (open_ && (continues || (goesOn_ && !mayBegin) || (keyword == 0 && isUnfinished()))) {
      append(line, continues);
    } else if (keyword > 0) {
      finish();
      begin(line, keyword);
    } else {
      finish();
      diagnostics_
          .error(sourceAt(dataset_, line.offset), Code::malformedStatement,
                 continues ? "a continuation line without a statement before it" : "this is not a statement")
          .withHint("a statement is NAME/id, arguments; a line that continues one begins with a comma");
    }
  }

  void begin(Line line, std::size_t keyword) {
    if (upperCase(line.text.substr(0, keyword)) == "END") {
      ended_ = true;
      afterEnd(line.offset + line.text.size());
      return;
    }
    open_.emplace();
    open_->at = sourceAt(dataset_, line.offset);
    open_->keyword = std::string(line.text.substr(0, keyword));
    open_->viewName = std::exchange(viewName_, {});
    begin_ = line.offset;
    std::size_t next = line.text.find('/', keyword) + 1;
    while (next < line.text.size() && isBlank(line.text[next])) ++next;
    std::size_t end = next;
    while (end < line.text.size() && isDigit(line.text[end])) ++end;
    // No argument begins with a digit, so this is the identifier.
    if (end > next) {
      long id = 0;
      const auto [last, fault] = std::from_chars(line.text.data() + next, line.text.data() + end, id);
      if (fault != std::errc{}) {
        diagnostics_.error(sourceAt(dataset_, line.offset + next), Code::outOfRange, "an identifier out of range")
            .withHint("identifiers are whole numbers of at most nine digits");
      } else {
        open_->id = id;
      }
    }
    append({line.text.substr(end), line.offset + end}, false);
  }

  void append(Line line, bool continues) {
    if (continues) {
      open_->pieces.push_back({open_->text.size(), line.offset});
      open_->text += kContinued;
      line = {line.text.substr(1), line.offset + 1};
    } else if (!open_->text.empty()) {
      open_->pieces.push_back({open_->text.size(), line.offset});
      open_->text += ' ';
    }
    open_->pieces.push_back({open_->text.size(), line.offset});
    std::string_view text = line.text;
    const std::string_view content = trimmed(text);
    goesOn_ = !content.empty() && (content.back() == ',' || content.back() == '&');
    if (goesOn_ && content.back() == '&') text = text.substr(0, text.find_last_of('&'));
    for (const char c : text) {
      if (c == '(') ++depth_;
      if (c == ')') --depth_;
    }
    open_->text += text;
    end_ = line.offset + line.text.size();
  }

  // A function that stops in the middle continues in the next line, even without a comma.
  bool isUnfinished() const {
    const std::string_view content = trimmed(open_->text);
    return depth_ > 0 || content.empty() ||
           std::string_view("+-*/(:=\\,").find(content.back()) != std::string_view::npos;
  }

  void finish() {
    if (open_) {
      open_->verbatim = std::string_view(dataset_.file->text).substr(begin_, end_ - begin_);
      dataset_.statements.push_back(std::move(*open_));
    }
    open_.reset();
    goesOn_ = false;
    depth_ = 0;
  }

  void afterEnd(std::size_t offset) {
    const std::string_view text = dataset_.file->text;
    while (offset < text.size()) {
      const std::size_t end = std::min(text.find_first_of("\r\n", offset), text.size());
      const std::string_view line = text.substr(offset, end - offset);
      if (!trimmed(line.substr(0, line.find('!'))).empty()) {
        dataset_.afterEnd = text.substr(offset);
        return;
      }
      offset = end + 1;
    }
  }

  Dataset& dataset_;
  Diagnostics& diagnostics_;
  std::optional<Statement> open_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool goesOn_ = false;  // the last line ended in a comma
  int depth_ = 0;        // open brackets
  bool ended_ = false;
  std::string viewName_;
};

}  // namespace

Dataset splitStatements(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) {
  Dataset dataset;
  dataset.file = std::move(file);
  Splitter(dataset, diagnostics).run();
  return dataset;
}

SourceRef sourceAt(const Dataset& dataset, std::size_t offset) {
  return mb::sourceAt(dataset.file, dataset.lineStarts, offset);
}

SourceRef sourceAt(const Dataset& dataset, const Statement& statement, std::size_t position) {
  if (statement.pieces.empty()) return statement.at;
  auto piece = std::upper_bound(statement.pieces.begin(), statement.pieces.end(), position,
                                [](std::size_t at, const Statement::Piece& one) { return at < one.position; });
  if (piece != statement.pieces.begin()) --piece;
  return sourceAt(dataset, piece->offset + (position - std::min(position, piece->position)));
}

std::string_view keywordOf(std::string_view line) {
  const std::string_view keyword = line.substr(0, keywordLength(line));
  return trimmed(line.substr(keyword.size())).starts_with('/') ? keyword : std::string_view();
}

bool isNumbered(std::string_view line) {
  if (keywordOf(line).empty()) return false;
  const std::string_view rest = trimmed(line.substr(line.find('/') + 1));
  return !rest.empty() && isDigit(rest[0]);
}

bool isBlank(char c) { return kBlanks.find(c) != std::string_view::npos; }

}  // namespace mb::adams
