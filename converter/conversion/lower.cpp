#include "converter/conversion/lower.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "formats/model/elements/element_visitors.h"
#include "formats/model/joints/joint_kinematics.h"

namespace mb {
namespace {

// StartMotion of a body frame in the world: pose, velocity of its origin, angular velocity.
struct StartMotion {
  Pose X;
  Vector3 v = Vector3::Zero();
  Vector3 w = Vector3::Zero();
};

Vector3 velocityAt(const StartMotion& body, const Vector3& p_W) { return body.v + body.w.cross(p_W - body.X.p); }

class Lowering {
 public:
  Lowering(const CartesianModel& model, const Plan& plan) : model_(model), plan_(plan) {
    linkOfBody_.resize(model.bodies.size());
  }

  RecursiveModel run(FitReport& report) {
    out_.name = model_.name;
    if (model_.origin.at.file) out_.source = model_.origin.at.file->path;
    out_.units = model_.units;
    out_.axes = model_.axes;
    out_.R_WS = model_.R_WS;
    out_.gravity = model_.gravity;
    for (const BodyIndex index : model_.bodies.indexes()) {
      if (model_.bodies[index].isGround) addGround(index);
    }
    // Bases and their trees alternate, so that a component stands together.
    std::size_t next = 0;
    for (const Plan::Base& base : plan_.bases) {
      if (!base.isGround) addBase(base.body);
      std::set<BodyIndex> seen{base.body};
      while (next < plan_.tree.size() && seen.contains(plan_.tree[next].parent)) {
        seen.insert(plan_.tree[next].child);
        addLink(plan_.tree[next++], report);
      }
    }
    for (const LinkIndex link : out_.links.indexes()) out_.links[link].number = out_.links.size() - link.value;
    for (const Plan::CutEdge& cut : plan_.cuts) addClosing(cut);
    addJointTable();
    addElements();
    return std::move(out_);
  }

 private:
  void addGround(BodyIndex index) {
    const Body& body = model_.bodies[index];
    out_.world.push_back({body.name, body.X_WB, {}, body.origin});
    for (const Member& member : body.members) {
      out_.world.push_back({member.name, body.X_WB * member.X_BM, member.massProperties, member.origin});
    }
  }

  Link linkOf(BodyIndex index) const {
    const Body& body = model_.bodies[index];
    Link link;
    link.name = body.name;
    link.massProperties = body.massProperties;
    link.members = body.members;
    link.origin = body.origin;
    return link;
  }

  void addBase(BodyIndex index) {
    const Body& body = model_.bodies[index];
    Link link = linkOf(index);
    link.type = *findJointType("free");
    const Quaternion q = quaternionOf(body.X_WB.R);
    link.z = {body.X_WB.p.x(), body.X_WB.p.y(), body.X_WB.p.z(), q.w(), q.x(), q.y(), q.z()};
    link.z_dot = {body.v_WB.x(), body.v_WB.y(), body.v_WB.z(), body.w_WB.x(), body.w_WB.y(), body.w_WB.z()};
    linkOfBody_[index] = out_.links.add(std::move(link));
    motions_.add({body.X_WB, body.v_WB, body.w_WB});
  }

  StartMotion motionOf(BodyIndex index) const {
    const LinkIndex link = linkOfBody_[index];
    return link.valid() ? motions_[link] : StartMotion{onLink(index), Vector3::Zero(), Vector3::Zero()};
  }

  void addLink(const Plan::TreeJoint& row, FitReport& report) {
    const Joint& joint = model_.joints[row.joint];
    const Marker& parentMarker = model_.markers[row.reversed ? joint.i : joint.j];
    const Marker& childMarker = model_.markers[row.reversed ? joint.j : joint.i];
    const Body& child = model_.bodies[row.child];
    Link link = linkOf(row.child);
    static_cast<JointFields&>(link) = joint;
    link.joint = joint.name;
    link.jointOrigin = joint.origin;
    link.parent = linkOfBody_[row.parent];
    link.reversed = row.reversed;
    link.X_PA = link.parent.valid() ? parentMarker.X_BM : onLink(parentMarker);
    link.X_LB = childMarker.X_BM;

    // Fitted against the parent as it was built, so that gaps do not add up along a branch.
    const JointParameters parameters = parametersOf(joint);
    const StartMotion parent = motionOf(row.parent);
    const Pose X_WA = (link.parent.valid() ? parent.X : Pose{}) * link.X_PA;
    const Pose X_WB = child.X_WB * link.X_LB;
    const Pose X_FM = row.reversed ? inverse(X_WB) * X_WA : inverse(X_WA) * X_WB;
    FittedPosition position = fitPosition(joint.type, parameters, X_FM);
    setInitialValues(joint, position.z);
    tidyQuaternion(joint.type, position.z);

    // Twist of M against F, at the origin and in the axes of F.
    const StartMotion target{child.X_WB, child.v_WB, child.w_WB};
    const StartMotion& motionF = row.reversed ? target : parent;
    const StartMotion& motionM = row.reversed ? parent : target;
    const Pose X_WF = row.reversed ? X_WB : X_WA;
    Vector6 twist;
    twist.head<3>() = X_WF.R.transpose() * (velocityAt(motionM, X_WF.p) - velocityAt(motionF, X_WF.p));
    twist.tail<3>() = X_WF.R.transpose() * (motionM.w - motionF.w);
    FittedVelocity velocity = fitVelocity(joint.type, parameters, position.z, twist);
    setInitialRates(joint, velocity.z_dot);
    report.joints.push_back({joint.name, position.gap, velocity.gap.head<3>().norm(), velocity.gap.tail<3>().norm()});

    motions_.add(builtMotion(link, parameters, position.z, velocity.z_dot, parent, X_WA));
    link.z = std::move(position.z);
    link.z_dot = std::move(velocity.z_dot);
    linkOfBody_[row.child] = out_.links.add(std::move(link));
  }

