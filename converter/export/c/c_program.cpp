#include "converter/export/c/c_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "runtime/evaluation/project.h"

namespace mb {
namespace {

struct Quantity {
  std::string name;
  std::string unit;
};

// Positions by their coordinates; a ball has four.
std::vector<Quantity> positionsOf(const Mechanism& m) {
  std::vector<Quantity> quantities(static_cast<std::size_t>(m.zCount));
  for (const Mechanism::Motion& motion : m.motions) {
    const auto set = [&](int k, const std::string& name, const char* unit) {
      quantities[static_cast<std::size_t>(motion.z + k)] = {name, unit};
    };
    switch (motion.kind) {
      case MotionKind::ball:
        for (int k = 0; k < 4; ++k) set(k, coordinateName(m, motion.v) + ".q" + "wxyz"[k], "1");
        break;
      case MotionKind::bend:
        for (int k = 0; k < 2; ++k) set(k, coordinateName(m, motion.v + k), "rad");
        break;
      case MotionKind::rotation:
      case MotionKind::screw: set(0, coordinateName(m, motion.v), "rad"); break;
      case MotionKind::translation: set(0, coordinateName(m, motion.v), "m"); break;
      case MotionKind::offset:
      case MotionKind::turn: break;
    }
  }
  return quantities;
}
std::vector<Quantity> velocitiesOf(const Mechanism& m) {
  std::vector<Quantity> quantities(static_cast<std::size_t>(m.vCount));
  for (const Mechanism::Motion& motion : m.motions) {
    for (int k = 0; k < mb::velocitiesOf(motion.kind); ++k)
      quantities[static_cast<std::size_t>(motion.v + k)] = {coordinateName(m, motion.v + k),
                                                            motion.kind == MotionKind::translation ? "m/s" : "rad/s"};
  }
  return quantities;
}

// Names, units and places of what the state holds.
std::string quantitiesText(const CProgram& program) {
  const std::string& n = program.options.name;
  std::string text =
      fmt::format("const {0}_quantity {0}_quantities[{1}] = {{\n", n, program.m.zCount + 2 * program.m.vCount + 1);
  const auto add = [&](const std::vector<Quantity>& quantities, const char* suffix, const char* moreUnit,
                       const char* member, int first) {
    for (std::size_t k = 0; k < quantities.size(); ++k) {
      text += fmt::format("    {{{}, \"{}{}\", offsetof({}_t, {}) + {} * sizeof(real_t)}},\n",
                          cString(quantities[k].name + suffix), quantities[k].unit, moreUnit, n, member,
                          static_cast<std::size_t>(first) + k);
    }
  };
  add(positionsOf(program.m), "", "", "y", 0);
  add(velocitiesOf(program.m), "'", "", "y", program.m.velocityAt());
  add(velocitiesOf(program.m), "''", "/s", "rates", program.m.velocityAt());
  return text + "    {0, 0, 0}};\n\n";
}

std::string listOf(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += fmt::format("{}K({})", text.empty() ? "" : ", ", cNumber(number));
  return text;
}

// What is done for the choice of coordinates that is in force.
template <class TextOf>
std::string byPartition(const CProgram& program, const TextOf& textOf) {
  std::vector<std::string> texts;
  for (const CPartition& partition : program.partitions) texts.push_back(textOf(partition));
  if (std::ranges::all_of(texts, [&](const std::string& text) { return text == texts[0]; })) return texts[0];
  std::string text = "  switch (m->partition) {\n";
  for (std::size_t k = 0; k < texts.size(); ++k) {
    text += k + 1 < texts.size() ? fmt::format("  case {}:\n", k) : "  default:\n";
    text += texts[k] + "    break;\n";
  }
  return text + "  }\n";
}

// A stage of an evaluation, for the choice that is in force.
std::string stageFunctionText(const CProgram& program, const char* stage, std::string CPartition::*calls) {
  return fmt::format(R"(static void {0}_{1}({0}_t* m, const real_t time, real_t* y, const real_t* u, real_t* rates) {{
  int k;
  (void)k;
  (void)m;
  (void)time;
  (void)y;
  (void)u;
  (void)rates;
{2}}}

)",
                     program.options.name, stage,
                     byPartition(program, [&](const CPartition& one) { return one.*calls; }));
}

