#include "converter/export/c/c_batch.h"

#include <fmt/format.h>

#include <algorithm>

namespace mb {
namespace {

int workOf(const CBatch& batch) {
  int most = 0;
  for (const CFunctions& one : batch.derivatives) most = std::max(most, one.work);
  return most;
}

// Each choice of coordinates that any state has is evaluated once, for all states.
std::string evaluationsText(const CBatch& batch) {
  const std::string take = batch.program.options.name + "_take(b, k, status, zdd);\n";
  if (batch.derivatives.size() == 1) return "  k = 0;\n" + batch.derivatives.front().calls + "  " + take;
  std::string text = fmt::format(R"(  for (k = 0; k < {}; ++k) {{
    int lanes = 0;
    for (l = 0; l < MB_LANES; ++l) lanes += b->partition[l] == k;
    if (lanes == 0) continue;
    switch (k) {{
)",
                                 batch.derivatives.size());
  for (std::size_t k = 0; k < batch.derivatives.size(); ++k) {
    text += k + 1 < batch.derivatives.size() ? fmt::format("    case {}:\n", k) : "    default:\n";
    text += batch.derivatives[k].calls + "      break;\n";
  }
  return text + "    }\n    " + take + "  }\n";
}

}  // namespace

CFunctionOptions batchOptions(const Mechanism& m, const std::string& name, std::size_t parameters, std::size_t choice) {
  CFunctionOptions how;
  how.isBatch = true;
  how.name = fmt::format("{}_rates{}", name, choice + 1);
  how.parameters = fmt::format(
      "{}_batch_t* b, const real_t* time, const real_t* y, const real_t* u, real_t* rates, real_t* status", name);
  how.arguments = "b, time, b->y, in->u, b->rates, status";
  how.work = "b->work";
  how.input = [places = traceInputs(m, parameters)](int k) {
    return k == 0                  ? CPlace{"time", 0}
           : k < places.angles     ? CPlace{"y", k - places.state}
           : k < places.arriving   ? CPlace{"b->turns", k - places.angles}
           : k < places.parameters ? CPlace{"u", k - places.arriving}
                                   : CPlace{"b->parameters", k - places.parameters};
  };
  return how;
}

std::string batchHeaderText(const CBatch& batch) {
  const CProgram& program = batch.program;
  return fmt::format(
      R"({note}#ifndef {G}_BATCH_H
#define {G}_BATCH_H

#include "{n}.h"

/* States side by side. In all arrays the number k of the state l is at [{G}_LANES * k + l]. */
#ifdef MB_FLOAT
#define {G}_LANES 8
#else
#define {G}_LANES 4
#endif
enum {{ {G}_BATCH_WORK = {work} }};

typedef struct {{
  real_t u[({G}_INPUTS + 1) * {G}_LANES]; /* in SI */
}} {n}_batch_in;

typedef struct {{
  real_t y[({G}_STATES + 1) * {G}_LANES]; /* of each state what positions and velocities leave open */
  real_t turns[{turns} * {G}_LANES];      /* angles that count turns */
  real_t parameters[({G}_PARAMETERS + 1) * {G}_LANES]; /* in SI; may be changed at any time */
  real_t pivots[{G}_LANES];               /* these three as in {n}_t */
  int partition[{G}_LANES];
  int status[{G}_LANES];
  real_t turned[{turns} * {G}_LANES];
  real_t zd[({G}_VELOCITIES + 1) * {G}_LANES];
  real_t rates[({G}_STATES + 1) * {G}_LANES];
  real_t work[({G}_BATCH_WORK + 1) * {G}_LANES];
}} {n}_batch_t;

/* All states as that of a machine, or one of them: what {n}_eval takes from it besides its arguments. */
void {n}_init_batch({n}_batch_t* b, const {n}_t* m);
void {n}_set_batch({n}_batch_t* b, int state, const {n}_t* m);
/* What {n}_eval does, for all states at once, with the same bits. Returns the worst of the statuses. */
int {n}_eval_batch({n}_batch_t* b, const double* at, const real_t* positions, const real_t* velocities,
                   const {n}_batch_in* in, real_t* zdd);

#endif
)",
      fmt::arg("note", kCNote), fmt::arg("G", upperCase(program.options.name)), fmt::arg("n", program.options.name),
      fmt::arg("work", workOf(batch)), fmt::arg("turns", program.m.library.angleCount + 1));
}

std::string batchSourceText(const CBatch& batch) {
  const CProgram& program = batch.program;
  const std::string& n = program.options.name;
  std::string text =
      fmt::format("{}#ifdef MB_FLOAT\n#define MB_LANES 8\n#endif\n#include \"{}_batch.h\"\n\n", kCNote, n);
  text += batch.common;
  for (const CFunctions& one : batch.derivatives) text += one.text;
  text += fmt::format(R"(void {n}_set_batch({n}_batch_t* b, int state, const {n}_t* m) {{
  int k;
  for (k = 0; k < {G}_STATES; ++k) b->y[MB_LANES * k + state] = m->y[k];
  for (k = 0; k < {turns}; ++k) b->turns[MB_LANES * k + state] = m->turns[k];
  for (k = 0; k < {G}_PARAMETERS; ++k) b->parameters[MB_LANES * k + state] = m->parameters[k];
  b->partition[state] = m->partition;
  b->status[state] = m->status;
  b->pivots[state] = m->pivots;
}}

void {n}_init_batch({n}_batch_t* b, const {n}_t* m) {{
  int l;
  memset(b, 0, sizeof *b);
  for (l = 0; l < MB_LANES; ++l) {n}_set_batch(b, l, m);
}}

/* Takes what was found for the states with one choice of coordinates. */
static void {n}_take({n}_batch_t* b, int partition, const real_t* status, real_t* zdd) {{
  mb_truths isFinite = mb_equal_lanes(mb_all_lanes(K(0.0)), mb_all_lanes(K(0.0)));
  real_t good[MB_LANES];
  int k;
  int l;
  for (k = 0; k < {G}_STATES; ++k) {{
    const mb_lanes rate = mb_load_lanes(b->rates + MB_LANES * k);
    const mb_truths isSmall = mb_not_more_lanes(mb_magnitude_lanes(rate), mb_all_lanes(K(1e30)));
    isFinite = mb_opposite_lanes(mb_either_lanes(mb_opposite_lanes(isFinite), mb_opposite_lanes(isSmall)));
  }}
  mb_store_lanes(good, mb_select_lanes(isFinite, mb_all_lanes(K(1.0)), mb_all_lanes(K(0.0))));
  for (l = 0; l < MB_LANES; ++l) {{
    if (b->partition[l] != partition) continue;
    for (k = 0; k < {G}_VELOCITIES; ++k) zdd[MB_LANES * k + l] = b->rates[MB_LANES * ({G}_POSITIONS + k) + l];
    b->pivots[l] = status[l] > K(0.0) ? K(1.0) / status[l] : K(1.0);
    b->status[l] = b->pivots[l] < K(0.01) ? {G}_SINGULAR : {G}_OK;
    if (status[MB_LANES + l] != K(0.0)) b->status[l] = {G}_MASSLESS;
    if (good[l] != K(1.0)) b->status[l] = {G}_NOT_FINITE;
  }}
}}

int {n}_eval_batch({n}_batch_t* b, const double* at, const real_t* positions, const real_t* velocities,
                   const {n}_batch_in* in, real_t* zdd) {{
  real_t time[MB_LANES];
  real_t status[2 * MB_LANES];
  int worst = {G}_OK;
  int k;
  int l;
  memcpy(b->y, positions, {G}_POSITIONS * MB_LANES * sizeof(real_t));
  memcpy(b->y + MB_LANES * {G}_POSITIONS, velocities, {G}_VELOCITIES * MB_LANES * sizeof(real_t));
  for (l = 0; l < MB_LANES; ++l) time[l] = (real_t)at[l];
{evaluations}  for (l = 0; l < MB_LANES; ++l) {{
    if (b->status[l] > worst) worst = b->status[l];
  }}
  return worst;
}}
)",
                      fmt::arg("n", n), fmt::arg("G", upperCase(n)), fmt::arg("turns", program.m.library.angleCount),
                      fmt::arg("evaluations", evaluationsText(batch)));
  return text;
}

