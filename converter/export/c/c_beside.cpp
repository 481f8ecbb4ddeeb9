// What stands beside a generated program: its self-test, Makefile and README.
#include <fmt/format.h>

#include "converter/export/c/c_program.h"

namespace mb {

std::string selfTestText(const CProgram& program, const std::vector<CheckedState>& states) {
  const Mechanism& m = program.m;
  const std::string& n = program.options.name;
  std::string text = fmt::format(
      R"({note}/* Accelerations at states, with other inputs and parameters, where the runtime computed them: equal in every bit for
   double (a zero has no sign). For float they may differ by 1e-4 of the largest, or by what the condition makes of
   rounding: 30 times as far as they move when the numbers given are rounded. Then a thousand steps. */
#include <stdio.h>

#include "{n}.h"

static const struct {{
  double time;
  double y[{states}];
  double u[{inputs}];
  double parameters[{parameters}];
  double zdd[{velocities}];
  double moved; /* by rounding all this to float */
}} known[] = {{
)",
      fmt::arg("note", kCNote), fmt::arg("n", n), fmt::arg("states", m.workAt() + 1),
      fmt::arg("velocities", m.vCount + 1), fmt::arg("inputs", program.interface.inputs.size() + 1),
      fmt::arg("parameters", program.interface.parameters.size() + 1));
  const auto list = [&](const std::vector<double>& numbers) {
    for (const double number : numbers) text += cNumber(number) + ", ";
    text += "0.0";
  };
  for (const CheckedState& state : states) {
    text += "    {" + cNumber(state.time) + ", {";
    list(state.y);
    text += "}, {";
    list(state.inputs);
    text += "}, {";
    list(state.parameters);
    text += "}, {";
    list(state.z_ddot);
    text += "}, " + cNumber(state.moved) + "},\n";
  }
  text += fmt::format(R"(}};

int main(void) {{
  static {n}_t m;
  static {n}_out out;
  static real_t zdd[{G}_VELOCITIES + 1];
  static {n}_in in;
  int wrong = 0;
  unsigned long s;
  int k;
  if ({n}_init(&m) != {G}_OK) {{
    printf("{n}: start, status %d\n", {n}_status(&m));
    return 1;
  }}
  for (s = 0; s < sizeof known / sizeof known[0]; ++s) {{
    real_t y[{G}_STATES + 1];
    double scale = 1.0;
    for (k = 0; k < {G}_STATES; ++k) y[k] = (real_t)known[s].y[k];
    for (k = 0; k < {G}_VELOCITIES; ++k) {{
      if (mb_fabs(known[s].zdd[k]) > scale) scale = mb_fabs(known[s].zdd[k]);
    }}
    for (k = {G}_POSITIONS + {G}_VELOCITIES; k < {G}_STATES; ++k) m.y[k] = y[k];
    for (k = 0; k < {G}_INPUTS; ++k) in.u[k] = (real_t)known[s].u[k];
    for (k = 0; k < {G}_PARAMETERS; ++k) m.parameters[k] = (real_t)known[s].parameters[k];
    (void){n}_eval(&m, known[s].time, y, y + {G}_POSITIONS, &in, zdd);
    for (k = 0; k < {G}_VELOCITIES; ++k) {{
      const double error = mb_fabs((double)zdd[k] - known[s].zdd[k]);
      if (sizeof(real_t) == sizeof(double) ? error != 0.0 : !(error <= 1e-4 * scale || error <= 30.0 * known[s].moved)) {{
        if (++wrong <= 5) printf("{n}: state %lu, acceleration %d: %.17g, not %.17g\n", s, k, (double)zdd[k], known[s].zdd[k]);
      }}
    }}
  }}
  (void){n}_init(&m);
  for (k = 0; k < {G}_INPUTS; ++k) in.u[k] = m.u[k];
  for (k = 0; k < 1000; ++k) {{
    if ({n}_step(&m, &in, &out) != {G}_OK) {{
      printf("{n}: step %d, status %d\n", k + 1, {n}_status(&m));
      return wrong != 0 || sizeof(real_t) == sizeof(double); /* single precision may not do for this step */
    }}
  }}
  printf("{n}: %lu states, %d wrong accelerations; 1000 steps\n", (unsigned long)(sizeof known / sizeof known[0]), wrong);
  return wrong != 0;
}}
)",
                      fmt::arg("n", n), fmt::arg("G", upperCase(n)));
  return text;
}

std::string makefileText(const GenerateOptions& options) {
  std::string text = fmt::format(
      R"(# make test: compiles the model and compares it with states that the runtime computed. REAL=-DMB_FLOAT: single precision.
CFLAGS = -std=c99 -pedantic -Wall -Wextra -Wconversion -Wdouble-promotion -O2 -ffp-contract=off
REAL =

test: {0}_test{1}
	./{0}_test{2}
{0}.o: {0}.c {0}.h $(wildcard mb_*.h)
	$(CC) $(CFLAGS) $(REAL) -c {0}.c
{0}_test: {0}_test.c {0}.o
	$(CC) $(CFLAGS) $(REAL) {0}_test.c {0}.o -lm -o $@
)",
      options.name, options.hasBatch ? " " + options.name + "_batch_test" : "",
      options.hasBatch ? "\n\t./" + options.name + "_batch_test" : "");
  if (options.hasBatch) {
    text += fmt::format(R"({0}_batch.o: {0}_batch.c {0}_batch.h {0}.h $(wildcard mb_*.h)
	$(CC) $(CFLAGS) $(REAL) -c {0}_batch.c
{0}_batch_test: {0}_batch_test.c {0}_batch.o {0}.o
	$(CC) $(CFLAGS) $(REAL) {0}_batch_test.c {0}_batch.o {0}.o -lm -o $@
)",
                        options.name);
  }
  return text + "clean:\n\trm -f *.o *_test\n.PHONY: test clean\n";
}

