// The model behind the file that a command was given.
#pragma once

#include "converter/cli/command.h"
#include "converter/commands/model_options.h"
#include "converter/conversion/convert.h"

namespace mb {

// All of them return nothing after errors, which include an output that would overwrite what is read.

std::optional<CartesianModel> cartesianModelOf(const OpenedModel& opened, const ModelOptions& input,
                                               const std::vector<std::string>& written, CommandContext& context);

// The model converted as the options and the plan file ask for.
std::optional<Conversion> conversionOf(const ModelRequest& model, const PlanningRequest& planning,
                                       const std::string& output, CommandContext& context);

// The model as it is after a stage, as text: native before there is a plan, the plan as a file, recursive after it.
std::optional<std::string> modelAfter(ConversionStage stage, const ModelRequest& model, const PlanningRequest& planning,
                                      CommandContext& context);

void addTimes(const Conversion& conversion, CommandContext& context);

// Read as it is, or converted. Nothing also when only rods were asked for, after printing these.
std::optional<RecursiveModel> recursiveModelOf(const ModelRequest& model, const PlanningRequest& planning,
                                               CommandContext& context);

// The result to -o, or to standard output.
std::optional<ExitCode> printResult(const std::string& text, CommandContext& context);

}  // namespace mb
