#include "converter/export/fmu/sources.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "converter/export/c/c_parts.h"
#include "converter/export/c/generate_c.h"
#include "converter/export/c/writer/c_functions.h"
#include "converter/export/target/scratch.h"
#include "formats/files/read_file.h"
#include "formats/xml/xml_writer.h"
#include "runtime/recording/recorded_bodies.h"
#include "runtime/recording/recorded_measures.h"

namespace mb::fmi {
namespace {

constexpr int kQuaternionAt = 3;  // within the columns of a body
constexpr int kMotion = 13;       // its columns without accelerations

// Columns of a run that the code calculates: motions of bodies on links and of probes, then measures; and those of
// filtered inputs, which are places in the state.
struct ServedColumns {
  std::vector<RecordedBody> bodies;
  std::map<int, int> places;     // by column
  std::vector<int> quaternions;  // places of their first parts
  std::map<int, int> states;     // by column
  int firstMeasure = 0;          // place
  int measures = 0;
};

ServedColumns servedColumns(const Mechanism& m, const Trajectory& trajectory) {
  ServedColumns served;
  int next = 0;
  for (const Trajectory::BodyColumns& one : trajectory.bodies) {
    if (one.body.link < 0) continue;  // the frame of a rod follows its ends
    served.bodies.push_back({one.body, one.accelerations});
    served.quaternions.push_back(next + kQuaternionAt);
    const int count = one.accelerations ? kMotion + 6 : kMotion;
    for (int k = 0; k < count; ++k) served.places[one.first + k] = next++;
  }
  served.firstMeasure = next;
  MeasureSet set = makeMeasures(m);
  std::vector<int> kept;
  keepRecorded(m, set, kept);
  for (const int measure : kept) served.places[trajectory.measures.first + measure] = next++;
  served.measures = static_cast<int>(kept.size());
  int column = trajectory.firstInput;
  for (const auto& input : m.library.inputs) {
    ++column;  // of what arrives, which is a variable itself
    if (input.state >= 0) served.states[column++] = m.lawStateAt() + input.state;
  }
  return served;
}

bool isServed(const Variable& variable, const ServedColumns& columns) {
  return variable.source != Source::column || columns.places.contains(variable.index) ||
         columns.states.contains(variable.index);
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return text + "\"";
}

// What a state of the instance starts from again, and what the importer's states are integrated to.
class SourceText {
 public:
  SourceText(const SourceJob& job, const Mechanism& m, const VariableTable& table, const ServedColumns& columns)
      : job_(job), m_(m), table_(table), columns_(columns) {}

  std::string run(const Workspace& start) {
    const CFunctions motion = columnsFunction(start);
    std::string text = fmt::format(
        R"(/* Made by mbconvert: an FMU of one model, in one file. Compile with -ffp-contract=off. */
#ifndef FMI3_FUNCTION_PREFIX
#define FMI3_FUNCTION_PREFIX {n}_
#endif
#include "{n}.c"
#include "mb_fmi_variables.h"

#include <float.h>

typedef {n}_t fmu_model;
typedef {n}_in fmu_in;
typedef {n}_out fmu_out;
#define FMU_TOKEN {token}
#define FMU_STEP {step}
enum {{
  FMU_PLACES = {places}, /* numbers in the state */
  FMU_COLUMNS = {columns},
  FMU_QUATERNIONS = {quaternions},
  FMU_VARIABLES = {variables},
  FMU_STATES = {states}, /* of Model Exchange */
  FMU_WORK = {work}
}};

)",
        fmt::arg("n", job_.identifier), fmt::arg("token", quoted(job_.token)),
        fmt::arg("step", cNumber(job_.job.stepping.step)), fmt::arg("places", m_.workAt()),
        fmt::arg("columns", columns_.places.size()), fmt::arg("quaternions", columns_.quaternions.size()),
        fmt::arg("variables", table_.all.back().reference + 1), fmt::arg("states", table_.states.size()),
        fmt::arg("work", motion.work));
    text += tablesText() + motion.text + columnsText(motion) + modelText();
    return text + fmt::format("#include \"mb_fmi{}.h\"\n", job_.job.version == 2 ? 2 : 3);
  }

