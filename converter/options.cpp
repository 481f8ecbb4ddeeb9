#include "converter/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "formats/model/diagnostics.h"
#include "formats/model/numbers.h"
#include "runtime/runge_kutta.h"
#include "runtime/solvers/solver.h"

namespace mb {
namespace {

constexpr const char* kExitCodes =
    "Exit codes: 0 done; 1 not equivalent; 2 wrong usage; 3 input rejected; 4 cannot be modelled;\n"
    "            5 numerical failure; 6 cannot read or write; 7 internal error";

void addModel(CLI::App& app, Options& options) {
  app.add_option("model", options.model, "the Cartesian model; - reads standard input")->type_name("MODEL");
}

// How the model's file is read. On `tree`, --format is the picture's.
void addInput(CLI::App& app, Options& options, const std::string& formatOption = "--from,--format") {
  constexpr const char* kGroup = "Input";
  app.add_option(formatOption, options.input.format,
                 "the file's format, by its name in `mbconvert formats`; default: known by its content")
      ->type_name("NAME")
      ->group(kGroup);
  app.add_option("--lock", options.input.lock,
                 "joints held at their initial position, by name; * stands for any characters, ? for one")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PATTERN,...")
      ->group(kGroup);
  app.add_option("--tyre", options.input.read.tyres,
                 "file of the tyres, for formats that keep them apart (Chrono): one for all wheels, or one an axle")
      ->allow_extra_args(false)
      ->type_name("FILE")
      ->group(kGroup);
  app.add_flag("--strict", options.input.strict, "what cannot be translated and changes the motion is an error")
      ->group(kGroup);
}

void addOutput(CLI::App& app, Options& options, const std::string& what) {
  app.add_option("-o,--output", options.output, what)->type_name("FILE");
}

// "revolute=1.2" or "upper_ball=2": a type's weight, or a joint's.
void addWeight(const std::string& text, Options& options) {
  const std::size_t split = text.rfind('=');
  const auto value = split == std::string::npos ? std::nullopt : parseNumber(std::string_view(text).substr(split + 1));
  if (!value || split == 0 || *value < 0 || *value > 1e9) {
    throw CLI::ValidationError(
        "--weights", fmt::format("'{}' is not NAME=WEIGHT with a joint type or joint and a number from 0", text));
  }
  options.plan.weights[text.substr(0, split)] = weightFrom(*value);
}

void addRods(const std::vector<std::string>& words, Options& options) {
  RodOptions& rods = options.plan.rods;
  if (words.size() == 1 && words[0] == "auto")
    rods.mode = RodOptions::Mode::automatic;
  else if (words.size() == 1 && words[0] == "keep")
    rods.mode = RodOptions::Mode::keep;
  else if (words.size() == 1 && words[0] == "list")
    options.listRods = true;
  else {
    rods.mode = RodOptions::Mode::listed;
    rods.bodies = words;
  }
}

void addPlanning(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Planning";
  app.add_option("--base", options.plan.base, "body to take as base, one a component")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("BODY")
      ->group(kGroup);
  app.add_option("--cut", options.plan.cut, "joints (or rods) that must be cut")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("JOINT")
      ->group(kGroup);
  app.add_option("--keep", options.plan.keep, "joints (or rods) that must stay in the tree")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("JOINT")
      ->group(kGroup);
  app.add_option("--prefer", options.plan.prefer, "joints that stay in the tree where it costs no weight")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("JOINT")
      ->group(kGroup);
  app.add_option_function<std::vector<std::string>>(
         "--weights",
         [&options](const std::vector<std::string>& words) {
           for (const std::string& word : words) addWeight(word, options);
         },
         "weights instead of Tsai and Haug's, by joint type or joint name")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME=W")
      ->group(kGroup);
  app.add_option_function<std::vector<std::string>>(
         "--rods", [&options](const std::vector<std::string>& words) { addRods(words, options); },
         "auto: bars between ball joints are removed where that is best and exact; keep: never; list: tell which "
         "bodies are rods "
         "and why others are not; or the names of the bodies")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("auto|keep|list|BODY,...")
      ->group(kGroup);
  app.add_option("--rod-tolerance", options.plan.rods.tolerance,
                 "axial inertia of a rod that may be neglected, as a share of the transverse one")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--plan", options.planFile, "obey a plan file written by `mbconvert plan`")
      ->type_name("FILE")
      ->group(kGroup);
}

std::string isAboveZero(const std::string& text) {
  const std::optional<double> value = parseNumber(text);
  return value && *value > 0 ? std::string{} : fmt::format("'{}' is not a number above 0", text);
}

void addRun(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Run";
  RunRequest& run = options.run;
  std::vector<std::string> integrators;
  std::string meanings;
  for (const RungeKutta& method : rungeKuttaMethods()) {
    integrators.emplace_back(method.name);
    meanings += fmt::format("{}{}: {}", meanings.empty() ? "" : "; ", method.name, method.meaning);
  }
  app.add_option("--end", run.end, "how long to run, in seconds from 0")
      ->required()
      ->check(isAboveZero)
      ->type_name("T")
      ->group(kGroup);
  app.add_option("--step", run.step, "fixed step, or the first one of an adaptive method, in seconds")
      ->required()
      ->check(isAboveZero)
      ->type_name("H")
      ->group(kGroup);
  app.add_flag("--settle", run.settle, "start from the static equilibrium, with the velocities of the model")
      ->group(kGroup);
  app.add_option("--integrator", run.integrator, meanings)
      ->check(CLI::IsMember(integrators))
      ->default_str("rk4")
      ->group(kGroup);
  std::vector<std::string> solvers{"auto"};
  for (const SolverType& type : solverTypes()) solvers.emplace_back(type.name);
  app.add_option("--solver", run.solver,
                 "how the accelerations are solved; `mbconvert solvers` tells about them. auto: the first that can")
      ->check(CLI::IsMember(solvers))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--tolerance", run.tolerance,
                 "relative tolerance of adaptive steps; default 1e-8, of implicit-bdf 1e-6")
      ->check(isAboveZero)
      ->type_name("R")
      ->group(kGroup);
}

void addSettle(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Equilibrium";
  app.add_option("--tolerance", options.settle.tolerance, "largest acceleration that may be left, relative to gravity")
      ->check(isAboveZero)
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--iterations", options.settle.largestIterations, "how many to try")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--time", options.settle.time, "in seconds, at which functions of time stand still")
      ->capture_default_str()
      ->group(kGroup);
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
  app.add_option("--compare", plot.compare, "another table, whose columns of the same names are drawn broad and pale")
      ->type_name("CSV")
      ->group(kGroup);
}

