#include "converter/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "graph/fuse_joints.h"
#include "graph/merge_welds.h"
#include "graph/size_check.h"

namespace mb {
namespace {

class Stopwatch {
 public:
  explicit Stopwatch(std::vector<StageTime>& times) : times_(times) {}
  void lap(std::string stage) {
    const auto now = std::chrono::steady_clock::now();
    times_.push_back({std::move(stage), std::chrono::duration<double>(now - last_).count()});
    last_ = now;
  }

 private:
  std::vector<StageTime>& times_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

void add(std::vector<std::string>& all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

bool hasWelds(const CartesianModel& model, const std::vector<std::string>& untouched) {
  return std::ranges::any_of(model.joints, [&](const Joint& joint) {
    return dofOf(joint.type) == 0 && std::ranges::count(untouched, joint.name) == 0;
  });
}

// Merging can make joints parallel and fusing can make welds, so the two alternate until nothing changes.
CartesianModel normalise(CartesianModel model, const PlanOptions& options, std::vector<std::string>& remarks,
                         Diagnostics& diagnostics) {
  std::vector<std::string> untouched = options.cut;
  untouched.insert(untouched.end(), options.keep.begin(), options.keep.end());
  MergeReport merged;
  FuseReport fused;
  do {
    model = mergeWelds(std::move(model), untouched, merged, diagnostics);
    if (diagnostics.hasErrors()) break;
    model = fuseJoints(std::move(model), untouched, fused);
  } while (hasWelds(model, untouched));
  add(remarks, merged.remarks);
  add(remarks, fused.remarks);
  return model;
}

// What the user wants kept by the assembly, on the links that the bodies became.
std::vector<Keep> keepsOf(const CartesianModel& model, const RecursiveModel& recursive,
                          std::vector<std::string>& remarks) {
  std::vector<Keep> keeps;
  const auto any = [](const std::array<bool, 6>& flags) { return std::ranges::count(flags, true) > 0; };
  for (const Body& body : model.bodies) {
    if (body.isGround || (!any(body.keepPosition) && !any(body.keepVelocity))) continue;
    LinkIndex link;
    for (const LinkIndex index : recursive.links.indexes()) {
      if (recursive.links[index].name == body.name) link = index;
    }
    if (!link.valid()) {
      remarks.push_back(
          fmt::format("'{}' is a removed rod: what is kept of its pose and velocity is not looked at", body.name));
      continue;
    }
    keeps.push_back(
        {body.name, link, {}, body.X_WB, body.v_WB, body.w_WB, body.keepPosition, body.keepVelocity, body.origin.at});
  }
  return keeps;
}

}  // namespace

std::optional<Conversion> convert(CartesianModel source, const PlanOptions& options, Diagnostics& diagnostics) {
  Conversion conversion;
  Stopwatch watch(conversion.times);
  conversion.source = std::move(source);
  conversion.remarks = conversion.source.remarks;
  checkPairs(conversion.source, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  conversion.model = normalise(conversion.source, options, conversion.remarks, diagnostics);
  watch.lap("normalise");
  if (diagnostics.hasErrors()) return std::nullopt;

  conversion.plan = planTree(conversion.model, options, diagnostics);
  watch.lap("plan");
  if (diagnostics.hasErrors()) return std::nullopt;
  checkBlocks(conversion.model, conversion.plan, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  check(conversion.plan, conversion.model, diagnostics);
  add(conversion.remarks, conversion.plan.remarks);

  conversion.recursive = lower(conversion.model, conversion.plan, conversion.fit);
  check(conversion.recursive, diagnostics);
  watch.lap("lower");
  if (diagnostics.hasErrors()) return std::nullopt;

  conversion.ledger = mobility(conversion.recursive, diagnostics);
  watch.lap("mobility");
  if (diagnostics.hasErrors()) return std::nullopt;

  conversion.assembly =
      assemble(conversion.recursive, keepsOf(conversion.model, conversion.recursive, conversion.remarks), diagnostics);
  watch.lap("assemble");
  if (diagnostics.hasErrors()) return std::nullopt;
  return conversion;
}

}  // namespace mb