namespace {

std::string batchReadmeText(const std::string& n) {
  return fmt::format(
      R"(`{0}_batch.c` evaluates four states at a time, in single precision eight, with the same bits; compile it with what the
processor has (`-mavx2`). `{0}_eval_batch` takes arrays with the number k of the state l at [lanes * k + l]; each state has
its own time, inputs and parameters, and what else it takes from a machine by `{0}_set_batch`.

)",
      n);
}

}  // namespace

std::string readmeText(const CProgram& program) {
  const Mechanism& m = program.m;
  const std::string& n = program.options.name;
  return fmt::format(R"(# {n}
C99 for one machine: {velocities} coordinates, of which {free} are independent. It takes nothing from the heap and calls
`sqrt`, `memcpy` and `memset` only. Every result has the bits that `mbconvert` computes, if the compiler neither contracts
nor reorders: `-ffp-contract=off`, without `-ffast-math`.

| | |
|---|---|
| `int {n}_init({n}_t*)` | the start at time 0, with the model's parameters and starts of inputs |
| `int {n}_start({n}_t*, const {n}_in*)` | the same with these inputs, and the parameters as they are |
| `int {n}_step({n}_t*, const {n}_in*, {n}_out*)` | one step of {method}, {step} s: {stages} evaluations, up to two Newton corrections of the dependent positions, whose residual is in `{n}_t.residual` |
| `int {n}_eval({n}_t*, time, z, zd, in, zdd)` | accelerations at any state near the closing equations |
| `void {n}_measure({n}_t*, {n}_out*)` | {measures} measures of the state, into `{n}_out.measures` |
| `int {n}_status(const {n}_t*)` | 0, or what happened first: 1 singular, 2 massless, 3 not finite, 4 loops open |

{batch}`{n}_in.u[]` are {inputs} inputs, held over a step; `{n}_t.parameters[]` are {parameters} numbers that may be changed at any
time and act from the next step on. A step that finds one of them changed evaluates the state once more before it moves.
Their places are enumerators, `{G}_IN_…`, `{G}_P_…` and `{G}_OUT_…`; `{n}_inputs`, `{n}_parameters` and `{n}_measures` have names, units
and starts. All is in SI. Names, units and places of the state are in `{n}_quantities`. `-DMB_FLOAT` makes `real_t` float; elementary functions
are calculated in double and rounded. `-DMB_PLAIN_LANES` does without the vectors of gcc and clang. `make test` compares the
accelerations with those that the runtime computed.

Choices of independent coordinates that are compiled in: {partitions}, those of the start and of a run of {end} s. Each step
looks at the pivots of one of them, and where those of the choice in force fell below a tenth of their first value it ends
with the best one: all steps cost the same. Where none describes the position the status is 1; `{n}_t.pivots` shows how
near that is.

Stack: the values of the largest function take {stack} bytes, all calls around it less than 3,000 more (`-fstack-usage`
shows what a compiler takes of that). `{n}_t` is all memory there is.
)",
                     fmt::arg("n", n), fmt::arg("G", upperCase(n)), fmt::arg("velocities", m.vCount),
                     fmt::arg("inputs", program.interface.inputs.size()),
                     fmt::arg("measures", program.interface.measures.size()),
                     fmt::arg("parameters", program.interface.parameters.size()),
                     fmt::arg("free", m.vCount - static_cast<int>(program.partitions.front().dependent.size())),
                     fmt::arg("partitions", program.partitions.size()), fmt::arg("end", program.options.end),
                     fmt::arg("method", program.method.name), fmt::arg("step", program.options.step),
                     fmt::arg("stages", program.method.stages), fmt::arg("stack", program.memory.stack),
                     fmt::arg("batch", program.options.hasBatch ? batchReadmeText(n) : ""));
}

}  // namespace mb
