#include "converter/commands/run_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/console/interruption.h"
#include "converter/conversion/choose_steps.h"
#include "converter/conversion/played_inputs.h"
#include "runtime/simulation/methods/runge_kutta.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

constexpr double kMostRows = 100'000;  // default limit; longer runs get about kFewRows
constexpr double kFewRows = 10'000;
constexpr double kAdaptiveRows = 1'000;
// No run finishes that many: at a million steps per second they take eleven days.
constexpr double kMostSteps = 1e12;
constexpr double kMostRowsEver = 1e9;  // some hundred gigabytes

// Refuses lengths of which the run has too many steps or rows.
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

void setFixedRows(const RunTiming& request, Schedule& schedule, Diagnostics& diagnostics) {
  if (!request.step) {
    diagnostics
        .error({}, Code::badOption, fmt::format("{} has fixed steps, and --step H is missing", schedule.integrator))
        .withHint("give the step, or leave out --integrator: then method and steps are chosen");
    return;
  }
  const double step = *request.step;
  refuseBeyondCounting("--step", "steps", request.end, step, kMostSteps, diagnostics);
  const double steps = std::ceil(request.end / step - 1e-9);
  if (request.tolerance) {
    diagnostics
        .error({}, Code::badOption,
               fmt::format("--tolerance is for adaptive steps, those of {} are fixed", schedule.integrator))
        .withHint("--integrator dopri5 chooses its steps by a tolerance");
  }
  if (step > request.end) {
    diagnostics
        .error({}, Code::badOption, fmt::format("the step of {} s is longer than the run of {} s", step, request.end))
        .withHint("a run is one step or more");
  }
  if (request.every) {
    const double ratio = *request.every / step;
    if (ratio > 1e9 || std::round(ratio) < 1 || std::abs(ratio - std::round(ratio)) > 1e-9 * ratio) {
      diagnostics
          .error({}, Code::badOption, fmt::format("--every {} is no whole multiple of --step {}", *request.every, step))
          .withHint(fmt::format("{} has fixed steps and rows come after whole ones; dopri5 gives rows at any time",
                                schedule.integrator));
      return;
    }
    schedule.stepsPerRow = static_cast<int>(std::round(ratio));
  } else if (steps + 1 > kMostRows) {
    schedule.stepsPerRow = static_cast<int>(std::min(std::ceil(steps / kFewRows), 1e9));
    schedule.isThinned = true;
  }
  schedule.every = schedule.stepsPerRow * step;
}

Option integratorOption(RunTiming& request) {
  std::vector<std::string> names;
  std::string meanings;
  for (const RungeKutta& method : rungeKuttaMethods()) {
    names.emplace_back(method.name);
    meanings += fmt::format("{}{}: {}", meanings.empty() ? "" : "; ", method.name, method.meaning);
  }
  Option option = oneOf("--integrator", "TEXT", request.integrator, names, meanings);
  option.standard = "rk4, without --step dopri5";
  return alsoCalled(std::move(option), "--method");
}

Option solverOption(RunTiming& request) {
  std::vector<std::string> names{"auto"};
  for (const SolverType& type : solverTypes()) names.emplace_back(type.name);
  return oneOf(
      "--solver", "TEXT", request.solver, names,
      "how accelerations are solved for, as `mbconvert solvers` describes; auto: by the first solver that can");
}

void setTolerances(const RunTiming& request, Schedule& schedule) {
  if (schedule.run.solver && schedule.run.solver->integrates) {  // implicit methods are chosen for speed
    schedule.run.relativeTolerance = 1e-6;
    schedule.run.absoluteTolerance = 1e-8;
  }
  if (request.tolerance) {
    schedule.run.relativeTolerance = *request.tolerance;
    schedule.run.absoluteTolerance = 1e-2 * *request.tolerance;
  }
}

}  // namespace

Schedule scheduleOf(const RunTiming& request, bool writesTable, Diagnostics& diagnostics) {
  Schedule schedule;
  schedule.run.end = request.end;
  schedule.run.step = request.step.value_or(firstStepOf(request.end));
  schedule.run.solver = findSolver(request.solver);  // none for auto
  schedule.run.stop = &Interruption::flag();
  const bool hasOwnSteps = schedule.run.solver && schedule.run.solver->integrates;
  schedule.integrator = !request.integrator.empty() ? request.integrator
                        : hasOwnSteps               ? "bdf"
                        : request.step              ? "rk4"
                                                    : "dopri5";
  schedule.choosesMethod = !request.step && request.integrator.empty() && !schedule.run.solver;
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
  setTolerances(request, schedule);
  schedule.every = request.every.value_or(request.end / kAdaptiveRows);
  if (writesTable) schedule.run.every = schedule.every;
  return schedule;
}

std::optional<PlayedTable> playedInputs(const RunTiming& request, const RecursiveModel& model,
                                        Diagnostics& diagnostics) {
  if (request.inputs.empty()) {
    PlayedTable none;
    for (const Input& input : model.inputs) none.atStart.push_back(input.name);
    return none;
  }
  const std::optional<CsvTable> table = readTable(request.inputs, diagnostics);
  if (!table) return std::nullopt;
  const auto between =
      static_cast<BetweenRows>(std::ranges::find(kBetweenRows, request.between) - kBetweenRows.begin());
  return playedInputs(*table, between, model, diagnostics);
}

void choose(const Mechanism& m, const RunTiming& request, Schedule& schedule) {
  schedule.choice = chooseSteps(m, request.end);
  if (!schedule.choice.solver) return;
  schedule.run.solver = schedule.choice.solver;
  schedule.integrator = "bdf";
  setTolerances(request, schedule);
}

std::vector<Option> timingOptions(RunTiming& request) {
  std::vector<Option> options = inGroup(
      "Run", {alsoCalled(required(number("--end", "T", request.end, kAboveZero, "length of the run, in seconds")),
                         "--tend,--t-end,--tf,--tfinal,--stop,--until,--duration")});
  append(options, steppingOptions(request));
  return options;
}

std::vector<Option> steppingOptions(RunTiming& request) {
  return inGroup(
      "Run", {alsoCalled(number("--step", "H", request.step, kAboveZero,
                                "fixed step, or the first step of an adaptive method, in seconds; without it, method "
                                "and steps are chosen by a trial"),
                         "--dt,--timestep,--time-step,--stepsize,--step-size"),
              flag("--settle", request.settles, "start from the static equilibrium, with the velocities of the model"),
              file("--input", "FILE", request.inputs,
                   "table that plays the model's inputs: a column `time` and one for each input, by name; inputs "
                   "without a column keep their starts"),
              oneOf("--input-curve", "TEXT", request.between, kBetweenRows,
                    "between the rows of that table: akima: a smooth curve; linear: straight lines; held: the value "
                    "of the row before"),
              integratorOption(request), solverOption(request),
              alsoCalled(number("--tolerance", "R", request.tolerance, kAboveZero,
                                "relative tolerance of adaptive steps; by default 1e-8, or 1e-6 with implicit-bdf"),
                         "--tol,--rtol")});
}

}  // namespace mb
