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
      for (const CompiledInput& input : m.library.inputs) inputs.push_back(input.start);
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

TEST_CASE("recorded corrections leave the positions of an accepted step, to the bit") {
  int compared = 0;
  for (const char* const sample : {"four_bar", "hmmwv", "five_link_corner", "andrews_squeezer"}) {
    INFO(sample);
    const Mechanism m = makeMechanism(convertModel(readSample(sample)).recursive);
    Simulation simulation(m, findSolver("embedded"));
    REQUIRE(simulation.start(0, initialState(m)));
    Workspace w = simulation.workspace();
    Trace trace;
    const RecordedEvaluation recorded = recordEvaluation(trace, m, w);
    const std::unique_ptr<Solver> solver = findSolver("embedded")->make(m);
    solver->chosenAgain(m, w);
    std::vector<double> y(simulation.state().begin(), simulation.state().end());
    const auto inputsAt = [&](std::span<const double> state) {
      std::vector<double> inputs{0};
      inputs.insert(inputs.end(), state.begin(), state.begin() + m.workAt());
      inputs.insert(inputs.end(), w.forces.angles.last.begin(), w.forces.angles.last.end());
      return inputs;
    };
    for (int step = 1; step <= 5; ++step) {
      REQUIRE(solver->evaluate(m, 0, y, w));
      const std::vector<double> before = valuesOf(trace, inputsAt(y));
      // As far as a step leaves the equations open.
      std::vector<double> moved = y;
      for (int z = 0; z < m.zCount; ++z) moved[at(z)] += 1e-9 * std::sin(1.0 + 3.7 * z + step);
      std::vector<double> inputs = inputsAt(moved);
      for (const int factor : recorded.factors) inputs.push_back(before[at(factor)]);
      REQUIRE(solver->accept(m, 0, moved, w));
      const std::vector<double> values = valuesOf(trace, inputs);
      for (int z = 0; z < m.zCount; ++z) CHECK(values[at(recorded.positions[at(z)])] == moved[at(z)]);
      CHECK(values[at(recorded.residual)] < 1e-14);
      ++compared;
      y = moved;
    }
  }
  CHECK(compared == 20);
}
