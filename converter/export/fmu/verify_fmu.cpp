// The FMU beside the model: what comes out of its binary, and what our own run gives.
#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "converter/export/fmu/archive.h"
#include "converter/export/fmu/fmu_target.h"
#include "converter/export/fmu/loaded_fmu.h"
#include "converter/export/fmu/own_run.h"
#include "converter/fmi/variables/setup.h"
#include "converter/fmi/variables/variables.h"
#include "converter/parameters/parameters.h"

namespace mb {
namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 200;

// A folder that is gone at the end.
struct Scratch {
  fs::path folder;
  Scratch() {
    std::string name = (fs::temp_directory_path() / "mbconvert-XXXXXX").string();
    if (mkdtemp(name.data())) folder = name;
  }
  ~Scratch() {
    std::error_code ignored;
    if (!folder.empty()) fs::remove_all(folder, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
};

bool unpack(const std::vector<fmi::ArchivedFile>& files, const fs::path& folder) {
  for (const fmi::ArchivedFile& file : files) {
    const fs::path path = folder / file.name;
    std::error_code fault;
    fs::create_directories(path.parent_path(), fault);
    std::ofstream(path, std::ios::binary) << file.bytes;
    if (!fs::exists(path)) return false;
  }
  return true;
}

// The differences of all variables that both sides have, relative to the largest value of each.
ExportCheck compare(const fmi::VariableTable& table, const std::vector<std::vector<double>>& ours,
                    const std::vector<std::vector<double>>& theirs) {
  ExportCheck check;
  if (ours.size() != theirs.size()) check.difference = std::nan("");
  for (std::size_t v = 0; v < table.all.size() && ours.size() == theirs.size(); ++v) {
    const fmi::Source source = table.all[v].source;
    if (source != fmi::Source::column && source != fmi::Source::state) continue;
    double largest = 1;
    double difference = 0;
    for (std::size_t n = 0; n < ours.size(); ++n) {
      largest = std::max(largest, std::abs(ours[n][v]));
      const double one = std::abs(ours[n][v] - theirs[n][v]);
      if (!(one <= difference)) difference = one;
    }
    if (difference / largest <= check.difference) continue;
    check.difference = difference / largest;
    check.worst = table.all[v].name;
  }
  return check;
}

// Drives the binary; nothing where a function of it fails.
std::optional<std::vector<std::vector<double>>> drive(fmi::LoadedFmu& fmu, const std::string& token,
                                                      const std::string& resources, double step, std::size_t count) {
#define MB_FUNCTION(name) auto* const name = fmu.function<decltype(::name)>(#name)
  MB_FUNCTION(fmi3InstantiateCoSimulation);
  MB_FUNCTION(fmi3EnterInitializationMode);
  MB_FUNCTION(fmi3ExitInitializationMode);
  MB_FUNCTION(fmi3GetFloat64);
  MB_FUNCTION(fmi3DoStep);
  MB_FUNCTION(fmi3FreeInstance);
#undef MB_FUNCTION
  void* const instance = fmi3InstantiateCoSimulation("verified", token.c_str(), resources.c_str(), false, true, false,
                                                     false, nullptr, 0, &fmu, &fmi::LoadedFmu::note, nullptr);
  if (!instance) return std::nullopt;
  std::vector<std::uint32_t> references(count);
  for (std::size_t k = 0; k < count; ++k) references[k] = static_cast<std::uint32_t>(k);
  std::vector<std::vector<double>> rows;
  bool isWell =
      fmi3EnterInitializationMode(instance, false, 0, 0, false, 0) == 0 && fmi3ExitInitializationMode(instance) == 0;
  for (int n = 0; n <= kSteps && isWell; ++n) {
    double reached = 0;
    bool flags[3] = {};
    if (n > 0)
      isWell = fmi3DoStep(instance, (n - 1) * step, step, true, &flags[0], &flags[1], &flags[2], &reached) == 0;
    std::vector<double> values(count);
    isWell = isWell && fmi3GetFloat64(instance, references.data(), count, values.data(), count) == 0;
    rows.push_back(std::move(values));
  }
  fmi3FreeInstance(instance);
  if (!isWell) return std::nullopt;
  return rows;
}

}  // namespace

std::optional<std::vector<ExportCheck>> verifyFmu(const ExportJob& job, const Exported& exported,
                                                  Diagnostics& diagnostics) {
  const auto cannot = [&](const std::string& why) {
    diagnostics.error({}, Code::internalFault, fmt::format("the FMU cannot be verified: {}", why));
    return std::nullopt;
  };
  const std::optional<std::vector<fmi::ArchivedFile>> files = fmi::filesIn(exported.files.front().bytes);
  const Scratch scratch;
  if (!files || scratch.folder.empty() || !unpack(*files, scratch.folder)) return cannot("it cannot be unpacked");
  std::string binary;
  std::string setupText;
  for (const fmi::ArchivedFile& file : *files) {
    if (binary.empty() && file.name.starts_with("binaries/")) binary = (scratch.folder / file.name).string();
    if (file.name.ends_with(fmi::kSetupFile)) setupText = file.bytes;
  }
  const fmi::Setup setup =
      fmi::readSetup(std::make_shared<const SourceFile>(SourceFile{fmi::kSetupFile, setupText}), diagnostics);
  std::string fault;
  const std::unique_ptr<fmi::LoadedFmu> fmu = fmi::LoadedFmu::load(binary, fault);
  if (!fmu) return cannot(fault);

  const Mechanism m = makeMechanism(job.model);
  const Trajectory shown = fmi::shownColumns(m);
  std::optional<RunFailure> failure;
  const std::optional<fmi::VariableTable> table = fmi::makeVariables(m, shown, {}, failure);
  if (!table) return cannot(failure->message);
  const double step = job.stepping.step;
  const fmi::OwnRun run = fmi::ownRun(m, shown, *table, job.stepping, kSteps + 1, 1);
  const auto theirs = drive(*fmu, setup.token, (scratch.folder / "resources").string(), step, table->all.size());
  if (!theirs) return cannot(fmu->messages.empty() ? "a function failed" : fmu->messages.back());
  ExportCheck check = compare(*table, run.rows, *theirs);
  check.what = fmt::format("{} variables of {} steps through the binary, relative to the largest value of each",
                           table->all.size(), kSteps);
  check.tolerance = 1e-12;
  return std::vector{check};
}

}  // namespace mb
