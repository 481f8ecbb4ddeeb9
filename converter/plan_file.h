// The editable plan: what the graph stage chose, as a small XML file that can be changed and given back with --plan
// (docs/plan-format.md).
#pragma once

#include <string>

#include "converter/pipeline.h"

namespace mb {

struct Options;

// What the command line and its plan file ask for. The lists of names are those of both; where both say one thing, the
// command line is obeyed.
PlanOptions planOf(const Options& options, Diagnostics& diagnostics);

// Whether there is anything of that.
bool isPlanAsked(const Options& options);

std::string writePlan(const Conversion& conversion, const PlanOptions& options);
// Adds the plan's choices to the options. Errors are in the diagnostics.
void readPlan(const std::string& path, PlanOptions& options, Diagnostics& diagnostics);
void readPlan(std::shared_ptr<const SourceFile> file, PlanOptions& options, Diagnostics& diagnostics);

}  // namespace mb
