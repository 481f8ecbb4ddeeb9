#include "converter/cli/option.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "formats/model/basics/numbers.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {
namespace {

using Words = std::vector<std::string>;

std::vector<std::string> namesFrom(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream stream(text);
  for (std::string name; std::getline(stream, name, ',');) names.push_back(name);
  return names;
}

// An option with one word, which `takeWord` stores.
Option withWord(const std::string& names, std::string value, std::string description,
                std::function<std::string(const std::string& word)> takeWord) {
  return {namesFrom(names), std::move(value), std::move(description),
          [takeWord = std::move(takeWord)](const Words& words) { return takeWord(words.front()); }};
}

std::string wantedText(const NumberRange& range) {
  std::string text = "a number";
  if (range.least > kAnyNumber.least) text += fmt::format(" {} {}", range.hasLeast ? "from" : "above", range.least);
  if (range.most < kAnyNumber.most) text += fmt::format(" to {}", range.most);
  return text;
}

template <class Target>
Option numberOption(const std::string& names, std::string value, Target& target, std::string description,
                    NumberRange range) {
  return withWord(names, std::move(value), std::move(description), [&target, range](const std::string& word) {
    const std::optional<double> number = parseNumber(word);
    const bool fits =
        number && *number <= range.most && (range.hasLeast ? *number >= range.least : *number > range.least);
    if (!fits) return fmt::format("'{}' is not {}", word, wantedText(range));
    target = *number;
    return std::string();
  });
}

template <class Number, class Target>
Option wholeOption(const std::string& names, std::string value, Target& target, std::string description,
                   WholeRange range) {
  return withWord(names, std::move(value), std::move(description), [&target, range](const std::string& word) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool isWhole = error == std::errc{} && end == word.data() + word.size();
    const bool looksOctal = word.size() > 1 && word[0] == '0';
    if (!isWhole || looksOctal || number < range.least || number > range.most) {
      return fmt::format("'{}' is not a whole number from {} to {}", word, range.least, range.most);
    }
    target = static_cast<Number>(number);
    return std::string();
  });
}

TakeWords takeInto(std::vector<std::string>& target) {
  return [&target](const Words& words) {
    target = words;
    return std::string();
  };
}

std::string pathFault(const std::string& word) {
  return word.empty() ? std::string("'' is not the name of a file") : std::string();
}

Option withStandard(Option option, std::string standard) {
  option.standard = std::move(standard);
  return option;
}

}  // namespace

bool Option::isCalled(const std::string& name) const { return std::ranges::count(names, name) > 0; }

Option flag(const std::string& names, bool& target, std::string description, bool meaning) {
  return {namesFrom(names), "", std::move(description), [&target, meaning](const Words&) {
            target = meaning;
            return std::string();
          }};
}

Option text(const std::string& names, std::string value, std::string& target, std::string description) {
  return withStandard(withWord(names, std::move(value), std::move(description),
                               [&target](const std::string& word) {
                                 target = word;
                                 return std::string();
                               }),
                      target);
}

Option oneOf(const std::string& names, std::string value, std::string& target, std::vector<std::string> words,
             std::string description) {
  Option option = withWord(names, std::move(value), std::move(description), [&target, words](const std::string& word) {
    if (std::ranges::count(words, word) == 0) {
      const std::string guess = didYouMean(word, words);
      return fmt::format("'{}' is none of {}{}{}", word, fmt::join(words, ", "), guess.empty() ? "" : "; ", guess);
    }
    target = word;
    return std::string();
  });
  option.standard = target;
  option.choices = std::move(words);
  option.showsChoices = true;
  return option;
}

Option file(const std::string& names, std::string value, std::string& target, std::string description) {
  Option option = withWord(names, std::move(value), std::move(description), [&target](const std::string& word) {
    target = word;
    return pathFault(word);
  });
  option.takesPath = true;
  return option;
}

Option repeated(const std::string& names, std::string value, std::vector<std::string>& target,
                std::string description) {
  Option option{namesFrom(names), std::move(value), std::move(description), takeInto(target)};
  option.mayRepeat = true;
  return option;
}

Option list(const std::string& names, std::string value, TakeWords take, std::string description) {
  Option option{namesFrom(names), std::move(value), std::move(description), std::move(take)};
  option.mayRepeat = true;
  option.splitsAtCommas = true;
  return option;
}

Option list(const std::string& names, std::string value, std::vector<std::string>& target, std::string description) {
  return list(names, std::move(value), takeInto(target), std::move(description));
}

Option files(const std::string& names, std::string value, std::vector<std::string>& target, std::string description) {
  Option option = repeated(names, std::move(value), target, std::move(description));
  option.take = [&target](const Words& words) {
    target = words;
    return std::ranges::count(words, "") > 0 ? pathFault("") : std::string();
  };
  option.takesPath = true;
  return option;
}

Option number(const std::string& names, std::string value, double& target, NumberRange range, std::string description) {
  return withStandard(numberOption(names, std::move(value), target, std::move(description), range),
                      fmt::format("{}", target));
}

Option number(const std::string& names, std::string value, std::optional<double>& target, NumberRange range,
              std::string description) {
  return numberOption(names, std::move(value), target, std::move(description), range);
}

Option wholeNumber(const std::string& names, std::string value, int& target, WholeRange range,
                   std::string description) {
  return withStandard(wholeOption<int>(names, std::move(value), target, std::move(description), range),
                      fmt::format("{}", target));
}

Option wholeNumber(const std::string& names, std::string value, std::optional<int>& target, WholeRange range,
                   std::string description) {
  return wholeOption<int>(names, std::move(value), target, std::move(description), range);
}

Option wholeNumber(const std::string& names, std::string value, std::uint64_t& target, WholeRange range,
                   std::string description) {
  return withStandard(wholeOption<std::uint64_t>(names, std::move(value), target, std::move(description), range),
                      fmt::format("{}", target));
}

Option required(Option option) {
  option.isRequired = true;
  option.standard.clear();
  return option;
}

Option alsoCalled(Option option, const std::string& otherNames) {
  option.otherNames = namesFrom(otherNames);
  return option;
}

std::vector<Option> inGroup(const std::string& group, std::vector<Option> options) {
  for (Option& option : options) option.group = group;
  return options;
}

void append(std::vector<Option>& options, std::vector<Option> more) {
  options.insert(options.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace mb
