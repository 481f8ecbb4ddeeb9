// The columns of inputs: what comes from outside, and what of it arrives behind a filter.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "runtime/evaluation/stages.h"

namespace mb {

struct Trajectory;

struct InputColumn {
  std::string name;
  std::string unit;  // of the input; may be empty
};
// All of them, in the model's order. An input with the name of another column is called U.input.
std::vector<InputColumn> makeInputColumns(const Mechanism& m, const std::set<std::string>& taken);
// Their values in SI.
void putInputs(const Mechanism& m, const Trajectory& table, double time, const Workspace& w, std::vector<double>& row);

}  // namespace mb
