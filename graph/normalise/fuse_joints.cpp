#include "graph/normalise/fuse_joints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "formats/model/basics/decompositions.h"
#include "formats/model/basics/text.h"
#include "formats/model/elementary/elementary.h"
#include "formats/model/joints/joint_kinematics.h"
#include "graph/normalise/joint_columns.h"
#include "graph/normalise/model_edit.h"

namespace mb {
namespace {

constexpr std::size_t kMostNames = 20;    // shown in a remark
constexpr std::size_t kMostTogether = 6;  // larger groups have too many subsets: only all joints and pairs are tried

// Motions (twists of body i relative to body j, at the given point, in world axes) that all joints of a group allow at
// the initial position.
Eigen::MatrixXd commonMotion(const CartesianModel& model, const std::vector<JointIndex>& group, const Vector3& point) {
  constexpr Eigen::Index kMostRows = 60;
  Eigen::MatrixXd rows(0, 6);
  for (const JointIndex index : group) {
    if (rows.rows() > kMostRows) rows = triangular(rows);  // at most six rows are independent
    const Joint& joint = model.joints[index];
    Pose X_WF = worldPose(model, joint.j);
    Pose X_WM = worldPose(model, joint.i);
    X_WF.p -= point;
    X_WM.p -= point;
    JointColumns linear = jointColumns(joint.type, parametersOf(joint), X_WF, X_WM);
    // A joint that lists the two bodies the other way round sees the opposite twist, which has the same null space.
    const Eigen::Index before = rows.rows();
    rows.conservativeResize(before + linear.rows.rows(), 6);
    rows.bottomRows(linear.rows.rows()) = linear.rows;
  }
  const SingularVectors svd = singularVectors(rows);
  return svd.V.rightCols(6 - svd.rank(kSingularTolerance));
}

// Identifies a joint from a space of motions: its type and its frame in the world (relative to `point`). It covers only
// types whose frame follows from the motion at one instant.
struct Reading {
  const JointType* type = nullptr;
  Pose X_WJ;
};
std::optional<Reading> readMotion(const Eigen::MatrixXd& motion, const Vector3& point) {
  const Eigen::Index dof = motion.cols();
  if (dof == 0) return Reading{findJointType("fixed"), {Matrix3::Identity(), point}};
  if (dof > 3) return std::nullopt;
  const Eigen::MatrixXd V = motion.topRows(3);
  const Eigen::MatrixXd W = motion.bottomRows(3);
  const SingularVectors svdW = singularVectors(W);
  Eigen::Index rotations = 0;
  while (rotations < svdW.values.size() && svdW.values(rotations) > kSingularTolerance) ++rotations;
  // Pure translations are the combinations without rotation.
  const Eigen::MatrixXd translations = V.lazyProduct(svdW.V.rightCols(dof - rotations));
  const auto frame = [&](const Vector3& z, const Vector3& p) {
    return Pose{rotationFromZ(z).value_or(Matrix3::Identity()), p + point};
  };

  if (rotations == 0) {
    if (dof == 1) return Reading{findJointType("translational"), frame(translations.col(0), Vector3::Zero())};
    if (dof == 3) return Reading{findJointType("orientation"), {Matrix3::Identity(), point}};
    return std::nullopt;
  }
  if (rotations == 1) {
    const Vector3 w = W.lazyProduct(svdW.V.col(0));
    Vector3 v = V.lazyProduct(svdW.V.col(0));
    const Vector3 u = w.normalized();
    const auto along = [&](const Vector3& t) { return std::abs(t.normalized().dot(u)); };
    if (dof == 1 && std::abs(v.dot(w)) < 1e-9 * w.squaredNorm()) {
      return Reading{findJointType("revolute"), frame(u, w.cross(v) / w.squaredNorm())};
    }
    if (dof == 2 && along(translations.col(0)) > 1 - 1e-9) {
      v -= v.dot(u) * u;
      return Reading{findJointType("cylindrical"), frame(u, w.cross(v) / w.squaredNorm())};
    }
    if (dof == 3 && along(translations.col(0)) < 1e-9 && along(translations.col(1)) < 1e-9) {
      return Reading{findJointType("planar"), frame(u, Vector3::Zero())};
    }
    return std::nullopt;
  }
  if (rotations == 3 && dof == 3) {  // one point stays fixed: v = -w x c for every motion
    Eigen::MatrixXd A(9, 3);
    Eigen::VectorXd b(9);
    for (int k = 0; k < 3; ++k) {
      A.middleRows<3>(3 * k) = -skew(W.col(k));
      b.segment<3>(3 * k) = V.col(k);
    }
    const Vector3 c = leastSquares(A, b);
    if ((A * c - b).norm() > 1e-9) return std::nullopt;
    return Reading{findJointType("spherical"), {Matrix3::Identity(), c + point}};
  }
  return std::nullopt;
}

// Whether every joint of the group holds all along the motion of the candidate, not only at the initial instant. The
// equations are analytic, so if they vanish at a few positions far from the initial one they vanish on the whole
// motion.
bool holdsAlong(const CartesianModel& model, const Joint& candidate, const Pose& X_JF, const Pose& X_IM,
                const std::vector<JointIndex>& group) {
  const JointParameters parameters = parametersOf(candidate);
  const BodyIndex bodyOfJ = bodyJ(model, candidate);
  const Pose X_FM0 = inverse(model.bodies[bodyOfJ].X_WB * X_JF) * (model.bodies[bodyI(model, candidate)].X_WB * X_IM);
  const FittedPosition initial = fitPosition(candidate.type, parameters, X_FM0);
  const int dof = dofOf(candidate.type);
  for (int sample = 0; sample <= 4; ++sample) {
    std::vector<double> z = initial.z;
    std::vector<double> dz(at(dof));
    for (int k = 0; k < dof; ++k) dz[at(k)] = sample == 0 ? 0 : 0.37 * elementary::sin(1.3 * sample + 2.1 * k + 0.4);
    advance(candidate.type, z, dz);
    const Pose X_JI = X_JF * jointPose(candidate.type, parameters, z) * inverse(X_IM);
    for (const JointIndex index : group) {
      const Joint& joint = model.joints[index];
      const bool same = bodyJ(model, joint) == bodyOfJ;
      const Pose X_F = model.markers[joint.j].X_BM;
      const Pose X_M = model.markers[joint.i].X_BM;
      const Pose X_FM = same ? inverse(X_F) * X_JI * X_M : inverse(X_F) * inverse(X_JI) * X_M;
      const double scale = 1 + X_F.p.norm() + X_M.p.norm();
      const Eigen::VectorXd values = equationValues(joint.type, parametersOf(joint), X_FM);
      if (values.size() > 0 && values.cwiseAbs().maxCoeff() > 1e-7 * scale) return false;
    }
  }
  return true;
}

// The single joint that replaces the group, or nothing. New frames are added to the model as markers.
std::optional<Joint> compose(CartesianModel& model, std::vector<JointIndex> group,
                             const std::vector<bool>& referenced) {
  if (std::ranges::count_if(group, [&](JointIndex j) { return referenced[at(j.value)] || model.joints[j].weight; }) >
      1) {
    return std::nullopt;
  }
  std::stable_partition(group.begin(), group.end(),
                        [&](JointIndex j) { return referenced[at(j.value)] || model.joints[j].weight.has_value(); });
  const Joint first = model.joints[group.front()];
  const Vector3 point = worldPose(model, first.j).p;
  const Eigen::MatrixXd motion = commonMotion(model, group, point);

  std::vector<std::string> names;
  for (const JointIndex index : group) {
    const Joint& joint = model.joints[index];
    if (joint.fusedFrom.empty())
      names.push_back(joint.name);
    else
      names.insert(names.end(), joint.fusedFrom.begin(), joint.fusedFrom.end());
  }
  std::ranges::sort(names);

  // One joint of the group may already allow exactly the common motion; the equations of the others are then redundant.
  for (const JointIndex index : group) {
    const Joint& joint = model.joints[index];
    if (dofOf(joint.type) != motion.cols() || keepsEquationInTree(joint.type)) continue;
    if (referenced[at(group.front().value)] && index != group.front()) continue;  // its coordinate would change
    if (!holdsAlong(model, joint, model.markers[joint.j].X_BM, model.markers[joint.i].X_BM, group)) continue;
    Joint fused = joint;
    fused.weight = first.weight;
    fused.fusedFrom = names;
    return fused;
  }
  if (referenced[at(group.front().value)]) return std::nullopt;  // the referenced coordinate would be lost

  const std::optional<Reading> reading = readMotion(motion, point);
  if (!reading) return std::nullopt;
  Joint fused = first;
  fused.type = *reading->type;
  const BodyIndex I = bodyI(model, first);
  const BodyIndex J = bodyJ(model, first);
  const Pose X_JF = inverse(model.bodies[J].X_WB) * reading->X_WJ;
  const Pose X_IM = inverse(model.bodies[I].X_WB) * reading->X_WJ;
  if (!holdsAlong(model, fused, X_JF, X_IM, group)) return std::nullopt;
  fused.fusedFrom = names;
  fused.name = fusedName(fused);
  fused.origin.by = "fuse-joints";
  int digits = std::max(model.bodies[I].digits, model.bodies[J].digits);
  for (const JointIndex index : group) {
    digits =
        std::max({digits, model.markers[model.joints[index].i].digits, model.markers[model.joints[index].j].digits});
  }
  fused.j = model.markers.add({model.bodies[J].name + "." + fused.name + "_j", J, X_JF, fused.origin, digits});
  fused.i = model.markers.add({model.bodies[I].name + "." + fused.name + "_i", I, X_IM, fused.origin, digits});
  return fused;
}

}  // namespace

std::string fusedName(const Joint& joint) {
  return joint.fusedFrom.empty() ? joint.name : fmt::format("{}", fmt::join(joint.fusedFrom, "+"));
}

CartesianModel fuseJoints(CartesianModel model, const std::set<std::string>& untouched, FuseReport& report) {
  std::map<std::pair<BodyIndex, BodyIndex>, std::vector<JointIndex>> between;
  for (const JointIndex index : model.joints.indexes()) {
    const Joint& joint = model.joints[index];
    if (untouched.contains(joint.name)) continue;
    between[std::minmax(bodyI(model, joint), bodyJ(model, joint))].push_back(index);
  }
  const std::vector<bool> referenced = jointsWithReferences(model);
  std::vector<bool> dropped(at(model.joints.size()));
  for (auto& entry : between) {
    std::vector<JointIndex>& group = entry.second;
    if (group.size() < 2) continue;
    std::ranges::sort(group, {}, [&](JointIndex j) { return model.joints[j].name; });
    const auto fuse = [&](const std::vector<JointIndex>& some) {
      const std::optional<Joint> fused = compose(model, some, referenced);
      if (!fused) return false;
      int rows = 0;
      for (const JointIndex index : some) rows += equationsOf(model.joints[index].type);
      report.remarks.push_back(fmt::format("Joints {} act as one {} joint; {} of their {} equations are redundant.",
                                           someOf(fused->fusedFrom, kMostNames), fused->type.name,
                                           rows - equationsOf(fused->type), rows));
      // The joint that something refers to keeps its index, so that the references stay valid.
      JointIndex place = some.front();
      for (const JointIndex index : some) {
        if (referenced[at(index.value)]) place = index;
      }
      for (const JointIndex index : some) dropped[at(index.value)] = index != place;
      model.joints[place] = *fused;
      std::erase_if(group, [&](JointIndex index) { return dropped[at(index.value)]; });
      return true;
    };
    // Try all joints at once, then ever smaller subsets, until no two can be fused. The result for some joints
    // therefore does not depend on another joint between the same bodies that cannot be fused with them.
    const auto fuseAny = [&](std::size_t count) {
      std::vector<bool> isTaken(group.size());
      std::fill_n(isTaken.begin(), count, true);
      do {
        std::vector<JointIndex> some;
        for (std::size_t k = 0; k < group.size(); ++k) {
          if (isTaken[k]) some.push_back(group[k]);
        }
        if (fuse(some)) return true;
      } while (std::prev_permutation(isTaken.begin(), isTaken.end()));
      return false;
    };
    for (std::size_t count = group.size(); count > 1;) {
      if (fuseAny(count))
        count = group.size();
      else
        count = count > kMostTogether ? 2 : count - 1;
    }
  }
  return withoutJoints(std::move(model), dropped);
}

}  // namespace mb
