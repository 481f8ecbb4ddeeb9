#include "converter/conversion/convert.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "converter/conversion/moved_bodies.h"
#include "formats/model/body_places.h"
#include "formats/model/elements/element_visitors.h"
#include "graph/choose/plan_tree.h"
#include "graph/choose/size_check.h"
#include "graph/normalise/fuse_joints.h"
#include "graph/normalise/merge_welds.h"
#include "runtime/assembly/open_loops.h"

namespace mb {
namespace {

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

// What a conversion does after each of its stages.
class Stages {
 public:
  Stages(Conversion& conversion, const AfterStage& after, const Progress& progress, Diagnostics& diagnostics)
      : conversion_(conversion),
        after_(after),
        progress_(progress),
        diagnostics_(diagnostics),
        watch_(conversion.times) {}

  void begin(ConversionStage stage) { progress_(nameOf(stage)); }
  // Takes the stage's time and checks what it made; whether to go on.
  template <class Made>
  bool pass(ConversionStage stage, const Made& made) {
    if (!diagnostics_.hasErrors()) checkMade(made);
    watch_.lap(nameOf(stage));
    return !diagnostics_.hasErrors() && (!after_ || after_(stage, conversion_));
  }
  void beginMobility() { progress_(kMobility); }
  void endMobility() { watch_.lap(kMobility); }

 private:
  static constexpr std::string_view kMobility = "mobility";  // changes no model

  void checkMade(const Plan& plan) { check(plan, conversion_.model, diagnostics_); }
  void checkMade(const RecursiveModel& model) { check(model, diagnostics_); }
  // A machine that is welded to the ground as a whole has no bodies left, which is no fault of a stage.
  void checkMade(const CartesianModel& model) {
    if (model.bodies.size() > 1) check(model, diagnostics_);
  }

  Conversion& conversion_;
  const AfterStage& after_;
  const Progress& progress_;
  Diagnostics& diagnostics_;
  Stopwatch watch_;
};

// Welds merged, loops that nearly fit idealised, parallel joints fused. Merging can make joints parallel and fusing can
// make welds, so these two alternate until nothing changes.
bool normalise(const PlanOptions& options, Stages& stages, Conversion& conversion, Diagnostics& diagnostics) {
  CartesianModel& model = conversion.model;
  std::set<std::string> untouched(options.cut.begin(), options.cut.end());
  untouched.insert(options.keep.begin(), options.keep.end());
  // What a joint transmits can be measured only where the joint is still one by itself.
  untouched.merge(namesInExpressions(model, ExpressionFunction::Argument::joint));
  MergeReport merged;
  FuseReport fused;
  stages.begin(ConversionStage::merge);
  model = mergeWelds(std::move(model), untouched, merged, diagnostics);
  if (!stages.pass(ConversionStage::merge, model)) return false;
  stages.begin(ConversionStage::idealise);
  model = idealise(std::move(model), options.idealise, conversion.idealised, diagnostics);
  reportStructures(conversion.idealised, conversion.remarks);
  if (!stages.pass(ConversionStage::idealise, model)) return false;
  stages.begin(ConversionStage::fuse);
  while (!diagnostics.hasErrors()) {
    model = fuseJoints(std::move(model), untouched, fused);
    if (!hasWelds(model, untouched)) break;
    model = mergeWelds(std::move(model), untouched, merged, diagnostics);
  }
  add(conversion.remarks, merged.remarks);
  add(conversion.remarks, fused.remarks);
  return stages.pass(ConversionStage::fuse, model);
}

void warnOfOtherModel(const CartesianModel& model, const PlanOptions& options, Diagnostics& diagnostics) {
  if (options.model.empty() || options.model == model.name) return;
  diagnostics
      .warning(options.modelAt, Code::ignoredInput,
               fmt::format("this plan is for the model '{}', and is obeyed for '{}'", options.model, model.name))
      .withHint("take one that was written for this model", Topic::plan);
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
  std::map<std::string, BodyPlace> places;
  for (const BodyPlace& place : bodyPlaces(recursive)) places.emplace(place.name, place);
  std::vector<KeptPose> keeps;
  for (const Body& body : source.bodies) {
    if (body.isGround || !keepsAny(body)) continue;
    const BodyPlace& place = places.at(body.name);
    if (place.isInWorld()) continue;
    if (place.rod >= 0) {
      remarks.push_back(
          fmt::format("'{}' is a removed rod: what is kept of its pose and velocity is not looked at", body.name));
      continue;
    }
    keeps.push_back({body.name, LinkIndex{place.link}, place.X_LB, body.X_WB, body.v_WB, body.w_WB, body.keepPosition,
                     body.keepVelocity, body.origin.at});
  }
  return keeps;
}

// The loops closed and the velocities made consistent, with what is said of it; and what moves then.
bool assembled(Stages& stages, Conversion& conversion, Diagnostics& diagnostics) {
  stages.begin(ConversionStage::assemble);
  RecursiveModel& model = conversion.recursive;
  const std::vector<LoopBlock> blocks = loopBlocks(model);
  for (LoopGap& loop : gapsOf(model, blocks)) conversion.loops.push_back({std::move(loop.joint), loop.gap, {}});
  conversion.assembly = assemble(model, keepsOf(conversion.source, model, conversion.remarks), diagnostics);
  if (!conversion.assembly.hasOpenLoops) warnOfMoves(conversion, diagnostics);
  if (!stages.pass(ConversionStage::assemble, model)) return false;

  stages.beginMobility();
  const std::vector<LoopGap> after = gapsOf(model, blocks);
  for (std::size_t k = 0; k < after.size(); ++k) conversion.loops[k].after = after[k].gap;
  conversion.mobility = mobilityOf(model, blocks);
  stages.endMobility();
  warnOfStandstill(conversion, diagnostics);
  warnOfVelocities(conversion, diagnostics);
  conversion.mobility.prescribed = conversion.assembly.prescribed.freedoms;
  add(conversion.remarks, conversion.assembly.prescribed.remarks);
  return !diagnostics.hasErrors();
}

}  // namespace

std::optional<Conversion> convert(CartesianModel source, const PlanOptions& options, Diagnostics& diagnostics,
                                  const AfterStage& after, const Progress& progress) {
  Conversion conversion;
  Stages stages(conversion, after, progress, diagnostics);
  conversion.options = options;
  conversion.source = std::move(source);
  conversion.model = conversion.source;
  conversion.remarks = conversion.source.remarks;
  warnOfOtherModel(conversion.source, options, diagnostics);
  checkPairs(conversion.source, diagnostics);
  if (diagnostics.hasErrors() || !normalise(options, stages, conversion, diagnostics)) return std::nullopt;

  stages.begin(ConversionStage::plan);
  conversion.plan = planTree(conversion.model, options, diagnostics);
  if (!stages.pass(ConversionStage::plan, conversion.plan)) return std::nullopt;
  add(conversion.remarks, conversion.plan.remarks);

  stages.begin(ConversionStage::lower);
  conversion.recursive = lower(conversion.model, conversion.plan, conversion.fit);
  conversion.recursive.frameChanges = conversion.idealised.changes();
  if (!stages.pass(ConversionStage::lower, conversion.recursive)) return std::nullopt;

  if (!assembled(stages, conversion, diagnostics)) return std::nullopt;
  return conversion;
}

}  // namespace mb
