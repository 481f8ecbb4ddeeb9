// Conversion, with plan and mobility by names.
#include <fmt/format.h>

#include "converter/conversion/convert.h"
#include "converter/conversion/plan_file.h"
#include "converter/library/inside.h"
#include "formats/model/basics/limits.h"
#include "runtime/assembly/prescribed.h"

namespace mbconvert {
namespace {

void add(const std::vector<std::string>& more, std::vector<std::string>& list) {
  list.insert(list.end(), more.begin(), more.end());
}

// The plan file first; what the caller says besides wins.
mb::PlanOptions planOptionsOf(const ConvertOptions& options, mb::Diagnostics& inner) {
  mb::PlanOptions plan;
  if (!options.planFile.empty()) mb::readPlan(options.planFile, plan, inner);
  add(options.base, plan.base);
  add(options.cut, plan.cut);
  add(options.keep, plan.keep);
  add(options.prefer, plan.prefer);
  for (const auto& [name, weight] : options.weights) {
    if (!(weight >= 0 && weight <= mb::limits::kLargestWeight)) {
      inner.error({}, mb::Code::badOption, fmt::format("the weight of '{}' is {}", name, weight))
          .withHint(fmt::format("give a number from 0 to {}", mb::limits::kLargestWeight));
      continue;
    }
    plan.weights[name] = mb::weightFrom(weight);
  }
  if (!options.removesRods) plan.rods.mode = mb::RodOptions::Mode::keep;
  plan.idealise.isWanted = options.idealises;
  plan.idealise.tolerance = options.loopTolerance;
  return plan;
}

Plan planOf(const mb::Conversion& conversion) {
  const mb::CartesianModel& model = conversion.model;
  const mb::Plan& inner = conversion.plan;
  Plan plan;
  for (const mb::Plan::Base& base : inner.bases) {
    plan.bases.push_back({model.bodies[base.body].name, base.isGround, base.reason});
  }
  for (const mb::Plan::TreeJoint& joint : inner.tree) {
    plan.tree.push_back({model.joints[joint.joint].name, model.bodies[joint.parent].name,
                         model.bodies[joint.child].name, joint.reversed, joint.level, joint.reason});
  }
  for (const mb::Plan::CutEdge& cut : inner.cuts) {
    std::vector<std::string> loop;
    for (const mb::JointIndex joint : cut.loop) loop.push_back(model.joints[joint].name);
    plan.cuts.push_back({nameOf(model, inner, cut.edge), cut.edge.rod >= 0, cut.rows, std::move(loop), cut.reason});
  }
  plan.weight = mb::toDouble(inner.weight);
  plan.leastWeight = mb::toDouble(inner.leastWeight);
  plan.treeCount = inner.treeCount;
  plan.xml = mb::writePlan(conversion);
  return plan;
}

Mobility mobilityFrom(const mb::MobilityReport& inner) {
  Mobility mobility{inner.coordinates, inner.equations, inner.rank, inner.dof, inner.prescribed, {}};
  for (const mb::BlockMobility& block : inner.blocks) {
    for (const mb::BlockMobility::RedundantRow& row : block.redundant) {
      mobility.redundant.push_back({row.joint, row.equation});
    }
  }
  return mobility;
}

}  // namespace

std::optional<Conversion> convert(const CartesianModel& model, Diagnostics& diagnostics,
                                  const ConvertOptions& options) {
  mb::Diagnostics inner;
  const mb::PlanOptions planOptions = planOptionsOf(options, inner);
  std::optional<mb::Conversion> conversion;
  if (!inner.hasErrors()) conversion = mb::convert(model.inside().model, planOptions, inner);
  if (!tell(inner, diagnostics) || !conversion) return std::nullopt;
  Plan plan = planOf(*conversion);
  Mobility mobility = mobilityFrom(conversion->mobility);
  return Conversion{RecursiveModel(std::make_shared<RecursiveModel::Inside>(std::move(conversion->recursive))),
                    std::move(plan), std::move(mobility), std::move(conversion->remarks)};
}

std::optional<Mobility> mobilityOf(const RecursiveModel& model, Diagnostics& diagnostics) {
  mb::Diagnostics inner;
  mb::RecursiveModel closed = model.inside().model;
  mb::closePositions(closed);
  mb::MobilityReport report = mb::mobilityOf(closed, mb::loopBlocks(closed));
  if (!inner.hasErrors()) report.prescribed = mb::checkPrescribed(model.inside().model, inner).freedoms;
  if (!tell(inner, diagnostics)) return std::nullopt;
  return mobilityFrom(report);
}

}  // namespace mbconvert
