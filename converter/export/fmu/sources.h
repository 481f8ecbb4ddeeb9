// The sources of an FMU: generated C for the model, and the functions of the standard over it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/export/fmu/archive.h"
#include "converter/export/target/target.h"
#include "converter/fmi/variables/variables.h"

namespace mb::fmi {

struct SourceJob {
  const ExportJob& job;
  const Trajectory& trajectory;
  const VariableTable& variables;
  std::string identifier;
  std::string token;
};

struct FmuSources {
  std::vector<ArchivedFile> files;  // without folders
  std::string compiled;             // the one that includes the others
  VariableTable variables;          // those that the code serves
  int left = 0;                     // inner variables that it does not
};

// Nothing where C is not made for the model or for one of its outputs: `reasons` say which and why.
std::optional<FmuSources> fmuSources(const SourceJob& job, std::vector<std::string>& reasons);

// sources/buildDescription.xml of FMI 3.0.
std::string buildDescription(const std::string& identifier, const std::string& compiled);

// The shared library made of them by the C compiler of this machine. Nothing where it fails: the first line of what it
// says is the fault.
std::optional<std::string> compiledSources(const FmuSources& sources, std::string& fault);

}  // namespace mb::fmi
