// Bodies that measures name instead of markers: a wheel stands for its spin axis, any other body for its own frame.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "formats/native/build.h"

namespace mb::native {
namespace {

using BodyAs = ExpressionFunction::BodyAs;

constexpr double kUpright = 0.7;  // least cosine between z of a body's frame and the vertical: 45 degrees

void refuse(Build& build, const SourceRef& at, std::string message, std::string_view hint) {
  build.diagnostics.error(at, Code::otherKindOfThing, std::move(message)).withHint(std::string(hint));
}
constexpr std::string_view kWheelHint = "name a marker of the wheel whose y is its spin axis";

MarkerIndex addOwnMarker(Build& build, BodyIndex body, std::string_view name, const Pose& X_BM, const SourceRef& at) {
  MarkerDraft draft;
  draft.file = build.bodies[body].file;
  draft.given.X = X_BM;
  draft.X_FM = build.bodies[body].X_FB * X_BM;
  draft.progress = Progress::done;
  std::string full = freeMarkerName(build, fmt::format("{}.{}", build.model.bodies[body].name, name));
  const MarkerIndex marker = addMarker(build, body, std::move(full), std::move(draft), {at, "read"});
  build.model.markers[marker].X_BM = X_BM;
  return marker;
}

// The directions that the body's file calls forward and up, as they were before the body was turned.
std::optional<MarkerIndex> frameOf(Build& build, BodyIndex body, const SourceRef& at) {
  const Matrix3 R = build.bodies[body].file->R_axes.transpose();
  if ((build.model.bodies[body].X_WB.R * R).col(2).z() < kUpright) {
    refuse(build, at,
           fmt::format("'{}' is a body whose own frame does not stand upright at the start",
                       build.model.bodies[body].name),
           "name a marker of it with x forward, y left, z up");
    return std::nullopt;
  }
  return addOwnMarker(build, body, "frame", {R, Vector3::Zero()}, at);
}

std::vector<MarkerIndex> tyreMarkers(const CartesianModel& model, BodyIndex body) {
  std::vector<MarkerIndex> found;
  for (const Force& force : model.forces) {
    const auto* const tyre = std::get_if<TyreForce>(&force.law);
    if (!tyre || model.markers[tyre->i].body != body) continue;
    if (std::ranges::find(found, tyre->i) == found.end()) found.push_back(tyre->i);
  }
  return found;
}

std::vector<JointIndex> hingesOf(const CartesianModel& model, BodyIndex body) {
  std::vector<JointIndex> found;
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    const auto motions = joint.type.motions();
    const bool isHinge = motions.size() == 1 && motions.front() == Motion{MotionKind::rotation, Axis::z};
    if (isHinge && (bodyI(model, joint) == body || bodyJ(model, joint) == body)) found.push_back(index);
  }
  return found;
}

// y along the hinge, at the foot of the centre of mass on it.
Pose axleOf(const CartesianModel& model, BodyIndex body, const Joint& hinge) {
  const Pose& X = model.markers[bodyI(model, hinge) == body ? hinge.i : hinge.j].X_BM;
  const Vector3 axis = X.R.col(2);
  Pose axle = X;
  axle.R << X.R.col(0), axis, -X.R.col(1);
  axle.p += axis * axis.dot(model.bodies[body].massProperties.com - X.p);
  return axle;
}

std::optional<MarkerIndex> axleOf(Build& build, BodyIndex body, const SourceRef& at) {
  const CartesianModel& model = build.model;
  const std::string& name = model.bodies[body].name;
  const std::vector<MarkerIndex> tyres = tyreMarkers(model, body);
  if (tyres.size() == 1) return tyres.front();
  const std::vector<JointIndex> hinges = hingesOf(model, body);
  if (tyres.empty() && hinges.size() == 1)
    return addOwnMarker(build, body, "axle", axleOf(model, body, model.joints[hinges.front()]), at);
  std::vector<std::string> names;
  for (const MarkerIndex tyre : tyres) names.push_back(model.markers[tyre].name);
  for (const JointIndex hinge : hinges) names.push_back(model.joints[hinge].name);
  if (names.empty())
    refuse(build, at, fmt::format("'{}' is a body with neither a tyre nor a revolute joint about its axis", name),
           kWheelHint);
  else
    refuse(build, at, fmt::format("'{}' is a body with more than one axis: {}", name, fmt::join(names, ", ")),
           kWheelHint);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> markerOfBody(Build& build, const File& file, BodyAs as, std::string_view name,
                                        const SourceRef& at) {
  const std::optional<BodyIndex> body = lookUpBody(build, file, name, at);
  if (!body) return std::nullopt;
  const auto known = build.bodyMarkers.find({as, *body});
  if (known != build.bodyMarkers.end()) return build.model.markers[known->second].name;
  const std::optional<MarkerIndex> made = as == BodyAs::wheel ? axleOf(build, *body, at) : frameOf(build, *body, at);
  if (!made) return std::nullopt;
  build.bodyMarkers.emplace(std::pair{as, *body}, *made);
  return build.model.markers[*made].name;
}

}  // namespace mb::native