 private:
  static const char* sourceName(Source source) {
    switch (source) {
      case Source::time: return "FMU_TIME";
      case Source::column: return "FMU_COLUMN";
      case Source::state: return "FMU_STATE";
      case Source::rate: return "FMU_RATE";
      case Source::parameter: return "FMU_PARAMETER";
      case Source::input: return "FMU_INPUT";
    }
    return "FMU_NOTHING";
  }

  std::string tablesText() const {
    std::string text = "static const fmu_variable fmu_variables[FMU_VARIABLES] = {\n";
    int next = 0;
    for (const Variable& one : table_.all) {
      for (; next < one.reference; ++next) text += "    {\"\", FMU_NOTHING, 0, 0, 1.0, 0.0, 0.0},\n";
      ++next;
      const bool isPositive = one.source == Source::parameter && !one.isNegativeToo;
      Source source = one.source;
      int place = one.index;
      if (source == Source::column) {
        const auto state = columns_.states.find(one.index);
        if (state != columns_.states.end()) source = Source::state;
        place = state != columns_.states.end() ? state->second : columns_.places.at(one.index);
      }
      text += fmt::format("    {{{}, {}, {}, {}, {}, {}, {}}},\n", quoted(one.name), sourceName(source), place,
                          one.isState ? 1 : 0, cNumber(one.perUnit),
                          isPositive  ? "0.0"
                          : one.least ? cNumber(*one.least)
                                      : "-DBL_MAX",
                          one.most ? cNumber(*one.most) : "DBL_MAX");
    }
    const auto list = [](const std::vector<int>& numbers) {
      std::string list;
      for (const int number : numbers) list += fmt::format("{}, ", number);
      return list + "0";
    };
    std::vector<int> states;
    for (const int state : table_.states) states.push_back(table_.all[at(state)].reference);
    return text + fmt::format("}};\nstatic const int fmu_states[FMU_STATES + 1] = {{{}}};\n", list(states)) +
           fmt::format("static const int fmu_quaternions[FMU_QUATERNIONS + 1] = {{{}}};\n\n",
                       list(columns_.quaternions));
  }

  CFunctions columnsFunction(const Workspace& start) const {
    Trace trace;
    const std::vector<int> nodes = recordBodies(trace, m_, start, columns_.bodies);
    std::vector<CResult> results;
    for (std::size_t k = 0; k < nodes.size(); ++k) results.push_back({{"columns", static_cast<int>(k)}, nodes[k]});
    CFunctionOptions how;
    how.name = "fmu_motions";
    how.parameters = "const real_t time, const real_t* y, const real_t* zdd, real_t* columns";
    how.arguments = "time, y, zdd, columns";
    const int states = m_.workAt();
    how.input = [states](int k) {
      return k == 0 ? CPlace{"time", -1} : k <= states ? CPlace{"y", k - 1} : CPlace{"zdd", k - 1 - states};
    };
    return cFunctions(trace, results, how);
  }
  std::string columnsText(const CFunctions& motion) const {
    return fmt::format(R"(/* Motions of bodies and measures at the present state. */
static void fmu_model_columns(fmu_model* m, fmu_out* out, real_t* work, real_t* columns) {{
  const real_t time = (real_t)m->time;
  const real_t* const y = m->y;
  const real_t* const zdd = m->rates + {};
  int k;
  (void)time;
  (void)y;
  (void)zdd;
  (void)work;
{}  {}_measure(m, out);
  for (k = 0; k < {}; ++k) columns[{} + k] = out->measures[k];
}}

)",
                       m_.velocityAt(), motion.calls, job_.identifier, columns_.measures, columns_.firstMeasure);
  }

  std::string normaliseText() const {
    std::string text;
    for (const Mechanism::Motion& motion : m_.motions) {
      if (motion.kind == MotionKind::ball) text += fmt::format("  mb_normalise(m->y + {});\n", motion.z);
    }
    return text;
  }

