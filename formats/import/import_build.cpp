#include "formats/import/import_build.h"

#include <fmt/format.h>

#include "formats/model/basics/disjoint_sets.h"
#include "formats/model/basics/limits.h"
#include "formats/model/elements/part_checks.h"
#include "formats/model/messages/source_line.h"

namespace mb {
namespace {

// A changed name is reported once; the prefix of a marker is not part of it.
std::string named(ImportBuild& build, Names& names, std::string_view wanted, std::string_view kind) {
  std::string name = names.make(wanted, kind);
  if (!wanted.empty() && name != wanted) {
    build.model.remarks.push_back(fmt::format("{} '{}' is called '{}' here", kind, printable(wanted), name));
  }
  return name;
}

// Other tools run with moments of inertia that no body can have; so does this one when asked to.
void keepInertias(ImportBuild& build) {
  for (Body& body : build.model.bodies) {
    const std::string defect = inertiaDefect(body.massProperties);
    if (defect.empty() || !canBeTakenAsGiven(body.massProperties)) continue;
    body.massProperties.asGiven = true;
    build.diagnostics.warning(body.origin.at, Code::impossibleInertia, fmt::format("body '{}': {}", body.name, defect))
        .withHint("it is kept as it is; check the units, the reference point and the signs of the products of inertia");
  }
}

}  // namespace

ImportBuild startImport(std::string_view format, std::string_view modelName, const SourceRef& at,
                        Diagnostics& diagnostics) {
  ImportBuild build{.format = std::string(format), .diagnostics = diagnostics};
  build.model.name = Names().make(modelName, "model");
  build.model.origin = {at, {}};
  Body ground;
  ground.name = build.bodyNames.make("ground", "ground");
  ground.isGround = true;
  ground.origin = {at, {}};
  build.model.bodies.add(std::move(ground));
  return build;
}

BodyIndex addBody(ImportBuild& build, std::string_view wanted, const SourceRef& at) {
  if (build.model.bodies.size() == limits::kMostBodies + 1) {  // including the ground
    build.diagnostics
        .error(at, Code::tooMany, fmt::format("more than {} bodies, the limit of a model", limits::kMostBodies))
        .withHint("split the model into smaller ones");
  }
  Body body;
  body.name = named(build, build.bodyNames, wanted, "body");
  body.origin = {at, {}};
  return build.model.bodies.add(std::move(body));
}

MarkerIndex addMarker(ImportBuild& build, BodyIndex body, std::string_view wanted, const Pose& X_BM, int digits,
                      const SourceRef& at) {
  const std::string& bodyName = build.model.bodies[body].name;
  // Unique among all markers implies unique on the body; the table of names treats "body marker" as one name.
  const std::string own = Names().make(wanted, "marker");
  const std::string whole = build.markerNames.make(bodyName + "." + own, own);
  Marker marker;
  marker.name = bodyName + "." + whole.substr(bodyName.size() + 1);
  marker.body = body;
  marker.X_BM = X_BM;
  marker.digits = digits;
  marker.origin = {at, {}};
  return build.model.markers.add(std::move(marker));
}

MarkerIndex addMarkerInWorld(ImportBuild& build, BodyIndex body, std::string_view wanted, const Pose& X_WM, int digits,
                             const SourceRef& at) {
  return addMarker(build, body, wanted, inverse(build.model.bodies[body].X_WB) * X_WM, digits, at);
}

JointIndex addJoint(ImportBuild& build, std::string_view wanted, std::string_view type, MarkerIndex i, MarkerIndex j,
                    const SourceRef& at) {
  Joint joint;
  joint.name = named(build, build.jointNames, wanted, "joint");
  joint.type = *findJointType(type);
  joint.i = i;
  joint.j = j;
  joint.origin = {at, {}};
  return build.model.joints.add(std::move(joint));
}

Force& addForce(ImportBuild& build, std::string_view wanted, const SourceRef& at) {
  Force& force = build.model.forces.emplace_back();
  force.name = named(build, build.forceNames, wanted, "force");
  force.origin = {at, {}};
  return force;
}

Drive& addDrive(ImportBuild& build, std::string_view wanted, const SourceRef& at) {
  Drive& drive = build.model.drives.emplace_back();
  drive.name = named(build, build.driveNames, wanted, "motion");
  drive.origin = {at, {}};
  return drive;
}

Coupler& addCoupler(ImportBuild& build, std::string_view wanted, const SourceRef& at) {
  Coupler& coupler = build.model.couplers.emplace_back();
  coupler.name = named(build, build.couplerNames, wanted, "coupler");
  coupler.origin = {at, {}};
  return coupler;
}

SplineIndex addSpline(ImportBuild& build, std::string_view wanted, const SourceRef& at) {
  Spline spline;
  spline.name = named(build, build.splineNames, wanted, "spline");
  spline.origin = {at, {}};
  return build.model.splines.add(std::move(spline));
}

std::vector<int> weldedSets(const CartesianModel& model) {
  DisjointSets welds(model.bodies.size());
  for (const Joint& joint : model.joints) {
    if (dofOf(joint.type) == 0) welds.unite(bodyI(model, joint).value, bodyJ(model, joint).value);
  }
  return connectedSets(std::move(welds)).setOf;
}

void addLoss(ImportBuild& build, const SourceRef& at, LossEffect effect, std::string what, std::string why,
             std::string meaning, std::string text) {
  if (build.model.foreign.size() >= limits::kMostLosses) {
    if (build.hasTooManyLosses) return;
    build.hasTooManyLosses = true;
    build.diagnostics
        .error(at, Code::tooMany,
               fmt::format("more than {} parts of the file have no equivalent here, the limit", limits::kMostLosses))
        .withHint("this is hardly a model; remove what is not needed");
    return;
  }
  ForeignText& loss = build.model.foreign.emplace_back();
  loss.format = build.format;
  loss.text = std::move(text);
  loss.what = printable(what);  // contains names from the file
  loss.why = std::move(why);
  loss.meaning = std::move(meaning);
  loss.changesMotion = effect == LossEffect::motion;
  loss.origin = {at, {}};
}

CartesianModel finishImport(ImportBuild&& build) {
  keepInertias(build);
  if (!build.diagnostics.hasErrors()) check(build.model, build.diagnostics);
  return std::move(build.model);
}

}  // namespace mb
