#include "converter/commands/bench_command.h"

#include <fmt/format.h>

#include <chrono>

#include "converter/commands/recursive_model_of.h"
#include "converter/files/atomic_file.h"
#include "converter/measure/bench_report.h"
#include "converter/report/report_json.h"

namespace mb {
namespace {

// Nothing after errors.
std::optional<BenchReport> measured(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  const std::optional<RecursiveModel> model = recursiveModelOf(options, diagnostics, times);
  if (!model) return std::nullopt;
  const auto start = std::chrono::steady_clock::now();
  const Mechanism m = makeMechanism(*model);
  if (m.vCount == 0) {
    diagnostics
        .error({}, Code::nothingMoves, fmt::format("nothing in '{}' moves: there is nothing to measure", m.model.name))
        .withHint("every joint is fixed or every body is the ground: is a joint of another type meant?");
    return std::nullopt;
  }
  std::optional<RunFailure> failure;
  std::optional<BenchReport> report = bench(m, options.bench.evaluations, failure);
  if (!report) {
    diagnostics
        .error(failure->at, failure->code,
               fmt::format("'{}' cannot be measured in motion, at {:.6g} s: {}", m.model.name, failure->time,
                           failure->message))
        .withHint(failure->hint);
  }
  times.push_back({"bench", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
  return report;
}

}  // namespace

std::optional<ExitCode> benchCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  const std::optional<BenchReport> report = measured(options, diagnostics, times);
  if (!report) return std::nullopt;
  writeFile("-", options.json ? benchJson(*report) : benchText(*report), diagnostics);
  return ExitCode::done;
}

}  // namespace mb
