// Operations of a trace as functions in C.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "converter/export/c/writer/c_place.h"
#include "formats/model/tracing/trace.h"

namespace mb {

// An output of a generated function: where the value of a node goes.
struct CResult {
  CPlace place;
  int node = 0;
};

struct CFunctionOptions {
  std::string name;                  // of the parts: name_1, name_2 …
  std::string parameters;            // of all parts, besides the work array: "const real_t* y, real_t* zdd"
  std::string arguments;             // as the parts are called: "y, zdd"
  std::string work = "work";         // the array that they are called with
  std::string prologue;              // of each part
  std::function<CPlace(int)> input;  // where an input stands
  int mostStatements = 500;          // in a part
  bool isPlain = false;              // numbers are double, whatever real_t is, and all stands in one part
  bool isBatch = false;              // of several states: what one state has once stands MB_LANES times side by side
};

struct CFunctions {
  std::string text;   // the parts
  std::string calls;  // of all parts in order, with `work`
  int work = 0;       // numbers in the work array, of each state
  int statements = 0;
  int stack = 0;                // bytes of named values in the function that has most of them
  std::vector<int> procedures;  // of the trace that it calls
};

// Straight-line code: values that several statements use have a name, and those that several parts use stand in the
// work array. A result may go where an input stands: all inputs are read before.
CFunctions cFunctions(const Trace& trace, const std::vector<CResult>& results, const CFunctionOptions& options);

// The procedures of the trace that are called, directly or not, each as a function of an array of arguments and an
// array of results.
std::string cProcedures(const Trace& trace, const std::vector<int>& directly, bool isBatch);

}  // namespace mb
