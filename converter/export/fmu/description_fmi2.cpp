// modelDescription.xml of FMI 2.0. Variables are counted from 1 there.
#include <fmt/format.h>

#include "converter/export/fmu/description.h"

namespace mb::fmi {
namespace {

std::string place(int variable) { return fmt::format("{}", variable + 1); }

// The same source for both kinds of instances.
void writeSources(const Description& description, XmlWriter& xml) {
  if (description.compiled.empty()) return;
  xml.open("SourceFiles");
  xml.open("File");
  xml.attribute("name", description.compiled);
  xml.close();
  xml.close();
}

void savesState(bool saves, XmlWriter& xml) {
  if (!saves) return;
  xml.attribute("canGetAndSetFMUstate", "true");
  xml.attribute("canSerializeFMUstate", "true");
}

void writeScalar(const Variable& variable, XmlWriter& xml) {
  xml.open("ScalarVariable");
  xml.attribute("name", variable.name);
  xml.attribute("valueReference", fmt::format("{}", variable.reference));
  if (!variable.description.empty()) xml.attribute("description", variable.description);
  const bool isParameter = variable.source == Source::parameter;
  const bool isInput = variable.source == Source::input;
  xml.attribute("causality", variable.source == Source::time ? "independent"
                             : isParameter                   ? "parameter"
                             : isInput                       ? "input"
                             : variable.isOutput             ? "output"
                                                             : "local");
  xml.attribute("variability", isParameter ? "tunable" : "continuous");
  if (variable.isState) xml.attribute("initial", "exact");
  xml.open("Real");
  if (variable.unit != "1" && !variable.unit.empty()) xml.attribute("unit", variable.unit);
  if (variable.least) xml.attribute("min", *variable.least);
  if (variable.most) xml.attribute("max", *variable.most);
  if (isParameter || isInput || variable.isState) xml.attribute("start", variable.start);
  if (variable.derivativeOf >= 0) xml.attribute("derivative", place(variable.derivativeOf));
  xml.close();
  xml.close();
}

void writeUnknown(int variable, bool isOfState, XmlWriter& xml) {
  xml.open("Unknown");
  xml.attribute("index", place(variable));
  if (isOfState) {  // the rate of a coordinate is the velocity that is a state itself
    xml.attribute("dependencies", place(variable));
    xml.attribute("dependenciesKind", "constant");
  }
  xml.close();
}

// A list that must not be empty is left out where it would be.
template <class IsMeant>
void writeList(const char* name, const VariableTable& table, IsMeant isMeant, XmlWriter& xml) {
  bool isOpen = false;
  for (int k = 0; k < static_cast<int>(table.all.size()); ++k) {
    if (!isMeant(table.all[at(k)])) continue;
    if (!isOpen) xml.open(name);
    isOpen = true;
    writeUnknown(k, false, xml);
  }
  if (isOpen) xml.close();
}

void writeStructureOf2(const VariableTable& table, XmlWriter& xml) {
  xml.open("ModelStructure");
  writeList(
      "Outputs", table, [](const Variable& one) { return one.isOutput; }, xml);
  if (!table.rates.empty()) {
    xml.open("Derivatives");
    for (const int rate : table.rates) writeUnknown(rate, table.all[at(rate)].isState, xml);
    xml.close();
  }
  writeList(
      "InitialUnknowns", table,
      [](const Variable& one) { return (one.isOutput || one.derivativeOf >= 0) && !one.isState; }, xml);
  xml.close();
}

}  // namespace

std::string descriptionOfFmi2(const Description& description) {
  XmlWriter xml;
  xml.open("fmiModelDescription");
  xml.attribute("fmiVersion", "2.0");
  xml.attribute("modelName", description.model);
  xml.attribute("guid", description.setup.token);
  xml.attribute("generationTool", description.tool);
  xml.attribute("variableNamingConvention", "structured");
  xml.attribute("numberOfEventIndicators", "0");
  xml.open("ModelExchange");
  xml.attribute("modelIdentifier", description.identifier);
  savesState(true, xml);
  if (description.variables->hasDerivatives) xml.attribute("providesDirectionalDerivative", "true");
  writeSources(description, xml);
  xml.close();
  xml.open("CoSimulation");
  xml.attribute("modelIdentifier", description.identifier);
  xml.attribute("canHandleVariableCommunicationStepSize", "true");
  savesState(description.setup.method != nullptr, xml);  // the implicit method remembers former steps
  writeSources(description, xml);
  xml.close();
  writeBeforeVariables(description, xml);
  xml.open("ModelVariables");
  for (const Variable& one : description.variables->all) writeScalar(one, xml);
  xml.close();
  writeStructureOf2(*description.variables, xml);
  xml.close();
  return std::move(xml).text();
}

}  // namespace mb::fmi
