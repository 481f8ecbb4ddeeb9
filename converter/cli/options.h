// The command line, as values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/model_file.h"
#include "converter/verify/verify.h"
#include "graph/plan/plan.h"
#include "runtime/simulation/settle.h"

namespace mb {

enum class Command {
  convert,
  import,
  check,
  tree,
  plan,
  run,
  settle,
  verify,
  bench,
  plot,
  compare,
  explain,
  solvers,
  tyres,
  formats,
  joints,
  completion,
  man,
  help
};

// What `mbconvert run` is asked for. Times in seconds, whatever the units of the model.
struct RunRequest {
  double end = 0;
  double step = 0;
  std::string integrator;  // empty: rk4, or the solver's own
  std::string solver = "auto";
  std::optional<double> tolerance;   // relative, of adaptive steps
  std::optional<double> every;       // between rows
  std::vector<std::string> columns;  // patterns; none: all
  std::string units = "si";
  bool reactions = false;
  bool accelerations = false;
  bool keepPartial = false;
  bool settle = false;  // before it starts
};

// What `mbconvert verify` is asked for.
struct VerifyRequest {
  std::string recursiveFile;  // instead of what the model converts to
  VerifyOptions levels;
};

// What `mbconvert bench` is asked for.
struct BenchRequest {
  int evaluations = 20'000;
};

// What `mbconvert plot` is asked for.
struct PlotRequest {
  std::string x = "time";
  std::vector<std::string> panels;  // patterns of columns, separated by commas
  std::string title;
  std::string compare;  // another table
};

// What `mbconvert compare` is asked for.
struct CompareRequest {
  std::string ours;               // paths; "-" for standard input
  std::string theirs;             // the reference
  std::vector<std::string> maps;  // OURS=THEIRS
  double tolerance = 1e-6;
  double absoluteTolerance = 0;
  std::string align = "interpolate";
  bool json = false;
  bool quiet = false;
};

struct Options {
  Command command = Command::convert;
  std::string model;  // path, or "-" for standard input
  ModelOptions input;
  std::string output;  // -o; empty: the command's own choice
  std::string planFile;
  std::string treeFormat = "text";
  bool json = false;
  bool listRods = false;   // --rods list
  bool rodsAsked = false;  // --rods with a mode or bodies
  bool rodToleranceAsked = false;
  bool listFunctions = false;  // formats --functions
  bool quiet = false;
  bool times = false;
  std::string colour = "auto";
  PlanOptions plan;
  RunRequest run;
  VerifyRequest verify;
  BenchRequest bench;
  SettleOptions settle;
  PlotRequest plot;
  CompareRequest compare;
  std::string seriesFile;                  // import --series
  std::string explainCode;                 // empty: all codes
  std::string topic;                       // completion: the shell; man, help: the command
  std::string diagnosticsFormat = "text";  // or json, sarif
  bool werror = false;                     // warnings are errors
  std::optional<int> maxMessages;          // that are told; 0: all; none: as many as a person reads, or a program

  // Whether standard error is for more than messages. Who reads those as JSON wants nothing beside them.
  bool narrates() const { return !quiet && diagnosticsFormat == "text"; }
};

// Parses the command line. Returns an exit code when there is nothing more to do (help, version, wrong usage), after
// printing what is to be said.
std::optional<int> parseCommandLine(int count, const char* const* arguments, Options& options);

}  // namespace mb