  // The child's motion as its joint makes it.
  static StartMotion builtMotion(const Link& link, const JointParameters& parameters, const std::vector<double>& z,
                                 const std::vector<double>& z_dot, const StartMotion& parent, const Pose& X_WA) {
    const Pose X_FM = jointPose(link.type, parameters, z);
    StartMotion built;
    built.X = X_WA * (link.reversed ? inverse(X_FM) : X_FM) * inverse(link.X_LB);
    const Pose X_WF = link.reversed ? built.X * link.X_LB : X_WA;
    Vector6 twist = Vector6::Zero();
    if (!z_dot.empty()) {
      twist = jointColumns(link.type, parameters, z) *
              Eigen::Map<const Eigen::VectorXd>(z_dot.data(), static_cast<Eigen::Index>(z_dot.size()));
    }
    const double sign = link.reversed ? -1 : 1;
    const Vector3 w = sign * (X_WF.R * twist.tail<3>());
    const Vector3 v = sign * (X_WF.R * twist.head<3>());  // of the child's point at F's origin, against the parent
    built.w = parent.w + w;
    built.v = velocityAt(parent, built.X.p) + v + w.cross(built.X.p - X_WF.p);
    return built;
  }

  // Of the two quaternions of a rotation, the one with w >= 0.
  static void tidyQuaternion(const JointType& type, std::vector<double>& z) {
    std::size_t place = 0;
    for (const Motion& motion : type.motions()) {
      if (motion.kind == MotionKind::ball && z[place] < 0) {
        for (std::size_t k = 0; k < 4; ++k) z[place + k] = -z[place + k];
      }
      place += at(positionsOf(motion.kind));
    }
  }

  // The frame of a body or a marker on the link that the body became, or in the world.
  Pose onLink(BodyIndex body) const { return model_.bodies[body].isGround ? model_.bodies[body].X_WB : Pose{}; }
  Pose onLink(const Marker& marker) const { return onLink(marker.body) * marker.X_BM; }

  void addClosing(const Plan::CutEdge& row) {
    if (row.edge.rod < 0) {
      const Joint& joint = model_.joints[row.edge.joint];
      const Marker& F = model_.markers[joint.j];
      const Marker& M = model_.markers[joint.i];
      Cut cut;
      static_cast<JointFields&>(cut) = joint;
      cut.joint = joint.name;
      cut.linkF = linkOfBody_[F.body];
      cut.linkM = linkOfBody_[M.body];
      cut.X_LF = onLink(F);
      cut.X_LM = onLink(M);
      cut.block = row.block;
      cut.origin = joint.origin;
      out_.cuts.push_back(std::move(cut));
      return;
    }
    const RodCandidate& candidate = plan_.rods[at(row.edge.rod)].candidate;
    const Body& body = model_.bodies[candidate.body];
    Rod rod;
    rod.body = body.name;
    rod.length = candidate.length;
    rod.mass = candidate.mass;
    rod.s = candidate.s;
    rod.transverseInertia = candidate.transverseInertia;
    rod.block = row.block;
    rod.members = body.members;
    rod.origin = body.origin;
    std::array<Vector3, 2> ends;  // in the rod's body frame
    Vector3 hinge = Vector3::Zero();
    for (std::size_t k = 0; k < 2; ++k) {
      const Joint& joint = model_.joints[candidate.joints[k]];
      const bool ownIsI = bodyI(model_, joint) == candidate.body;
      const Pose& own = model_.markers[ownIsI ? joint.i : joint.j].X_BM;
      const Marker& other = model_.markers[ownIsI ? joint.j : joint.i];
      const Pose end = onLink(candidate.neighbours[k]) * candidate.ends[k];
      ends[k] = own * (inverse(other.X_BM) * candidate.ends[k].p);  // the markers coincide
      rod.ends[k] = {linkOfBody_[other.body], end.p, Vector3::Zero(), joint.name};
      if (candidate.isHinged && k == 1) {
        rod.ends[k].axis = end.R.col(2);
        hinge = own.R.col(2);
      }
    }
    const Vector3 along = ends[1] - ends[0];
    const std::optional<Matrix3> R_BR = candidate.isHinged ? rotationFromZX(along, hinge) : rotationFromZ(along);
    rod.X_RB = inverse(Pose{R_BR.value_or(Matrix3::Identity()), ends[0]});
    if (!candidate.isHinged) {
      // The rod's x axis follows a direction on the first end's link, so that its frame starts as the source has it.
      const Pose X_WL = rod.ends[0].link.valid() ? motions_[rod.ends[0].link].X : Pose{};
      rod.ends[0].axis = X_WL.R.transpose() * (body.X_WB.R * R_BR.value_or(Matrix3::Identity()).col(0));
    }
    out_.rods.push_back(std::move(rod));
  }

