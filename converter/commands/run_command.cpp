#include "converter/commands/run_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>

#include "converter/commands/recursive_model_of.h"
#include "converter/commands/settle_command.h"
#include "converter/console/console.h"
#include "converter/console/interruption.h"
#include "converter/console/progress.h"
#include "converter/files/atomic_file.h"
#include "converter/report/report_json.h"
#include "converter/report/run_report.h"
#include "converter/tables/trajectory.h"
#include "formats/model/basics/text.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

constexpr double kMostRows = 100'000;  // by default; above, about kFewRows
constexpr double kFewRows = 10'000;
constexpr double kAdaptiveRows = 1'000;
// What no run comes to the end of: at a million steps a second that many take eleven days.
constexpr double kMostSteps = 1e12;
constexpr double kMostRowsEver = 1e9;  // some hundred gigabytes

// The options as the run takes them, and which states become rows.
struct Schedule {
  RunOptions run;
  std::string integrator;
  bool isAdaptive = false;
  int stepsPerRow = 1;  // of fixed steps
  double every = 0;     // time between rows
  bool isThinned = false;
};

// A number of steps or rows, as the quotient of the run's length.
void refuseBeyondCounting(std::string_view option, std::string_view what, double end, double length, double most,
                          Diagnostics& diagnostics) {
  const double count = end / length;
  if (count <= most) return;
  diagnostics
      .error({}, Code::badOption,
             fmt::format("{} {:g} makes {:.3g} {} of a run of {:g} s, more than {:g}", option, length, count, what, end,
                         most))
      .withHint(fmt::format("give a longer {}, in seconds", option));
}

void setFixedRows(const RunRequest& request, Schedule& schedule, Diagnostics& diagnostics) {
  refuseBeyondCounting("--step", "steps", request.end, request.step, kMostSteps, diagnostics);
  const double steps = std::ceil(request.end / request.step - 1e-9);
  if (request.tolerance) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("--tolerance is for adaptive steps, those of {} are fixed", schedule.integrator))
        .withHint("--integrator dopri5 chooses its steps by a tolerance");
  }
  if (request.step > request.end) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("the step of {} s is longer than the run of {} s", request.step, request.end))
        .withHint("a run is one step or more");
  }
  if (request.every) {
    const double ratio = *request.every / request.step;
    if (ratio > 1e9 || std::round(ratio) < 1 || std::abs(ratio - std::round(ratio)) > 1e-9 * ratio) {
      diagnostics
          .error({}, Code::badOption,
                 fmt::format("--every {} is no whole multiple of --step {}", *request.every, request.step))
          .withHint(fmt::format("{} has fixed steps and rows come after whole ones; dopri5 gives rows at any time",
                                schedule.integrator));
      return;
    }
    schedule.stepsPerRow = static_cast<int>(std::round(ratio));
  } else if (steps + 1 > kMostRows) {
    schedule.stepsPerRow = static_cast<int>(std::min(std::ceil(steps / kFewRows), 1e9));
    schedule.isThinned = true;
  }
  schedule.every = schedule.stepsPerRow * request.step;
}

