#include "converter/export/fmu/own_run.h"

#include "runtime/simulation/implicit_simulation.h"

namespace mb::fmi {
namespace {

struct Rows {
  const Mechanism& m;
  const Trajectory& trajectory;
  const VariableTable& variables;
  OwnRun& run;
  std::vector<double> before{};
  std::vector<double> row{};

  void add(double time, StateView y, const Workspace& w) {
    evaluateRow(m, trajectory, time, y, w, before, row);
    before = row;
    std::vector<double> values;
    for (const Variable& one : variables.all) {
      const bool isColumn = one.source == Source::column;
      const bool isState = one.source == Source::state;
      const double value = isColumn ? row[at(one.index)] : isState ? y[at(one.index)] : 0;
      values.push_back(one.source == Source::time ? time : value / one.perUnit);
    }
    run.times.push_back(time);
    run.rows.push_back(std::move(values));
  }
};

void runExplicitly(const Mechanism& m, const ExportStepping& stepping, int rows, int every, Rows& out) {
  RunOptions options;
  options.step = stepping.step;
  options.end = (rows - 1) * every * stepping.step;
  options.every = every * stepping.step;
  options.method = stepping.method;
  const RunReport report = simulate(m, initialState(m), options, [&](double time, StateView y, const Workspace& w) {
    out.add(time, y, w);
    return true;
  });
  if (report.failure) out.run.fault = report.failure->message;
}

// The implicit method chooses its steps, and ends one wherever an importer looks.
void runImplicitly(const Mechanism& m, double every, int rows, Rows& out) {
  ImplicitSimulation simulation(m);
  bool isWell = simulation.start(0, initialState(m));
  double wanted = 1e-4;
  for (int n = 0; n < rows && isWell; ++n) {
    const double end = (n - 1) * every + every;
    while (n > 0 && isWell && simulation.time() < end - 1e-9 * every) {
      isWell = simulation.step(wanted, end);
      wanted = simulation.nextStep();
    }
    if (isWell) out.add(simulation.time(), simulation.state(), simulation.workspace());
  }
  if (simulation.report().failure) out.run.fault = simulation.report().failure->message;
}

}  // namespace

OwnRun ownRun(const Mechanism& m, const Trajectory& trajectory, const VariableTable& variables,
              const ExportStepping& stepping, int rows, int every) {
  OwnRun run;
  Rows out{m, trajectory, variables, run};
  if (stepping.method)
    runExplicitly(m, stepping, rows, every, out);
  else
    runImplicitly(m, every * stepping.step, rows, out);
  return run;
}

}  // namespace mb::fmi
