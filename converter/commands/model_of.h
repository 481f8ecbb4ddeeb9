// Opens, reads and converts the model of a command.
#pragma once

#include "converter/cli/command.h"
#include "converter/commands/model_options.h"
#include "converter/conversion/convert.h"
#include "converter/conversion/settle_model.h"

namespace mb {

// All of them return nothing after errors; an output that would overwrite an input is one.

std::optional<CartesianModel> cartesianModelOf(const OpenedModel& opened, const ModelOptions& input,
                                               const std::vector<std::string>& written, CommandContext& context);

// Converts the model according to the options and the plan file.
std::optional<Conversion> conversionOf(const ModelRequest& model, const PlanningRequest& planning,
                                       const std::string& output, CommandContext& context);

// The model after a stage, as text: native before the plan, then the plan file, recursive after it.
std::optional<std::string> modelAfter(ConversionStage stage, const ModelRequest& model, const PlanningRequest& planning,
                                      CommandContext& context);

// Converts a model that is read, with its stages shown and timed; `after` as in convert().
std::optional<Conversion> converted(CartesianModel source, const PlanOptions& plan, CommandContext& context,
                                    const AfterStage& after = {});

// Reads a recursive model, or converts. Returns nothing also after `--rods list`, which prints the rods.
std::optional<RecursiveModel> recursiveModelOf(const ModelRequest& model, const PlanningRequest& planning,
                                               CommandContext& context);

// The same with the conversion, where there was one; `output` as above.
struct GivenModel {
  RecursiveModel recursive;
  std::optional<Conversion> conversion;
};
std::optional<GivenModel> givenModelOf(const ModelRequest& model, const PlanningRequest& planning,
                                       const std::string& output, CommandContext& context);

// Moves the model to its static equilibrium, shown and timed.
SettleReport settled(RecursiveModel& model, const SettleOptions& options, CommandContext& context);

// Writes the result to -o or to standard output.
std::optional<ExitCode> printResult(const std::string& text, CommandContext& context);

}  // namespace mb
