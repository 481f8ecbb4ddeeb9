// The editable plan: what the graph stage chose, as a small XML file that can be changed and given back with --plan
// (docs/commands/plan.md).
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb {

std::string writePlan(const Conversion& conversion);
// Adds the plan's choices to the options. Errors are in the diagnostics.
void readPlan(const std::string& path, PlanOptions& options, Diagnostics& diagnostics);
void readPlan(std::shared_ptr<const SourceFile> file, PlanOptions& options, Diagnostics& diagnostics);

}  // namespace mb