// y + h (a_0 k_0 + a_1 k_1 ...), without the stages that do not count.
std::string stageText(std::span<const double> weights) {
  std::string sum;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0) continue;
    const std::string stage = k == 0 ? "m->rates[k]" : fmt::format("m->stages[{}][k]", k - 1);
    sum +=
        (sum.empty() ? "" : " + ") + (weights[k] == 1 ? stage : fmt::format("K({}) * {}", cNumber(weights[k]), stage));
  }
  return sum;
}

// Each step looks at one of the choices, so that all steps cost the same.
std::string choiceText(const CProgram& program) {
  std::string sets;
  for (const CPartition& partition : program.partitions) {
    const auto first = std::ranges::find(program.partitions, partition.dependent, &CPartition::dependent);
    sets += fmt::format("{}{}", sets.empty() ? "" : ", ", first - program.partitions.begin());
  }
  return fmt::format(
      R"(/* Looks how far the pivots of one choice of coordinates are from zero, and takes the best one known when those of the
   choice in force have become small: of the same coordinates if these will do. */
static void {0}_choose({0}_t* m) {{
  static const int coordinates[{1}] = {{{2}}};
  const int own = m->partition;
  int others;
  int k;
  m->watched = (m->watched + 1) % {1};
  m->partition = m->watched;
  {0}_factorise(m, (real_t)m->time, m->y, m->u, m->rates);
  m->choices[m->watched] = {0}_pivots(m);
  m->partition = own;
  if (!(m->pivots < K(0.1))) return;
  m->choices[own] = m->pivots;
  for (others = 0; others < 2 && m->choices[m->partition] < K(0.1); ++others) {{
    for (k = 0; k < {1}; ++k) {{
      if ((coordinates[k] != coordinates[own]) == others && m->choices[k] > m->choices[m->partition]) m->partition = k;
    }}
  }}
}}

)",
      program.options.name, program.partitions.size(), sets);
}

// As Embedded::project, with as many operations in every step.
std::string closeText(const CProgram& program) {
  return fmt::format(R"(/* Up to two corrections of the dependent positions, with the factors of the last evaluation. */
static void {0}_correct_twice({0}_t* m) {{
  const real_t time = (real_t)m->time;
  real_t open;
  int corrections;
  int goes;
  int k;
  {0}_place(m, time, m->y, m->u, m->rates);
  {0}_residuals(m, time, m->y, m->u, m->rates);
  open = m->memory[{1}];
  goes = open > K({3});
  for (corrections = 0; corrections < 2; ++corrections) {{
    const real_t before = open;
    for (k = 0; k < {5}; ++k) m->next[k] = m->y[k];
    {0}_correct(m, time, m->y, m->u, m->rates);
    for (k = 0; k < {5} && !goes; ++k) m->y[k] = m->next[k];
    {0}_place(m, time, m->y, m->u, m->rates);
    {0}_residuals(m, time, m->y, m->u, m->rates);
    open = m->memory[{1}];
    goes = goes && open > K({3}) && !(open >= K(0.5) * before && open < K({4}));
  }}
  m->residual = m->memory[{2}];
}}

static void {0}_close({0}_t* m) {{
  {0}_correct_twice(m);
  if (m->residual <= (sizeof(real_t) == sizeof(double) ? K(1e-12) : K(1e-5))) return;
  {0}_factorise(m, (real_t)m->time, m->y, m->u, m->rates); /* the factors were those of a position too far away */
  {0}_correct_twice(m);
}}

)",
                     program.options.name, program.memory.open, program.memory.residual, cNumber(kClosed),
                     cNumber(kClosedToRoundOff), program.m.zCount);
}

