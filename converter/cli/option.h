// An option of a command as a value: its text for help, completion and the manual, and where its words are stored.
// Commands do not depend on CLI11, which receives these.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace mb {

// Stores the words of all occurrences of an option (none for a flag). Returns an error text, empty if they are valid.
using TakeWords = std::function<std::string(const std::vector<std::string>& words)>;

struct Option {
  std::vector<std::string> names;  // "-o", "--output"; an argument has one, without dashes: "model"
  std::string value;               // placeholder of its value: "FILE"; empty: a flag
  std::string description;
  TakeWords take;
  std::string standard = {};              // default value, as shown
  std::vector<std::string> choices = {};  // accepted words
  bool takesOthers = false;               // besides the choices
  bool showsChoices = false;              // in the help, if they are few
  bool takesPath = false;
  bool isRequired = false;
  bool mayRepeat = false;
  bool splitsAtCommas = false;
  std::vector<std::string> otherNames = {};  // its names in other tools
  std::string group = "Options";

  bool isArgument() const { return !names.front().starts_with('-'); }
  bool isFlag() const { return value.empty(); }
  bool isCalled(const std::string& name) const;
  const std::string& longName() const { return names.back(); }
};

// Names are separated by commas. The targets must live until the command line is parsed.
Option flag(const std::string& names, bool& target, std::string description, bool meaning = true);
Option text(const std::string& names, std::string value, std::string& target, std::string description);
// One of the words. The error for a misspelt one suggests the nearest.
Option oneOf(const std::string& names, std::string value, std::string& target, std::vector<std::string> words,
             std::string description);
// The path of a file; an empty word is refused.
Option file(const std::string& names, std::string value, std::string& target, std::string description);
// Words of all occurrences: `repeated` takes one per occurrence, `list` also several with commas.
Option repeated(const std::string& names, std::string value, std::vector<std::string>& target, std::string description);
Option list(const std::string& names, std::string value, std::vector<std::string>& target, std::string description);
Option list(const std::string& names, std::string value, TakeWords take, std::string description);
Option files(const std::string& names, std::string value, std::vector<std::string>& target, std::string description);

// A finite decimal number in a range.
struct NumberRange {
  double least = -std::numeric_limits<double>::max();
  double most = std::numeric_limits<double>::max();
  bool hasLeast = true;  // the least is included
};
constexpr NumberRange kAnyNumber;
constexpr NumberRange kAboveZero{.least = 0, .hasLeast = false};
Option number(const std::string& names, std::string value, double& target, NumberRange range, std::string description);
Option number(const std::string& names, std::string value, std::optional<double>& target, NumberRange range,
              std::string description);

struct WholeRange {
  std::uint64_t least = 0;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};
Option wholeNumber(const std::string& names, std::string value, int& target, WholeRange range, std::string description);
Option wholeNumber(const std::string& names, std::string value, std::optional<int>& target, WholeRange range,
                   std::string description);
Option wholeNumber(const std::string& names, std::string value, std::uint64_t& target, WholeRange range,
                   std::string description);

Option required(Option option);
Option alsoCalled(Option option, const std::string& otherNames);
// Puts all of them under one heading of the help.
std::vector<Option> inGroup(const std::string& group, std::vector<Option> options);
void append(std::vector<Option>& options, std::vector<Option> more);

}  // namespace mb
