#include "converter/cli/command_table.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "converter/cli/command_options.h"
#include "converter/cli/completion.h"
#include "converter/cli/help_format.h"
#include "converter/cli/option_groups.h"
#include "converter/files/build_facts.h"

namespace mb {
namespace {

constexpr const char* kEitherModel = "the Cartesian or recursive model";

void addConvert(CLI::App& app, Options& options) {
  addModel(app, options);
  addOutput(app, options, "the recursive model; default NAME.recursive.xml here, - standard output");
  addJson(app, options, "print the summary as JSON (as `tree --format json`)");
  addInput(app, options);
  addPlanning(app, options);
  addTimes(app, options);
}

void addImportCommand(CLI::App& app, Options& options) {
  addModel(app, options);
  addOutput(app, options, "the native model; default NAME.model.xml here, - standard output");
  path(app.add_option("--series", options.seriesFile, "where to write the results that the file carries, as CSV"))
      ->type_name("CSV");
  addJson(app, options, "print the report as JSON");
  addInput(app, options);
  addTimes(app, options);
}

void addCheckCommand(CLI::App& app, Options& options) {
  addModel(app, options);
  addJson(app, options);
  addInput(app, options);
  addPlanning(app, options);
  addTimes(app, options);
}

void addTreeCommand(CLI::App& app, Options& options) {
  addModel(app, options);
  addOutput(app, options, "where to write; default standard output");
  oneOf(app.add_option("--format", options.treeFormat, "text, json, dot or svg"), {"text", "json", "dot", "svg"})
      ->capture_default_str();
  addJson(app, options, "as --format json");
  wholeNumber(app.add_option("--alternatives", options.plan.alternatives, "how many other trees to show"), 0, 1000)
      ->capture_default_str();
  addInput(app, options, "--from");
  addPlanning(app, options);
  addTimes(app, options);
}

void addPlanCommand(CLI::App& app, Options& options) {
  addModel(app, options);
  addOutput(app, options, "the plan file; default standard output");
  addInput(app, options);
  addPlanning(app, options);
  addTimes(app, options);
}

void addRunCommand(CLI::App& app, Options& options) {
  addModel(app, options, kEitherModel);
  addOutput(app, options, "the table as CSV, - standard output; default: none, the summary only");
  addJson(app, options, "print the summary as JSON");
  addRun(app, options);
  addTable(app, options);
  addInput(app, options);
  addPlanning(app, options);
  addTimes(app, options);
}

void addSettleCommand(CLI::App& app, Options& options) {
  addModel(app, options, kEitherModel);
  addOutput(app, options, "the settled recursive model, - standard output; default: none, the summary only");
  addJson(app, options, "print the summary as JSON");
  addSettle(app, options);
  addInput(app, options);
  addPlanning(app, options);
  addTimes(app, options);
}

void addVerifyCommand(CLI::App& app, Options& options) {
  addModel(app, options);
  addVerify(app, options);
  addOutput(app, options, "where to write the certificate, as JSON; - standard output");
  addJson(app, options, "print the certificate instead of the table");
  addInput(app, options);
  addPlanning(app, options);
  addTimes(app, options);
}

void addBenchCommand(CLI::App& app, Options& options) {
  addModel(app, options, kEitherModel);
  addBench(app, options);
  addJson(app, options);
  addInput(app, options);
  addPlanning(app, options);
  addTimes(app, options);
}

void addPlotCommand(CLI::App& app, Options& options) {
  path(app.add_option("table", options.model, "the table; - reads standard input"))->type_name("CSV")->required();
  addOutput(app, options, "the picture; default NAME.svg here, - standard output");
  addPlot(app, options);
  addTimes(app, options);
}

void addCompareCommand(CLI::App& app, Options& options) {
  addCompare(app, options);
  addTimes(app, options);
}

void addExplainCommand(CLI::App& app, Options& options) {
  app.add_option("code", options.explainCode, "the code of a message; default: all are listed")->type_name("CODE");
}

void addListing(CLI::App& app, Options& options) { addJson(app, options); }

void addFormatsCommand(CLI::App& app, Options& options) {
  app.add_flag("--functions", options.listFunctions, "list the functions of the expression language");
  addJson(app, options);
}

void addCompletionCommand(CLI::App& app, Options& options) {
  oneOf(app.add_option("shell", options.topic, "the shell that reads the script")->type_name("SHELL")->required(),
        completionShells());
}

void addTopic(CLI::App& app, Options& options, const std::string& what) {
  oneOf(app.add_option("command", options.topic, what)->type_name("COMMAND"), commandNames());
}

void addManCommand(CLI::App& app, Options& options) {
  addTopic(app, options, "the command; default: the program with all of them");
}

void addHelpCommand(CLI::App& app, Options& options) { addTopic(app, options, "the command; default: the program"); }

// A flag says yes by being there: --json=maybe is refused.
void refuseValuesOfFlags(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) {
    if (option->get_expected_max() == 0) option->disable_flag_override();
  }
}

std::string exitCodesText() {
  constexpr std::size_t kInFirstLine = 5;
  std::string text = "Exit codes:";
  const std::vector<std::string>& meanings = exitCodeMeanings();
  for (std::size_t code = 0; code < meanings.size(); ++code) {
    if (code == kInFirstLine) text += "\n           ";
    text += fmt::format(" {} {}{}", code, meanings[code], code + 1 < meanings.size() ? ";" : "");
  }
  return text;
}

}  // namespace

