#include "graph/idealise/linkage.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "formats/model/basics/disjoint_sets.h"
#include "graph/multigraph/multigraph.h"

namespace mb {
namespace {

double diameterOf(const std::vector<Vector3>& points) {
  Vector3 centre = Vector3::Zero();
  for (const Vector3& point : points) centre += point / static_cast<double>(points.size());
  double largest = 0;
  for (const Vector3& point : points) largest = std::max(largest, (point - centre).norm());
  return 2 * largest;
}

// The diameter of the block: twice the largest distance of a joint from their centre, which does not depend on the
// orientation of the world. Where the joints nearly coincide, as in a gimbal, the bodies give the size.
double sizeOf(const CartesianModel& model, const std::vector<JointIndex>& joints) {
  constexpr double kCoincide = 1e-6;  // a block may be small on a large body
  std::vector<Vector3> points;
  std::vector<Vector3> all;
  for (const JointIndex joint : joints) {
    for (const MarkerIndex marker : {model.joints[joint].i, model.joints[joint].j}) {
      points.push_back(worldPose(model, marker).p);
      all.push_back(points.back());
      const Body& body = model.bodies[model.markers[marker].body];
      if (!body.isGround) all.push_back(body.X_WB * body.massProperties.com);
    }
  }
  const double extent = diameterOf(all);
  const double size = diameterOf(points);
  if (size > kCoincide * extent) return size;
  return extent > 0 ? extent : 1;
}

// The lightest spanning tree, ties decided by name because hinges are in the order of their names.
void chooseTree(Linkage& linkage, int bodyCount) {
  std::vector<int> order(linkage.hinges.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int h) { return weightOf(linkage.hinges[at(h)].type); });
  DisjointSets together(bodyCount);
  for (const int h : order) {
    Linkage::Hinge& hinge = linkage.hinges[at(h)];
    hinge.inTree = together.unite(hinge.bodyF, hinge.bodyM);
  }
}

// For each body of the tree, the crossing that leads to it from its parent.
struct Climb {
  std::vector<int> parent;  // -1 for the root
  std::vector<int> depth;
  std::vector<Linkage::Crossing> from;
};
Climb climbFrom(const Linkage& linkage, int bodyCount) {
  std::vector<std::vector<int>> at_(at(bodyCount));
  for (int h = 0; h < static_cast<int>(linkage.hinges.size()); ++h) {
    if (!linkage.hinges[at(h)].inTree) continue;
    at_[at(linkage.hinges[at(h)].bodyF)].push_back(h);
    at_[at(linkage.hinges[at(h)].bodyM)].push_back(h);
  }
  Climb climb{std::vector<int>(at(bodyCount), -1), std::vector<int>(at(bodyCount), 0),
              std::vector<Linkage::Crossing>(at(bodyCount))};
  std::vector<int> reached{0};
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const int body = reached[k];
    for (const int h : at_[at(body)]) {
      const Linkage::Hinge& hinge = linkage.hinges[at(h)];
      const bool forward = hinge.bodyF == body;
      const int next = forward ? hinge.bodyM : hinge.bodyF;
      if (next == 0 || climb.parent[at(next)] >= 0) continue;
      climb.parent[at(next)] = body;
      climb.depth[at(next)] = climb.depth[at(body)] + 1;
      climb.from[at(next)] = {h, forward};
      reached.push_back(next);
    }
  }
  return climb;
}

std::vector<Linkage::Crossing> pathBetween(const Climb& climb, int from, int to) {
  std::vector<Linkage::Crossing> up;
  std::vector<Linkage::Crossing> down;
  while (from != to) {
    if (climb.depth[at(from)] >= climb.depth[at(to)]) {
      const Linkage::Crossing crossing = climb.from[at(from)];
      up.push_back({crossing.hinge, !crossing.forward});
      from = climb.parent[at(from)];
    } else {
      down.push_back(climb.from[at(to)]);
      to = climb.parent[at(to)];
    }
  }
  up.insert(up.end(), down.rbegin(), down.rend());
  return up;
}

void addClosures(Linkage& linkage, int bodyCount) {
  const Climb climb = climbFrom(linkage, bodyCount);
  for (int h = 0; h < static_cast<int>(linkage.hinges.size()); ++h) {
    const Linkage::Hinge& hinge = linkage.hinges[at(h)];
    if (!hinge.inTree) {
      linkage.closures.push_back({h, pathBetween(climb, hinge.bodyF, hinge.bodyM)});
    } else if (keepsEquationInTree(hinge.type)) {
      linkage.closures.push_back({h, {{h, true}}});
    }
    if (hinge.inTree) {
      const std::vector<CoordinateName> names = coordinateNames(hinge.type);
      for (int c = 0; c < static_cast<int>(names.size()); ++c)
        linkage.columns.push_back({h, c, !names[at(c)].isRotation});
    }
  }
  for (const Linkage::Closure& closure : linkage.closures) {
    linkage.rowCount += equationsOf(linkage.hinges[at(closure.hinge)].type);
  }
}

