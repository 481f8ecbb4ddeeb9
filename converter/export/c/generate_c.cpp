#include "converter/export/c/generate_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "converter/export/c/c_batch.h"
#include "converter/export/c/c_directional.h"
#include "converter/export/c/c_program.h"
#include "converter/export/c/c_shared.h"
#include "converter/export/c/pieces/c_pieces.h"
#include "formats/model/tracing/side_by_side.h"
#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_measures.h"
#include "runtime/recording/recorded_program.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

// The measures that C calculates.
struct CMeasures {
  MeasureSet set;
  std::vector<int> numbers;  // in the model, by program
};

class Generator {
 public:
  Generator(const RecursiveModel& model, const Mechanism& m, const Simulation& simulation,
            const GenerateOptions& options, std::vector<Parameter> parameters, const CMeasures& measured)
      : model_(model),
        m_(m),
        simulation_(simulation),
        options_(options),
        parameters_(std::move(parameters)),
        measured_(measured) {}

  GeneratedC run() {
    const std::string& n = options_.name;
    CProgram program{m_,
                     simulation_.state(),
                     options_,
                     options_.method ? *options_.method : *findRungeKutta("rk4"),
                     interfaceOf(m_, parameters_, measured_.numbers),
                     {},
                     {},
                     static_cast<int>(measured_.set.angles.size()),
                     "",
                     {}};
    GeneratedC generated;
    Trace trace;
    const std::vector<Workspace> chosen = choices();
    generated.statements = writePartitions(program, trace, chosen);
    generated.partitions = static_cast<int>(program.partitions.size());
    generated.measures = program.interface.measures.size();
    generated.inputs = program.interface.inputs.size();
    generated.parameters = parameters_.size();
    generated.files = {{n + ".h", headerText(program)},
                       {n + ".c", sourceText(program)},
                       {n + "_test.c", selfTestText(program, checkedStates())},
                       {"Makefile", makefileText(options_)},
                       {"README.md", readmeText(program)}};
    for (GeneratedFile& file : sharedFiles(trace)) generated.files.push_back(std::move(file));
    if (options_.hasBatch) addBatch(program, chosen, generated);
    if (options_.isDirectional) {
      for (GeneratedFile& file : directionalFiles(program, chosen, numbers()))
        generated.files.push_back(std::move(file));
    }
    return generated;
  }

 private:
  // The choice of the start, and each that a run takes; with pivots chosen again where those of before have faded.
  std::vector<Workspace> choices() const {
    constexpr std::size_t kMost = 8;
    constexpr long kMostSteps = 20'000;
    constexpr double kGood = 0.1;  // of the pivots at a choice
    struct Choice {
      Workspace w;
      std::unique_ptr<Solver> solver;
    };
    std::vector<Choice> found;
    const auto add = [&](const Workspace& w) {
      found.push_back({w, findSolver("embedded")->make(m_)});
      found.back().solver->chosenAgain(m_, w);
    };
    add(simulation_.workspace());
    Simulation run(m_, findSolver("embedded"));
    const RungeKutta& method = options_.method ? *options_.method : *findRungeKutta("rk4");
    bool goesOn = !m_.blocks.empty() && run.start(0, initialState(m_));
    for (long k = 0; k < kMostSteps && goesOn && found.size() < kMost && run.time() < options_.end; ++k) {
      goesOn = run.step(method, options_.step, options_.end);
      const auto isGood = [&](Choice& one) {
        return isSame(run.blocks(), one.w.blocks) && one.solver->evaluate(m_, run.time(), run.state(), one.w) &&
               worstPivotRatio(one.w) >= kGood;
      };
      if (!goesOn || std::ranges::any_of(found, isGood)) continue;
      add(run.workspace());
      if (!isGood(found.back())) found.pop_back();  // beside a singular position no choice is good
    }
    std::vector<Workspace> workspaces;
    for (Choice& choice : found) workspaces.push_back(std::move(choice.w));
    return workspaces;
  }
  static bool isSame(std::span<const BlockWork> a, std::span<const BlockWork> b) {
    return std::ranges::equal(a, b, [](const BlockWork& one, const BlockWork& other) {
      return one.partition.rows == other.partition.rows && one.partition.columns == other.partition.columns;
    });
  }

