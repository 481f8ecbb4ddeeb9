#include "converter/cli/command_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "converter/cli/option_groups.h"
#include "runtime/simulation/runge_kutta.h"
#include "runtime/solvers/solvers.h"

namespace mb {

void addRun(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Run";
  RunRequest& run = options.run;
  std::vector<std::string> integrators;
  std::string meanings;
  for (const RungeKutta& method : rungeKuttaMethods()) {
    integrators.emplace_back(method.name);
    meanings += fmt::format("{}{}: {}", meanings.empty() ? "" : "; ", method.name, method.meaning);
  }
  numberAboveZero(app.add_option("--end", run.end, "how long to run, in seconds from 0")->required())
      ->type_name("T")
      ->group(kGroup);
  numberAboveZero(
      app.add_option("--step", run.step, "fixed step, or the first one of an adaptive method, in seconds")->required())
      ->type_name("H")
      ->group(kGroup);
  app.add_flag("--settle", run.settle, "start from the static equilibrium, with the velocities of the model")
      ->group(kGroup);
  oneOf(app.add_option("--integrator", run.integrator, meanings), integrators)->default_str("rk4")->group(kGroup);
  std::vector<std::string> solvers{"auto"};
  for (const SolverType& type : solverTypes()) solvers.emplace_back(type.name);
  oneOf(app.add_option(
            "--solver", run.solver,
            "how the accelerations are solved; `mbconvert solvers` tells about them. auto: the first that can"),
        solvers)
      ->capture_default_str()
      ->group(kGroup);
  numberAboveZero(app.add_option("--tolerance", run.tolerance,
                                 "relative tolerance of adaptive steps; default 1e-8, of implicit-bdf 1e-6"))
      ->type_name("R")
      ->group(kGroup);
}

void addTable(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Table";
  RunRequest& run = options.run;
  numberAboveZero(
      app.add_option(
          "--every", run.every,
          "seconds between rows; default every step, fewer for runs above 100000 steps, and T/1000 for adaptive "
          "methods"))
      ->type_name("E")
      ->group(kGroup);
  app.add_option("--columns", run.columns, "columns by name; * stands for any characters, ? for one; default all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PATTERN,...")
      ->group(kGroup);
  oneOf(app.add_option("--units", run.units, "si: SI, x forward, z up; source: units and axes of the model's file"),
        {"si", "source"})
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag("--accelerations", run.accelerations, "columns for the accelerations of the bodies")->group(kGroup);
  app.add_flag("--reactions", run.reactions, "columns for what the joints and rods transmit")->group(kGroup);
  app.add_flag("--keep-partial", run.keepPartial, "write the rows of a run that failed, up to there")->group(kGroup);
}

void addSettle(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Equilibrium";
  numberAboveZero(app.add_option("--tolerance", options.settle.tolerance,
                                 "largest acceleration that may be left, relative to gravity"))
      ->capture_default_str()
      ->group(kGroup);
  wholeNumber(app.add_option("--iterations", options.settle.largestIterations, "how many to try"), 1, 100'000)
      ->capture_default_str()
      ->group(kGroup);
  number(app.add_option("--time", options.settle.time, "in seconds, at which functions of time stand still"),
         -kAnyNumber, kAnyNumber)
      ->capture_default_str()
      ->group(kGroup);
}

void addVerify(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Verification";
  VerifyOptions& levels = options.verify.levels;
  path(app.add_option("recursive", options.verify.recursiveFile,
                      "a recursive model to hold against it; default: what the model converts to"))
      ->type_name("RECURSIVE");
  wholeNumber(
      app.add_option("--states", levels.states, "random states at which accelerations and reactions are compared"), 1,
      1'000'000)
      ->capture_default_str()
      ->group(kGroup);
  wholeNumber(app.add_option("--seed", levels.seed, "of the random states"), 0,
              std::numeric_limits<unsigned long>::max())
      ->capture_default_str()
      ->group(kGroup);
  numberAboveZero(app.add_option("--end", levels.end,
                                 "length of the trajectories in seconds; shortened where that takes more than --steps"))
      ->type_name("T")
      ->capture_default_str()
      ->group(kGroup);
  wholeNumber(app.add_option("--steps", levels.steps, "most steps of the coarser Cartesian run; it is slow"), 16,
              1'000'000)
      ->type_name("N")
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag_callback(
         "--no-trajectories", [&levels] { levels.trajectories = false; }, "leave out the level of trajectories")
      ->group(kGroup);
}

void addBench(CLI::App& app, Options& options) {
  wholeNumber(app.add_option("--evaluations", options.bench.evaluations, "how many times each is evaluated"), 1,
              10'000'000)
      ->capture_default_str();
}

void addPlot(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Plot";
  PlotRequest& plot = options.plot;
  app.add_option(
         "--y", plot.panels,
         "columns of a panel by name; * stands for any characters, ? for one. Each further --y is a further panel")
      ->required()
      ->allow_extra_args(false)
      ->type_name("PATTERN,...")
      ->group(kGroup);
  app.add_option("--x", plot.x, "column along the horizontal axis")->capture_default_str()->group(kGroup);
  app.add_option("--title", plot.title, "a line above the panels")->group(kGroup);
  path(app.add_option("--compare", plot.compare,
                      "another table, whose columns of the same names are drawn broad and pale"))
      ->type_name("CSV")
      ->group(kGroup);
}

void addCompare(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Comparison";
  CompareRequest& compare = options.compare;
  path(app.add_option("ours", compare.ours,
                      "the table to look at: CSV, a text table with names in its first line, or a model that carries "
                      "its results; - reads standard input"))
      ->type_name("A")
      ->required();
  path(app.add_option("theirs", compare.theirs, "the table to hold it against"))->type_name("B")->required();
  app.add_option("--map", compare.maps,
                 "columns that are called otherwise: OURS=THEIRS, also OURS=-THEIRS or OURS=0.001*THEIRS")
      ->allow_extra_args(false)
      ->type_name("OURS=THEIRS")
      ->group(kGroup);
  number(app.add_option("--tolerance", compare.tolerance, "of a difference, relative to the range of B's column"), 0,
         kAnyNumber)
      ->capture_default_str()
      ->group(kGroup);
  number(app.add_option("--absolute-tolerance", compare.absoluteTolerance,
                        "a difference below it, in the column's unit, is none"),
         0, kAnyNumber)
      ->capture_default_str()
      ->group(kGroup);
  oneOf(app.add_option(
            "--align", compare.align,
            "interpolate: the finer table at the times of the coarser, by a cubic; nearest: rows within half a "
            "step"),
        {"interpolate", "nearest"})
      ->capture_default_str()
      ->group(kGroup);
  addJson(app, options);
}

}  // namespace mb
