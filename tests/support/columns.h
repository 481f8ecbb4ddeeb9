// The table of a run by the names of its columns, in their units.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "converter/tables/trajectory.h"
#include "runtime/simulation/simulate.h"
#include "tests/support/samples.h"

namespace mb::testing {

using NamedRow = std::map<std::string, double>;

// A row for every so many steps of a run with fixed steps, the first at time 0.
inline std::vector<NamedRow> rowsOf(const RecursiveModel& model, double end, int steps, int every = 1) {
  const Mechanism m = makeMechanism(model);
  const Trajectory table = makeTrajectory(m, {});
  Simulation simulation(m);
  std::vector<NamedRow> rows;
  std::vector<double> before;
  std::vector<double> row;
  bool alive = simulation.start(0, initialState(m));
  for (int k = 0; alive && k <= steps; ++k) {
    if (k > 0) alive = simulation.step(*findRungeKutta("rk4"), end / steps, end * k / steps);
    if (k % every != 0) continue;
    evaluateRow(m, table, simulation.time(), simulation.state(), simulation.workspace(), before, row);
    before = row;
    NamedRow named;
    for (std::size_t c = 0; c < row.size(); ++c) named[table.columns[c].name] = row[c] / table.columns[c].unit;
    rows.push_back(std::move(named));
  }
  if (!alive) throw std::runtime_error(simulation.report().failure->message);
  return rows;
}

}  // namespace mb::testing
