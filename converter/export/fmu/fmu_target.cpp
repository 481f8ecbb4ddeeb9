#include "converter/export/fmu/fmu_target.h"

#include <fmt/format.h>

#include "converter/export/fmu/archive.h"
#include "converter/export/fmu/binary.h"
#include "converter/export/fmu/description.h"
#include "converter/export/fmu/side_files.h"
#include "converter/export/fmu/sources.h"
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

// What runs the model within an FMU.
struct Content {
  std::vector<fmi::ArchivedFile> files;
  fmi::VariableTable variables;  // that are served
  std::string compiled;          // the source of generated C
  std::vector<std::string> remarks;
};

std::string folderOf(int version) { return version == 2 ? "binaries/linux64/" : "binaries/x86_64-linux/"; }

// The runtime, with the model as its resource.
std::optional<Content> runtimeContent(const fmi::SourceJob& source, const std::string& setup,
                                      Diagnostics& diagnostics) {
  const std::optional<std::vector<fmi::ArchivedFile>> binaries = fmi::fmuBinaries(diagnostics);
  if (!binaries) return std::nullopt;
  Content content{{}, source.variables, "", {}};
  for (std::size_t k = 0; k < binaries->size(); ++k) {
    const fmi::ArchivedFile& one = (*binaries)[k];
    content.files.push_back(
        {folderOf(source.job.version) + (k == 0 ? source.identifier + ".so" : one.name), one.bytes, true});
  }
  content.files.push_back({fmt::format("resources/{}", fmi::kModelFile), source.job.recursiveText});
  content.files.push_back({fmt::format("resources/{}", fmi::kSetupFile), setup});
  return content;
}

// Generated C, with the library that the C compiler of this machine makes of it.
Content generatedContent(const fmi::SourceJob& source, fmi::FmuSources sources, const std::string& library) {
  Content content{{}, std::move(sources.variables), sources.compiled, {"the binary is made of generated C"}};
  content.files.push_back({folderOf(source.job.version) + source.identifier + ".so", library, true});
  for (const fmi::ArchivedFile& one : sources.files) content.files.push_back({"sources/" + one.name, one.bytes});
  if (source.job.version != 2)
    content.files.push_back(
        {"sources/buildDescription.xml", fmi::buildDescription(source.identifier, sources.compiled)});
  if (sources.left > 0)
    content.remarks.push_back(fmt::format("{} inner variables of the runtime are not calculated by C", sources.left));
  return content;
}

std::optional<Content> contentOf(const fmi::SourceJob& source, const std::string& setup, Diagnostics& diagnostics) {
  using Binary = ExportJob::Binary;
  std::vector<std::string> reasons;
  if (source.job.binary != Binary::runtime) {
    std::optional<fmi::FmuSources> sources = fmi::fmuSources(source, reasons);
    std::string fault;
    const std::optional<std::string> library = sources ? fmi::compiledSources(*sources, fault) : std::nullopt;
    if (library) return generatedContent(source, std::move(*sources), *library);
    if (sources) reasons.push_back(fmt::format("the C compiler cc: {}", fault));
  }
  if (source.job.binary == Binary::generated) {
    for (const std::string& reason : reasons)
      diagnostics.error({}, Code::notModelled, fmt::format("no FMU can be made of generated C: {}", reason))
          .withHint("leave out --binary: the runtime itself is the binary then");
    return std::nullopt;
  }
  std::optional<Content> content = runtimeContent(source, setup, diagnostics);
  if (!content) return std::nullopt;
  content->remarks.emplace_back("the binary is the runtime itself, the recursive model its resource");
  if (!reasons.empty())
    content->remarks.push_back(
        fmt::format("not generated C: {}{}", reasons.front(),
                    reasons.size() > 1 ? fmt::format(", and {} more", counted(reasons.size() - 1, "reason")) : ""));
  return content;
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
  const fmi::SourceJob source{job, shown, *variables, fmi::identifierOf(model.name), setup.token};
  const std::optional<Content> content = contentOf(source, writeSetup(setup), diagnostics);
  if (!content) return std::nullopt;
  const bool isFmi2 = job.version == 2;
  const fmi::Description description{model.name, source.identifier, fmt::format("mbconvert {}", buildFacts().version),
                                     setup,      content->compiled, &content->variables};
  std::vector<fmi::ArchivedFile> files{
      {"modelDescription.xml", isFmi2 ? descriptionOfFmi2(description) : descriptionOfFmi3(description)}};
  files.insert(files.end(), content->files.begin(), content->files.end());
  if (!job.certificate.empty()) files.push_back({"extra/mbconvert/certificate.json", job.certificate});
  if (!isFmi2 && !variables->terminals.empty())
    files.push_back({"terminalsAndIcons/terminalsAndIcons.xml", fmi::terminalsText(content->variables)});
  std::string fault;
  const auto reference = fmi::referenceResult(m, shown, content->variables, job.stepping, fault);
  if (reference) files.insert(files.end(), reference->begin(), reference->end());
  std::optional<std::string> archive = fmi::archiveOf(files);
  if (!archive) {
    diagnostics.error({}, Code::outOfMemory, "the archive of the FMU cannot be made");
    return std::nullopt;
  }
  const auto outputs = std::ranges::count(variables->all, true, &fmi::Variable::isOutput);
  Exported exported{{{"", std::move(*archive)}}, content->remarks};
  exported.remarks.insert(
      exported.remarks.begin(),
      fmt::format("FMI {}, Co-Simulation and Model Exchange, x86_64-linux", isFmi2 ? "2.0" : "3.0"));
  exported.remarks.push_back(fmt::format("{}, {}, {}", counted(variables->states.size(), "state"),
                                         counted(static_cast<std::size_t>(outputs), "output"),
                                         counted(parameters.size(), "tunable parameter")));
  if (!reference) exported.remarks.push_back(fmt::format("no reference result: {}", fault));
  return exported;
}

}  // namespace mb
