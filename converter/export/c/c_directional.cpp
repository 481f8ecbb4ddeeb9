#include "converter/export/c/c_directional.h"

#include <fmt/format.h>

#include <algorithm>

#include "converter/export/c/c_shared.h"
#include "runtime/recording/recorded_directional.h"

namespace mb {
namespace {

class Writer {
 public:
  Writer(const CProgram& program, std::span<const double* const> parameters)
      : program_(program), parameters_(parameters), places_(traceInputs(program.m, parameters.size())) {
    how_.parameters = fmt::format(
        "const {}_t* m, const real_t time, const real_t* y, const real_t* u, const real_t direction0, "
        "const real_t* direction, real_t* moved, real_t* rates",
        program.options.name);
    how_.arguments = "m, time, m->y, m->u, direction0, direction, along->y, along->rates";
    how_.input = [this](int k) {
      return k < places_.count    ? inputPlace(places_, k)
             : k == places_.count ? CPlace{"direction0", -1}
                                  : CPlace{"direction", k - places_.count - 1};
    };
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  CFunctions functions(Trace& trace, const Workspace& chosen, std::size_t number) {
    const RecordedDirectional recorded = recordDirectional(trace, program_.m, chosen, parameters_);
    how_.name = fmt::format("{}_along{}", program_.options.name, number);
    std::vector<CResult> results;
    const auto add = [&](const char* place, const std::vector<int>& nodes) {
      for (std::size_t k = 0; k < nodes.size(); ++k) results.push_back({{place, static_cast<int>(k)}, nodes[k]});
    };
    add("moved", recorded.y);
    add("rates", recorded.rates);
    return cFunctions(trace, results, how_);
  }

 private:
  const CProgram& program_;
  std::span<const double* const> parameters_;
  TraceInputs places_;
  CFunctionOptions how_;
};

}  // namespace

std::vector<GeneratedFile> directionalFiles(const CProgram& program, std::span<const Workspace> choices,
                                            std::span<const double* const> parameters) {
  Trace trace;
  Writer writer(program, parameters);
  std::vector<CFunctions> functions;
  std::vector<int> procedures;
  int work = 0;
  for (const Workspace& chosen : choices) {
    functions.push_back(writer.functions(trace, chosen, functions.size() + 1));
    const CFunctions& last = functions.back();
    work = std::max(work, last.work);
    procedures.insert(procedures.end(), last.procedures.begin(), last.procedures.end());
  }
  const std::string& n = program.options.name;
  std::string calls = functions.front().calls;
  if (functions.size() > 1) {
    calls = "  switch (m->partition) {\n";
    for (std::size_t k = 0; k < functions.size(); ++k)
      calls += (k + 1 < functions.size() ? fmt::format("  case {}:\n", k) : "  default:\n") + functions[k].calls +
               "    break;\n";
    calls += "  }\n";
  }
  std::string source = fmt::format("{}#include \"{}_directional.h\"\n\n", kCNote, n) + constantsText(trace) +
                       sineCosineText(trace) + cProcedures(trace, procedures, false);
  for (const CFunctions& one : functions) source += one.text;
  source += fmt::format(
      R"(void {n}_directional(const {n}_t* m, double time_direction, const real_t* direction, {n}_along* along) {{
  const real_t time = (real_t)m->time;
  const real_t direction0 = (real_t)time_direction;
  real_t* const work = along->work;
{calls}}}
)",
      fmt::arg("n", n), fmt::arg("calls", calls));
  std::string header = fmt::format(
      R"({note}#ifndef {G}_DIRECTIONAL_H
#define {G}_DIRECTIONAL_H

#include "{n}.h"

typedef struct {{
  real_t y[{G}_STATES + 1];     /* the direction with its dependent positions and velocities */
  real_t rates[{G}_STATES + 1]; /* how the rates of the state change along it: accelerations from {G}_POSITIONS on */
  real_t work[{work}];
}} {n}_along;

/* Exact derivatives at the present state along a direction of the time and of y, for the choice of coordinates in force.
   What the direction gives for dependent positions and velocities does not matter; inputs and parameters are held. */
void {n}_directional(const {n}_t* m, double time_direction, const real_t* direction, {n}_along* along);

#endif
)",
      fmt::arg("note", kCNote), fmt::arg("G", upperCase(n)), fmt::arg("n", n), fmt::arg("work", work + 1));
  return {{n + "_directional.h", std::move(header)}, {n + "_directional.c", std::move(source)}};
}

}  // namespace mb
