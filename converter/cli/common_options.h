// Options that all commands share: where the result goes and what is reported meanwhile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/cli/option.h"

namespace mb {

struct CommonOptions {
  std::string commandLine;  // as it was typed, for reports
  std::string output;       // -o; empty: the command's own choice
  bool json = false;
  bool times = false;
  bool quiet = false;
  std::string diagnosticsFormat = "text";  // or json, sarif
  bool werror = false;                     // warnings are errors
  std::optional<int> maxMessages;          // 0: all; empty: the format's default
  std::string colour = "auto";

  // Whether standard error carries more than messages. Messages in JSON must stand alone to be parsed.
  bool narrates() const { return !quiet && diagnosticsFormat == "text"; }
  // Whether a command that wrote `written` tells of it: as narration if that went to standard output. --quiet leaves
  // only results, which the summary is where nothing was written or JSON is asked for.
  bool summarises(const std::string& written) const {
    if (written == "-") return narrates();
    return !quiet || json || written.empty();
  }
};

Option outputOption(CommonOptions& common, const std::string& what);
Option jsonOption(CommonOptions& common, const std::string& what = "print JSON");
Option timesOption(CommonOptions& common);
// What is reported on standard error and how. Every command has these.
std::vector<Option> messageOptions(CommonOptions& common);
// Whether the option is one of these, which are also allowed before the command.
bool isCommon(const Option& option);

// Whether text for this descriptor is coloured.
bool wantsColour(const CommonOptions& common, int descriptor);

}  // namespace mb