Schedule scheduleOf(const Options& options, Diagnostics& diagnostics) {
  const RunRequest& request = options.run;
  Schedule schedule;
  schedule.run.end = request.end;
  schedule.run.step = request.step;
  schedule.run.solver = findSolver(request.solver);  // none for auto
  schedule.run.stop = &Interruption::flag();
  const bool hasOwnSteps = schedule.run.solver && schedule.run.solver->integrates;
  schedule.integrator = !request.integrator.empty() ? request.integrator : hasOwnSteps ? "bdf" : "rk4";
  schedule.run.method = findRungeKutta(schedule.integrator);
  schedule.isAdaptive = hasOwnSteps || schedule.run.method->isAdaptive;
  if (hasOwnSteps && !request.integrator.empty()) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("{} has steps of its own: --integrator {} cannot be used with it", request.solver,
                           request.integrator))
        .withHint("leave out --integrator");
  }
  if (request.every && *request.every > request.end) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("--every {} is longer than the run of {} s", *request.every, request.end))
        .withHint("give a shorter distance of the rows, or leave out --every");
  }
  if (request.every) {
    refuseBeyondCounting("--every", "rows", request.end, *request.every, kMostRowsEver, diagnostics);
  }
  if (!schedule.isAdaptive) {
    setFixedRows(request, schedule, diagnostics);
    return schedule;
  }
  if (hasOwnSteps) {  // what an implicit method is for is speed
    schedule.run.relativeTolerance = 1e-6;
    schedule.run.absoluteTolerance = 1e-8;
  }
  if (request.tolerance) {
    schedule.run.relativeTolerance = *request.tolerance;
    schedule.run.absoluteTolerance = 1e-2 * *request.tolerance;
  }
  schedule.every = request.every.value_or(request.end / kAdaptiveRows);
  if (!options.output.empty()) schedule.run.every = schedule.every;
  return schedule;
}

// Rows of the run, as they come.
class Rows {
 public:
  Rows(const Mechanism& m, const Trajectory& trajectory, AtomicFile& file)
      : m_(m), trajectory_(trajectory), file_(file) {
    file_.append(headerLine(trajectory_));
  }

  void add(double time, StateView y, const Workspace& w) {
    const auto start = std::chrono::steady_clock::now();
    evaluateRow(m_, trajectory_, time, y, w, before_, row_);
    line_.clear();
    appendLine(trajectory_, row_, line_);
    file_.append(line_);
    before_ = row_;
    ++count_;
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  long count() const { return count_; }
  double seconds() const { return seconds_; }

 private:
  const Mechanism& m_;
  const Trajectory& trajectory_;
  AtomicFile& file_;
  std::vector<double> before_;
  std::vector<double> row_;
  std::string line_;
  long count_ = 0;
  double seconds_ = 0;
};

void reportEnd(const Mechanism& m, const RunReport& report, Diagnostics& diagnostics) {
  for (const std::string& coordinate : report.passedLimits) {
    diagnostics
        .warning({}, Code::beyondLimits,
                 fmt::format("'{}' went beyond its limits: they have no stiffness that would push it back", coordinate))
        .withHint("give the limit a stiffness");
  }
  for (const std::string& coordinate : report.unresolvedFriction) {
    diagnostics
        .warning({}, Code::unresolvedFriction,
                 fmt::format("the steps are too long for the friction of '{}': it may stick where it slides here",
                             coordinate))
        .withHint("take a shorter step, --integrator dopri5, or give the friction a larger velocity=");
  }
  for (const RunReport::Jump& jump : report.jumps) {
    diagnostics
        .warning(
            jump.at, Code::functionJumps,
            fmt::format("the function of '{}' jumps by {:.3g} within a step: what it moves is carried there without "
                        "a speed",
                        jump.name, jump.size))
        .withHint("use a smooth function, as step(time, t0, x0, t1, x1)");
  }
  constexpr double kMuch = 1e-2;
  if (!report.failure && !(report.energyWorst <= kMuch * report.energyScale)) {
    diagnostics
        .warning({}, Code::energyDeparts,
                 fmt::format("the energy balance departs by {:.3g} of the energy in motion: this is not the motion",
                             report.energyWorst / report.energyScale))
        .withHint("the step is too long for this model; take a shorter one, or --integrator dopri5");
  }
  if (!report.failure) return;
  const RunFailure& failure = *report.failure;
  diagnostics
      .error(failure.at, failure.code,
             fmt::format("the run of '{}' failed at {:.6g} s: {}", m.model.name, failure.time, failure.message))
      .withHint(failure.hint);
}

// Nothing when there was no run.
std::optional<RunSummary> simulated(const Options& options, const Schedule& schedule, const RecursiveModel& model,
                                    Diagnostics& diagnostics, std::vector<StageTime>& times) {
  const RunRequest& request = options.run;
  const bool isFixed = !schedule.isAdaptive;
  const Mechanism m = makeMechanism(model);
  Trajectory trajectory = makeTrajectory(m, {request.accelerations, request.reactions, request.units == "source"});
  if (!selectColumns(m, request.columns, trajectory, diagnostics)) return std::nullopt;
  AtomicFile file(options.output);
  if (!options.output.empty() && !file.open(diagnostics)) return std::nullopt;

  RunSummary summary;
  summary.model = model.name;
  summary.integrator = schedule.integrator;
  summary.isAdaptive = !isFixed;
  summary.end = request.end;
  summary.step = request.step;
  summary.every = schedule.every;
  summary.stepsPerRow = schedule.stepsPerRow;
  summary.isThinned = schedule.isThinned;
  summary.columns = keptColumns(trajectory);
  Rows rows(m, trajectory, file);
  {
    ProgressBar bar(options.narrates() && ::isatty(STDERR_FILENO) != 0, request.end);
    long sample = 0;
    summary.report = simulate(m, initialState(m), schedule.run, [&](double time, StateView y, const Workspace& w) {
      bar.show(time);
      const long number = sample++;
      if (options.output.empty()) return true;
      // Fixed steps are all seen here. The last one may be shorter: with other rows than all, it is none.
      const bool isWhole = time > (static_cast<double>(number) - 1e-6) * request.step;
      const bool isRow = !isFixed || schedule.stepsPerRow == 1 || (number % schedule.stepsPerRow == 0 && isWhole);
      if (isRow) rows.add(time, y, w);
      return true;
    });
  }
  summary.solver = summary.report.solver;
  summary.rows = rows.count();
  summary.rowSeconds = rows.seconds();
  if (const int row = summary.report.drift.row; row >= 0) {
    summary.driftAt = m.rows[static_cast<std::size_t>(row)].name;
    for (const Mechanism::Block& block : m.blocks) {
      if (row >= block.firstRow && row < block.firstRow + block.rowCount) summary.driftSize = block.size;
    }
  }
  times.push_back({"run", summary.report.wallSeconds});
  reportEnd(m, summary.report, diagnostics);
  // A failure is an error; so is a warning with --werror.
  const bool isWritten = !options.output.empty() && (!diagnostics.hasErrors() || request.keepPartial);
  if (isWritten && file.commit(diagnostics)) summary.output = options.output;
  return summary;
}

}  // namespace