// Velocities that follow from the others, by choice.
std::string dependentsText(const CProgram& program) {
  const std::size_t count = program.partitions.front().dependent.size();
  if (count == 0) return "";
  std::string rows;
  for (const CPartition& partition : program.partitions)
    rows += fmt::format("{}{{{}}}", rows.empty() ? "" : ", ", fmt::join(partition.dependent, ", "));
  return fmt::format("  static const int dependent[{}][{}] = {{{}}};\n", program.partitions.size(), count, rows);
}
std::string dependentText(const CProgram& program) {
  const std::size_t count = program.partitions.front().dependent.size();
  if (count == 0) return "";
  return fmt::format(
      "  for (k = 0; k < {}; ++k) {{\n    const int v = dependent[m->partition][k];\n"
      "    m->y[{} + v] = m->zd[v];\n  }}\n",
      count, program.m.velocityAt());
}

std::string normaliseText(const Mechanism& m) {
  std::string text;
  for (const Mechanism::Motion& motion : m.motions) {
    if (motion.kind == MotionKind::ball) text += fmt::format("  {}_normalise(m->y + {});\n", "mb", motion.z);
  }
  return text;
}

// Filters that have been at rest at what arrives.
std::string filtersText(const Mechanism& m) {
  std::string text;
  for (std::size_t k = 0; k < m.library.inputs.size(); ++k) {
    const int state = m.library.inputs[k].state;
    if (state < 0) continue;
    text += fmt::format("  m->y[{}] = m->u[{}];\n  m->y[{}] = K(0.0);\n", m.lawStateAt() + state, k,
                        m.lawStateAt() + state + 1);
  }
  return text;
}

std::string stepText(const CProgram& program) {
  const std::string& n = program.options.name;
  const RungeKutta& method = program.method;
  std::string text = fmt::format(R"(int {0}_step({0}_t* m, const {0}_in* in, {0}_out* out) {{
  const double length = m->begin + (m->steps + 1.0) * {1} - m->time; /* steps end at whole multiples */
  const real_t h = (real_t)length;
  int status = 0;
  int k;
  if (m->status != 0) return m->status;
  if ({0}_take(m, in)) status = {0}_settle(m);
)",
                                 n, cNumber(program.options.step));
  for (int s = 1; s < method.stages; ++s) {
    text += fmt::format(
        "  for (k = 0; k < {0}; ++k) m->next[k] = m->y[k] + h * ({1});\n"
        "  if (status == 0) status = {2}_derivatives(m, m->time + {3} * length, m->next, m->u, m->stages[{4}]);\n",
        program.m.workAt(),
        stageText(std::span(method.a[static_cast<std::size_t>(s)]).first(static_cast<std::size_t>(s))), n,
        cNumber(method.c[static_cast<std::size_t>(s)]), s - 1);
  }
  text += fmt::format("  for (k = 0; k < {0}; ++k) m->y[k] = m->y[k] + h * ({1});\n", program.m.workAt(),
                      stageText(std::span(method.b).first(static_cast<std::size_t>(method.stages))));
  text += "  m->time += length;\n  m->steps += 1.0;\n" + normaliseText(program.m);
  text += fmt::format(R"(  if (status == 0) status = {0}_settle(m);
  m->status = status;
  {0}_results(m, out);
  return status;
}}

)",
                      n);
  return text;
}

std::string measureText(const CProgram& program) {
  const std::string& n = program.options.name;
  if (program.measures.calls.empty())
    return fmt::format("\nvoid {0}_measure({0}_t* m, {0}_out* out) {{\n  (void)m;\n  (void)out;\n}}\n", n);
  return fmt::format(R"(
void {n}_measure({n}_t* m, {n}_out* out) {{
  const real_t time = (real_t)m->time;
  const real_t elapsed = m->has_seen ? (real_t)(m->time - m->seen_at) : K(0.0);
  real_t* const work = m->work;
  int k;
  for (k = 0; k < {angles} && !m->has_seen; ++k) m->seen[k] = m->seen_rates[k] = K(0.0);
{calls}  for (k = 0; k < {angles}; ++k) {{
    m->seen[k] = m->seen_next[k];
    m->seen_rates[k] = m->seen_next_rates[k];
  }}
  m->seen_at = m->time;
  m->has_seen = 1;
}}
)",
                     fmt::arg("n", n), fmt::arg("angles", program.measuredAngles),
                     fmt::arg("calls", program.measures.calls));
}

}  // namespace

