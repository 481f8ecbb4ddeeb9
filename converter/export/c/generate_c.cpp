#include "converter/export/c/generate_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "converter/export/c/c_directional.h"
#include "converter/export/c/c_functions.h"
#include "converter/export/c/c_parts.h"
#include "converter/export/c/c_program.h"
#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/solvers/embedded/scalar_kernels.h"
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
std::string fourText() { return std::string(kCNote) + "#include \"mb_elementary.h\"\n\n" + partText("mb_four.h"); }

// The kernel's sine and cosine, recorded for one number or for four.
std::string angleFunctionText(std::uint8_t width) {
  Trace trace;
  const Recording recording(trace);
  Traced sine;
  Traced cosine;
  embedded::traceSineCosine(Traced::of(trace.input(0, width)), sine, cosine);
  CFunctionOptions options;
  options.name = width == 1 ? "mb_sine_cosine_near" : "mb_sine_cosine_near4";
  options.isPlain = true;
  options.parameters =
      width == 1 ? "double x, double* sine, double* cosine" : "const mb_four* angles, mb_four* sine, mb_four* cosine";
  options.input = [width](int) { return width == 1 ? "x" : "(*angles)"; };
  return cFunctions(trace, {{"*sine", sine.node}, {"*cosine", cosine.node}}, options).text;
}

// Far angles take longer; in single precision the functions are those of double.
std::string sineCosineText(const Trace& trace) {
  const auto uses = [&](std::uint8_t width) {
    return std::ranges::any_of(trace.nodes(), [&](const TraceNode& node) {
      return (node.operation == Operation::sine || node.operation == Operation::cosine) && node.width >= width;
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
    const std::string hasVectors = "#if defined(__GNUC__) && !defined(MB_PLAIN_FOUR) && !defined(MB_FLOAT)\n";
    text += hasVectors + angleFunctionText(4) + R"(#endif
static void mb_sine_cosine4(const mb_four* angles, mb_four* sine, mb_four* cosine) {
  real_t x[4];
  real_t s[4];
  real_t c[4];
  int l;
  mb_store4(x, *angles);
)" + hasVectors +
            "  if (mb_magnitude(x[0]) < " + far + " && mb_magnitude(x[1]) < " + far + " && mb_magnitude(x[2]) < " +
            far + " && mb_magnitude(x[3]) < " + far + R"() {
    mb_sine_cosine_near4(angles, sine, cosine);
    return;
  }
#endif
  for (l = 0; l < 4; ++l) mb_sine_cosine(x[l], &s[l], &c[l]);
  *sine = mb_load4(s);
  *cosine = mb_load4(c);
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
    CProgram program{m_, simulation_.state(), options_, options_.method ? *options_.method : *findRungeKutta("rk4"), {},
                     ""};
    Trace trace;
    const std::vector<Workspace> chosen = choices();
    for (const Workspace& one : chosen) program.partitions.push_back(partitionOf(trace, one, program));
    program.tables = sharedText(trace);
    GeneratedC generated;
    generated.statements = program.partitions.front().derivatives.statements;
    generated.partitions = static_cast<int>(program.partitions.size());
    generated.files = {{n + ".h", headerText(program)},
                       {n + ".c", sourceText(program)},
                       {n + "_test.c", selfTestText(program, checkedStates())},
                       {"mb_four.h", fourText()},
                       {"mb_elementary.h", elementaryText()},
                       {"Makefile", makefileText(n)},
                       {"README.md", readmeText(program)}};
    if (options_.isDirectional) {
      for (GeneratedFile& file : directionalFiles(program, chosen)) generated.files.push_back(std::move(file));
    }
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

  CPartition partitionOf(Trace& trace, const Workspace& chosen, const CProgram& program) const {
    const RecordedEvaluation recorded = recordEvaluation(trace, m_, chosen);
    CPartition partition;
    for (int v = 0; v < m_.vCount; ++v) {
      if (chosen.isDependent[static_cast<std::size_t>(v)]) partition.dependent.push_back(v);
    }
    CFunctionOptions how;
    how.name = fmt::format("{}_rates{}", options_.name, program.partitions.size() + 1);
    how.parameters =
        "const real_t time, const real_t* y, const real_t* turns, real_t* rates, real_t* zd, real_t* next, "
        "real_t* status";
    how.arguments = "time, y, turns, rates, zd, next, status";
    const int states = m_.workAt();
    how.input = [states](int k) {
      return k == 0        ? std::string("time")
             : k <= states ? fmt::format("y[{}]", k - 1)
                           : fmt::format("turns[{}]", k - 1 - states);
    };
    std::vector<CResult> results;
    const auto add = [&](const char* place, const std::vector<int>& nodes) {
      for (std::size_t k = 0; k < nodes.size(); ++k) results.push_back({fmt::format("{}[{}]", place, k), nodes[k]});
    };
    add("rates", recorded.rates);
    add("zd", recorded.z_dot);
    add("next", recorded.angles);
    results.push_back({"status[0]", recorded.growth});
    results.push_back({"status[1]", recorded.isMassless});
    partition.derivatives = cFunctions(trace, results, how);
    if (m_.blocks.empty()) return partition;
    std::vector<CResult> positions;
    for (int z = 0; z < m_.zCount; ++z) {
      const int node = recorded.positions[static_cast<std::size_t>(z)];
      if (trace[node].operation == Operation::input) continue;  // as it was
      positions.push_back({fmt::format("next[{}]", z), node});
      partition.moved.push_back(z);
    }
    positions.push_back({"status[0]", recorded.residual});
    how.name = fmt::format("{}_correct{}", options_.name, program.partitions.size() + 1);
    how.parameters = "const real_t time, const real_t* y, real_t* next, real_t* status";
    how.arguments = "time, m->y, m->next, status";
    partition.corrections = cFunctions(trace, positions, how);
    return partition;
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

std::string sharedText(const Trace& trace) { return tablesText(trace) + sineCosineText(trace); }

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
