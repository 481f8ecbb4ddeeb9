#include "converter/cli/plan_options.h"

#include <fmt/format.h>

#include <tuple>

#include "converter/conversion/plan_file.h"

namespace mb {
namespace {

void mergePlanFile(const Options& options, PlanOptions& plan, Diagnostics& diagnostics) {
  PlanOptions file;
  readPlan(options.planFile, file, diagnostics);
  for (const auto list : {&PlanOptions::base, &PlanOptions::cut, &PlanOptions::keep, &PlanOptions::prefer}) {
    (plan.*list).insert((plan.*list).end(), (file.*list).begin(), (file.*list).end());
  }
  plan.weights.merge(file.weights);  // what is there already stays
  if (options.rodsAsked)
    std::erase_if(file.places, [](const auto& place) { return place.first.first == PlanItem::rod; });
  else
    std::tie(plan.rods.mode, plan.rods.bodies) = std::tie(file.rods.mode, file.rods.bodies);
  if (!options.rodToleranceAsked) plan.rods.tolerance = file.rods.tolerance;
  plan.places = std::move(file.places);
  plan.model = file.model;
  plan.modelAt = file.modelAt;
}

}  // namespace

PlanOptions planOf(const Options& options, Diagnostics& diagnostics) {
  PlanOptions plan = options.plan;
  if (!options.planFile.empty()) mergePlanFile(options, plan, diagnostics);
  if (options.rodToleranceAsked && plan.rods.mode == RodOptions::Mode::keep) {
    diagnostics
        .warning({}, Code::optionWithoutEffect,
                 fmt::format("with {} no rod is looked for: --rod-tolerance has no effect",
                             options.rodsAsked ? "--rods keep" : "<rods mode=\"keep\"> in the plan"))
        .withHint("leave out one of the two");
  }
  return plan;
}

bool isPlanAsked(const Options& options) {
  const PlanOptions& plan = options.plan;
  return !plan.base.empty() || !plan.cut.empty() || !plan.keep.empty() || !plan.prefer.empty() ||
         !plan.weights.empty() || plan.idealise.tolerance || !plan.idealise.isWanted || options.rodsAsked ||
         options.rodToleranceAsked || options.listRods || !options.planFile.empty();
}

}  // namespace mb
