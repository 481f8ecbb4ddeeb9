#include "converter/export/c/c_directional.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/recording/recorded_directional.h"

namespace mb {
namespace {

CFunctions functionsOf(Trace& trace, const CProgram& program, const Workspace& chosen, std::size_t number) {
  const RecordedDirectional recorded = recordDirectional(trace, program.m, chosen);
  CFunctionOptions how;
  how.name = fmt::format("{}_along{}", program.options.name, number);
  how.parameters =
      "const real_t time, const real_t* y, const real_t* turns, const real_t direction0, const real_t* direction, "
      "real_t* moved, real_t* rates";
  how.arguments = "time, y, turns, direction0, direction, along->y, along->rates";
  const int states = program.m.workAt();
  const int turns = program.m.library.angleCount;
  how.input = [states, turns](int k) -> std::string {
    if (k == 0) return "time";
    if (k <= states) return fmt::format("y[{}]", k - 1);
    if (k <= states + turns) return fmt::format("turns[{}]", k - 1 - states);
    const int n = k - 1 - states - turns;
    return n == 0 ? "direction0" : fmt::format("direction[{}]", n - 1);
  };
  std::vector<CResult> results;
  for (std::size_t k = 0; k < recorded.y.size(); ++k) results.push_back({fmt::format("moved[{}]", k), recorded.y[k]});
  for (std::size_t k = 0; k < recorded.rates.size(); ++k)
    results.push_back({fmt::format("rates[{}]", k), recorded.rates[k]});
  return cFunctions(trace, results, how);
}

}  // namespace

std::vector<GeneratedFile> directionalFiles(const CProgram& program, std::span<const Workspace> choices) {
  Trace trace;
  std::vector<CFunctions> functions;
  int work = 0;
  for (const Workspace& chosen : choices) {
    functions.push_back(functionsOf(trace, program, chosen, functions.size() + 1));
    work = std::max(work, functions.back().work);
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
  std::string source = fmt::format("{}#include \"{}_directional.h\"\n\n", kCNote, n) + sharedText(trace);
  for (const CFunctions& one : functions) source += one.text;
  source += fmt::format(
      R"(void {n}_directional(const {n}_t* m, double time_direction, const real_t* direction, {n}_along* along) {{
  const real_t time = (real_t)m->time;
  const real_t* const y = m->y;
  const real_t* const turns = m->turns;
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
   What the direction gives for dependent positions and velocities does not matter. */
void {n}_directional(const {n}_t* m, double time_direction, const real_t* direction, {n}_along* along);

#endif
)",
      fmt::arg("note", kCNote), fmt::arg("G", upperCase(n)), fmt::arg("n", n), fmt::arg("work", work + 1));
  return {{n + "_directional.h", std::move(header)}, {n + "_directional.c", std::move(source)}};
}

}  // namespace mb
