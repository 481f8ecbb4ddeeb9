#include "converter/export/c/c_target.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "converter/export/c/generate_c.h"
#include "formats/model/basics/text.h"
#include "runtime/recording/recorded_measures.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

// A folder of its own for the time of a check.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "mbconvert-XXXXXX").string();
    if (mkdtemp(name.data())) folder_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
};

constexpr int kSteps = 100;
constexpr int kHeld = 10;       // steps for which inputs are held
constexpr double kRise = 1e-3;  // of all of them, then

// A program that prints the state after some steps, and all measures on the way.
std::string stepsText(const std::string& name) {
  return fmt::format(R"(#include <stdio.h>
#include "{0}.h"
static {0}_t m;
static {0}_out out;
static void measure(void) {{
  int k;
  {0}_measure(&m, &out);
  for (k = 0; k < (int)(sizeof out.measures / sizeof out.measures[0]) - 1; ++k) printf("%.17g\n", (double)out.measures[k]);
}}
int main(void) {{
  static {0}_in in;
  int k;
  int n;
  if ({0}_init(&m) != 0) return 1;
  measure();
  for (k = 0; k < {1}; ++k) {{
    for (n = 0; n < (int)(sizeof m.u / sizeof m.u[0]) - 1; ++n) in.u[n] = {0}_inputs[n].start + {3} * (k / {2});
    if ({0}_step(&m, &in, &out) != 0) return 1;
    measure();
  }}
  for (k = 0; k < (int)(sizeof m.y / sizeof m.y[0]) - 1; ++k) printf("%.17g\n", (double)m.y[k]);
  return 0;
}}
)",
                     name, kSteps, kHeld, kRise);
}

bool run(const std::string& command) { return std::system(command.c_str()) == 0; }  // NOLINT(cert-env33-c): a compiler

// The same by the runtime.
struct OwnRun {
  std::vector<double> measures;
  std::vector<double> state;  // without the work
};

OwnRun ownRun(const ExportJob& job) {
  const Mechanism m = makeMechanism(job.model);
  RunOptions options;
  options.step = job.stepping.step;
  options.end = kSteps * options.step;
  options.method = job.stepping.method;
  options.solver = findSolver("embedded");
  for (const InputIndex index : m.model.inputs.indexes()) {
    PlayedInput played{index.value, {}, {}, nullptr};
    for (int k = 0; k < kSteps / kHeld; ++k) {
      played.time.push_back(k * kHeld * options.step);
      played.value.push_back(m.model.inputs[index].start + kRise * k);
    }
    options.inputs.push_back(std::move(played));
  }
  MeasureSet set = makeMeasures(m);
  std::vector<int> kept;
  keepRecorded(m, set, kept);
  MeasureMemory memory = makeMemory(set);
  std::vector<Vector6> A;
  OwnRun run;
  simulate(m, initialState(m), options, [&](double time, StateView y, const Workspace& w) {
    const std::size_t before = run.measures.size();
    run.measures.resize(before + kept.size());
    linkAccelerations(m, w, A);
    evaluateMeasures(m, set, time, y, w, A, before == 0, memory, std::span(run.measures).subspan(before));
    for (const Probe& probe : m.model.probes) {
      for (const double value : probeValues(m, w, A, probe)) run.measures.push_back(value);
    }
    run.state.assign(y.begin(), y.begin() + m.workAt());
    return true;
  });
  return run;
}

// Reads as many numbers as there are of ours.
ExportCheck compared(std::istream& theirs, std::span<const double> ours, std::string what, double tolerance) {
  ExportCheck check{std::move(what), 0, tolerance, ""};
  for (const double value : ours) {
    double other = std::nan("");
    theirs >> other;
    const double difference = std::abs(value - other) / std::max(1.0, std::abs(value));
    if (!(difference <= check.difference)) check.difference = difference;
  }
  return check;
}

}  // namespace

std::optional<Exported> makeC(const ExportJob& job, Diagnostics& diagnostics) {
  if (!job.stepping.method) {
    diagnostics
        .error({}, Code::notModelled, "the model is stiff: it needs the implicit method, which C is not made for")
        .withHint("choose an explicit method and a step that is short enough");
    return std::nullopt;
  }
  GenerateOptions options;
  options.name = cIdentifier(job.model.name);
  options.step = job.stepping.step;
  options.method = job.stepping.method;
  options.isStrict = job.isStrict;
  options.tunable = job.tunable;
  options.hasBatch = job.hasBatch;
  options.isDirectional = job.isDirectional;
  const std::optional<GeneratedC> generated = generateC(job.model, options, diagnostics);
  if (!generated) return std::nullopt;
  Exported exported;
  for (const GeneratedFile& file : generated->files) exported.files.push_back({file.name, file.text});
  if (!job.certificate.empty()) exported.files.push_back({"certificate.json", job.certificate});
  exported.remarks.push_back(fmt::format("{} statements an evaluation, {} choices of coordinates",
                                         generated->statements, generated->partitions));
  exported.remarks.push_back(
      fmt::format("{}, {}, {}; all other numbers are constants", counted(generated->inputs, "input"),
                  counted(generated->parameters, "tunable parameter"), counted(generated->measures, "measure")));
  if (!generated->fixed.empty())
    exported.remarks.push_back(fmt::format("constants too, which an FMU could change: {} and {} like it",
                                           generated->fixed.front(), generated->fixed.size() - 1));
  return exported;
}

std::optional<std::vector<ExportCheck>> verifyC(const ExportJob& job, const Exported& exported,
                                                Diagnostics& diagnostics) {
  const Scratch scratch;
  const std::string name = cIdentifier(job.model.name);
  for (const ExportedFile& file : exported.files) std::ofstream(scratch.folder() + "/" + file.name) << file.bytes;
  std::ofstream(scratch.folder() + "/steps.c") << stepsText(name);
  const std::string in = "cd '" + scratch.folder() + "' && ";
  if (!run(in + "cc -std=c99 -O1 -ffp-contract=off steps.c " + name +
           ".c -lm -o steps 2>/dev/null && cc -std=c99 -O1 "
           "-ffp-contract=off " +
           name + "_test.c " + name + ".c -lm -o known 2>/dev/null")) {
    diagnostics.error({}, Code::cannotRead, "the generated program cannot be compiled here")
        .withHint("a C compiler named cc is needed to verify it");
    return std::nullopt;
  }
  std::vector<ExportCheck> checks;
  checks.push_back(
      {"accelerations at known states, every bit", run(in + "./known >/dev/null") ? 0.0 : std::nan(""), 0, ""});
  if (job.hasBatch) {
    const bool isEqual = run(in + "cc -std=c99 -O1 -ffp-contract=off " + name + "_batch_test.c " + name + "_batch.c " +
                             name + ".c -lm -o batch 2>/dev/null && ./batch >/dev/null");
    checks.push_back({"states of a batch as one by one, every bit", isEqual ? 0.0 : std::nan(""), 0, ""});
  }
  const OwnRun own = ownRun(job);
  const bool isRun = run(in + "./steps > state");
  std::ifstream state(scratch.folder() + "/state");
  if (!isRun) state.setstate(std::ios::failbit);
  // An acceleration repeats what positions differ by as often as stiffness is larger than mass.
  if (!own.measures.empty()) checks.push_back(compared(state, own.measures, "measures of these steps", 1e-6));
  checks.push_back(compared(state, own.state, fmt::format("positions and velocities after {} steps", kSteps), 1e-9));
  return checks;
}

}  // namespace mb
