// `mbconvert run`: simulates a model and writes a table and a summary.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "converter/cli/output_files.h"
#include "converter/commands/model_of.h"
#include "converter/commands/run_schedule.h"
#include "converter/console/console.h"
#include "converter/console/interruption.h"
#include "converter/conversion/played_inputs.h"
#include "converter/report/run_report.h"
#include "converter/tables/files/npy.h"
#include "converter/tables/trajectory.h"
#include "formats/model/basics/text.h"
#include "runtime/simulation/run_failures.h"

namespace mb {
namespace {

struct RunRequest {
  ModelRequest model;
  PlanningRequest planning;
  RunTiming timing;
  std::vector<std::string> columns;  // patterns and presets; empty: the main ones
  std::string units = "si";
  std::string header = "names";
  std::optional<int> digits;
  bool reactions = false;
  bool accelerations = false;
  bool keepPartial = false;
};

// Writes the rows of a run as they are computed.
class Rows {
 public:
  Rows(const Mechanism& m, const Trajectory& trajectory, TableWriter& table)
      : m_(m), trajectory_(trajectory), table_(table) {}

  void add(double time, StateView y, const Workspace& w) {
    const auto start = std::chrono::steady_clock::now();
    evaluateRow(m_, trajectory_, time, y, w, before_, row_);
    table_.add(row_);
    before_ = row_;
    ++count_;
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  long count() const { return count_; }
  double seconds() const { return seconds_; }

 private:
  const Mechanism& m_;
  const Trajectory& trajectory_;
  TableWriter& table_;
  std::vector<double> before_;
  std::vector<double> row_;
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
        .withHint("take a shorter step, an integrator that chooses its own, or give the friction a larger velocity=",
                  Topic::integration);
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
        .withHint("the step is too long for this model; take a shorter one, or an integrator that chooses its own",
                  Topic::integration);
  }
  if (report.failure) reportFailure(m.model, *report.failure, diagnostics);
}

// Reads the table that plays inputs, and says in the summary which do. False after an error.
bool playInputs(const RunTiming& timing, const RecursiveModel& model, RunOptions& run, RunSummary& summary,
                Diagnostics& diagnostics) {
  std::optional<PlayedTable> played = playedInputs(timing, model, diagnostics);
  if (!played) return false;
  run.inputs = std::move(played->inputs);
  for (const PlayedInput& one : run.inputs) summary.played.push_back(model.inputs[InputIndex{one.input}].name);
  summary.atStart = std::move(played->atStart);
  if (timing.inputs.empty()) return true;
  summary.playedFrom = timing.inputs;
  summary.betweenRows = timing.between;
  summary.playedUntil = played->end;
  return true;
}

// Returns nothing if there was no run.
std::optional<RunSummary> simulated(const RunRequest& request, Schedule schedule, const RecursiveModel& model,
                                    CommandContext& context) {
  const std::string& output = context.common.output;
  Diagnostics& diagnostics = context.diagnostics;
  const bool isFixed = !schedule.isAdaptive;
  const Mechanism m = makeMechanism(model);
  Trajectory trajectory = makeTrajectory(m, {request.accelerations, request.reactions, request.units == "source"});
  if (!selectColumns(m, request.columns, trajectory, diagnostics)) return std::nullopt;
  TableWriter table(output, writtenColumns(trajectory), {request.header == "units", request.digits.value_or(0)});
  if (!output.empty() && !table.open(diagnostics)) return std::nullopt;

  if (schedule.choosesMethod) choose(m, request.timing, schedule);
  RunSummary summary;
  if (!playInputs(request.timing, model, schedule.run, summary, diagnostics)) return std::nullopt;
  summary.model = model.name;
  summary.choice = schedule.choice.reason;
  summary.trialEvaluations = schedule.choice.evaluations;
  summary.integrator = schedule.integrator;
  summary.isAdaptive = !isFixed;
  summary.end = request.timing.end;
  summary.step = schedule.run.step;
  summary.isStepGiven = request.timing.step.has_value();
  summary.every = schedule.every;
  summary.stepsPerRow = schedule.stepsPerRow;
  summary.isThinned = schedule.isThinned;
  summary.columns = keptColumns(trajectory);
  Rows rows(m, trajectory, table);
  {
    const ShownWork work(context.progress, "run");
    long sample = 0;
    summary.report = simulate(m, initialState(m), schedule.run, [&](double time, StateView y, const Workspace& w) {
      work.progress()("run", time / request.timing.end);
      const long number = sample++;
      if (output.empty()) return true;
      // Every fixed step arrives here. A shorter last one becomes a row only if all steps do.
      const bool isWhole = time > (static_cast<double>(number) - 1e-6) * schedule.run.step;
      const bool isRow = !isFixed || schedule.stepsPerRow == 1 || (number % schedule.stepsPerRow == 0 && isWhole);
      if (isRow) rows.add(time, y, w);
      return true;
    });
  }
  if (const std::string later = shorterSteps(schedule.choice, schedule.run, summary.report); !later.empty())
    summary.choice += "; " + later;
  summary.solver = summary.report.solver;
  summary.rows = rows.count();
  summary.rowSeconds = rows.seconds();
  if (const int row = summary.report.drift.row; row >= 0) {
    summary.driftAt = m.rows[static_cast<std::size_t>(row)].name;
    for (const Mechanism::Block& block : m.blocks) {
      if (row >= block.firstRow && row < block.firstRow + block.rowCount) summary.driftSize = block.size;
    }
  }
  context.times.push_back({"run", summary.report.wallSeconds});
  reportEnd(m, summary.report, diagnostics);
  // A failure is an error; so is a warning with --werror.
  const bool isWritten = !output.empty() && (!diagnostics.hasErrors() || request.keepPartial);
  if (isWritten && table.commit(diagnostics)) {
    summary.output = output;
    summary.unitsFile = table.unitsFile();
  }
  return summary;
}

// Warns of options for the text of a table that is none.
void warnOfNoText(const RunRequest& request, Diagnostics& diagnostics) {
  if (request.header == "names" && !request.digits) return;
  diagnostics
      .warning({}, Code::optionWithoutEffect, "a .npy file holds no text: --header and --digits have no effect on it")
      .withHint("its units are in the file beside it, and its numbers have all digits");
}

// Warns of options for a table that is not written.
void warnOfNoTable(const RunRequest& request, Diagnostics& diagnostics) {
  if (!request.timing.every && request.columns.empty() && !request.reactions && !request.accelerations &&
      request.units == "si" && request.header == "names" && !request.digits && !request.keepPartial) {
    return;
  }
  diagnostics
      .warning({}, Code::optionWithoutEffect,
               "without -o no table is written: the options for its rows and columns have no effect")
      .withHint("-o FILE writes it, -o - to standard output");
}

std::optional<ExitCode> runRun(const RunRequest& request, CommandContext& context) {
  const CommonOptions& common = context.common;
  Diagnostics& diagnostics = context.diagnostics;
  const bool writesTable = !common.output.empty();
  const Schedule schedule = scheduleOf(request.timing, writesTable, diagnostics);
  Interruption interruption(request.keepPartial && writesTable);
  if (!writesTable) warnOfNoTable(request, diagnostics);
  if (isNpyName(common.output)) warnOfNoText(request, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  const RunTiming& timing = request.timing;
  if (timing.inputs.empty() && timing.between != RunTiming{}.between) {
    diagnostics
        .warning({}, Code::optionWithoutEffect, "without --input no table plays inputs: --input-curve has no effect")
        .withHint("--input FILE names the table");
  }
  if (!timing.inputs.empty() && !checkFiles({{request.model.path, timing.inputs}, {common.output}}, diagnostics))
    return std::nullopt;
  std::optional<RecursiveModel> model = recursiveModelOf(request.model, request.planning, context);
  if (model && request.timing.settles) settled(*model, {}, context);
  if (!model || diagnostics.hasErrors()) return std::nullopt;
  const std::optional<RunSummary> summary = simulated(request, schedule, *model, context);
  if (!summary) return std::nullopt;
  if (Interruption::flag()) {
    narrate(fmt::format("mbconvert: interrupted at {:.6g} s, {} written\n", summary->report.time,
                        counted(static_cast<std::size_t>(summary->rows), "row")));
    interruption.endByIt();
  }
  if (common.summarises(common.output)) {
    summarise(common.output, common.json ? runJson(*summary) : runText(*summary), diagnostics);
  }
  return ExitCode::done;
}

Option presetsOrPatterns(std::vector<std::string>& columns) {
  Option option =
      list("--columns", "PATTERN,...", columns, "columns by name, * stands for any characters, ? for one; or presets");
  option.choices = columnPresets();
  option.takesOthers = true;
  option.showsChoices = true;
  option.standard = "@main";
  return option;
}

std::vector<Option> tableOptions(RunRequest& request) {
  return inGroup("Table",
                 {alsoCalled(number("--every", "E", request.timing.every, kAboveZero,
                                    "seconds between rows; by default every step, fewer above 100000 steps, and T/1000 "
                                    "for adaptive methods"),
                             "--interval"),
                  presetsOrPatterns(request.columns),
                  oneOf("--units", "TEXT", request.units, {"si", "source"},
                        "si: SI units, x forward, z up; source: the units and axes of the model's file"),
                  oneOf("--header", "TEXT", request.header, {"names", "units"},
                        "names: one line of names, and the units in FILE.units; units: a second line with them"),
                  wholeNumber("--digits", "N", request.digits, {1, 17},
                              "significant digits of the numbers; by default the fewest that lose nothing"),
                  flag("--accelerations", request.accelerations, "add columns for the accelerations of the bodies"),
                  flag("--reactions", request.reactions, "add columns for the forces and torques in joints and rods"),
                  flag("--keep-partial", request.keepPartial, "if the run fails, write the rows up to there")});
}

}  // namespace

Command runCommand(CommonOptions& common) {
  const auto request = std::make_shared<RunRequest>();
  std::vector<Option> options{
      modelOption(request->model, kEitherModel),
      outputOption(common,
                   "where to write the table: FILE.npy for NumPy, otherwise CSV; - is standard output; by default no "
                   "table is written"),
      jsonOption(common, "print the summary as JSON"),
  };
  append(options, timingOptions(request->timing));
  append(options, tableOptions(*request));
  append(options, inputOptions(request->model));
  append(options, planningOptions(request->planning));
  options.push_back(timesOption(common));
  return {std::move(options), [request](CommandContext& context) { return runRun(*request, context); }};
}

}  // namespace mb