std::optional<ExitCode> runCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  const Schedule schedule = scheduleOf(options, diagnostics);
  const RunRequest& request = options.run;
  Interruption interruption(request.keepPartial && !options.output.empty());
  if (options.output.empty() && (request.every || !request.columns.empty() || request.reactions ||
                                 request.accelerations || request.units != "si" || request.keepPartial)) {
    diagnostics
        .warning({}, Code::optionWithoutEffect,
                 "without -o no table is written: the options for its rows and columns have no effect")
        .withHint("-o FILE writes it, -o - to standard output");
  }
  std::optional<RunSummary> summary;
  if (!diagnostics.hasErrors()) {
    std::optional<RecursiveModel> model = recursiveModelOf(options, diagnostics, times);
    if (model && request.settle) settleModel(*model, options.settle, diagnostics);
    if (model && !diagnostics.hasErrors()) {
      summary = simulated(options, schedule, *model, diagnostics, times);
    }
  }
  if (!summary) return std::nullopt;
  if (Interruption::flag()) {
    narrate(fmt::format("mbconvert: interrupted at {:.6g} s, {} written\n", summary->report.time,
                        counted(static_cast<std::size_t>(summary->rows), "row")));
    interruption.endByIt();
  }
  // With the table on standard output the summary is narration.
  if (options.output != "-" || options.narrates()) {
    summarise(options.output, options.json ? runJson(*summary) : runText(*summary), diagnostics);
  }
  return ExitCode::done;
}

}  // namespace mb
