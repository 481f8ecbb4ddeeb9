// What stands beside the description of an FMU: its terminals, and the result that it must give.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/export/fmu/archive.h"
#include "converter/export/fmu/own_run.h"

namespace mb::fmi {

// terminalsAndIcons.xml of FMI 3.0: a terminal for each wheel.
std::string terminalsText(const VariableTable& variables);

// A run of the usual experiment by the runtime, as a table of the outputs, with its manifest (FMI-LS-REF). Nothing
// where the run does not reach the end; `fault` says why.
std::optional<std::vector<ArchivedFile>> referenceResult(const Mechanism& m, const Trajectory& trajectory,
                                                         const VariableTable& variables, const ExportStepping& stepping,
                                                         std::string& fault);

}  // namespace mb::fmi
