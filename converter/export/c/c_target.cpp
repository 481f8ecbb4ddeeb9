#include "converter/export/c/c_target.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "converter/export/c/generate_c.h"
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

// A program that prints the state after some steps.
std::string stepsText(const std::string& name) {
  return fmt::format(R"(#include <stdio.h>
#include "{0}.h"
int main(void) {{
  static {0}_t m;
  static {0}_out out;
  const {0}_in in = {{0}};
  int k;
  if ({0}_init(&m) != 0) return 1;
  for (k = 0; k < {1}; ++k) {{
    if ({0}_step(&m, &in, &out) != 0) return 1;
  }}
  for (k = 0; k < (int)(sizeof m.y / sizeof m.y[0]); ++k) printf("%.17g\n", (double)m.y[k]);
  return 0;
}}
)",
                     name, kSteps);
}

bool run(const std::string& command) { return std::system(command.c_str()) == 0; }  // NOLINT(cert-env33-c): a compiler

std::vector<double> stateAfterSteps(const ExportJob& job) {
  const Mechanism m = makeMechanism(job.model);
  RunOptions options;
  options.step = job.stepping.step;
  options.end = kSteps * options.step;
  options.method = job.stepping.method;
  options.solver = findSolver("embedded");
  std::vector<double> end;
  simulate(m, initialState(m), options, [&](double, StateView y, const Workspace&) {
    end.assign(y.begin(), y.end());
    return true;
  });
  end.resize(static_cast<std::size_t>(m.lawStateAt()));
  return end;
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
  options.isDirectional = job.isDirectional;
  const std::optional<GeneratedC> generated = generateC(job.model, options, diagnostics);
  if (!generated) return std::nullopt;
  Exported exported;
  for (const GeneratedFile& file : generated->files) exported.files.push_back({file.name, file.text});
  if (!job.certificate.empty()) exported.files.push_back({"certificate.json", job.certificate});
  exported.remarks.push_back(
      fmt::format("{} statements an evaluation, {} choices of coordinates; all numbers are constants",
                  generated->statements, generated->partitions));
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
  ExportCheck check{fmt::format("positions and velocities after {} steps", kSteps), 0, 1e-9, ""};
  const std::vector<double> ours = stateAfterSteps(job);
  if (!run(in + "./steps > state")) check.difference = std::nan("");
  std::ifstream state(scratch.folder() + "/state");
  for (const double value : ours) {
    double theirs = std::nan("");
    state >> theirs;
    const double difference = std::abs(value - theirs) / std::max(1.0, std::abs(value));
    if (!(difference <= check.difference)) check.difference = difference;
  }
  checks.push_back(check);
  return checks;
}

}  // namespace mb