Linkage linkageOf(const CartesianModel& model, const std::vector<JointIndex>& joints) {
  Linkage linkage;
  std::map<BodyIndex, int> numbers;
  const auto numberOf = [&](BodyIndex body) {
    return numbers.try_emplace(body, static_cast<int>(numbers.size())).first->second;
  };
  for (const JointIndex index : joints) {
    const Joint& joint = model.joints[index];
    linkage.hinges.push_back({index, joint.type, parametersOf(joint), numberOf(bodyJ(model, joint)),
                              numberOf(bodyI(model, joint)), model.markers[joint.j].X_BM, model.markers[joint.i].X_BM,
                              false});
  }
  linkage.size = sizeOf(model, joints);
  double farthest = 0;
  for (const Linkage::Hinge& hinge : linkage.hinges) {
    farthest = std::max({farthest, hinge.X_BF.p.norm(), hinge.X_BM.p.norm()});
  }
  // Allows for a hundred operations on numbers as large as the position of the farthest frame.
  linkage.rounding = 100 * std::numeric_limits<double>::epsilon() * farthest / linkage.size;
  chooseTree(linkage, static_cast<int>(numbers.size()));
  addClosures(linkage, static_cast<int>(numbers.size()));
  return linkage;
}

// Transforms a twist {v; w} from the axes and origin of B to those of A, with X = X_AB.
Eigen::Matrix<double, 6, 6> adjoint(const Pose& X) {
  Eigen::Matrix<double, 6, 6> ad = Eigen::Matrix<double, 6, 6>::Zero();
  ad.topLeftCorner<3, 3>() = X.R;
  ad.bottomRightCorner<3, 3>() = X.R;
  ad.topRightCorner<3, 3>() = skew(X.p) * X.R;
  return ad;
}

// The pose of M of a closing joint in its F, and how it changes.
struct ClosureMotion {
  struct Twists {  // of M in F, per unit of a column or frame change
    Eigen::Index column;
    Eigen::Matrix<double, 6, Eigen::Dynamic> values;
  };
  Pose X_FM;
  std::vector<Twists> byColumns;
  std::vector<Twists> byFrames;
};

// Walks the tree from body F of a closing joint to its body M.
ClosureMotion walkAround(const Linkage& linkage, const Linkage::Closure& closure, const LinkagePosition& z,
                         const std::vector<Eigen::Index>& firstColumn, FrameDerivatives frames) {
  const bool withFrames = frames == FrameDerivatives::yes;
  const Linkage::Hinge& closing = linkage.hinges[at(closure.hinge)];
  ClosureMotion motion;
  Pose X = inverse(closing.X_BF);  // frame of the current body in the closing F
  for (const Linkage::Crossing& crossing : closure.path) {
    const Linkage::Hinge& hinge = linkage.hinges[at(crossing.hinge)];
    const std::vector<double>& position = z[at(crossing.hinge)];
    const Pose X_FM = jointPose(hinge.type, hinge.parameters, position);
    const double sign = crossing.forward ? 1 : -1;
    const Pose Y = X * (crossing.forward ? hinge.X_BF : hinge.X_BM);
    const Pose Z = Y * (crossing.forward ? X_FM : inverse(X_FM));
    const Pose& F = crossing.forward ? Y : Z;
    const Pose& M = crossing.forward ? Z : Y;
    if (dofOf(hinge.type) > 0)
      motion.byColumns.push_back(
          {firstColumn[at(crossing.hinge)], sign * adjoint(F) * jointColumns(hinge.type, hinge.parameters, position)});
    if (withFrames) {
      motion.byFrames.push_back({12 * crossing.hinge, sign * adjoint(F)});
      motion.byFrames.push_back({12 * crossing.hinge + 6, -sign * adjoint(M)});
    }
    X = Z * inverse(crossing.forward ? hinge.X_BM : hinge.X_BF);
  }
  motion.X_FM = X * closing.X_BM;
  if (withFrames) {
    motion.byFrames.push_back({12 * closure.hinge, -adjoint({})});
    motion.byFrames.push_back({12 * closure.hinge + 6, adjoint(motion.X_FM)});
  }
  return motion;
}

// The rows of a closing joint from `row` on, lengths by the size. Returns how many they are.
Eigen::Index addRows(const Linkage::Hinge& closing, const ClosureMotion& motion, double size, Eigen::Index row,
                     LinkageEquations& equations) {
  const Eigen::Index count = equationsOf(closing.type);
  equations.Phi.segment(row, count) = equationValues(closing.type, closing.parameters, motion.X_FM);
  const auto rows = equationRows(closing.type, closing.parameters, motion.X_FM);
  for (const ClosureMotion::Twists& t : motion.byColumns)
    equations.J.block(row, t.column, count, t.values.cols()) += rows * t.values;
  for (const ClosureMotion::Twists& t : motion.byFrames) equations.A.block(row, t.column, count, 6) += rows * t.values;
  for (Eigen::Index e = 0; e < count; ++e) {
    if (!measuresLength(closing.type.equations()[static_cast<std::size_t>(e)])) continue;
    equations.Phi(row + e) /= size;
    equations.J.row(row + e) /= size;
    if (equations.A.size() > 0) equations.A.row(row + e) /= size;
  }
  return count;
}

}  // namespace

