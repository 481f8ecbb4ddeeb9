// The commands and their options as values, taken from the command line's own objects: for completion, the man page and
// tests.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace mb {

struct OptionFacts {
  std::vector<std::string> names;  // "-o", "--output"; of a positional one: "model"
  bool isPositional = false;
  bool isRequired = false;
  bool takesPath = false;
  bool mayRepeat = false;
  std::string value;                 // what stands for its value: "FILE"; empty: a flag
  std::vector<std::string> choices;  // words it takes, also beside others
  std::string standard;              // value without it
  std::string description;
  std::string group;
};

struct CommandFacts {
  std::string name;
  std::string group;
  std::string description;
  std::vector<OptionFacts> options;
};

struct ProgramFacts {
  std::string description;
  std::vector<std::string> exitCodes;  // what each means, from 0
  std::vector<OptionFacts> options;    // of the program itself: those of `convert`, and --version
  std::vector<CommandFacts> commands;
};

ProgramFacts programFacts();
// Of one command, the positional ones first.
std::vector<OptionFacts> optionsOf(const CLI::App& app);

}  // namespace mb
