#include "converter/export/c/generate_c.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "converter/export/c/c_functions.h"
#include "converter/export/c/c_parts.h"
#include "converter/export/c/c_program.h"
#include "formats/model/tracing/traced.h"
#include "runtime/recording/recorded_model.h"
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
std::string fourText() { return std::string(kCNote) + "#include \"mb_elementary.h\"\n\n" + partText("mb_four.h"); }

// The kernel's sine and cosine, recorded for one number or for four.
std::string angleFunctionText(std::uint8_t width) {
  Trace trace;
  const Recording recording(trace);
  Traced sine;
  Traced cosine;
  embedded::traceSineCosine(Traced::of(trace.input(width)), sine, cosine);
  CFunctionOptions options;
  options.name = width == 1 ? "mb_sine_cosine_near" : "mb_sine_cosine_near4";
  options.isPlain = true;
  options.parameters =
      width == 1 ? "double x, double* sine, double* cosine" : "const mb_four* angles, mb_four* sine, mb_four* cosine";
  options.input = [width](int) { return width == 1 ? "x" : "(*angles)"; };
  return cFunctions(trace, {{"*sine", sine.node}, {"*cosine", cosine.node}}, options).text;
}

// Far angles take longer; in single precision the functions are those of double.
std::string sineCosineText(const std::vector<const Trace*>& traces) {
  const auto uses = [&](std::uint8_t width) {
    return std::ranges::any_of(traces, [&](const Trace* trace) {
      return std::ranges::any_of(trace->nodes(), [&](const TraceNode& node) {
        return (node.operation == Operation::sine || node.operation == Operation::cosine) && node.width >= width;
      });
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
    const RecordedEvaluation recorded = recordEvaluation(m_, simulation_.workspace());
    const std::string& n = options_.name;
    CFunctionOptions how;
    how.name = n + "_rates";
    how.parameters =
        "const real_t time, const real_t* y, const real_t* turns, real_t* rates, real_t* zd, real_t* next, real_t* "
        "status";
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
    const CFunctions derivatives = cFunctions(recorded.trace, results, how);
    CFunctions corrections;
    std::vector<int> moved;
    if (!m_.blocks.empty()) {
      std::vector<CResult> positions;
      for (int z = 0; z < m_.zCount; ++z) {
        const int node = recorded.positions[static_cast<std::size_t>(z)];
        // An input of the trace is the time, or a state as it was.
        if (recorded.trace[node].operation == Operation::input) continue;
        positions.push_back({fmt::format("next[{}]", z), node});
        moved.push_back(z);
      }
      positions.push_back({"status[0]", recorded.residual});
      how.name = n + "_correct";
      how.parameters = "const real_t time, const real_t* y, real_t* next, real_t* status";
      how.arguments = "time, m->y, m->next, status";
      corrections = cFunctions(recorded.trace, positions, how);
    }
    const CProgram program{m_,
                           simulation_.state(),
                           dependentVelocities(),
                           moved,
                           options_,
                           options_.method ? *options_.method : *findRungeKutta("rk4"),
                           derivatives,
                           corrections,
                           tablesText(recorded.trace) + sineCosineText({&recorded.trace})};
    GeneratedC generated;
    generated.statements = derivatives.statements;
    generated.files = {{n + ".h", headerText(program)},
                       {n + ".c", sourceText(program)},
                       {n + "_test.c", selfTestText(program, checkedStates())},
                       {"mb_four.h", fourText()},
                       {"mb_elementary.h", elementaryText()},
                       {"Makefile", makefileText(n)},
                       {"README.md", readmeText(program)}};
    return generated;
  }

 private:
  std::vector<int> dependentVelocities() const {
    std::vector<int> dependent;
    const Workspace& w = simulation_.workspace();
    for (int v = 0; v < m_.vCount; ++v) {
      if (w.isDependent[static_cast<std::size_t>(v)]) dependent.push_back(v);
    }
    return dependent;
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