  std::vector<const double*> numbers() const {
    std::vector<const double*> numbers;
    for (const Parameter& one : parameters_) numbers.push_back(one.value);
    return numbers;
  }
  // Where an input of the trace stands in C, or the memory after the inputs.
  CPlace placeOf(int k) const {
    const TraceInputs places = traceInputs(m_, parameters_.size());
    return k < places.count ? inputPlace(places, k) : CPlace{"m->memory", k - places.count};
  }
  static void addResults(const std::string& place, const std::vector<int>& nodes, std::vector<CResult>& results) {
    for (std::size_t k = 0; k < nodes.size(); ++k) results.push_back({{place, static_cast<int>(k)}, nodes[k]});
  }

  CFunctions measuresOf(Trace& trace, const CProgram& program) const {
    const Workspace& w = simulation_.workspace();
    const RecordedMeasures recorded = recordMeasures(trace, m_, measured_.set, w, numbers());
    CFunctionOptions how;
    how.name = program.options.name + "_measured";
    how.parameters = fmt::format(
        "{}_t* m, const real_t time, const real_t* y, const real_t* u, const real_t elapsed, real_t* measures",
        program.options.name);
    how.arguments = "m, time, m->y, m->u, elapsed, out->measures";
    how.input = [this, places = measureInputs(m_, measured_.set, parameters_.size())](int k) {
      return k < places.accelerations ? placeOf(k)
             : k < places.angles      ? CPlace{"m->rates", m_.velocityAt() + k - places.accelerations}
             : k < places.rates       ? CPlace{"m->seen", k - places.angles}
             : k < places.elapsed     ? CPlace{"m->seen_rates", k - places.rates}
                                      : CPlace{"elapsed", -1};
    };
    std::vector<CResult> results;
    addResults("measures", recorded.values, results);
    addResults("m->seen_next", recorded.angles, results);
    addResults("m->seen_next_rates", recorded.rates, results);
    return cFunctions(trace, results, how);
  }

  // Returns the number of statements.
  int writePartitions(CProgram& program, Trace& trace, const std::vector<Workspace>& choices) const {
    Pieces pieces;
    RecordedCells cells;
    cells.first = traceInputs(m_, parameters_.size()).count;
    std::vector<CRoutine> routines;
    std::set<int> factors;
    for (const Workspace& chosen : choices) {
      const RecordedProgram recorded = recordProgram(trace, pieces, cells, m_, chosen, numbers());
      factors.insert(recorded.factors.begin(), recorded.factors.end());
      CPartition partition;
      for (int v = 0; v < m_.vCount; ++v) {
        if (chosen.isDependent[static_cast<std::size_t>(v)]) partition.dependent.push_back(v);
      }
      program.partitions.push_back(std::move(partition));
      routines.push_back({recorded.place, {}, false});
      routines.push_back({recorded.factorise, {}, false});
      std::vector<int> all = recorded.place;
      all.insert(all.end(), recorded.factorise.begin(), recorded.factorise.end());
      all.insert(all.end(), recorded.accelerate.begin(), recorded.accelerate.end());
      routines.push_back({all, resultsOf(recorded.evaluation, "m->"), true});
      routines.push_back({recorded.measure, {}, false});
      routines.push_back({recorded.correct, {}, false});
    }
    const CPieces text = cPieces(trace, pieces, std::move(routines), pieceOptions(cells, factors));
    std::size_t next = 0;
    for (CPartition& partition : program.partitions) {
      for (std::string* const calls :
           {&partition.place, &partition.factorise, &partition.evaluate, &partition.measure, &partition.correct})
        *calls = text.routines[next++];
    }
    std::vector<int> procedures = text.procedures;
    if (!program.interface.measures.empty()) {
      program.measures = measuresOf(trace, program);
      procedures.insert(procedures.end(), program.measures.procedures.begin(), program.measures.procedures.end());
    }
    program.functions =
        constantsText(trace) + sineCosineText(trace) + cProcedures(trace, procedures, false) + text.text;
    program.memory = {cells.end - cells.first,
                      text.work,
                      cells.growth - cells.first,
                      cells.open - cells.first,
                      cells.residual - cells.first,
                      cells.massless - cells.first,
                      text.stack};
    return text.statements;
  }

  static std::vector<CResult> resultsOf(const RecordedEvaluation& evaluation, const std::string& owner) {
    std::vector<CResult> results;
    addResults("rates", evaluation.rates, results);
    addResults(owner + "zd", evaluation.z_dot, results);
    addResults(owner + "turned", evaluation.angles, results);
    return results;
  }

