// The header of a generated program: its interface.
#include <fmt/format.h>

#include <algorithm>

#include "converter/export/c/c_program.h"

namespace mb {

std::string headerText(const CProgram& program) {
  const Mechanism& m = program.m;
  const std::size_t stages = static_cast<std::size_t>(std::max(1, program.method.stages - 1));
  return fmt::format(
      R"({note}#ifndef {G}_H
#define {G}_H

#include <stddef.h>

#include "mb_lanes.h"

enum {{
  {G}_POSITIONS = {positions},
  {G}_VELOCITIES = {velocities},
  {G}_STATES = {states}, /* positions, velocities, integrals of drives */
  {G}_MEMORY = {memory},
  {G}_WORK = {work}
}};

/* Places of inputs, of parameters that may be changed, and of measures. */
{enumerators}
/* Statuses. The first that is not OK stays until the next start. */
enum {{
  {G}_OK = 0,
  {G}_SINGULAR = 1,   /* no choice of coordinates that is compiled in describes this position */
  {G}_MASSLESS = 2,   /* a coordinate moves no mass */
  {G}_NOT_FINITE = 3, /* a number grew beyond bounds */
  {G}_OPEN = 4        /* the loops do not close to {open} of their size */
}};

/* What comes from outside, in SI. It is held over a step. */
typedef struct {{
  real_t u[{G}_INPUTS + 1];
}} {n}_in;

typedef struct {{
  real_t z[{G}_POSITIONS + 1];
  real_t zd[{G}_VELOCITIES + 1];
  real_t zdd[{G}_VELOCITIES + 1];
  real_t measures[{G}_MEASURES + 1]; /* set by {n}_measure */
}} {n}_out;

typedef struct {{
  double time;
  double begin; /* the time from which steps count */
  double steps; /* taken */
  real_t parameters[{G}_PARAMETERS + 1]; /* in SI; may be changed at any time, and act from the next step on */
  real_t tuned[{G}_PARAMETERS + 1];      /* those of the last step */
  real_t u[{G}_INPUTS + 1];              /* inputs of the last step */
  real_t y[{G}_STATES + 1];
  real_t rates[{G}_STATES + 1];
  real_t pivots;   /* the smallest pivot of the closing equations over its value at the start */
  real_t residual; /* of the closing equations after the corrections of the last step */
  int status;
  int partition; /* the choice of independent coordinates in force */
  int watched;   /* the one that was looked at last */
  real_t choices[{partitions}]; /* pivots of each when it was looked at last */
  int has_seen;   /* measures were evaluated */
  double seen_at; /* then, with their angles that count turns */
  real_t seen[{seen}];
  real_t seen_rates[{seen}];
  real_t seen_next[{seen}];
  real_t seen_next_rates[{seen}];
  real_t turns[{turns}]; /* angles that count turns */
  real_t turned[{turns}];
  real_t zd[{G}_VELOCITIES + 1];
  real_t stages[{stages}][{G}_STATES + 1];
  real_t next[{G}_STATES + 1];
  real_t memory[{G}_MEMORY + 1];
  real_t work[{G}_WORK + 1];
}} {n}_t;

/* What {n}_t holds, by name: places in bytes. The last one has no name. */
typedef struct {{
  const char* name;
  const char* unit;
  size_t offset;
}} {n}_quantity;
extern const {n}_quantity {n}_quantities[{quantities}];

/* Names, units and starts of inputs, parameters and measures, by their places. The last one has no name. */
typedef struct {{
  const char* name;
  const char* unit;
  double start;
}} {n}_variable;
extern const {n}_variable {n}_inputs[{G}_INPUTS + 1];
extern const {n}_variable {n}_parameters[{G}_PARAMETERS + 1];
extern const {n}_variable {n}_measures[{G}_MEASURES + 1];

/* The start at time 0, with the model's parameters and starts of inputs. Returns the status. */
int {n}_init({n}_t* m);
/* The same with these inputs, and with the parameters as they are. */
int {n}_start({n}_t* m, const {n}_in* in);
/* One step of {method}, {step} s, and what it ends with. */
int {n}_step({n}_t* m, const {n}_in* in, {n}_out* out);
/* Measures of the state, into out->measures. Their angles count turns from call to call. */
void {n}_measure({n}_t* m, {n}_out* out);
/* Accelerations at a state near the closing equations; dependent velocities follow from the independent ones. */
int {n}_eval({n}_t* m, double time, const real_t* z, const real_t* zd, const {n}_in* in, real_t* zdd);
int {n}_status(const {n}_t* m);

#endif
)",
      fmt::arg("note", kCNote), fmt::arg("G", upperCase(program.options.name)), fmt::arg("n", program.options.name),
      fmt::arg("positions", m.zCount), fmt::arg("velocities", m.vCount), fmt::arg("states", m.workAt()),
      fmt::arg("memory", program.memory.size), fmt::arg("work", std::max(program.memory.work, program.measures.work)),
      fmt::arg("partitions", program.partitions.size()), fmt::arg("open", "1e-5 (float: 1e-3)"),
      fmt::arg("turns", m.library.angleCount + 1), fmt::arg("seen", program.measuredAngles + 1),
      fmt::arg("stages", stages), fmt::arg("quantities", m.zCount + 2 * m.vCount + 1),
      fmt::arg("method", program.method.name), fmt::arg("step", program.options.step),
      fmt::arg("enumerators", enumeratorsText(program.interface, program.options.name)));
}

}  // namespace mb