  // Filters that have been at rest at what arrives.
  std::string filtersText() const {
    std::string text;
    for (std::size_t k = 0; k < m_.library.inputs.size(); ++k) {
      if (m_.library.inputs[k].state < 0) continue;
      const int place = m_.lawStateAt() + m_.library.inputs[k].state;
      text += fmt::format("  m->y[{}] = m->u[{}];\n  m->y[{}] = K(0.0);\n", place, k, place + 1);
    }
    return text;
  }

  // The functions that the instance is made over, by those of the model.
  std::string modelText() const {
    const std::string loops = m_.blocks.empty() ? ""
                                                : fmt::format(R"(  for (k = 0; k < 10; ++k) {{
    const real_t before = m->residual;
    {0}_place(m, (real_t)m->time, m->y, m->u, m->rates);
    {0}_factorise(m, (real_t)m->time, m->y, m->u, m->rates); /* the last evaluation may be far away */
    {0}_correct_twice(m);
    if (!(m->residual > K(1e-14)) || (k > 0 && !(m->residual < K(0.5) * before))) break;
  }}
)",
                                                              job_.identifier);
    return fmt::format(R"(static const char* fmu_status_text(int status) {{
  static const char* const texts[] = {{"the machine stands still",
                                      "the independent coordinates of the start do not describe the position any more",
                                      "a motion moves no mass", "a number is not finite", "the loops cannot be closed"}};
  return status > 0 && status < 5 ? texts[status] : texts[0];
}}
/* Importers integrate the independent coordinates of the start; the others follow. */
static int fmu_model_evaluate(fmu_model* m, const fmu_in* in) {{
  int status;
  int k;
  (void){n}_take(m, in);
  m->partition = 0;
{loops}  status = {n}_derivatives(m, m->time, m->y, m->u, m->rates);
  for (k = 0; k < {velocities}; ++k) m->y[{first} + k] = m->zd[k];
  return status == 0 && !(m->residual <= K(1e-5)) ? 4 : status;
}}
static void fmu_model_accept(fmu_model* m) {{
  int k;
  for (k = 0; k < {angles}; ++k) m->turns[k] = m->turned[k];
{normalise}}}
static int fmu_model_init(fmu_model* m, fmu_in* in) {{
  int k;
  memset(in, 0, sizeof *in);
  for (k = 0; k < {inputs}; ++k) in->u[k] = (real_t){n}_inputs[k].start;
  return {n}_init(m);
}}
static int fmu_model_start(fmu_model* m, const fmu_in* in, double time, const real_t* start) {{
  int k;
  (void){n}_start(m, in);
  m->time = m->begin = time;
  for (k = 0; k < {angles}; ++k) m->turns[k] = K(0.0);
  for (k = 0; k < FMU_PLACES; ++k) m->y[k] = start[k];
{normalise}{filters}  m->status = fmu_model_evaluate(m, in);
  fmu_model_accept(m);
  return m->status;
}}
static int fmu_model_refresh(fmu_model* m, const fmu_in* in) {{
  if ({n}_take(m, in)) m->status = {n}_settle(m);
  return m->status;
}}
static int fmu_model_step(fmu_model* m, const fmu_in* in, fmu_out* out) {{ return {n}_step(m, in, out); }}

)",
                       fmt::arg("n", job_.identifier), fmt::arg("loops", loops), fmt::arg("velocities", m_.vCount),
                       fmt::arg("first", m_.velocityAt()), fmt::arg("angles", m_.library.angleCount),
                       fmt::arg("normalise", normaliseText()), fmt::arg("filters", filtersText()),
                       fmt::arg("inputs", m_.library.inputs.size()));
  }

  const SourceJob& job_;
  const Mechanism& m_;
  const VariableTable& table_;
  const ServedColumns& columns_;
};

}  // namespace

