// Our own run with the steps of an export, its rows as the variables of an FMU show them.
#pragma once

#include <string>
#include <vector>

#include "converter/export/target/target.h"
#include "converter/fmi/variables/variables.h"

namespace mb::fmi {

struct OwnRun {
  std::vector<double> times;
  std::vector<std::vector<double>> rows;  // by time; parameters, inputs and rates are 0
  std::string fault;                      // why it ended early
};

// `every`: the internal steps between two rows; of the implicit method, which ends its own wherever an importer looks,
// the lengths of time.
OwnRun ownRun(const Mechanism& m, const Trajectory& trajectory, const VariableTable& variables,
              const ExportStepping& stepping, int rows, int every);

}  // namespace mb::fmi