const std::vector<std::string>& exitCodeMeanings() {
  static const std::vector<std::string> meanings{"done",
                                                 "not equivalent, or not within the tolerance",
                                                 "wrong usage",
                                                 "input rejected",
                                                 "cannot be modelled",
                                                 "numerical failure",
                                                 "cannot read or write",
                                                 "internal error"};
  return meanings;
}

const std::vector<CommandRow>& commandRows() {
  constexpr const char* kModels = "Models";
  constexpr const char* kMotion = "Motion";
  constexpr const char* kTables = "Tables";
  constexpr const char* kListings = "What there is";
  constexpr const char* kProgram = "This program";
  static const std::vector<CommandRow> rows{
      {"convert", Command::convert, kModels,
       "turn a Cartesian model into a recursive one; the command that is meant when none is named", addConvert},
      {"import", Command::import, kModels,
       "read a model of any format and write it in the native one, with a report of what is lost", addImportCommand},
      {"check", Command::check, kModels, "read a model, tell what is wrong with it, and its statistics",
       addCheckCommand},
      {"tree", Command::tree, kModels, "show the chosen spanning tree, the cuts and the reasons", addTreeCommand},
      {"plan", Command::plan, kModels, "write the chosen plan as a file that can be edited and given back with --plan",
       addPlanCommand},
      {"run", Command::run, kMotion, "simulate a model: Cartesian, converted first, or recursive", addRunCommand},
      {"settle", Command::settle, kMotion,
       "find a model's static equilibrium: velocities stay, positions move to where it rests", addSettleCommand},
      {"verify", Command::verify, kMotion,
       "convert a model and prove that both are the same machine: counts, states, trajectories, invariants",
       addVerifyCommand},
      {"bench", Command::bench, kMotion,
       "measure a model's evaluation by step and by solver, beside the figures that the papers print", addBenchCommand},
      {"plot", Command::plot, kTables, "draw columns of a table that `run -o` wrote, as SVG", addPlotCommand},
      {"compare", Command::compare, kTables,
       "hold a table against another tool's: worst differences by column, exit code 0 or 1", addCompareCommand},
      {"explain", Command::explain, kListings, "tell more about a message, by its code, or list all codes",
       addExplainCommand},
      {"solvers", Command::solvers, kListings, "list the ways to solve for the accelerations: papers, cost, limits",
       addListing},
      {"formats", Command::formats, kListings, "list the formats that are read and written", addFormatsCommand},
      {"tyres", Command::tyres, kListings, "list the types of tyres and the keys of their properties", addListing},
      {"joints", Command::joints, kListings, "list the joint types: freedoms, equations, weights", addListing},
      {"completion", Command::completion, kProgram, "print a script that completes commands and options in a shell",
       addCompletionCommand},
      {"man", Command::man, kProgram, "print the manual in roff, of a command or of the program; `man -l` shows it",
       addManCommand},
      {"help", Command::help, kProgram, "print what --help prints, of a command or of the program", addHelpCommand},
  };
  return rows;
}

std::vector<std::string> commandNames() {
  std::vector<std::string> names;
  for (const CommandRow& row : commandRows()) names.emplace_back(row.name);
  return names;
}

void addCommands(CLI::App& app, Options& options) {
  app.name("mbconvert");
  app.description(
      "Turns a Cartesian multibody model into a recursive model in relative coordinates, by the best spanning tree "
      "there is.");
  app.set_version_flag("--version", versionText, "the version, and what this build is made of");
  app.set_help_flag("-h,--help", "what there is to say and to choose");
  app.footer(exitCodesText());
  app.require_subcommand(0, 1);
  setHelpFormat(app);
  addConvert(app, options);
  app.get_option("model")->required(false);  // a command stands in its place
  addMessages(app, options);
  refuseValuesOfFlags(app);
  for (const CommandRow& row : commandRows()) {
    CLI::App* const command = app.add_subcommand(row.name, row.description)->group(row.group);
    row.addOptions(*command, options);
    addMessages(*command, options);
    refuseValuesOfFlags(*command);
  }
}

std::string helpText(const std::string& command) {
  CLI::App app;
  Options options;
  addCommands(app, options);
  return command.empty() ? app.help() : app.get_subcommand(command)->help(app.get_name());
}

}  // namespace mb
