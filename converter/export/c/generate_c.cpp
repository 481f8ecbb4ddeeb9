#include "converter/export/c/generate_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "converter/export/c/c_batch.h"
#include "converter/export/c/c_parts.h"
#include "converter/export/c/c_program.h"
#include "converter/export/c/pieces/c_pieces.h"
#include "formats/model/tracing/side_by_side.h"
#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_program.h"
#include "runtime/solvers/embedded/traced_kernel.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

// A part without its includes of others, which stand in front of it or beside it.
std::string partText(const std::string& name) {
  std::string text = std::ranges::find(cParts(), name, &CPart::name)->text;
  const std::string include = "#include \"formats/";
  for (std::size_t at = text.find(include); at != std::string::npos; at = text.find(include))
    text.erase(at, text.find('\n', at) + 1 - at);
  return text;
}

// The runtime's functions that a law may call, in one file.
std::string elementaryText() {
  std::string text = kCNote;
  for (const char* const name : {"mb_numbers.h", "mb_circular.h", "mb_exponential.h", "mb_curve.h"})
    text += partText(name) + "\n";
  return text;
}
std::string lanesText() { return std::string(kCNote) + "#include \"mb_elementary.h\"\n\n" + partText("mb_lanes.h"); }

// The kernel's sine and cosine, recorded for one number or for four.
std::string angleFunctionText(std::uint8_t width) {
  Trace trace;
  const Recording recording(trace);
  Traced sine;
  Traced cosine;
  embedded::traceSineCosine(Traced::of(trace.input(0, width)), sine, cosine);
  CFunctionOptions options;
  options.name = width == 1 ? "mb_sine_cosine_near" : "mb_sine_cosine_near_lanes";
  options.isPlain = true;
  options.parameters = width == 1 ? "double x, double* sine, double* cosine"
                                  : "const mb_doubles* angles, mb_doubles* sine, mb_doubles* cosine";
  options.input = [width](int) { return CPlace{width == 1 ? "x" : "(*angles)", -1}; };
  return cFunctions(trace, {{{"*sine", -1}, sine.node}, {{"*cosine", -1}, cosine.node}}, options).text;
}

// Far angles take longer; in single precision the functions are those of double.
std::string sineCosineText(const Trace& trace) {
  const auto usesIn = [](const Trace& one, std::uint8_t width) {
    return std::ranges::any_of(one.nodes(), [&](const TraceNode& node) {
      return (node.operation == Operation::sine || node.operation == Operation::cosine) && node.width >= width;
    });
  };
  const auto uses = [&](std::uint8_t width) {
    return usesIn(trace, width) || std::ranges::any_of(trace.procedures(), [&](const TracedProcedure& procedure) {
             return usesIn(*procedure.body, width);
           });
  };
  const std::string far = cNumber(embedded::kFarthestTracedAngle);
  std::string text;
  if (uses(1)) {
    text += angleFunctionText(1) + "static void mb_sine_cosine(real_t x, real_t* sine, real_t* cosine) {\n" +
            "  double s;\n  double c;\n  if ((double)mb_magnitude(x) >= " + far + R"() {
    s = mb_sin((double)x);
    c = mb_cos((double)x);
  } else {
    mb_sine_cosine_near((double)x, &s, &c);
  }
  *sine = (real_t)s;
  *cosine = (real_t)c;
}

)";
  }
  if (uses(4)) {
    const std::string hasVectors = "#ifndef MB_PLAIN_LANES\n";
    text += hasVectors + angleFunctionText(4) + R"(#endif
static void mb_sine_cosine_lanes(const mb_lanes* angles, mb_lanes* sine, mb_lanes* cosine) {
  real_t x[MB_LANES];
  real_t s[MB_LANES];
  real_t c[MB_LANES];
  int l;
  mb_store_lanes(x, *angles);
)" + hasVectors +
            "  {\n    int isFar = 0;\n    for (l = 0; l < MB_LANES; ++l) isFar |= !((double)mb_magnitude(x[l]) < " +
            far + R"();
    if (!isFar) {
      const mb_doubles wide = mb_doubles_of(*angles);
      mb_doubles sines;
      mb_doubles cosines;
      mb_sine_cosine_near_lanes(&wide, &sines, &cosines);
      *sine = mb_lanes_of_doubles(sines);
      *cosine = mb_lanes_of_doubles(cosines);
      return;
    }
  }