  CPieceOptions pieceOptions(const RecordedCells& cells, std::set<int> kept) const {
    CPieceOptions how;
    how.name = options_.name;
    how.parameters =
        fmt::format("{}_t* m, const real_t time, real_t* y, const real_t* u, real_t* rates", options_.name);
    how.arguments = "m, time, y, u, rates";
    how.work = "m->work";
    how.cell = [this](int k) { return placeOf(k); };
    for (int z = 0; z < m_.zCount; ++z) how.kept.insert(1 + z);
    how.kept.merge(kept);
    how.kept.insert({cells.growth, cells.open, cells.residual, cells.massless});
    return how;
  }

  // The whole evaluation by each choice, with a state in each lane.
  void addBatch(const CProgram& program, const std::vector<Workspace>& choices, GeneratedC& generated) const {
    Trace trace;
    std::vector<RecordedEvaluation> recorded;
    for (const Workspace& chosen : choices) recorded.push_back(recordEvaluation(trace, m_, chosen, numbers()));
    Trace wide;
    const PlacesOfNodes places = traceSideBySide(trace, wide, 4);
    CBatch batch{program, {}, {}};
    std::vector<int> procedures;
    for (std::size_t k = 0; k < recorded.size(); ++k) {
      std::vector<CResult> results = resultsOf(recorded[k], "b->");
      results.push_back({{"status", 0}, recorded[k].growth});
      results.push_back({{"status", 1}, recorded[k].isMassless});
      for (CResult& result : results) result.node = places[static_cast<std::size_t>(result.node)][0];
      batch.derivatives.push_back(cFunctions(wide, results, batchOptions(m_, options_.name, parameters_.size(), k)));
      const std::vector<int>& called = batch.derivatives.back().procedures;
      procedures.insert(procedures.end(), called.begin(), called.end());
    }
    batch.common = constantsText(wide) + sineCosineText(wide) + cProcedures(wide, procedures, true);
    const std::string& n = options_.name;
    generated.files.push_back({n + "_batch.h", batchHeaderText(batch)});
    generated.files.push_back({n + "_batch.c", batchSourceText(batch)});
    generated.files.push_back({n + "_batch_test.c", batchTestText(batch)});
  }

  // Around the start, off the closing equations as well: the operations are the same there. Every other one has other
  // parameters, and all have other inputs.
  std::vector<CheckedState> checkedStates() const {
    constexpr int kStates = 20;
    std::vector<double> parameters;
    for (std::size_t k = 0; k < parameters_.size(); ++k)
      parameters.push_back(*parameters_[k].value * (1 + 0.2 * wave(static_cast<int>(k), kStates)));
    const Mechanism tuned = withParameters(parameters);
    const std::array<const Mechanism*, 2> mechanisms{&m_, &tuned};
    std::vector<CheckedState> states;
    for (int s = 0; s < kStates; ++s) {
      const bool isTuned = s % 2 == 1;
      CheckedState known;
      known.time = 0.05 * s;
      known.y.assign(simulation_.state().begin(), simulation_.state().begin() + m_.workAt());
      for (std::size_t k = 0; k < known.y.size() && s > 0; ++k) known.y[k] += 0.02 * wave(static_cast<int>(k), s);
      for (std::size_t k = 0; k < parameters_.size(); ++k)
        known.parameters.push_back(isTuned ? parameters[k] : *parameters_[k].value);
      for (const Input& input : m_.model.inputs)
        known.inputs.push_back(input.start + (s > 0 ? 0.02 * wave(static_cast<int>(known.inputs.size()), s) : 0));
      if (!setAccelerations(*mechanisms[isTuned ? 1 : 0], known)) continue;
      CheckedState rounded = known;
      for (std::vector<double>* const numbers : {&rounded.y, &rounded.inputs, &rounded.parameters}) {
        for (double& number : *numbers) number = static_cast<double>(static_cast<float>(number));
      }
      if (!setAccelerations(isTuned ? withParameters(rounded.parameters) : m_, rounded)) continue;
      for (std::size_t v = 0; v < known.z_ddot.size(); ++v)
        known.moved = std::max(known.moved, std::abs(rounded.z_ddot[v] - known.z_ddot[v]));
      states.push_back(std::move(known));
    }
    return states;
  }
  Mechanism withParameters(const std::vector<double>& values) const {
    RecursiveModel model = model_;
    for (const Parameter& one : parametersIn(model)) {
      const auto found = std::ranges::find(parameters_, one.path, &Parameter::path);
      if (found != parameters_.end()) *one.value = values[static_cast<std::size_t>(found - parameters_.begin())];
    }
    return makeMechanism(model);
  }
  // As the runtime computes them, with the choice of coordinates of the start.
  bool setAccelerations(const Mechanism& m, CheckedState& state) const {
    Workspace w = simulation_.workspace();
    const std::unique_ptr<Solver> solver = findSolver("embedded")->make(m);
    solver->chosenAgain(m, w);
    w.forces.inputs.set = state.inputs;
    std::vector<double> y = state.y;
    y.resize(static_cast<std::size_t>(m.stateSize()));
    if (!solver->evaluate(m, state.time, y, w)) return false;
    state.z_ddot = w.z_ddot;
    return true;
  }
  // Numbers between -1 and 1 without a pattern.
  static double wave(int k, int s) {
    const double x = 0.618033988749895 * (k + 1) + 0.7548776662466927 * s;
    return 2 * (x - std::floor(x)) - 1;
  }