  void addJointTable() {
    std::vector<JointPlace> joints;
    for (const LinkIndex link : out_.links.indexes()) {
      if (!out_.links[link].joint.empty()) joints.push_back({out_.links[link].joint, link, -1});
    }
    std::unordered_set<std::string_view> inTree;
    for (const Plan::TreeJoint& row : plan_.tree) inTree.insert(model_.joints[row.joint].name);
    for (int k = 0; k < static_cast<int>(out_.cuts.size()); ++k) {
      const std::string& name = out_.cuts[at(k)].joint;
      // A distance that stayed in the tree is both; its coordinates are the link's.
      if (keepsEquationInTree(out_.cuts[at(k)].type) && inTree.contains(name)) continue;
      joints.push_back({name, {}, k});
    }
    std::ranges::sort(joints, {}, &JointPlace::name);
    for (JointPlace& joint : joints) out_.joints.add(std::move(joint));
  }

  void addElements() {
    static_cast<ElementTables&>(out_) = model_;
    out_.foreign = model_.foreign;
    out_.setParameters = model_.setParameters;
    std::ranges::sort(out_.inputs, {}, &Input::name);
    std::ranges::sort(out_.couplers, {}, &Coupler::name);
    std::ranges::sort(out_.drives, {}, &Drive::name);
    std::ranges::sort(out_.forces, {}, &Force::name);
    std::ranges::sort(out_.probes, {}, &Probe::name);
    std::ranges::sort(out_.measures, {}, &Measure::name);

    std::unordered_map<std::string, JointIndex> jointByName;
    for (const JointIndex joint : out_.joints.indexes()) jointByName[out_.joints[joint].name] = joint;
    const auto renumberJoint = [&](CoordinateRef& ref) { ref.joint = jointByName.at(model_.joints[ref.joint].name); };
    for (Coupler& coupler : out_.couplers) {
      for (Coupler::Term& term : coupler.terms) renumberJoint(term.coordinate);
    }
    for (Drive& drive : out_.drives) {
      if (drive.coordinate) renumberJoint(*drive.coordinate);
    }

    // Markers that something uses, by name.
    std::map<std::string, MarkerIndex> used;
    const auto use = [&](const MarkerIndex& marker) { used.emplace(model_.markers[marker].name, marker); };
    forEachElementMarker(out_, use);
    const std::set<std::string> measured = namesInExpressions(out_, ExpressionFunction::Argument::marker);
    for (const MarkerIndex marker : model_.markers.indexes()) {
      if (measured.contains(model_.markers[marker].name)) use(marker);
    }
    std::unordered_map<int, MarkerIndex> renumbered;
    for (const auto& [name, index] : used) {
      const Marker& marker = model_.markers[index];
      renumbered[index.value] = out_.markers.add({name, linkOfBody_[marker.body], onLink(marker)});
    }
    forEachElementMarker(out_, [&](MarkerIndex& marker) { marker = renumbered.at(marker.value); });
  }

  const CartesianModel& model_;
  const Plan& plan_;
  Table<BodyIndex, LinkIndex> linkOfBody_;  // not valid: the ground, or a removed rod
  Table<LinkIndex, StartMotion> motions_;
  RecursiveModel out_;
};

}  // namespace

RecursiveModel lower(const CartesianModel& model, const Plan& plan, FitReport& report) {
  return Lowering(model, plan).run(report);
}

}  // namespace mb
