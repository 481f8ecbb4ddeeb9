// modelDescription.xml of an FMU, in both versions of the standard.
#pragma once

#include <string>

#include "converter/fmi/variables/setup.h"
#include "converter/fmi/variables/variables.h"
#include "formats/xml/xml_writer.h"

namespace mb::fmi {

struct Description {
  std::string model;       // name
  std::string identifier;  // of its files: a name in C
  std::string tool;        // "mbconvert 0.1.0"
  Setup setup;
  std::string compiled{};  // the source of generated C
  const VariableTable* variables = nullptr;
};

std::string descriptionOfFmi2(const Description& description);
std::string descriptionOfFmi3(const Description& description);

inline constexpr double kExperimentEnd = 1;  // s, of the usual experiment

// A name in C that resembles the model's.
std::string identifierOf(std::string_view model);

// Units that variables have, each once, in order. Plain numbers have none.
struct UnitEntry {
  std::string name;
  double factor = 1;  // to SI
  int kg = 0;
  int m = 0;
  int s = 0;
  int rad = 0;
};
std::vector<UnitEntry> unitsOf(const VariableTable& variables);
// What both versions have before the variables: units, categories of messages, the usual experiment.
void writeBeforeVariables(const Description& description, XmlWriter& xml);

}  // namespace mb::fmi