#endif
  for (l = 0; l < MB_LANES; ++l) mb_sine_cosine(x[l], &s[l], &c[l]);
  *sine = mb_load_lanes(s);
  *cosine = mb_load_lanes(c);
}

)";
  }
  return text;
}

std::string tablesText(const Trace& trace) {
  std::string text;
  for (std::size_t k = 0; k < trace.tables().size(); ++k) {
    text += fmt::format("static const double mb_table_{}[{}] = {{", k, trace.tables()[k].size());
    for (std::size_t n = 0; n < trace.tables()[k].size(); ++n)
      text += (n == 0 ? "" : ", ") + cNumber(trace.tables()[k][n]);
    text += "};\n";
  }
  return text;
}

class Generator {
 public:
  Generator(const Mechanism& m, const Simulation& simulation, const GenerateOptions& options)
      : m_(m), simulation_(simulation), options_(options) {}

  GeneratedC run() {
    const std::string& n = options_.name;
    CProgram program{
        m_, simulation_.state(), options_, options_.method ? *options_.method : *findRungeKutta("rk4"), {}, "", {}};
    GeneratedC generated;
    const std::vector<Workspace> chosen = choices();
    generated.statements = writePartitions(program, chosen);
    generated.partitions = static_cast<int>(program.partitions.size());
    generated.files = {{n + ".h", headerText(program)},
                       {n + ".c", sourceText(program)},
                       {n + "_test.c", selfTestText(program, checkedStates())},
                       {"mb_lanes.h", lanesText()},
                       {"mb_elementary.h", elementaryText()},
                       {"Makefile", makefileText(options_)},
                       {"README.md", readmeText(program)}};
    if (options_.hasBatch) addBatch(program, chosen, generated);
    return generated;
  }

