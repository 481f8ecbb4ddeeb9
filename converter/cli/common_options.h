// What every command is told in the same way: where its result goes, and what it says meanwhile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/cli/option.h"

namespace mb {

struct CommonOptions {
  std::string output;  // -o; empty: the command's own choice
  bool json = false;
  bool times = false;
  bool quiet = false;
  std::string diagnosticsFormat = "text";  // or json, sarif
  bool werror = false;                     // warnings are errors
  std::optional<int> maxMessages;          // 0: all; none: as many as a person reads, or a program
  std::string colour = "auto";

  // Whether standard error is for more than messages. Whoever reads those as JSON wants nothing beside them.
  bool narrates() const { return !quiet && diagnosticsFormat == "text"; }
};

Option outputOption(CommonOptions& common, const std::string& what);
Option jsonOption(CommonOptions& common, const std::string& what = "print JSON");
Option timesOption(CommonOptions& common);
// What is reported on standard error, and how: part of every command.
std::vector<Option> messageOptions(CommonOptions& common);
// Whether the option is one of these, which may also stand before the command.
bool isCommon(const Option& option);

// Whether text for this descriptor is coloured.
bool wantsColour(const CommonOptions& common, int descriptor);

}  // namespace mb