std::string batchTestText(const CBatch& batch) {
  const CProgram& program = batch.program;
  return fmt::format(
      R"({note}/* States of a batch against the same states one by one: equal in every bit for double. For float constants are rounded
   at other places, so accelerations may differ by 1e-4 of the largest, or by 30 times what moves them when the state is
   changed by the last digit. */
#include <stdio.h>

#include "{n}_batch.h"

int main(void) {{
  static {n}_t m;
  static {n}_batch_t b;
  static real_t z[({G}_POSITIONS + 1) * {G}_LANES];
  static real_t zd[({G}_VELOCITIES + 1) * {G}_LANES];
  static real_t zdd[({G}_VELOCITIES + 1) * {G}_LANES];
  static real_t one[4][{G}_POSITIONS + {G}_VELOCITIES + 1];
  static {n}_in in;
  static {n}_batch_in inputs;
  double time[{G}_LANES];
  double random = 0.5;
  real_t scale;
  real_t allowed;
  int wrong = 0;
  int s;
  int k;
  int l;
  (void){n}_init(&m);
  {n}_init_batch(&b, &m);
  for (s = 0; s < 20; ++s) {{
    for (l = 0; l < {G}_LANES; ++l) {{
      time[l] = 0.01 * s + 0.1 * l;
      for (k = 0; k < {G}_POSITIONS + {G}_VELOCITIES; ++k) {{ /* around the start */
        real_t moved;
        random = mb_fmod(random * 997.0 + 0.125, 1.0);
        moved = m.y[k] + (real_t)(0.04 * (random - 0.5));
        if (k < {G}_POSITIONS) z[{G}_LANES * k + l] = moved;
        else zd[{G}_LANES * (k - {G}_POSITIONS) + l] = moved;
      }}
      for (k = 0; k < {G}_INPUTS; ++k) {{
        random = mb_fmod(random * 997.0 + 0.125, 1.0);
        inputs.u[{G}_LANES * k + l] = m.u[k] + (real_t)(0.04 * (random - 0.5));
      }}
      for (k = 0; k < {G}_PARAMETERS; ++k) {{
        random = mb_fmod(random * 997.0 + 0.125, 1.0);
        b.parameters[{G}_LANES * k + l] = m.tuned[k] * (real_t)(0.9 + 0.2 * random);
      }}
      b.partition[l] = s < 10 ? 0 : l % {partitions};
    }}
    (void){n}_eval_batch(&b, time, z, zd, &inputs, zdd);
    for (l = 0; l < {G}_LANES; ++l) {{
      for (k = 0; k < {G}_POSITIONS; ++k) one[0][k] = z[{G}_LANES * k + l];
      for (k = 0; k < {G}_VELOCITIES; ++k) one[1][k] = zd[{G}_LANES * k + l];
      for (k = 0; k < {G}_INPUTS; ++k) in.u[k] = inputs.u[{G}_LANES * k + l];
      for (k = 0; k < {G}_PARAMETERS; ++k) m.parameters[k] = b.parameters[{G}_LANES * k + l];
      m.partition = b.partition[l];
      if ({n}_eval(&m, time[l], one[0], one[1], &in, one[2]) != b.status[l]) ++wrong;
      scale = K(1.0);
      for (k = 0; k < {G}_VELOCITIES; ++k) {{
        if (mb_magnitude(one[2][k]) > scale) scale = mb_magnitude(one[2][k]);
      }}
      allowed = K(0.0);
      if (sizeof(real_t) != sizeof(double)) {{
        allowed = K(1e-4) * scale;
        for (k = 0; k < {G}_POSITIONS; ++k) one[0][k] *= K(1.0000001);
        (void){n}_eval(&m, time[l], one[0], one[1], &in, one[3]);
        for (k = 0; k < {G}_VELOCITIES; ++k) {{
          const real_t moved = K(30.0) * mb_magnitude(one[3][k] - one[2][k]);
          if (moved > allowed) allowed = moved;
        }}
      }}
      for (k = 0; k < {G}_VELOCITIES; ++k) {{
        if (!(mb_magnitude(one[2][k] - zdd[{G}_LANES * k + l]) <= allowed) && ++wrong <= 5) {{
          printf("{n}: state %d, acceleration %d: %.17g, alone %.17g\n", l, k, (double)zdd[{G}_LANES * k + l],
                 (double)one[2][k]);
        }}
      }}
    }}
  }}
  printf("{n}: %d states, %d wrong numbers\n", 20 * {G}_LANES, wrong);
  return wrong != 0;
}}
)",
      fmt::arg("note", kCNote), fmt::arg("n", program.options.name), fmt::arg("G", upperCase(program.options.name)),
      fmt::arg("partitions", batch.derivatives.size()));
}

}  // namespace mb
