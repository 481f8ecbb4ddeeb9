// Options shared by commands with a model: how its file is read and which tree is chosen.
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

  // All files named for the model.
  std::vector<std::string> files() const;
};

// Requests of the command line, without those of the plan file (planOf).
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
// `tree` needs --format for its picture.
std::vector<Option> inputOptions(ModelRequest& request, const std::string& formatOption = "--from,--format");
std::vector<Option> planningOptions(PlanningRequest& request);

// Combines the command line with its plan file. Lists of names are joined; otherwise the command line takes precedence.
PlanOptions planOf(const PlanningRequest& request, Diagnostics& diagnostics);

}  // namespace mb