const char* const kCNote =
    "/* Made by mbconvert. Compile with -ffp-contract=off: contracted products would change the last digits. */\n";

CPlace inputPlace(const TraceInputs& places, int input) {
  return input == 0                  ? CPlace{"time", -1}
         : input < places.angles     ? CPlace{"y", input - places.state}
         : input < places.arriving   ? CPlace{"m->turns", input - places.angles}
         : input < places.parameters ? CPlace{"u", input - places.arriving}
                                     : CPlace{"m->parameters", input - places.parameters};
}

std::string sourceText(const CProgram& program) {
  const Mechanism& m = program.m;
  const std::string& n = program.options.name;
  std::string text = fmt::format("{}#include \"{}.h\"\n\n", kCNote, n);
  text += quantitiesText(program) + variablesText(program.interface, n) + program.functions + program.measures.text;
  text += stageFunctionText(program, "evaluate", &CPartition::evaluate);
  text += fmt::format(R"(/* The smallest pivot over its value when the choice was made. */
static real_t {n}_pivots(const {n}_t* m) {{
  return m->memory[{growth}] > K(0.0) ? K(1.0) / m->memory[{growth}] : K(1.0);
}}

static int {n}_derivatives({n}_t* m, double at, real_t* y, const real_t* u, real_t* rates) {{
  int k;
  {n}_evaluate(m, (real_t)at, y, u, rates);
  for (k = 0; k < {states}; ++k) {{
    if (!(mb_magnitude(rates[k]) <= K(1e30))) return {G}_NOT_FINITE;
  }}
  if (m->memory[{massless}] != K(0.0)) return {G}_MASSLESS;
  m->pivots = {n}_pivots(m);
  return m->pivots < K(0.01) ? {G}_SINGULAR : {G}_OK;
}}

)",
                      fmt::arg("n", n), fmt::arg("G", upperCase(n)), fmt::arg("growth", program.memory.growth),
                      fmt::arg("massless", program.memory.massless), fmt::arg("states", m.workAt()));
  if (normaliseText(m).size() > 0) {
    text += R"(static void mb_normalise(real_t* q) {
  const real_t length = mb_root(((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3]);
  int k;
  for (k = 0; k < 4; ++k) q[k] = q[k] / length;
}

)";
  }
  const bool hasLoops = !m.blocks.empty();
  if (hasLoops) {
    text += stageFunctionText(program, "place", &CPartition::place) +
            stageFunctionText(program, "factorise", &CPartition::factorise) +
            stageFunctionText(program, "residuals", &CPartition::measure) +
            stageFunctionText(program, "correct", &CPartition::correct);
    text += closeText(program);
  }
  text += program.partitions.size() > 1 ? choiceText(program) : "";
  text += fmt::format(
      R"(/* Brings the state onto the closing equations and evaluates it. */
static int {n}_settle({n}_t* m) {{
{dependents}  int status;
  int k;
{close}{choose}  status = {n}_derivatives(m, m->time, m->y, m->u, m->rates);
{dependent}  for (k = 0; k < {turns}; ++k) m->turns[k] = m->turned[k];
  return status == {G}_OK && !(m->residual <= (sizeof(real_t) == sizeof(double) ? K(1e-5) : K(1e-3))) ? {G}_OPEN : status;
}}

static void {n}_results(const {n}_t* m, {n}_out* out) {{
  int k;
  for (k = 0; k < {G}_POSITIONS; ++k) out->z[k] = m->y[k];
  for (k = 0; k < {G}_VELOCITIES; ++k) {{
    out->zd[k] = m->y[{G}_POSITIONS + k];
    out->zdd[k] = m->rates[{G}_POSITIONS + k];
  }}
}}

/* Takes over inputs and parameters. Returns whether any of them is another. */
static int {n}_take({n}_t* m, const {n}_in* in) {{
  int isOther = 0;
  int k;
  for (k = 0; k < {G}_INPUTS; ++k) {{
    if (m->u[k] != in->u[k]) isOther = 1;
    m->u[k] = in->u[k];
  }}
  for (k = 0; k < {G}_PARAMETERS; ++k) {{
    if (m->tuned[k] != m->parameters[k]) isOther = 1;
    m->tuned[k] = m->parameters[k];
  }}
  return isOther;
}}

int {n}_init({n}_t* m) {{
  {n}_in in;
  int k;
  memset(m, 0, sizeof *m);
  memset(&in, 0, sizeof in);
  for (k = 0; k < {G}_PARAMETERS; ++k) m->parameters[k] = (real_t){n}_parameters[k].start;
  for (k = 0; k < {G}_INPUTS; ++k) in.u[k] = (real_t){n}_inputs[k].start;
  return {n}_start(m, &in);
}}

int {n}_start({n}_t* m, const {n}_in* in) {{
  static const real_t start[{states} + 1] = {{{start}}};
  int k;
  m->time = 0.0;
  m->begin = 0.0;
  m->steps = 0.0;
  m->partition = 0;
  m->residual = K(0.0);
  for (k = 0; k < {turns}; ++k) m->turns[k] = K(0.0);
  m->has_seen = 0;
  memcpy(m->y, start, sizeof start);
  (void){n}_take(m, in);
  m->pivots = K(1.0);
{filters}{look}{factors}  m->status = {n}_settle(m);
  for (k = 0; k < 20 && m->status == {G}_OPEN; ++k) m->status = {n}_settle(m); /* what inputs drive may be far */
  return m->status;
}}

int {n}_status(const {n}_t* m) {{ return m->status; }}

int {n}_eval({n}_t* m, double time, const real_t* z, const real_t* zd, const {n}_in* in, real_t* zdd) {{
  int k;
  int status;
  for (k = 0; k < {states}; ++k) m->next[k] = m->y[k];
  for (k = 0; k < {G}_POSITIONS; ++k) m->next[k] = z[k];
  for (k = 0; k < {G}_VELOCITIES; ++k) m->next[{G}_POSITIONS + k] = zd[k];
  status = {n}_derivatives(m, time, m->next, in->u, m->stages[0]);
  for (k = 0; k < {G}_VELOCITIES; ++k) zdd[k] = m->stages[0][{G}_POSITIONS + k];
  return status;
}}

)",
      fmt::arg("n", n), fmt::arg("G", upperCase(n)), fmt::arg("dependents", dependentsText(program)),
      fmt::arg("dependent", dependentText(program)), fmt::arg("filters", filtersText(m)),
      fmt::arg("turns", m.library.angleCount), fmt::arg("states", m.workAt()),
      fmt::arg("start", listOf(program.start.first(static_cast<std::size_t>(m.workAt()))) +
                            (m.workAt() > 0 ? ", K(0.0)" : "K(0.0)")),
      fmt::arg("close", hasLoops ? fmt::format("  {}_close(m);\n", n) : ""),
      fmt::arg("factors", hasLoops ? fmt::format("  {0}_place(m, K(0.0), m->y, m->u, m->rates);\n"
                                                 "  {0}_factorise(m, K(0.0), m->y, m->u, m->rates);\n",
                                                 n)
                                   : ""),
      fmt::arg("look", program.partitions.size() > 1 ? fmt::format("  {0}_place(m, (real_t)0, m->y, m->u, m->rates);\n"
                                                                   "  for (k = 0; k < {1}; ++k) {0}_choose(m);\n",
                                                                   n, program.partitions.size())
                                                     : ""),
      fmt::arg("choose", program.partitions.size() > 1 ? fmt::format("  {}_choose(m);\n", n) : ""));
  return text + stepText(program) + measureText(program);
}

}  // namespace mb
