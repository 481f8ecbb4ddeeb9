// The recorded evaluation against the solver that it was recorded from.
#include "runtime/recording/recorded_model.h"

#include "formats/model/tracing/traced.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

TEST_CASE("a recorded evaluation gives the bits of the solver") {
  int recorded = 0;
  for (const std::string& sample : sampleNames()) {
    INFO(sample);
    if (sample == "track_ring") continue;  // large; scripts/check generated-c has it
    const Mechanism m = makeMechanism(convertModel(readSample(sample)).recursive);
    if (!notRecorded(m).empty()) continue;
    Simulation simulation(m, findSolver("embedded"));
    if (!simulation.start(0, initialState(m))) continue;
    ++recorded;
    Workspace w = simulation.workspace();
    Trace trace;
    const RecordedEvaluation evaluation = recordEvaluation(trace, m, w);
    const std::unique_ptr<Solver> solver = findSolver("embedded")->make(m);
    solver->chosenAgain(m, w);
    std::vector<double> y(simulation.state().begin(), simulation.state().end());
    for (int state = 0; state < 5; ++state) {
      for (int k = 0; k < m.workAt(); ++k) y[at(k)] += 0.01 * std::sin(1.0 + 3.7 * k + 11.3 * state);
      const double time = 0.1 * state;
      REQUIRE(solver->evaluate(m, time, y, w));
      std::vector<double> inputs{time};
      inputs.insert(inputs.end(), y.begin(), y.begin() + m.workAt());
      const std::vector<double>& angles = w.forces.angles.last;
      inputs.insert(inputs.end(), angles.begin(), angles.end());
      const std::vector<double> values = valuesOf(trace, inputs);
      for (int v = 0; v < m.vCount; ++v) {
        CHECK(values[at(evaluation.z_dot[at(v)])] == w.z_dot[at(v)]);
        CHECK(values[at(evaluation.z_ddot[at(v)])] == w.z_ddot[at(v)]);
      }
      for (int k = 0; k < m.library.stateCount; ++k)
        CHECK(values[at(evaluation.rates[at(m.lawStateAt() + k)])] == w.forces.stateRates[at(k)]);
    }
  }
  CHECK(recorded >= 5);
}