 private:
  // The choice of the start, and each that a run takes where none of those before would do.
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
        return one.solver->evaluate(m_, run.time(), run.state(), one.w) && worstPivotRatio(one.w) >= kGood;
      };
      if (!goesOn || std::ranges::any_of(found, isGood)) continue;
      add(run.workspace());
      if (!isGood(found.back())) found.pop_back();  // beside a singular position no choice is good
    }
    std::vector<Workspace> workspaces;
    for (Choice& choice : found) workspaces.push_back(std::move(choice.w));
    return workspaces;
  }

  // Returns the number of statements.
  int writePartitions(CProgram& program, const std::vector<Workspace>& choices) const {
    Trace trace;
    Pieces pieces;
    RecordedCells cells;
    cells.first = 1 + m_.workAt() + m_.library.angleCount;
    std::vector<CRoutine> routines;
    for (const Workspace& chosen : choices) {
      const RecordedProgram recorded = recordProgram(trace, pieces, cells, m_, chosen);
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
    const CPieces text = cPieces(trace, pieces, std::move(routines), pieceOptions(cells));
    std::size_t next = 0;
    for (CPartition& partition : program.partitions) {
      for (std::string* const calls :
           {&partition.place, &partition.factorise, &partition.evaluate, &partition.measure, &partition.correct})
        *calls = text.routines[next++];
    }
    program.functions =
        tablesText(trace) + sineCosineText(trace) + cProcedures(trace, text.procedures, false) + text.text;
    program.memory = {cells.end - cells.first,      text.work, cells.growth - cells.first, cells.residual - cells.first,
                      cells.massless - cells.first, text.stack};
    return text.statements;
  }

  static std::vector<CResult> resultsOf(const RecordedEvaluation& evaluation, const std::string& owner) {
    std::vector<CResult> results;
    const auto add = [&](const std::string& place, const std::vector<int>& nodes) {
      for (std::size_t k = 0; k < nodes.size(); ++k) results.push_back({{place, static_cast<int>(k)}, nodes[k]});
    };
    add("rates", evaluation.rates);
    add(owner + "zd", evaluation.z_dot);
    add(owner + "turned", evaluation.angles);
    return results;
  }

  CPieceOptions pieceOptions(const RecordedCells& cells) const {
    CPieceOptions how;
    how.name = options_.name;
    how.parameters = fmt::format("{}_t* m, const real_t time, real_t* y, real_t* rates", options_.name);
    how.arguments = "m, time, y, rates";
    how.work = "m->work";
    how.cell = [states = m_.workAt(), first = cells.first](int k) {
      return k == 0        ? CPlace{"time", -1}
             : k <= states ? CPlace{"y", k - 1}
             : k < first   ? CPlace{"m->turns", k - 1 - states}
                           : CPlace{"m->memory", k - first};
    };
    for (int z = 0; z < m_.zCount; ++z) how.kept.insert(1 + z);
    how.kept.insert({cells.growth, cells.residual, cells.massless});
    return how;
  }

  // The whole evaluation by each choice, with a state in each lane.
  void addBatch(const CProgram& program, const std::vector<Workspace>& choices, GeneratedC& generated) const {
    Trace trace;
    std::vector<RecordedEvaluation> recorded;
    for (const Workspace& chosen : choices) recorded.push_back(recordEvaluation(trace, m_, chosen));
    Trace wide;
    const PlacesOfNodes places = traceSideBySide(trace, wide, 4);
    CBatch batch{program, {}, {}};
    std::vector<int> procedures;
    for (std::size_t k = 0; k < recorded.size(); ++k) {
      std::vector<CResult> results = resultsOf(recorded[k], "b->");
      results.push_back({{"status", 0}, recorded[k].growth});
      results.push_back({{"status", 1}, recorded[k].isMassless});
      for (CResult& result : results) result.node = places[static_cast<std::size_t>(result.node)][0];
      batch.derivatives.push_back(cFunctions(wide, results, batchOptions(m_, options_.name, k)));
      const std::vector<int>& called = batch.derivatives.back().procedures;
      procedures.insert(procedures.end(), called.begin(), called.end());
    }
    batch.common = tablesText(wide) + sineCosineText(wide) + cProcedures(wide, procedures, true);
    const std::string& n = options_.name;
    generated.files.push_back({n + "_batch.h", batchHeaderText(batch)});
    generated.files.push_back({n + "_batch.c", batchSourceText(batch)});
    generated.files.push_back({n + "_batch_test.c", batchTestText(batch)});
  }

  // Around the start, off the closing equations as well: the operations are the same there.
  std::vector<CheckedState> checkedStates() const {
    constexpr int kStates = 20;
    Workspace w = simulation_.workspace();
    const std::unique_ptr<Solver> solver = findSolver("embedded")->make(m_);
    solver->chosenAgain(m_, w);
    std::vector<CheckedState> states;
    for (int s = 0; s < kStates; ++s) {
      std::vector<double> y(simulation_.state().begin(), simulation_.state().end());
      for (int k = 0; k < m_.lawStateAt() && s > 0; ++k) y[static_cast<std::size_t>(k)] += 0.02 * wave(k, s);
      const double time = 0.05 * s;
      w.forces.angles.last = simulation_.workspace().forces.angles.last;
      if (!solver->evaluate(m_, time, y, w)) continue;
      CheckedState known{time, y, w.z_ddot, 0};
      known.y.resize(static_cast<std::size_t>(m_.workAt()));
      for (double& number : y) number = static_cast<double>(static_cast<float>(number));
      if (!solver->evaluate(m_, time, y, w)) continue;
      for (std::size_t v = 0; v < w.z_ddot.size(); ++v)
        known.moved = std::max(known.moved, std::abs(w.z_ddot[v] - known.z_ddot[v]));
      states.push_back(std::move(known));
    }
    return states;
  }
  // Numbers between -1 and 1 without a pattern.
  static double wave(int k, int s) {
    const double x = 0.618033988749895 * (k + 1) + 0.7548776662466927 * s;
    return 2 * (x - std::floor(x)) - 1;
  }

  const Mechanism& m_;
  const Simulation& simulation_;
  const GenerateOptions& options_;
};

}  // namespace

std::optional<GeneratedC> generateC(const RecursiveModel& model, const GenerateOptions& options,
                                    Diagnostics& diagnostics) {
  const Mechanism m = makeMechanism(model);
  for (const NotRecorded& missing : notRecorded(m))
    diagnostics.error(missing.at, Code::notModelled, fmt::format("C is not made for {} yet", missing.what));
  if (diagnostics.hasErrors()) return std::nullopt;
  Simulation simulation(m, findSolver("embedded"));
  if (!simulation.start(0, initialState(m))) {
    const RunFailure& failure = *simulation.report().failure;
    diagnostics.error(failure.at, failure.code, failure.message).withHint(failure.hint);
    return std::nullopt;
  }
  try {
    return Generator(m, simulation, options).run();
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