  const RecursiveModel& model_;
  const Mechanism& m_;
  const Simulation& simulation_;
  const GenerateOptions& options_;
  std::vector<Parameter> parameters_;  // those that can be changed, within the model of the mechanism
  const CMeasures& measured_;
};

}  // namespace

namespace {

// Whether the recording has the number of a path in all places where it counts. Laws of tyres have theirs made ready
// for use when the mechanism is made.
bool isRecorded(const RecursiveModel& model, const std::string& path) {
  return std::ranges::none_of(model.tyres, [&](const Tyre& tyre) { return path.starts_with(tyre.name + "."); });
}

}  // namespace

std::optional<GeneratedC> generateC(const RecursiveModel& model, const GenerateOptions& options,
                                    Diagnostics& diagnostics) {
  Mechanism m = makeMechanism(model);
  const std::vector<std::string> paths = chosenPaths(m.model, options.tunable, diagnostics);
  std::vector<std::string> fixed;
  std::vector<Parameter> parameters = parametersIn(m.model);
  std::erase_if(parameters, [&](const Parameter& one) {
    if (std::ranges::find(paths, one.path) == paths.end()) return true;
    if (isRecorded(m.model, one.path)) return false;
    fixed.push_back(one.path);
    return true;
  });
  if (!options.tunable.empty()) {
    for (const std::string& path : fixed)
      diagnostics.error({}, Code::notModelled, fmt::format("{} cannot be changed in C", path))
          .withHint("leave it out of --tunable, or give --to fmu");
  }
  CMeasures measured{makeMeasures(m), {}};
  for (const NotRecorded& missing : keepRecorded(m, measured.set, measured.numbers)) {
    (options.isStrict
         ? diagnostics.error(missing.at, Code::notModelled, fmt::format("{} cannot be calculated in C", missing.what))
         : diagnostics.warning(missing.at, Code::notModelled,
                               fmt::format("{} cannot be calculated in C, and is left out", missing.what)))
        .withHint("C knows no reactions of joints and no readings of tyres; an FMU does");
  }
  for (const Tyre& tyre : m.model.tyres) {
    if (!options.isDirectional) break;
    diagnostics
        .error(tyre.origin.at, Code::notModelled,
               fmt::format("the contact of tyre {} has no derivative along a direction", tyre.name))
        .withHint("leave out --directional");
  }
  if (diagnostics.hasErrors()) return std::nullopt;
  Simulation simulation(m, findSolver("embedded"));
  if (!simulation.start(0, initialState(m))) {
    const RunFailure& failure = *simulation.report().failure;
    diagnostics.error(failure.at, failure.code, failure.message).withHint(failure.hint);
    return std::nullopt;
  }
  try {
    GeneratedC generated = Generator(model, m, simulation, options, std::move(parameters), measured).run();
    generated.fixed = std::move(fixed);
    return generated;
  } catch (const CannotTrace& reason) {
    diagnostics.error({}, Code::notModelled, fmt::format("C is not made for this model yet: {}", reason.what()));
    return std::nullopt;
  }
}

std::string cIdentifier(std::string_view name) {
  std::string text;
  for (const char c : name) text += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) text = "m_" + text;
  return text;
}

}  // namespace mb
