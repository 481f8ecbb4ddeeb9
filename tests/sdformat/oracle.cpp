#include "tests/sdformat/oracle.h"

#include <ignition/math/Pose3.hh>
#include <sdf/sdf.hh>

namespace mb::sdformat {
namespace {

using ignition::math::Matrix3d;
using ignition::math::Pose3d;
using ignition::math::Vector3d;

Numbers3 numbers(const Vector3d& v) { return {v.X(), v.Y(), v.Z()}; }

// "a::b" as "a_b".
std::string joined(const std::string& prefix, std::string name) {
  for (std::size_t at = name.find("::"); at != std::string::npos; at = name.find("::")) name.replace(at, 2, "_");
  return name == "world" ? name : prefix + name;
}

void placeModel(const sdf::Model& model, const Pose3d& X_WP, const std::string& prefix, Placed& placed) {
  Pose3d X_PM;
  model.SemanticPose().Resolve(X_PM);
  const Pose3d X_WM = X_WP * X_PM;
  for (std::uint64_t k = 0; k < model.LinkCount(); ++k) {
    const sdf::Link& link = *model.LinkByIndex(k);
    Pose3d X_ML;
    if (!link.SemanticPose().Resolve(X_ML, "__model__").empty()) placed.fault = "pose of " + link.Name();
    const Pose3d X_WL = X_WM * X_ML;
    PlacedLink one;
    one.name = joined(prefix, link.Name());
    one.position = numbers(X_WL.Pos());
    const Matrix3d R(X_WL.Rot());
    for (std::size_t n = 0; n < 9; ++n) one.rotation[n] = R(n / 3, n % 3);
    placed.links.push_back(one);
  }
  for (std::uint64_t k = 0; k < model.JointCount(); ++k) {
    const sdf::Joint& joint = *model.JointByIndex(k);
    PlacedJoint one;
    one.name = joined(prefix, joint.Name());
    std::string parent, child;
    if (!joint.ResolveParentLink(parent).empty() || !joint.ResolveChildLink(child).empty()) continue;
    one.parent = joined(prefix, parent);
    one.child = joined(prefix, child);
    Pose3d X_MJ;
    if (!joint.SemanticPose().Resolve(X_MJ, "__model__").empty()) continue;
    one.position = numbers((X_WM * X_MJ).Pos());
    for (unsigned int n = 0; n < 2; ++n) {
      Vector3d axis;
      if (!joint.Axis(n) || !joint.Axis(n)->ResolveXyz(axis, "__model__").empty()) continue;
      one.axes.push_back(numbers(X_WM.Rot().RotateVector(axis)));
    }
    placed.joints.push_back(one);
  }
  for (std::uint64_t k = 0; k < model.ModelCount(); ++k) {
    const sdf::Model& nested = *model.ModelByIndex(k);
    placeModel(nested, X_WM, prefix + nested.Name() + "_", placed);
  }
}

}  // namespace

Placed place(const std::string& path, const std::string& models) {
  Placed placed;
  sdf::Console::Instance()->SetQuiet(true);
  sdf::ParserConfig config;
  config.AddURIPath("model://", models);
  sdf::Root root;
  const sdf::Errors errors = root.Load(path, config);
  // Models that it does not find are errors, too; the others are there all the same.
  placed.isRead = errors.empty();
  if (!errors.empty()) placed.fault = errors.front().Message();
  for (const sdf::Error& error : errors) {
    if (error.Code() != sdf::ErrorCode::URI_LOOKUP) return placed;
  }
  if (const sdf::Model* const model = root.Model()) placeModel(*model, {}, "", placed);
  if (const sdf::World* const world = root.WorldByIndex(0)) {
    const bool several = world->ModelCount() > 1;
    for (std::uint64_t k = 0; k < world->ModelCount(); ++k) {
      const sdf::Model& model = *world->ModelByIndex(k);
      placeModel(model, {}, several ? model.Name() + "_" : "", placed);
    }
  }
  return placed;
}

}  // namespace mb::sdformat
