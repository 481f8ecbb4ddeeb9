#include "runtime/mechanism/expand_cuts.h"

#include <set>

#include "formats/model/elements/element_visitors.h"
#include "formats/model/joints/joint_kinematics.h"
#include "runtime/mechanism/loops.h"

namespace mb {
namespace {

std::set<int> cutsWithCoordinates(const RecursiveModel& model, bool withInitials) {
  std::set<int> cuts;
  const auto use = [&](const CoordinateRef& ref) {
    const JointPlace& place = model.joints[ref.joint];
    if (!place.link.valid()) cuts.insert(place.cut);
  };
  for (const Drive& drive : model.drives) {
    if (drive.coordinate) use(*drive.coordinate);
  }
  for (const Coupler& coupler : model.couplers) {
    for (const Coupler::Term& term : coupler.terms) use(term.coordinate);
  }
  const std::set<std::string> measured = namesInExpressions(model, ExpressionFunction::Argument::coordinate);
  for (const JointIndex joint : model.joints.indexes()) {
    const JointPlace& place = model.joints[joint];
    if (place.link.valid()) continue;
    const Cut& cut = model.cuts[static_cast<std::size_t>(place.cut)];
    bool isNamed = false;
    for (const CoordinateName& name : coordinateNames(cut.type)) {
      isNamed = isNamed || measured.contains(place.name + "." + name.name);
    }
    const bool isGiven = withInitials && !cut.initials.empty();
    if (isNamed || isGiven || !cut.frictions.empty() || !cut.limits.empty()) cuts.insert(place.cut);
  }
  return cuts;
}

// Motions of all links at the initial state, about the world origin.
Table<LinkIndex, Vector6> worldTwists(const RecursiveModel& model, const Table<LinkIndex, Pose>& X_WL) {
  Table<LinkIndex, Vector6> Z;
  for (const LinkIndex index : model.links.indexes()) {
    const Link& link = model.links[index];
    Vector6 twist = link.parent.valid() ? Z[link.parent] : Vector6(Vector6::Zero());
    const Pose X_WA = (link.parent.valid() ? X_WL[link.parent] : Pose{}) * link.X_PA;
    const Pose X_WF = link.reversed ? X_WL[index] * link.X_LB : X_WA;
    const auto H = jointColumns(link.type, parametersOf(link), link.z);
    for (Eigen::Index k = 0; k < H.cols(); ++k) {
      const double rate = (link.reversed ? -1 : 1) * link.z_dot[static_cast<std::size_t>(k)];
      const Vector3 w = rate * (X_WF.R * H.col(k).tail<3>());
      twist.head<3>() += rate * (X_WF.R * H.col(k).head<3>()) + X_WF.p.cross(w);
      twist.tail<3>() += w;
    }
    Z.add(twist);
  }
  return Z;
}

}  // namespace

RecursiveModel expandCuts(RecursiveModel model, bool withInitials) {
  const std::set<int> expanded = cutsWithCoordinates(model, withInitials);
  if (expanded.empty()) return model;
  const Table<LinkIndex, Pose> X_WL = worldPoses(model, initialPositions(model));
  const Table<LinkIndex, Vector6> Z = worldTwists(model, X_WL);
  const auto poseOf = [&](LinkIndex link) { return link.valid() ? X_WL[link] : Pose{}; };
  const auto twistOf = [&](LinkIndex link) { return link.valid() ? Z[link] : Vector6(Vector6::Zero()); };
  for (const int index : expanded) {
    Cut& cut = model.cuts[static_cast<std::size_t>(index)];
    Link link;
    link.name = cut.joint + " (cut)";
    link.parent = cut.linkF;
    link.joint = cut.joint;
    static_cast<JointFields&>(link) = cut;
    link.X_PA = cut.X_LF;
    link.origin = link.jointOrigin = cut.origin;
    const Pose X_WF = poseOf(cut.linkF) * cut.X_LF;
    const JointParameters parameters = parametersOf(cut);
    link.z = fitPosition(cut.type, parameters, inverse(X_WF) * (poseOf(cut.linkM) * cut.X_LM)).z;
    // The relative motion at the origin and in the axes of F.
    const Vector6 relative = twistOf(cut.linkM) - twistOf(cut.linkF);
    const Vector3 w = relative.tail<3>();
    Vector6 twist;
    twist << X_WF.R.transpose() * (relative.head<3>() + w.cross(X_WF.p)), X_WF.R.transpose() * w;
    link.z_dot = fitVelocity(cut.type, parameters, link.z, twist).z_dot;
    setInitialValues(link, link.z);
    setInitialRates(link, link.z_dot);
    for (const JointIndex joint : model.joints.indexes()) {
      JointPlace& place = model.joints[joint];
      if (!place.link.valid() && place.cut == index) place = {place.name, LinkIndex{model.links.size()}, -1};
    }
    const bool keepsRow = keepsEquationInTree(cut.type);
    const LinkIndex carrier = model.links.add(std::move(link));
    if (keepsRow) {
      // All six coordinates move, so the fixed joint needs the distance's own row as well.
      Cut row = cut;
      row.limits.clear();
      row.frictions.clear();
      row.initials.clear();
      model.cuts.push_back(std::move(row));
    }
    Cut& fixed = model.cuts[static_cast<std::size_t>(index)];
    fixed.type = *findJointType("fixed");
    fixed.linkF = carrier;
    fixed.X_LF = {};
    fixed.limits.clear();
    fixed.frictions.clear();
    fixed.initials.clear();
  }
  return model;
}

}  // namespace mb