std::vector<Linkage> linkagesOf(const CartesianModel& model) {
  std::vector<JointIndex> byName;
  for (const JointIndex index : model.joints.indexes()) {
    if (dofOf(model.joints[index].type) < 6 || equationsOf(model.joints[index].type) > 0) byName.push_back(index);
  }
  std::ranges::sort(byName, {}, [&](JointIndex index) -> const std::string& { return model.joints[index].name; });
  std::vector<Ends> ends;
  for (const JointIndex index : byName) {
    ends.push_back({bodyJ(model, model.joints[index]).value, bodyI(model, model.joints[index]).value});
  }
  const BiconnectedSplit split = splitIntoBiconnected(model.bodies.size(), ends);
  std::vector<std::vector<JointIndex>> blocks(at(split.count));
  for (std::size_t k = 0; k < byName.size(); ++k) {
    if (split.blockOf[k] >= 0) blocks[at(split.blockOf[k])].push_back(byName[k]);
  }
  std::vector<Linkage> linkages;
  for (const std::vector<JointIndex>& joints : blocks) {
    if (joints.size() > 1) linkages.push_back(linkageOf(model, joints));
  }
  return linkages;
}

LinkagePosition positionOf(const Linkage& linkage, const CartesianModel& model) {
  LinkagePosition z(linkage.hinges.size());
  for (std::size_t h = 0; h < linkage.hinges.size(); ++h) {
    const Linkage::Hinge& hinge = linkage.hinges[h];
    if (!hinge.inTree) continue;
    const Joint& joint = model.joints[hinge.joint];
    const Pose X_WF = model.bodies[bodyJ(model, joint)].X_WB * hinge.X_BF;
    const Pose X_WM = model.bodies[bodyI(model, joint)].X_WB * hinge.X_BM;
    z[h] = fitPosition(hinge.type, hinge.parameters, inverse(X_WF) * X_WM).z;
  }
  return z;
}

LinkagePosition moved(const Linkage& linkage, LinkagePosition z, const Eigen::VectorXd& dv) {
  std::vector<double> own;
  for (std::size_t c = 0; c < linkage.columns.size(); c += own.size()) {
    const int hinge = linkage.columns[c].hinge;
    own.resize(at(dofOf(linkage.hinges[at(hinge)].type)));
    for (std::size_t k = 0; k < own.size(); ++k) {
      const double unit = linkage.columns[c + k].isTranslation ? linkage.size : 1;
      own[k] = unit * dv(static_cast<Eigen::Index>(c + k));
    }
    advance(linkage.hinges[at(hinge)].type, z[at(hinge)], own);
  }
  return z;
}

LinkageEquations evaluate(const Linkage& linkage, const LinkagePosition& z, FrameDerivatives frames) {
  LinkageEquations equations;
  equations.Phi.resize(linkage.rowCount);
  equations.J = Eigen::MatrixXd::Zero(linkage.rowCount, static_cast<Eigen::Index>(linkage.columns.size()));
  if (frames == FrameDerivatives::yes) {
    equations.A = Eigen::MatrixXd::Zero(linkage.rowCount, static_cast<Eigen::Index>(12 * linkage.hinges.size()));
  }
  std::vector<Eigen::Index> firstColumn(linkage.hinges.size(), -1);
  for (std::size_t c = linkage.columns.size(); c-- > 0;) {
    firstColumn[at(linkage.columns[c].hinge)] = static_cast<Eigen::Index>(c);
  }
  Eigen::Index row = 0;
  for (const Linkage::Closure& closure : linkage.closures) {
    const ClosureMotion motion = walkAround(linkage, closure, z, firstColumn, frames);
    row += addRows(linkage.hinges[at(closure.hinge)], motion, linkage.size, row, equations);
  }
  for (std::size_t c = 0; c < linkage.columns.size(); ++c) {
    if (linkage.columns[c].isTranslation) equations.J.col(static_cast<Eigen::Index>(c)) *= linkage.size;
  }
  for (Eigen::Index c = 0; c < equations.A.cols(); c += 6) equations.A.middleCols<3>(c) *= linkage.size;
  return equations;
}

Gap missOf(const Linkage& linkage, const Eigen::VectorXd& Phi) {
  Gap miss;
  Eigen::Index row = 0;
  for (const Linkage::Closure& closure : linkage.closures) {
    for (const Equation& equation : linkage.hinges[at(closure.hinge)].type.equations()) {
      const double value = std::abs(Phi(row++));
      if (measuresLength(equation))
        miss.length = std::max(miss.length, value * linkage.size);
      else
        miss.angle = std::max(miss.angle, value);
    }
  }
  return miss;
}

}  // namespace mb
