#include "converter/conversion/convert.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "converter/conversion/moved_bodies.h"
#include "graph/choose/plan_tree.h"
#include "graph/choose/size_check.h"
#include "graph/normalise/fuse_joints.h"
#include "graph/normalise/merge_welds.h"

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

bool hasWelds(const CartesianModel& model, const std::set<std::string>& untouched) {
  return std::ranges::any_of(
      model.joints, [&](const Joint& joint) { return dofOf(joint.type) == 0 && !untouched.contains(joint.name); });
}

void reportStructures(const IdealiseReport& report, std::vector<std::string>& remarks) {
  for (const std::vector<std::string>& joints : report.structures) {
    remarks.push_back(fmt::format("The loop of {} is a structure: it cannot move, with any loop tolerance.",
                                  fmt::join(joints, ", ")));
  }
}

// Welds merged, loops that nearly fit idealised, parallel joints fused. Merging can make joints parallel and fusing can
// make welds, so these two alternate until nothing changes.
CartesianModel normalise(CartesianModel model, const PlanOptions& options, IdealiseReport& idealised,
                         std::vector<std::string>& remarks, Diagnostics& diagnostics) {
  std::set<std::string> untouched(options.cut.begin(), options.cut.end());
  untouched.insert(options.keep.begin(), options.keep.end());
  MergeReport merged;
  FuseReport fused;
  model = mergeWelds(std::move(model), untouched, merged, diagnostics);
  if (!diagnostics.hasErrors()) model = idealise(std::move(model), options.idealise, idealised, diagnostics);
  reportStructures(idealised, remarks);
  while (!diagnostics.hasErrors()) {
    model = fuseJoints(std::move(model), untouched, fused);
    if (!hasWelds(model, untouched)) break;
    model = mergeWelds(std::move(model), untouched, merged, diagnostics);
  }
  add(remarks, merged.remarks);
  add(remarks, fused.remarks);
  return model;
}

void warnOfOtherModel(const CartesianModel& model, const PlanOptions& options, Diagnostics& diagnostics) {
  if (options.model.empty() || options.model == model.name) return;
  diagnostics
      .warning(options.modelAt, Code::ignoredInput,
               fmt::format("this plan is for the model '{}', and is obeyed for '{}'", options.model, model.name))
      .withHint("`mbconvert plan MODEL -o plan.xml` writes one for this model");
}

void warnOfStandstill(const Conversion& conversion, Diagnostics& diagnostics) {
  if (conversion.mobility.dof > 0 || !conversion.model.drives.empty()) return;
  diagnostics
      .warning(conversion.model.origin.at, Code::nothingMoves,
               "nothing in the model can move: it has no degree of freedom and no drive")
      .withHint("if it should move, look for an axis that is a little off, or for joints that are too many");
}

// What the user wants kept by the assembly, on the links that the bodies of the source became or were welded to.
std::vector<KeptPose> keepsOf(const CartesianModel& source, const RecursiveModel& recursive,
                              std::vector<std::string>& remarks) {
  struct Place {
    LinkIndex link;
    Pose X_LB;
  };
  std::map<std::string_view, Place> places;
  for (const LinkIndex index : recursive.links.indexes()) {
    const Link& link = recursive.links[index];
    places[link.name] = {index, {}};
    for (const Member& member : link.members) places[member.name] = {index, member.X_BM};
  }
  std::set<std::string_view> still;
  for (const Member& member : recursive.world) still.insert(member.name);
  std::vector<KeptPose> keeps;
  for (const Body& body : source.bodies) {
    if (body.isGround || !keepsAny(body) || still.contains(body.name)) continue;
    const auto place = places.find(body.name);
    if (place == places.end()) {
      remarks.push_back(
          fmt::format("'{}' is a removed rod: what is kept of its pose and velocity is not looked at", body.name));
      continue;
    }
    keeps.push_back({body.name, place->second.link, place->second.X_LB, body.X_WB, body.v_WB, body.w_WB,
                     body.keepPosition, body.keepVelocity, body.origin.at});
  }
  return keeps;
}

}  // namespace

std::optional<Conversion> convert(CartesianModel source, const PlanOptions& options, Diagnostics& diagnostics) {
  Conversion conversion;
  Stopwatch watch(conversion.times);
  conversion.source = std::move(source);
  conversion.remarks = conversion.source.remarks;
  warnOfOtherModel(conversion.source, options, diagnostics);
  checkPairs(conversion.source, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  conversion.model = normalise(conversion.source, options, conversion.idealised, conversion.remarks, diagnostics);
  watch.lap("normalise");
  if (diagnostics.hasErrors()) return std::nullopt;

  conversion.plan = planTree(conversion.model, options, diagnostics);
  watch.lap("plan");
  if (diagnostics.hasErrors()) return std::nullopt;
  check(conversion.plan, conversion.model, diagnostics);
  add(conversion.remarks, conversion.plan.remarks);

  conversion.recursive = lower(conversion.model, conversion.plan, conversion.fit);
  conversion.recursive.frameChanges = conversion.idealised.changes();
  check(conversion.recursive, diagnostics);
  watch.lap("lower");
  if (diagnostics.hasErrors()) return std::nullopt;

  conversion.mobility = mobilityOf(conversion.recursive, diagnostics);
  watch.lap("mobility");
  if (diagnostics.hasErrors()) return std::nullopt;
  warnOfMoves(conversion, diagnostics);
  warnOfStandstill(conversion, diagnostics);

  conversion.assembly =
      assemble(conversion.recursive, keepsOf(conversion.source, conversion.recursive, conversion.remarks), diagnostics);
  watch.lap("assemble");
  if (diagnostics.hasErrors()) return std::nullopt;
  warnOfVelocities(conversion, diagnostics);
  conversion.mobility.prescribed = conversion.assembly.prescribed.freedoms;
  add(conversion.remarks, conversion.assembly.prescribed.remarks);
  return conversion;
}

}  // namespace mb
