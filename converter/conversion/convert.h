// The whole way from a file to a recursive model, as named stages. Each is a function on values; what a stage decided
// is kept for reports.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/lower.h"
#include "converter/conversion/model_file.h"
#include "formats/model/recursive.h"
#include "graph/plan/plan.h"
#include "runtime/assembly/assemble.h"
#include "runtime/assembly/mobility.h"

namespace mb {

struct StageTime {
  std::string stage;
  double seconds = 0;
};

struct Conversion {
  CartesianModel source;  // as read
  CartesianModel model;   // welds merged, parallel joints fused, loops idealised; the plan's indexes are into this one
  IdealiseReport idealised;
  Plan plan;
  RecursiveModel recursive;
  FitReport fit;
  MobilityReport mobility;
  AssemblyReport assembly;
  std::vector<std::string> remarks;  // of all stages
  std::vector<StageTime> times;
};

// Nothing when a stage failed; the diagnostics say why.
std::optional<Conversion> convert(CartesianModel source, const PlanOptions& options, Diagnostics& diagnostics);

}  // namespace mb
