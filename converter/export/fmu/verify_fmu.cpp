// The FMU beside the model: what comes out of its binary, and what our own run gives.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "converter/export/fmu/archive.h"
#include "converter/export/fmu/fmu_target.h"
#include "converter/export/fmu/loaded_fmu.h"
#include "converter/export/fmu/own_run.h"
#include "converter/export/target/scratch.h"
#include "converter/fmi/functions/fmi2.h"
#include "converter/fmi/variables/variables.h"

namespace mb {
namespace {

namespace fs = std::filesystem;

constexpr int kSteps = 200;

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

// What is said to an instance of either version.
struct Driven {
  fmi::LoadedFmu& fmu;
  std::string token;
  std::string resources;
  std::vector<std::uint32_t> references;
  double step = 0;
};
using Rows = std::vector<std::vector<double>>;

// Steps an instance that is initialized, and frees it; nothing where a function fails.
template <class Step, class Get>
std::optional<Rows> stepped(const Driven& driven, bool isWell, const Step& step, const Get& get) {
  Rows rows;
  for (int n = 0; n <= kSteps && isWell; ++n) {
    if (n > 0) isWell = step((n - 1) * driven.step) == 0;
    std::vector<double> values(driven.references.size());
    isWell = isWell && get(values) == 0;
    rows.push_back(std::move(values));
  }
  if (!isWell) return std::nullopt;
  return rows;
}

#define MB_FUNCTION(name) auto* const name = driven.fmu.function<decltype(::name)>(#name)

std::optional<Rows> drive3(const Driven& driven) {
  MB_FUNCTION(fmi3InstantiateCoSimulation);
  MB_FUNCTION(fmi3EnterInitializationMode);
  MB_FUNCTION(fmi3ExitInitializationMode);
  MB_FUNCTION(fmi3GetFloat64);
  MB_FUNCTION(fmi3DoStep);
  MB_FUNCTION(fmi3FreeInstance);
  void* const it = fmi3InstantiateCoSimulation("verified", driven.token.c_str(), driven.resources.c_str(), false, true,
                                               false, false, nullptr, 0, &driven.fmu, &fmi::LoadedFmu::note, nullptr);
  if (!it) return std::nullopt;
  const bool isWell =
      fmi3EnterInitializationMode(it, false, 0, 0, false, 0) == 0 && fmi3ExitInitializationMode(it) == 0;
  const auto step = [&](double from) {
    double reached = 0;
    bool flags[3] = {};
    return fmi3DoStep(it, from, driven.step, true, &flags[0], &flags[1], &flags[2], &reached);
  };
  const auto get = [&](std::vector<double>& values) {
    return fmi3GetFloat64(it, driven.references.data(), values.size(), values.data(), values.size());
  };
  std::optional<Rows> rows = stepped(driven, isWell, step, get);
  fmi3FreeInstance(it);
  return rows;
}

void note2(void* environment, const char*, int status, const char* category, const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  char text[512];
  (void)std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  fmi::LoadedFmu::note(environment, status, category, text);
}

std::optional<Rows> drive2(const Driven& driven) {
  MB_FUNCTION(fmi2Instantiate);
  MB_FUNCTION(fmi2SetupExperiment);
  MB_FUNCTION(fmi2EnterInitializationMode);
  MB_FUNCTION(fmi2ExitInitializationMode);
  MB_FUNCTION(fmi2GetReal);
  MB_FUNCTION(fmi2DoStep);
  MB_FUNCTION(fmi2FreeInstance);
  const Fmi2Callbacks callbacks{&note2, std::calloc, std::free, nullptr, &driven.fmu};
  constexpr int kCoSimulation = 1;
  void* const it =
      fmi2Instantiate("verified", kCoSimulation, driven.token.c_str(), driven.resources.c_str(), &callbacks, 0, 1);
  if (!it) return std::nullopt;
  const bool isWell = fmi2SetupExperiment(it, 0, 0, 0, 0, 0) == 0 && fmi2EnterInitializationMode(it) == 0 &&
                      fmi2ExitInitializationMode(it) == 0;
  const auto step = [&](double from) { return fmi2DoStep(it, from, driven.step, 1); };
  const auto get = [&](std::vector<double>& values) {
    return fmi2GetReal(it, driven.references.data(), values.size(), values.data());
  };
  std::optional<Rows> rows = stepped(driven, isWell, step, get);
  fmi2FreeInstance(it);
  return rows;
}
#undef MB_FUNCTION

// The texts of an attribute, in order.
std::vector<std::string> textsOf(const std::string& attribute, const std::string& xml) {
  std::vector<std::string> texts;
  const std::string before = " " + attribute + "=\"";
  for (std::size_t at = xml.find(before); at != std::string::npos; at = xml.find(before, at)) {
    at += before.size();
    texts.push_back(xml.substr(at, xml.find('"', at) - at));
  }
  return texts;
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
  std::string description;
  for (const fmi::ArchivedFile& file : *files) {
    if (binary.empty() && file.name.starts_with("binaries/")) binary = (scratch.folder / file.name).string();
    if (file.name == "modelDescription.xml") description = file.bytes;
  }
  std::string fault;
  const std::unique_ptr<fmi::LoadedFmu> fmu = fmi::LoadedFmu::load(binary, fault);
  if (!fmu) return cannot(fault);

  const Mechanism m = makeMechanism(job.model);
  const Trajectory shown = fmi::shownColumns(m);
  std::optional<RunFailure> failure;
  const std::optional<fmi::VariableTable> all = fmi::makeVariables(m, shown, {}, failure);
  if (!all) return cannot(failure->message);
  const bool isFmi2 = job.version == 2;
  Driven driven{*fmu,
                textsOf(isFmi2 ? "guid" : "instantiationToken", description).at(0),
                (scratch.folder / "resources").string(),
                {},
                job.stepping.step};
  const std::vector<std::string> references =
      textsOf("valueReference", description.substr(0, description.find("<ModelStructure>")));
  const fmi::VariableTable table = fmi::served(*all, [&](const fmi::Variable& one) {
    return std::ranges::find(references, std::to_string(one.reference)) != references.end();
  });
  for (const fmi::Variable& one : table.all) driven.references.push_back(static_cast<std::uint32_t>(one.reference));
  const fmi::OwnRun run = fmi::ownRun(m, shown, table, job.stepping, kSteps + 1, 1);
  const std::optional<Rows> theirs = isFmi2 ? drive2(driven) : drive3(driven);
  if (!theirs) return cannot(fmu->messages.empty() ? "a function failed" : fmu->messages.back());
  ExportCheck check = compare(table, run.rows, *theirs);
  check.what = fmt::format("{} variables of {} steps through the binary, relative to the largest value of each",
                           table.all.size(), kSteps);
  check.tolerance = 1e-12;
  return std::vector{check};
}

}  // namespace mb
