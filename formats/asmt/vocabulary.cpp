// The words allowed below a line. Lines are looked up by their words, so a misspelt one would otherwise vanish.
#include <fmt/format.h>

#include <algorithm>

#include "formats/asmt/build.h"

namespace mb::asmt {
namespace {

constexpr std::size_t kMostGuesses = 1000;  // comparing with all words takes time
constexpr std::size_t kShown = 60;          // of a line in a message

struct Word {
  std::string_view name;
  char kind = ' ';  // '=' one line below, '~' a function, '*' any number of them, ' ' whatever its own reader expects
  const Line* first = nullptr;
};

std::vector<Word> wordsOf(std::string_view text) {
  std::vector<Word> known;
  for (std::string_view name : words(text)) {
    const char last = name.back();
    const bool isMarked = last == '=' || last == '~' || last == '*';
    if (isMarked) name.remove_suffix(1);
    known.push_back({name, isMarked ? last : ' '});
  }
  return known;
}

std::string shown(const Line& line) { return std::string(line.text.substr(0, kShown)); }

std::string titleOf(const Build& build, const Line& item) {
  const std::string name = nameOf(build, item);
  return name.empty() ? shown(item) : fmt::format("{} '{}'", shown(item), name);
}

void checkKnown(Build& build, const Line& line, Word& word) {
  Diagnostics& diagnostics = build.import.diagnostics;
  if (word.first && word.kind != '*') {
    diagnostics.error(at(build.outline, line), Code::givenTwice, fmt::format("'{}' stands twice", word.name))
        .withHint("remove one of the two")
        .withNote(at(build.outline, *word.first), "the first one");
    return;
  }
  word.first = &line;
  if (word.kind == '=' && line.children.size() > 1) {
    const Line& second = lineAt(build.outline, line.children[1]);
    diagnostics
        .error(at(build.outline, second), Code::givenTwice,
               fmt::format("'{}' is a second value of {}", shown(second), word.name))
        .withHint("only one line may be below it; remove the others");
    return;
  }
  if (word.kind != '=' && word.kind != '~') return;
  for (const int index : line.children) {
    const Line& value = lineAt(build.outline, index);
    if (value.children.empty()) continue;
    const Line& below = lineAt(build.outline, value.children.front());
    diagnostics
        .error(at(build.outline, below), Code::malformedOutline,
               fmt::format("'{}' is below a value, where nothing is allowed", shown(below)))
        .withHint("indent it by as many tabs as the line that it goes with");
  }
}

}  // namespace

std::string guessAmong(const Build& build, std::string_view word, std::string_view known) {
  if (build.import.model.foreign.size() >= kMostGuesses || build.import.diagnostics.gaveUp()) return {};
  std::vector<std::string> candidates;
  for (const Word& one : wordsOf(known)) candidates.emplace_back(one.name);
  return didYouMean(word, candidates);
}

void reportUnknown(Build& build, const Line& item, std::string_view noun, const std::vector<std::string>& known) {
  const std::string guess = didYouMean(item.text, known);
  build.import.diagnostics
      .error(at(build.outline, item), Code::unknownElement,
             fmt::format("'{}' is not a {} that is known here", shown(item), noun))
      .withHint(guess.empty() ? fmt::format("docs/asmt.md lists each {} that can be read", noun) : guess);
}

bool expectBelow(Build& build, const Line& item, std::string_view known, Others others) {
  const int errors = build.import.diagnostics.errorCount();
  std::vector<Word> vocabulary = wordsOf(known);
  std::string title;  // made when needed, because the name must be searched
  for (const int index : item.children) {
    if (build.import.hasTooManyLosses || build.import.diagnostics.gaveUp()) return false;
    const Line& line = lineAt(build.outline, index);
    const auto word = std::ranges::find(vocabulary, line.text, &Word::name);
    if (word != vocabulary.end()) {
      checkKnown(build, line, *word);
      continue;
    }
    if (title.empty()) title = titleOf(build, item);
    const std::string guess = guessAmong(build, line.text, known);
    if (!guess.empty()) {
      build.import.diagnostics
          .error(at(build.outline, line), Code::unknownElement,
                 fmt::format("there is no '{}' in {}", shown(line), title))
          .withHint(guess);
    } else if (others == Others::lost) {
      addLoss(build.import, at(build.outline, line), LossEffect::motion, fmt::format("'{}' in {}", shown(line), title),
              "lines of this name are not known here", "whatever it does to the motion is missing",
              sourceText(build.outline, line));
    }
  }
  return build.import.diagnostics.errorCount() == errors;
}

}  // namespace mb::asmt
