// The command line, as values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "graph/plan.h"

namespace mb {

enum class Command { convert, check, tree, plan, formats, joints };

struct Options {
  Command command = Command::convert;
  std::string model;   // path, or "-" for standard input
  std::string output;  // -o; empty: the command's own choice
  std::string planFile;
  std::string treeFormat = "text";
  bool json = false;
  bool listRods = false;       // --rods list
  bool listFunctions = false;  // formats --functions
  bool quiet = false;
  bool times = false;
  std::string colour = "auto";
  PlanOptions plan;
};

// Parses the command line. Returns an exit code when there is nothing more to do (help, version, wrong usage), after
// printing what is to be said.
std::optional<int> parseCommandLine(int count, const char* const* arguments, Options& options);

}  // namespace mb
