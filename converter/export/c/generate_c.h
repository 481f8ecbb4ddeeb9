// C99 for one model: its accelerations and steps by the operations that the default solver carries out.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"
#include "runtime/simulation/methods/runge_kutta.h"
#include "runtime/simulation/simulate.h"

namespace mb {

struct GenerateOptions {
  std::string name = "model";  // of files, functions and types: a C identifier
  double step = 1e-3;
  double end = 10;                     // of the run whose choices of independent coordinates are compiled in
  const RungeKutta* method = nullptr;  // null: rk4; of those with fixed steps
  bool isStrict = false;               // a measure that C has no operations for is an error
  std::vector<std::string> tunable{};  // patterns of numbers that can be changed; empty: the usual ones
  bool hasBatch = false;               // beside it, a program for several states at a time
  bool isDirectional = false;          // derivatives along directions as well, in files of their own
};

struct GeneratedFile {
  std::string name;
  std::string text;
};

struct GeneratedC {
  std::vector<GeneratedFile> files;
  int statements = 0;  // of one evaluation
  int partitions = 0;  // choices of independent coordinates that are compiled in
  std::size_t inputs = 0;
  std::size_t parameters = 0;
  std::size_t measures = 0;          // twelve of each probe among them
  std::vector<std::string> fixed{};  // paths of usual parameters that C has as constants
};

// Nothing after errors: a located one for each element that C is not made for yet. The model is one whose loops are
// closed at its initial position.
std::optional<GeneratedC> generateC(const RecursiveModel& model, const GenerateOptions& options,
                                    Diagnostics& diagnostics);

// A name of the model as an identifier.
std::string cIdentifier(std::string_view name);

}  // namespace mb
