// Options that the commands with a model share: how its file is read, and which tree is chosen.
#pragma once

#include <string>
#include <vector>

#include "converter/cli/option.h"
#include "converter/conversion/model_file.h"
#include "graph/plan/plan.h"

namespace mb {

struct ModelRequest {
  std::string path;  // "-" for standard input
  ModelOptions input;

  // The files that are named for it.
  std::vector<std::string> files() const;
};

// What the command line asks for; the plan file has more to say (planOf).
struct PlanningRequest {
  PlanOptions plan;
  std::string planFile;
  bool listRods = false;   // --rods list
  bool rodsAsked = false;  // --rods with a mode or bodies
  bool rodToleranceAsked = false;

  bool isAny() const;
};

// The argument MODEL.
Option modelOption(ModelRequest& request, const std::string& what = "the Cartesian model");
inline constexpr const char* kEitherModel = "the Cartesian or recursive model";
// On `tree`, --format is the picture's.
std::vector<Option> inputOptions(ModelRequest& request, const std::string& formatOption = "--from,--format");
std::vector<Option> planningOptions(PlanningRequest& request);

// The plan that the command line and its plan file ask for together. The lists of names are those of both; where both
// say one thing, the command line is obeyed.
PlanOptions planOf(const PlanningRequest& request, Diagnostics& diagnostics);

}  // namespace mb