std::optional<FmuSources> fmuSources(const SourceJob& job, std::vector<std::string>& reasons) {
  if (!job.job.stepping.method) {
    reasons.emplace_back("the model is stiff and takes the implicit method");
    return std::nullopt;
  }
  const Mechanism m = makeMechanism(job.job.model);
  const ServedColumns columns = servedColumns(m, job.trajectory);
  for (const Variable& one : job.variables.all) {
    if (one.isOutput && !isServed(one, columns)) reasons.push_back(fmt::format("C has no output '{}' yet", one.name));
  }
  Diagnostics refusals;
  GenerateOptions options;
  options.name = job.identifier;
  options.step = job.job.stepping.step;
  options.method = job.job.stepping.method;
  options.tunable = job.job.tunable;
  const std::optional<GeneratedC> generated = generateC(job.job.model, options, refusals);
  for (const Diagnostic& one : refusals.all()) {
    if (one.severity == Severity::error) reasons.push_back(one.message);
  }
  if (!generated || !reasons.empty()) return std::nullopt;

  FmuSources sources;
  sources.variables = served(job.variables, [&](const Variable& one) { return isServed(one, columns); });
  sources.variables.hasDerivatives = false;  // the functions over generated C refuse them
  sources.left = static_cast<int>(job.variables.all.size() - sources.variables.all.size());
  sources.compiled = job.identifier + "_fmu.c";
  for (const GeneratedFile& file : generated->files) {
    const bool isMeant = file.name.ends_with(".h") || file.name == job.identifier + ".c";
    if (isMeant) sources.files.push_back({file.name, file.text});
  }
  for (const CPart& part : cParts()) {
    const bool isOther = part.name.starts_with(job.job.version == 2 ? "mb_fmi3" : "mb_fmi2");
    if (part.name.starts_with("mb_fmi") && !isOther) sources.files.push_back({part.name, part.text});
  }
  Simulation simulation(m);
  simulation.start(0, initialState(m));  // as the variables were made
  sources.files.push_back(
      {sources.compiled, SourceText(job, m, sources.variables, columns).run(simulation.workspace())});
  return sources;
}

std::string buildDescription(const std::string& identifier, const std::string& compiled) {
  XmlWriter xml;
  xml.open("fmiBuildDescription");
  xml.attribute("fmiVersion", "3.0");
  xml.open("BuildConfiguration");
  xml.attribute("modelIdentifier", identifier);
  xml.open("SourceFileSet");
  xml.attribute("language", "C99");
  xml.open("SourceFile");
  xml.attribute("name", compiled);
  xml.close();
  xml.open("PreprocessorDefinition");
  xml.attribute("name", "FMI3_OVERRIDE_FUNCTION_PREFIX");
  xml.attribute("optional", "true");
  xml.attribute("value", "1");
  xml.attribute("description", "for a shared library, whose functions have no prefix");
  xml.close();
  xml.close();
  xml.close();
  xml.close();
  return std::move(xml).text();
}

std::optional<std::string> compiledSources(const FmuSources& sources, std::string& fault) {
  const Scratch scratch;
  if (scratch.folder.empty()) return std::nullopt;
  for (const ArchivedFile& one : sources.files) std::ofstream(scratch.folder / one.name) << one.bytes;
  // Names of files, and no other part of the model's text.
  const std::string command = fmt::format(
      "cd '{}' && cc -std=c99 -O2 -ffp-contract=off -shared -fPIC -fvisibility=hidden -s "
      "-DFMI3_OVERRIDE_FUNCTION_PREFIX {} -lm -o model.so 2>said",
      scratch.folder.string(), sources.compiled);
  if (std::system(command.c_str()) != 0) {  // NOLINT(cert-env33-c): a compiler
    std::ifstream said(scratch.folder / "said");
    for (std::string line; std::getline(said, line) && fault.find("error") == std::string::npos;) fault = line;
    return std::nullopt;
  }
  FileText library = readFileText((scratch.folder / "model.so").string());
  if (!library.fault.empty()) return std::nullopt;
  return std::move(library.text);
}

}  // namespace mb::fmi
