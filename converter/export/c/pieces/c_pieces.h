// The pieces of a recording as C: routines that call them, each piece once. Pieces that only ever follow one another
// are one function; pieces of one shape are one function that is called with the places and constants of each.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "converter/export/c/writer/c_functions.h"
#include "formats/model/tracing/cuts.h"

namespace mb {

// What one function of the program does: pieces in order.
struct CRoutine {
  std::vector<int> pieces;
  std::vector<CResult> results;  // after them
  bool isWhole = false;          // nothing else reads what it leaves in memory
};

struct CPieceOptions {
  std::string name;
  std::string parameters;           // of every function, besides the work array
  std::string arguments;            // as they are called
  std::string work;                 // the work array
  std::function<CPlace(int)> cell;  // where a cell stands
  std::set<int> kept;               // cells that are read elsewhere
};

struct CPieces {
  std::string text;
  std::vector<std::string> routines;  // calls, with `m->work` and the counter `k`
  int work = 0;                       // numbers in the work array
  int statements = 0;                 // of all functions
  int stack = 0;                      // bytes of named values in the function that has most of them
  std::vector<int> procedures;        // that they call
};

CPieces cPieces(Trace& trace, const Pieces& pieces, std::vector<CRoutine> routines, const CPieceOptions& options);

}  // namespace mb
