#include "formats/model/messages/diagnostics.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/model/messages/source_line.h"

namespace mb {
namespace {

// Edit distance with transposed neighbours (optimal string alignment), case-insensitive.
int editDistance(std::string_view a, std::string_view b) {
  const std::size_t columns = b.size() + 1;
  std::vector<int> older(columns);
  std::vector<int> previous(columns);
  std::vector<int> current(columns);
  std::iota(previous.begin(), previous.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = static_cast<int>(i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lowerCase(a[i - 1]) == lowerCase(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && lowerCase(a[i - 1]) == lowerCase(b[j - 2]) && lowerCase(a[i - 2]) == lowerCase(b[j - 1]);
      if (swapped) current[j] = std::min(current[j], older[j - 2] + 1);
    }
    std::swap(older, previous);
    std::swap(previous, current);
  }
  return previous[b.size()];
}

}  // namespace

std::string clipped(std::string text) {
  if (text.size() <= limits::kLongestMessage) return text;
  text.resize(characterStart(text, limits::kLongestMessage));
  text += "...";
  return text;
}

Diagnostic& Diagnostics::error(const SourceRef& at, Code code, std::string message) {
  if (++errors_ == limits::kMostErrors + 1) {
    all_.push_back({Severity::error,
                    Code::tooManyErrors,
                    at,
                    fmt::format("gave up after {} errors", limits::kMostErrors),
                    "fix the first ones; they often cause the others",
                    {}});
  }
  Diagnostic& place = errors_ > limits::kMostErrors ? spare_ : all_.emplace_back();
  return place = {Severity::error, code, at, clipped(std::move(message)), {}, {}};
}

Diagnostic& Diagnostics::warning(const SourceRef& at, Code code, std::string message) {
  if (warningsAreErrors_) return error(at, code, std::move(message));
  Diagnostic& place = ++warnings_ > limits::kMostErrors ? spare_ : all_.emplace_back();
  return place = {Severity::warning, code, at, clipped(std::move(message)), {}, {}};
}

void Diagnostics::addUnkept(int errors, int warnings) {
  errors_ += errors + (warningsAreErrors_ ? warnings : 0);
  warnings_ += warningsAreErrors_ ? 0 : warnings;
}

bool Diagnostics::gaveUp() const { return errors_ > limits::kMostErrors; }

const Diagnostic* Diagnostics::firstError() const {
  const auto found = std::ranges::find(all_, Severity::error, &Diagnostic::severity);
  return found == all_.end() ? nullptr : &*found;
}

std::string toText(const SourceRef& at) {
  if (!at.file) return "mbconvert";
  const std::string path = printableLine(at.file->path);
  return at.line == 0 ? path : fmt::format("{}:{}:{}", path, at.line, at.column);
}

std::string codeText(const Diagnostic& diagnostic) {
  return (diagnostic.severity == Severity::error ? "E" : "W") + numberText(diagnostic.code);
}

std::string toText(const Diagnostic& diagnostic) {
  const char* const severity = diagnostic.severity == Severity::error ? "error" : "warning";
  std::string text = fmt::format("{}: {}[{}]: {}\n", toText(diagnostic.at), severity, codeText(diagnostic),
                                 printableLine(diagnostic.message));
  text += sourceLineText(diagnostic.at);
  if (!diagnostic.hint.empty()) text += fmt::format("  hint: {}\n", printableLine(diagnostic.hint));
  for (const Diagnostic::Note& note : diagnostic.notes) {
    text += fmt::format("{}: note: {}\n", toText(note.at), printableLine(note.text));
  }
  return text;
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& candidates) {
  // Of equally close candidates, the one that starts with the word is preferred, then the first by name.
  using Rank = std::tuple<int, bool, std::string_view>;
  const int limit = std::max(1, static_cast<int>(word.size()) / 3);
  Rank best{limit + 1, false, {}};
  for (const std::string& candidate : candidates) {
    const auto difference = std::max(candidate.size(), word.size()) - std::min(candidate.size(), word.size());
    if (static_cast<int>(difference) > std::get<0>(best)) continue;
    const int distance = editDistance(word, candidate);
    // A single edit turns one letter into any other, so a one-letter candidate must match exactly.
    if (candidate.size() == 1 && distance > 0) continue;
    const bool goesOn = sameWord(std::string_view(candidate).substr(0, word.size()), word);
    best = std::min(best, Rank{distance, !goesOn, candidate});
  }
  const std::string_view closest = std::get<2>(best);
  return closest.empty() ? std::string{} : fmt::format("did you mean '{}'?", closest);
}

}  // namespace mb
