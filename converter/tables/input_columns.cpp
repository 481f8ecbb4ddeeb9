#include "converter/tables/input_columns.h"

#include "converter/tables/trajectory.h"

namespace mb {

std::vector<InputColumn> makeInputColumns(const Mechanism& m, const std::set<std::string>& taken) {
  std::vector<InputColumn> columns;
  for (const Input& input : m.model.inputs) {
    const std::string name = taken.contains(input.name) ? input.name + ".input" : input.name;
    columns.push_back({name, input.unit});
    if (input.filter > 0) columns.push_back({name + ".filtered", input.unit});
  }
  return columns;
}

void putInputs(const Mechanism& m, const Trajectory& table, double time, const Workspace& w, std::vector<double>& row) {
  const InputValues& values = w.forces.inputs;
  double* to = row.data() + table.firstInput;
  for (std::size_t k = 0; k < m.library.inputs.size(); ++k) {
    *to++ = arriving(values, k, time).value;
    if (m.library.inputs[k].state >= 0) *to++ = values.now[k].value;
  }
}

}  // namespace mb
