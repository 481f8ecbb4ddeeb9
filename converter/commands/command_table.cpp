#include "converter/commands/command_table.h"

#include <fmt/format.h>

#include "converter/console/wrap.h"
#include "converter/files/build_facts.h"
#include "runtime/solvers/embedded/dispatch.h"

namespace mb {

// Each is in the file of its name; commands without a model are in listings.cpp, the report and the export have
// folders.
Command convertCommand(CommonOptions& common);
Command exportCommand(CommonOptions& common);
Command importCommand(CommonOptions& common);
Command checkCommand(CommonOptions& common);
Command treeCommand(CommonOptions& common);
Command planCommand(CommonOptions& common);
Command runCommand(CommonOptions& common);
Command settleCommand(CommonOptions& common);
Command verifyCommand(CommonOptions& common);
Command benchCommand(CommonOptions& common);
Command reportCommand(CommonOptions& common);
Command plotCommand(CommonOptions& common);
Command compareCommand(CommonOptions& common);
Command explainCommand(CommonOptions& common);
Command solversCommand(CommonOptions& common);
Command formatsCommand(CommonOptions& common);
Command tyresCommand(CommonOptions& common);
Command jointsCommand(CommonOptions& common);
Command completionCommand(CommonOptions& common);
Command manCommand(CommonOptions& common);
Command helpCommand(CommonOptions& common);

namespace {

// "mbconvert 0.1.0", followed by facts of the build and the kernel that runs on this processor.
std::string versionText() {
  const BuildFacts& facts = buildFacts();
  std::string text = fmt::format("mbconvert {}\n", facts.version);
  const auto line = [&text](std::string_view name, std::string_view value) {
    text += wrapped(fmt::format("  {:<11} ", name), value);
  };
  line("commit", facts.commit);
  line("compiler", facts.compiler);
  line("build", fmt::format("{}, {}", facts.buildType, facts.flags));
  line("sanitizers", facts.sanitizers);
  line("libraries", facts.libraries);
  line("kernel",
       fmt::format("{} on this processor; compiled: {}", embedded::kernelVariant(), embedded::kernelVariants()));
  text.pop_back();  // the caller ends the line
  return text;
}

std::vector<CommandRow> commandRows() {
  constexpr const char* kModels = "Models";
  constexpr const char* kMotion = "Motion";
  constexpr const char* kTables = "Tables";
  constexpr const char* kListings = "Listings";
  constexpr const char* kProgram = "Program";
  return {
      {"convert", kModels, "turn a Cartesian model into a recursive one; the default when no command is named",
       convertCommand},
      {"export",
       kModels,
       "write a model for another program, with the certificate of its conversion",
       exportCommand,
       {"generate", "codegen", "fmu", "build"}},
      {"import",
       kModels,
       "read a model of any format, write it in the native one, and report what is lost",
       importCommand,
       {"translate", "read"}},
      {"check",
       kModels,
       "report what is wrong with a model, and its statistics",
       checkCommand,
       {"validate", "lint", "info"}},
      {"tree",
       kModels,
       "show the chosen spanning tree, the cuts and the reasons",
       treeCommand,
       {"graph", "show", "draw"}},
      {"plan", kModels, "write the chosen plan as a file that can be edited and given back with --plan", planCommand},
      {"run",
       kMotion,
       "simulate a model: Cartesian (converted first) or recursive",
       runCommand,
       {"simulate", "simulation", "sim", "solve", "integrate", "dynamics"}},
      {"settle",
       kMotion,
       "find the static equilibrium of a model; positions move to where it rests, velocities stay",
       settleCommand,
       {"equilibrium", "static", "statics"}},
      {"verify",
       kMotion,
       "convert a model and prove that both are the same machine",
       verifyCommand,
       {"equivalence", "prove"}},
      {"bench",
       kMotion,
       "measure the evaluation of a model by stage and by solver, beside the figures of the papers",
       benchCommand,
       {"benchmark"}},
      {"report",
       kMotion,
       "show a model, its tree, its motion and the proof as one HTML page",
       reportCommand,
       {"page", "html", "view", "animate"}},
      {"plot", kTables, "draw columns of a table as SVG", plotCommand, {"chart"}},
      {"compare", kTables, "compare a table with another tool's, column by column", compareCommand, {"diff"}},
      {"explain", kListings, "explain a message by its code, or list all codes", explainCommand},
      {"solvers", kListings, "list the solvers for accelerations: papers, cost, limits", solversCommand},
      {"formats", kListings, "list the formats that are read and written", formatsCommand},
      {"tyres", kListings, "list the types of tyres and the keys of their properties", tyresCommand},
      {"joints", kListings, "list the joint types: degrees of freedom, equations, weights", jointsCommand},
      {"completion", kProgram, "print a script that completes commands and options in a shell", completionCommand},
      {"man", kProgram, "print the manual of a command or of the program, in roff; `man -l` shows it", manCommand},
      {"help", kProgram, "print the help of a command or of the program", helpCommand},
  };
}

}  // namespace

const CommandTable& commandTable() {
  static const CommandTable table{
      "Turns Cartesian multibody models into recursive models in relative coordinates, over the best spanning tree.",
      commandRows(), versionText};
  return table;
}

}  // namespace mb
