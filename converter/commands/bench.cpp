// `mbconvert bench`: the time of one evaluation by stage and by solver, as papers report it.
#include <fmt/format.h>

#include "converter/commands/model_of.h"
#include "converter/files/atomic_file.h"
#include "converter/measure/bench_report.h"

namespace mb {
namespace {

struct BenchRequest {
  ModelRequest model;
  PlanningRequest planning;
  int evaluations = 20'000;
};

// Returns nothing after errors.
std::optional<BenchReport> measured(const BenchRequest& request, CommandContext& context) {
  const std::optional<RecursiveModel> model = recursiveModelOf(request.model, request.planning, context);
  if (!model) return std::nullopt;
  const ShownWork work(context.progress, "bench");
  Stopwatch watch(context.times);
  const Mechanism m = makeMechanism(*model);
  if (m.vCount == 0) {
    context.diagnostics
        .error({}, Code::nothingMoves, fmt::format("nothing in '{}' moves: there is nothing to measure", m.model.name))
        .withHint("every joint is fixed or every body is the ground: is a joint of another type meant?");
    return std::nullopt;
  }
  std::optional<RunFailure> failure;
  std::optional<BenchReport> report = bench(m, request.evaluations, failure, work.progress());
  if (!report) {
    context.diagnostics
        .error(failure->at, failure->code,
               fmt::format("'{}' cannot be measured in motion, at {:.6g} s: {}", m.model.name, failure->time,
                           failure->message))
        .withHint(failure->hint, failure->topic);
  }
  watch.lap("bench");
  return report;
}

std::optional<ExitCode> runBench(const BenchRequest& request, CommandContext& context) {
  const std::optional<BenchReport> report = measured(request, context);
  if (!report) return std::nullopt;
  writeFile("-", context.common.json ? benchJson(*report) : benchText(*report), context.diagnostics);
  return ExitCode::done;
}

}  // namespace

Command benchCommand(CommonOptions& common) {
  const auto request = std::make_shared<BenchRequest>();
  std::vector<Option> options{
      modelOption(request->model, kEitherModel),
      wholeNumber("--evaluations", "INT", request->evaluations, {1, 10'000'000}, "number of evaluations per figure"),
      jsonOption(common),
  };
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runBench(*request, context); }};
}

}  // namespace mb