void addTable(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Table";
  RunRequest& run = options.run;
  app.add_option("--every", run.every,
                 "seconds between rows; default every step, fewer for runs above 100000 steps, and T/1000 for adaptive "
                 "methods")
      ->check(isAboveZero)
      ->type_name("E")
      ->group(kGroup);
  app.add_option("--columns", run.columns, "columns by name; * stands for any characters, ? for one; default all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("PATTERN,...")
      ->group(kGroup);
  app.add_option("--units", run.units, "si: SI, x forward, z up; source: units and axes of the model's file")
      ->check(CLI::IsMember({"si", "source"}))
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag("--accelerations", run.accelerations, "columns for the accelerations of the bodies")->group(kGroup);
  app.add_flag("--reactions", run.reactions, "columns for what the joints and rods transmit")->group(kGroup);
  app.add_flag("--keep-partial", run.keepPartial, "write the rows of a run that failed, up to there")->group(kGroup);
}

void addVerify(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Verification";
  VerifyOptions& levels = options.verify.levels;
  app.add_option("recursive", options.verify.recursiveFile,
                 "a recursive model to hold against it; default: what the model converts to")
      ->type_name("RECURSIVE");
  app.add_option("--states", levels.states, "random states at which accelerations and reactions are compared")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--seed", levels.seed, "of the random states")->capture_default_str()->group(kGroup);
  app.add_option("--end", levels.end,
                 "length of the trajectories in seconds; shortened where that takes more than --steps")
      ->check(isAboveZero)
      ->type_name("T")
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--steps", levels.steps, "most steps of the coarser Cartesian run; it is slow")
      ->check(CLI::Range(16, 1'000'000))
      ->type_name("N")
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag("!--no-trajectories", levels.trajectories, "leave out the level of trajectories")->group(kGroup);
}

void addCompare(CLI::App& app, Options& options) {
  constexpr const char* kGroup = "Comparison";
  CompareRequest& compare = options.compare;
  app.add_option("ours", compare.ours,
                 "the table to look at: CSV, a text table with names in its first line, or a model that carries its "
                 "results; - reads standard input")
      ->type_name("A");
  app.add_option("theirs", compare.theirs, "the table to hold it against")->type_name("B");
  app.add_option("--map", compare.maps,
                 "columns that are called otherwise: OURS=THEIRS, also OURS=-THEIRS or OURS=0.001*THEIRS")
      ->allow_extra_args(false)
      ->type_name("OURS=THEIRS")
      ->group(kGroup);
  app.add_option("--tolerance", compare.tolerance, "of a difference, relative to the range of B's column")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--absolute-tolerance", compare.absoluteTolerance,
                 "a difference below it, in the column's unit, is none")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str()
      ->group(kGroup);
  app.add_option("--align", compare.align,
                 "interpolate: the finer table at the times of the coarser, by a cubic; nearest: rows within half a "
                 "step")
      ->check(CLI::IsMember({"interpolate", "nearest"}))
      ->capture_default_str()
      ->group(kGroup);
  app.add_flag("--json", compare.json, "print JSON");
}

