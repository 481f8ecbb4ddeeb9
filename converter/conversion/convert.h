// The whole way from a file to a recursive model, as named stages. Each is a function on values; what a stage decided
// is kept for reports.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "converter/conversion/lower.h"
#include "converter/conversion/model_file.h"
#include "converter/conversion/stages.h"
#include "formats/model/basics/progress.h"
#include "formats/model/recursive.h"
#include "graph/plan/plan.h"
#include "runtime/assembly/assemble.h"
#include "runtime/assembly/mobility.h"

namespace mb {

// A loop at the poses of the source, and as it is assembled.
struct ClosedLoop {
  std::string joint;  // or the body of the rod
  Gap before;
  Gap after;
};

struct Conversion {
  PlanOptions options;    // as asked for
  CartesianModel source;  // as read
  CartesianModel model;   // welds merged, parallel joints fused, loops idealised; the plan's indexes are into this one
  IdealiseReport idealised;
  Plan plan;
  RecursiveModel recursive;
  FitReport fit;
  std::vector<ClosedLoop> loops;
  AssemblyReport assembly;
  MobilityReport mobility;
  std::vector<std::string> remarks;  // of all stages
  std::vector<StageTime> times;
};

// Sees what there is after each stage that changes the model; false ends the conversion there.
using AfterStage = std::function<bool(ConversionStage stage, const Conversion& soFar)>;

// Nothing when a stage failed, and the diagnostics say why; or when `after` ended it.
std::optional<Conversion> convert(CartesianModel source, const PlanOptions& options, Diagnostics& diagnostics,
                                  const AfterStage& after = {}, const Progress& progress = {});

}  // namespace mb
