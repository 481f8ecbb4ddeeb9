// The variables of a machine as FMI sees them: names, units, and where each value stands. The exporter writes them into
// the description and the binary serves them, both by the same function, so that a number means the same on both sides.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "converter/parameters/parameters.h"
#include "converter/tables/trajectory.h"
#include "runtime/simulation/simulate.h"

namespace mb::fmi {

// Where the value of a variable comes from, and what `index` counts.
enum class Source {
  time,
  column,     // of a run's table, in its own unit
  state,      // a place in the state vector
  rate,       // of such a place
  parameter,  // by number
  input,      // likewise
};

struct Variable {
  int reference = 0;   // the standard's value reference: its place among all, even where some are left out
  std::string name;    // structured: parts that are no identifiers stand in quotes
  std::string unit;    // as parseUnit() reads it; "1" for a plain number
  double perUnit = 1;  // the unit as an SI value
  Source source = Source::column;
  int index = 0;
  bool isOutput = false;          // otherwise it is one of the inner variables
  bool isState = false;           // of Model Exchange: continuous and independent
  double start = 0;               // of states and parameters, in the unit
  int derivativeOf = -1;          // the place of the variable
  bool isNegativeToo = true;      // of parameters
  std::optional<double> least{};  // of inputs, in the unit
  std::optional<double> most{};
  std::string description{};
};

// Variables that belong together where machines are connected: how a wheel moves, and what its tyre does to it.
struct Terminal {
  struct Member {
    std::string name;  // within the terminal: "x", "fz"
    int variable = 0;
  };
  std::string name;
  std::vector<Member> members;
};

struct VariableTable {
  std::vector<Variable> all;  // time first; where none is left out, a value reference is a place here
  std::vector<int> states;    // places of the continuous states, and of their derivatives in the same order
  std::vector<int> rates;
  // The coordinates that are independent where the model starts, by block. Model Exchange keeps them, because an
  // importer cannot be told of others.
  std::vector<Partition> partitions;
  std::vector<double> choice;  // the state at which they were chosen
  std::vector<Terminal> terminals;
  bool hasDerivatives = false;  // along directions of the states
};

// Nothing where the model cannot start; the failure says why.
std::optional<VariableTable> makeVariables(const Mechanism& m, const Trajectory& trajectory,
                                           const std::vector<Parameter>& parameters,
                                           std::optional<mb::RunFailure>& failure);

// Those that a binary serves, with the references that they had.
VariableTable served(const VariableTable& table, const std::function<bool(const Variable&)>& isServed);

// The table of a run whose columns are variables: no reactions, which an option of a run asks for.
Trajectory shownColumns(const Mechanism& m);

// The name of a column as the structured convention of FMI wants it: 'tie-rod'.fx.
std::string structuredName(std::string_view name);

// Whether positions hold quaternions: they are brought to their length when they are set, which directional derivatives
// do not see.
bool turnsFreely(const Mechanism& m);

}  // namespace mb::fmi