void addCommon(CLI::App& app, Options& options) {
  app.add_flag("-q,--quiet", options.quiet, "no narration on standard error; errors are still told");
  app.add_flag("--times", options.times, "tell the time of every stage on standard error");
  app.add_option("--color,--colour", options.colour,
                 "colours: auto (on a terminal, unless NO_COLOR is set), always, never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
}

}  // namespace

std::optional<int> parseCommandLine(int count, const char* const* arguments, Options& options) {
  CLI::App app{
      "Turns a Cartesian multibody model into a recursive model in relative coordinates, by the best spanning tree "
      "there is.",
      "mbconvert"};
  app.set_version_flag("--version", "mbconvert 0.1.0");
  app.footer(kExitCodes);
  app.require_subcommand(0, 1);
  addModel(app, options);
  addOutput(app, options, "the recursive model; default NAME.recursive.xml here, - standard output");
  app.add_flag("--json", options.json, "print the summary as JSON (as `tree --format json`)");
  addInput(app, options);
  addPlanning(app, options);
  addCommon(app, options);

  CLI::App* const import = app.add_subcommand(
      "import", "read a model of any format and write it in the native one, with a report of what is lost");
  addModel(*import, options);
  addOutput(*import, options, "the native model; default NAME.model.xml here, - standard output");
  import->add_option("--series", options.seriesFile, "where to write the results that the file carries, as CSV")
      ->type_name("CSV");
  import->add_flag("--json", options.json, "print the report as JSON");
  addInput(*import, options);
  addCommon(*import, options);

  CLI::App* const check = app.add_subcommand("check", "read a model, tell what is wrong with it, and its statistics");
  addModel(*check, options);
  check->add_flag("--json", options.json, "print JSON");
  addInput(*check, options);
  addPlanning(*check, options);
  addCommon(*check, options);

  CLI::App* const tree = app.add_subcommand("tree", "show the chosen spanning tree, the cuts and the reasons");
  addModel(*tree, options);
  addOutput(*tree, options, "where to write; default standard output");
  tree->add_option("--format", options.treeFormat, "text, json, dot or svg")
      ->check(CLI::IsMember({"text", "json", "dot", "svg"}))
      ->capture_default_str();
  tree->add_flag("--json", options.json, "as --format json");
  tree->add_option("--alternatives", options.plan.alternatives, "how many other trees to show")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  addInput(*tree, options, "--from");
  addPlanning(*tree, options);
  addCommon(*tree, options);

  CLI::App* const plan =
      app.add_subcommand("plan", "write the chosen plan as a file that can be edited and given back with --plan");
  addModel(*plan, options);
  addOutput(*plan, options, "the plan file; default standard output");
  addInput(*plan, options);
  addPlanning(*plan, options);
  addCommon(*plan, options);

  CLI::App* const run = app.add_subcommand("run", "simulate a model: Cartesian, converted first, or recursive");
  run->add_option("model", options.model, "the Cartesian or recursive model; - reads standard input")
      ->type_name("MODEL");
  addOutput(*run, options, "the table as CSV, - standard output; default: none, the summary only");
  run->add_flag("--json", options.json, "print the summary as JSON");
  addRun(*run, options);
  addTable(*run, options);
  addInput(*run, options);
  addPlanning(*run, options);
  addCommon(*run, options);

  CLI::App* const settle = app.add_subcommand(
      "settle", "find a model's static equilibrium: velocities stay, positions move to where it rests");
  settle->add_option("model", options.model, "the Cartesian or recursive model; - reads standard input")
      ->type_name("MODEL");
  addOutput(*settle, options, "the settled recursive model, - standard output; default: none, the summary only");
  settle->add_flag("--json", options.json, "print the summary as JSON");
  addSettle(*settle, options);
  addInput(*settle, options);
  addPlanning(*settle, options);
  addCommon(*settle, options);

  CLI::App* const verify = app.add_subcommand(
      "verify", "convert a model and prove that both are the same machine: counts, states, trajectories, invariants");
  addModel(*verify, options);
  addVerify(*verify, options);
  addOutput(*verify, options, "where to write the certificate, as JSON; - standard output");
  verify->add_flag("--json", options.json, "print the certificate instead of the table");
  addInput(*verify, options);
  addPlanning(*verify, options);
  addCommon(*verify, options);

  CLI::App* const bench = app.add_subcommand(
      "bench", "measure a model's evaluation by step and by solver, beside the figures that the papers print");
  bench->add_option("model", options.model, "the Cartesian or recursive model; - reads standard input")
      ->type_name("MODEL");
  bench->add_option("--evaluations", options.bench.evaluations, "how many times each is evaluated")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  bench->add_flag("--json", options.json, "print JSON");
  addInput(*bench, options);
  addPlanning(*bench, options);
  addCommon(*bench, options);

  CLI::App* const plot = app.add_subcommand("plot", "draw columns of a table that `run -o` wrote, as SVG");
  plot->add_option("table", options.model, "the table; - reads standard input")->type_name("CSV");
  addOutput(*plot, options, "the picture; default NAME.svg here, - standard output");
  addPlot(*plot, options);
  addCommon(*plot, options);

  CLI::App* const compare = app.add_subcommand(
      "compare", "hold a table against another tool's: worst differences by column, exit code 0 or 1");
  addCompare(*compare, options);
  addCommon(*compare, options);

  CLI::App* const solvers =
      app.add_subcommand("solvers", "list the ways to solve for the accelerations: papers, cost, limits");
  solvers->add_flag("--json", options.json, "print JSON");
  CLI::App* const formats = app.add_subcommand("formats", "list the formats that are read and written");
  formats->add_flag("--functions", options.listFunctions, "list the functions of the expression language");
  formats->add_flag("--json", options.json, "print JSON");
  CLI::App* const tyres = app.add_subcommand("tyres", "list the types of tyres and the keys of their properties");
  tyres->add_flag("--json", options.json, "print JSON");
  CLI::App* const joints = app.add_subcommand("joints", "list the joint types: freedoms, equations, weights");
  joints->add_flag("--json", options.json, "print JSON");

  try {
    app.parse(count, arguments);
    const std::pair<CLI::App*, Command> commands[] = {
        {check, Command::check},     {tree, Command::tree},       {plan, Command::plan},
        {import, Command::import},   {run, Command::run},         {verify, Command::verify},
        {bench, Command::bench},     {settle, Command::settle},   {plot, Command::plot},
        {solvers, Command::solvers}, {compare, Command::compare}, {formats, Command::formats},
        {joints, Command::joints},   {tyres, Command::tyres}};
    for (const auto& [subcommand, command] : commands) {
      if (subcommand->parsed()) options.command = command;
    }
    const bool wantsModel = options.command != Command::formats && options.command != Command::joints &&
                            options.command != Command::tyres && options.command != Command::solvers;
    if (options.command == Command::compare) {
      if (options.compare.theirs.empty()) throw CLI::RequiredError("A and B");
    } else if (wantsModel && options.model.empty()) {
      // Something like `mbconvert --version` never comes here; without arguments the help is the best answer.
      if (count == 1) {
        fmt::print("{}", app.help());
        return static_cast<int>(ExitCode::usage);
      }
      throw CLI::RequiredError(options.command == Command::plot ? "CSV" : "MODEL");
    }
  } catch (const CLI::ParseError& error) {
    const bool isHelp = error.get_exit_code() == 0;
    app.exit(error);
    return isHelp ? static_cast<int>(ExitCode::done) : static_cast<int>(ExitCode::usage);
  }
  return std::nullopt;
}

}  // namespace mb
