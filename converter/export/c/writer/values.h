// Which values of a trace have a name in C: the others are written where they are used.
#pragma once

#include <map>

#include "converter/export/c/writer/c_functions.h"
#include "formats/model/basics/index.h"

namespace mb {

// Results that go to one place after the other, if they are the numbers of one node.
struct CStore {
  CPlace place;
  int node = 0;
  bool isFour = false;
};

struct Values {
  const Trace& trace;
  const CFunctionOptions& options;
  std::vector<CStore> stores;
  std::vector<int> uses;
  std::vector<char> named;

  const TraceNode& node(int n) const { return trace[n]; }
  bool isNamed(int n) const { return named[static_cast<std::size_t>(n)] != 0; }
  CPlace placeOf(int input) const { return options.input(node(input).index); }
  // What an expression is made of: nothing for what stands in memory.
  std::vector<int> operandsOf(int n) const;
  bool isRow(int n) const;  // four inputs that stand side by side
  bool isAngleFunction(int n) const;
  bool isInput(int n) const { return node(n).operation == Operation::input; }
  bool isConstant(int n) const { return node(n).operation == Operation::constant; }
  const TracedFunction& functionOf(int call) const {
    return trace.functions()[static_cast<std::size_t>(node(call).index)];
  }
  // The named values that one statement makes: sine and cosine of an angle, all results of a call, or the one.
  std::vector<int> madeWith(int n) const;
  // Named values that the value n is calculated from.
  std::vector<int> readBy(int n) const;
  // Named values that a store needs.
  std::vector<int> readBy(const CStore& store) const;
  bool isTruth(int n) const;
  std::string nameOf(int n) const { return "t" + std::to_string(n); }
  std::string typeOf(int n) const;

  std::map<std::pair<int, int>, int> partners;  // angle and whether it is a sine
  std::map<int, std::vector<int>> results;      // by call
};

Values cValues(const Trace& trace, const std::vector<CResult>& results, const CFunctionOptions& options);

}  // namespace mb
