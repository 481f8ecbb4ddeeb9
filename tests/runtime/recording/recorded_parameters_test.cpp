// Parameters and inputs of the recorded evaluation, against the solver on the model that has their values.
#include "converter/parameters/parameters.h"
#include "formats/model/tracing/traced.h"
#include "formats/native/native.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/simulation/simulate.h"
#include "runtime/solvers/solvers.h"
#include "tests/support/samples.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

// A rod of 2 kg between a crank and a slider that carries more: its shares change masses, centres and inertias.
constexpr const char* kWithRods = R"xml(<mbs version="2" name="rods">
  <gravity vector="0 0 -9.81"/>
  <input name="push" unit="N" start="3"/>
  <input name="shift" unit="m" filter="0.1"/>
  <body name="ground" ground="true"><marker name="m" pos="0 0 1"/></body>
  <body name="crank"><pose pos="0 0 0"/><mass value="1.5" com="0.1 0 0.02"/><inertia xx="0.01" yy="0.02" zz="0.03"/></body>
  <body name="rod"><pose pos="0.31 0 0.08"/><mass value="2"/><inertia xx="0.05" yy="0.05" zz="0.05"/></body>
  <body name="slider"><pose pos="0.5 0 0"/><mass value="3"/><inertia xx="0.01" yy="0.01" zz="0.02"/><marker name="m"/></body>
  <body name="carried"><pose pos="0.5 0 0.2"/><mass value="0.5"/><inertia xx="0.01" yy="0.01" zz="0.02"/></body>
  <joint name="hinge" type="revolute" i="crank" j="ground" point="0 0 0" axis="0 1 0"/>
  <joint name="first" type="spherical" i="rod" j="crank" point="0.12 0 0.16"/>
  <joint name="second" type="spherical" i="rod" j="slider" point="0.5 0 0"/>
  <joint name="guide" type="translational" i="slider" j="ground" point="0.5 0 0" axis="1 0 0"/>
  <joint name="lift" type="translational" i="carried" j="slider" point="0.5 0 0.2" axis="0 0 1"/>
  <motion name="lifted" joint="lift" function="input(shift)"/>
  <force name="spring" type="tsda" i="slider.m" j="ground.m" k="100" c="2" length="0.9" preload="4"/>
  <force name="pushed" type="general" i="slider.m" fx="input(push)"/>
</mbs>)xml";

bool isOfTyre(const RecursiveModel& model, const Parameter& one) {
  return std::ranges::any_of(model.tyres, [&](const Tyre& tyre) { return one.path.starts_with(tyre.name + "."); });
}
double wave(std::size_t k) { return std::sin(1.0 + 3.7 * static_cast<double>(k)); }

// Accelerations by both ways, with every parameter changed.
void compareTuned(const RecursiveModel& model) {
  Mechanism m = makeMechanism(model);
  RecursiveModel other = model;
  std::vector<const double*> numbers;
  std::vector<double> inputs;
  std::vector<double> values;
  const std::vector<Parameter> known = parametersIn(m.model);
  for (const Parameter& one : parametersIn(other)) {
    if (isOfTyre(other, one)) continue;
    *one.value *= 1 + 0.3 * wave(numbers.size());
    values.push_back(*one.value);
    numbers.push_back(std::ranges::find(known, one.path, &Parameter::path)->value);
  }
  const Mechanism tuned = makeMechanism(other);
  Simulation simulation(m, findSolver("embedded"));
  REQUIRE(simulation.start(0, initialState(m)));
  Workspace w = simulation.workspace();
  Trace trace;
  const RecordedEvaluation evaluation = recordEvaluation(trace, m, w, numbers);
  const std::unique_ptr<Solver> solver = findSolver("embedded")->make(tuned);
  solver->chosenAgain(tuned, w);
  for (std::size_t k = 0; k < w.forces.inputs.set.size(); ++k) w.forces.inputs.set[k] += wave(k);
  std::vector<double> y(simulation.state().begin(), simulation.state().end());
  for (std::size_t k = 0; k < at(m.workAt()); ++k) y[k] += 0.01 * wave(k);
  REQUIRE(solver->evaluate(tuned, 0.1, y, w));
  inputs.push_back(0.1);
  y.resize(at(m.workAt()));
  for (const std::vector<double>* more : {&y, &w.forces.angles.last, &w.forces.inputs.set, &values})
    inputs.insert(inputs.end(), more->begin(), more->end());
  REQUIRE(static_cast<int>(inputs.size()) == traceInputs(m, numbers.size()).count);
  const std::vector<double> found = valuesOf(trace, inputs);
  for (int v = 0; v < m.vCount; ++v) CHECK(found[at(evaluation.z_ddot[at(v)])] == w.z_ddot[at(v)]);
  std::vector<double> rates(at(m.stateSize()));
  y.resize(at(m.stateSize()));
  stateRates(tuned, y, w, rates);
  for (int k = m.lawStateAt(); k < m.workAt(); ++k) CHECK(found[at(evaluation.rates[at(k)])] == rates[at(k)]);
}

RecursiveModel modelOf(const std::string& text) {
  Diagnostics diagnostics;
  const auto model = readNative(std::make_shared<const SourceFile>(SourceFile{"rods.xml", text}), diagnostics);
  return convertModel(model).recursive;
}

}  // namespace

TEST_CASE("a recorded evaluation with other parameters and inputs gives the bits of the model with these") {
  for (const std::string sample : {"crane", "four_bar", "hmmwv", "satellite", "stiff_bushings"}) {
    INFO(sample);
    compareTuned(convertModel(readSample(sample)).recursive);
  }
}

TEST_CASE("the mass of a removed rod is a parameter of what it leaves on its ends") {
  const RecursiveModel model = modelOf(kWithRods);
  REQUIRE(model.rods.size() == 1);
  CHECK(model.rods[0].mass == 2);
  compareTuned(model);
}
