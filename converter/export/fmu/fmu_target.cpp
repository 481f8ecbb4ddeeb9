#include "converter/export/fmu/fmu_target.h"

#include <fmt/format.h>

#include "converter/export/fmu/archive.h"
#include "converter/export/fmu/binary.h"
#include "converter/export/fmu/description.h"
#include "converter/export/fmu/side_files.h"
#include "converter/files/build_facts.h"
#include "converter/parameters/parameters.h"
#include "converter/report/digest.h"
#include "formats/model/basics/text.h"
#include "runtime/simulation/run_failures.h"

namespace mb {
namespace {

// "{xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}" of all that decides what the FMU does.
std::string tokenOf(const std::string& model, const std::string& setup) {
  const std::string digits = sha256(fmt::format("{}\n{}\n{}", buildFacts().version, setup, model));
  return fmt::format("{{{}-{}-{}-{}-{}}}", digits.substr(0, 8), digits.substr(8, 4), digits.substr(12, 4),
                     digits.substr(16, 4), digits.substr(20, 12));
}

}  // namespace

std::optional<Exported> makeFmu(const ExportJob& job, Diagnostics& diagnostics) {
  RecursiveModel model = job.model;
  fmi::Setup setup{"", job.stepping.method, job.stepping.step, chosenPaths(model, job.tunable, diagnostics)};
  if (diagnostics.hasErrors()) return std::nullopt;
  setup.token = tokenOf(job.recursiveText, fmi::writeSetup(setup));

  std::vector<Parameter> parameters = parametersIn(model);
  std::erase_if(parameters, [&](const Parameter& one) {
    return std::ranges::find(setup.tunable, one.path) == setup.tunable.end();
  });
  const Mechanism m = makeMechanism(model);
  std::optional<RunFailure> failure;
  const Trajectory shown = fmi::shownColumns(m);
  const std::optional<fmi::VariableTable> variables = fmi::makeVariables(m, shown, parameters, failure);
  if (!variables) {
    reportFailure(model, *failure, diagnostics);
    return std::nullopt;
  }
  const std::optional<std::vector<fmi::ArchivedFile>> binaries = fmi::fmuBinaries(diagnostics);
  if (!binaries) return std::nullopt;

  const bool isFmi2 = job.version == 2;
  fmi::Description description{model.name, fmi::identifierOf(model.name),
                               fmt::format("mbconvert {}", buildFacts().version), setup, &*variables};
  std::vector<fmi::ArchivedFile> files{
      {"modelDescription.xml", isFmi2 ? descriptionOfFmi2(description) : descriptionOfFmi3(description)}};
  const std::string folder = isFmi2 ? "binaries/linux64/" : "binaries/x86_64-linux/";
  for (std::size_t k = 0; k < binaries->size(); ++k) {
    const fmi::ArchivedFile& one = (*binaries)[k];
    files.push_back({folder + (k == 0 ? description.identifier + ".so" : one.name), one.bytes, true});
  }
  files.push_back({fmt::format("resources/{}", fmi::kModelFile), job.recursiveText});
  files.push_back({fmt::format("resources/{}", fmi::kSetupFile), fmi::writeSetup(setup)});
  if (!job.certificate.empty()) files.push_back({"extra/mbconvert/certificate.json", job.certificate});
  if (!isFmi2 && !variables->terminals.empty())
    files.push_back({"terminalsAndIcons/terminalsAndIcons.xml", fmi::terminalsText(*variables)});
  std::string fault;
  const auto reference = fmi::referenceResult(m, shown, *variables, job.stepping, fault);
  if (reference) files.insert(files.end(), reference->begin(), reference->end());
  std::optional<std::string> archive = fmi::archiveOf(files);
  if (!archive) {
    diagnostics.error({}, Code::outOfMemory, "the archive of the FMU cannot be made");
    return std::nullopt;
  }
  const auto outputs = std::ranges::count(variables->all, true, &fmi::Variable::isOutput);
  Exported exported{
      {{"", std::move(*archive)}},
      {fmt::format("FMI {}, Co-Simulation and Model Exchange, x86_64-linux; the binary is the runtime itself, the "
                   "recursive model its resource",
                   isFmi2 ? "2.0" : "3.0"),
       fmt::format("{}, {}, {}", counted(variables->states.size(), "state"),
                   counted(static_cast<std::size_t>(outputs), "output"),
                   counted(parameters.size(), "tunable parameter"))}};
  if (!reference) exported.remarks.push_back(fmt::format("no reference result: {}", fault));
  return exported;
}

}  // namespace mb
