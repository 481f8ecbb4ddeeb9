#include "converter/export/fmu/side_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "converter/export/fmu/description.h"

namespace mb::fmi {
namespace {

constexpr double kEvery = 0.01;  // s between rows of the reference result, or the step

// As RFC 4180 wants it.
std::string cell(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string terminalsText(const VariableTable& variables) {
  XmlWriter xml;
  xml.open("fmiTerminalsAndIcons");
  xml.attribute("fmiVersion", "3.0");
  xml.open("Terminals");
  for (const Terminal& terminal : variables.terminals) {
    xml.open("Terminal");
    xml.attribute("name", terminal.name);
    xml.attribute("matchingRule", "plug");
    xml.attribute("terminalKind", "mbconvert.wheel_hub");
    for (const Terminal::Member& member : terminal.members) {
      xml.open("TerminalMemberVariable");
      xml.attribute("variableName", variables.all[at(member.variable)].name);
      xml.attribute("memberName", member.name);
      xml.attribute("variableKind", "signal");
      xml.close();
    }
    xml.close();
  }
  xml.close();
  xml.close();
  return std::move(xml).text();
}

std::optional<std::vector<ArchivedFile>> referenceResult(const Mechanism& m, const Trajectory& trajectory,
                                                         const VariableTable& variables, const ExportStepping& stepping,
                                                         std::string& fault) {
  const int every = std::max(1, static_cast<int>(std::lround(kEvery / stepping.step)));
  const int rows = 1 + static_cast<int>(kExperimentEnd / (every * stepping.step) + 1e-9);
  const OwnRun run = ownRun(m, trajectory, variables, stepping, rows, every);
  if (static_cast<int>(run.rows.size()) < rows) {
    fault = run.fault;
    return std::nullopt;
  }
  std::string table = "time";
  for (const Variable& one : variables.all) {
    if (one.isOutput) table += "," + cell(one.name);
  }
  for (std::size_t n = 0; n < run.rows.size(); ++n) {
    table += fmt::format("\n{}", run.times[n]);
    for (std::size_t k = 0; k < variables.all.size(); ++k) {
      if (variables.all[k].isOutput) table += fmt::format(",{}", run.rows[n][k]);
    }
  }
  XmlWriter xml;
  xml.open("fmiReferences");
  xml.attribute("xmlns:fmi-ls", "http://fmi-standard.org/fmi-ls-manifest");
  xml.attribute("fmi-ls:fmi-ls-name", "org.fmi-standard.fmi-ls-ref");
  xml.attribute("fmi-ls:fmi-ls-version", "1.0.0-alpha.1");
  xml.attribute("fmi-ls:fmi-ls-description", "Reference results");
  xml.open("Related");
  xml.attribute("type", "text/csv");
  xml.attribute("source", "reference.csv");
  xml.attribute("role", "result");
  xml.attribute("description", "Outputs of the default experiment, by Co-Simulation");
  xml.close();
  xml.close();
  const std::string folder = "extra/org.fmi-standard.fmi-ls-ref/";
  return std::vector<ArchivedFile>{{folder + "fmi-ls-manifest.xml", std::move(xml).text()},
                                   {folder + "reference.csv", table + "\n"}};
}

}  // namespace mb::fmi
