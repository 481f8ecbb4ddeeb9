// modelDescription.xml of FMI 3.0.
#include <fmt/format.h>

#include "converter/export/fmu/description.h"

namespace mb::fmi {
namespace {

std::string number(int value) { return fmt::format("{}", value); }

void writeInterfaces(const Description& description, XmlWriter& xml) {
  const bool isSaved = description.setup.method != nullptr;  // the implicit method remembers former steps
  const auto savesState = [&](bool saves) {
    if (!saves) return;
    xml.attribute("canGetAndSetFMUState", "true");
    xml.attribute("canSerializeFMUState", "true");
  };
  xml.open("ModelExchange");
  xml.attribute("modelIdentifier", description.identifier);
  savesState(true);
  if (description.variables->hasDerivatives) xml.attribute("providesDirectionalDerivatives", "true");
  xml.attribute("needsCompletedIntegratorStep", "true");
  xml.close();
  xml.open("CoSimulation");
  xml.attribute("modelIdentifier", description.identifier);
  savesState(isSaved);
  xml.attribute("canHandleVariableCommunicationStepSize", "true");
  if (isSaved) xml.attribute("fixedInternalStepSize", description.setup.step);
  xml.close();
}

void writeVariable(const Variable& variable, const VariableTable& table, XmlWriter& xml) {
  xml.open("Float64");
  xml.attribute("name", variable.name);
  xml.attribute("valueReference", number(variable.reference));
  if (!variable.description.empty()) xml.attribute("description", variable.description);
  const bool isParameter = variable.source == Source::parameter;
  xml.attribute("causality", variable.source == Source::time    ? "independent"
                             : isParameter                      ? "parameter"
                             : variable.source == Source::input ? "input"
                             : variable.isOutput                ? "output"
                                                                : "local");
  if (isParameter) xml.attribute("variability", "tunable");
  if (variable.isState) xml.attribute("initial", "exact");
  if (variable.unit != "1" && !variable.unit.empty()) xml.attribute("unit", variable.unit);
  if (variable.least) xml.attribute("min", *variable.least);
  if (variable.most) xml.attribute("max", *variable.most);
  if (variable.derivativeOf >= 0) xml.attribute("derivative", number(table.all[at(variable.derivativeOf)].reference));
  if (isParameter || variable.isState || variable.source == Source::input) xml.attribute("start", variable.start);
  xml.close();
}

void writeUnknown(const char* kind, int reference, XmlWriter& xml) {
  xml.open(kind);
  xml.attribute("valueReference", number(reference));
  xml.close();
}

// What is said of no dependency depends on everything.
void writeStructure(const VariableTable& table, XmlWriter& xml) {
  xml.open("ModelStructure");
  for (const Variable& variable : table.all) {
    if (variable.isOutput) writeUnknown("Output", variable.reference, xml);
  }
  for (const int place : table.rates) {
    const Variable& rate = table.all[at(place)];
    xml.open("ContinuousStateDerivative");
    xml.attribute("valueReference", number(rate.reference));
    if (rate.isState) {  // the rate of a coordinate is the velocity that is a state itself
      xml.attribute("dependencies", number(rate.reference));
      xml.attribute("dependenciesKind", "constant");
    }
    xml.close();
  }
  for (const Variable& variable : table.all) {
    const bool isUnknown = (variable.isOutput || variable.derivativeOf >= 0) && !variable.isState;
    if (isUnknown) writeUnknown("InitialUnknown", variable.reference, xml);
  }
  xml.close();
}

}  // namespace

std::string descriptionOfFmi3(const Description& description) {
  XmlWriter xml;
  xml.open("fmiModelDescription");
  xml.attribute("fmiVersion", "3.0");
  xml.attribute("modelName", description.model);
  xml.attribute("instantiationToken", description.setup.token);
  xml.attribute("generationTool", description.tool);
  xml.attribute("variableNamingConvention", "structured");
  writeInterfaces(description, xml);
  writeBeforeVariables(description, xml);
  xml.open("ModelVariables");
  for (const Variable& one : description.variables->all) writeVariable(one, *description.variables, xml);
  xml.close();
  writeStructure(*description.variables, xml);
  xml.close();
  return std::move(xml).text();
}

}  // namespace mb::fmi
