#include "runtime/mechanism/loops.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/model/joints/joint_kinematics.h"
#include "runtime/linear/least_solution.h"

namespace mb {
namespace {

struct Closing {  // common to a cut and a rod
  const JointType* type = nullptr;
  JointParameters parameters;
  LinkIndex linkF;
  LinkIndex linkM;
  Pose X_LF;
  Pose X_LM;
};

Closing closingOf(const RecursiveModel& model, const Loop& loop) {
  if (loop.cut >= 0) {
    const Cut& cut = model.cuts[at(loop.cut)];
    return {&cut.type, parametersOf(cut), cut.linkF, cut.linkM, cut.X_LF, cut.X_LM};
  }
  const Rod& rod = model.rods[at(loop.rod)];
  return {&rodType(rod),    {rod.length, 0},      rod.ends[0].link,
          rod.ends[1].link, endPose(rod.ends[0]), endPose(rod.ends[1])};
}

std::vector<Loop::Crossing> pathBetween(const RecursiveModel& model, const std::vector<int>& depth, LinkIndex from,
                                        LinkIndex to) {
  std::vector<Loop::Crossing> up;
  std::vector<Loop::Crossing> down;
  const auto level = [&](LinkIndex link) { return link.valid() ? depth[at(link.value)] : 0; };
  while (from != to) {
    if (level(from) >= level(to)) {
      up.push_back({from, false});
      from = model.links[from].parent;
    } else {
      down.push_back({to, true});
      to = model.links[to].parent;
    }
  }
  up.insert(up.end(), down.rbegin(), down.rend());
  return up;
}

std::vector<bool> drivenCoordinates(const RecursiveModel& model, LinkIndex link) {
  std::vector<bool> driven(at(dofOf(model.links[link].type)));
  for (const Drive& drive : model.drives) {
    if (drive.coordinate && model.joints[drive.coordinate->joint].link == link) {
      driven[at(drive.coordinate->coordinate)] = true;
    }
  }
  return driven;
}

double sizeOf(const RecursiveModel& model, const LoopBlock& block, const std::set<LinkIndex>& links,
              const Table<LinkIndex, Pose>& X_WL) {
  std::vector<Vector3> points;
  const auto add = [&](LinkIndex link, const Pose& frame) {
    points.push_back((link.valid() ? X_WL[link] : Pose{}) * frame.p);
  };
  for (const LinkIndex link : links) {
    add(model.links[link].parent, model.links[link].X_PA);
    add(link, model.links[link].X_LB);
  }
  for (const Loop& loop : block.loops) {
    const Closing closing = closingOf(model, loop);
    add(closing.linkF, closing.X_LF);
    add(closing.linkM, closing.X_LM);
  }
  return characteristicLength(points);
}

// Walks a loop and calls visit(link, Y, forward) for every joint crossed. Y is the pose of the joint's frame F in the
// loop's frame F; forward means from F to M. Returns X_FM of the closing joint.
template <class Visit>
Pose walk(const RecursiveModel& model, const Loop& loop, const Closing& closing, const Positions& z, Visit visit) {
  Pose X = inverse(closing.X_LF);  // the current link's frame in the loop's F
  for (const Loop::Crossing& crossing : loop.path) {
    const Link& link = model.links[crossing.link];
    const Pose X_FM = jointPose(link.type, parametersOf(link), z[crossing.link]);
    const bool forward = crossing.down != link.reversed;
    const Pose Y = X * (crossing.down ? link.X_PA : link.X_LB);  // the joint frame on this side
    const Pose Z = Y * (forward ? X_FM : inverse(X_FM));         // and on the other side
    visit(crossing.link, forward ? Y : Z, forward);
    X = Z * inverse(crossing.down ? link.X_LB : link.X_PA);
  }
  return X * closing.X_LM;
}

}  // namespace

bool isHinged(const Rod& rod) { return !rod.ends[1].axis.isZero(0); }
const JointType& rodType(const Rod& rod) { return rodClosingType(isHinged(rod)); }

Pose endPose(const Rod::End& end) { return {rotationFromZ(end.axis).value_or(Matrix3::Identity()), end.point}; }

Positions initialPositions(const RecursiveModel& model) {
  Positions z;
  for (const Link& link : model.links) z.add(link.z);
  return z;
}

Pose poseInParent(const Link& link, std::span<const double> z) {
  const Pose X_FM = jointPose(link.type, parametersOf(link), z);
  return link.X_PA * (link.reversed ? inverse(X_FM) : X_FM) * inverse(link.X_LB);
}

Table<LinkIndex, Pose> worldPoses(const RecursiveModel& model, const Positions& z) {
  Table<LinkIndex, Pose> X_WL;
  for (const LinkIndex index : model.links.indexes()) {
    const Link& link = model.links[index];
    const Pose X_PL = poseInParent(link, z[index]);
    X_WL.add(link.parent.valid() ? X_WL[link.parent] * X_PL : X_PL);
  }
  return X_WL;
}

std::string nameOf(const RecursiveModel& model, const Loop& loop) {
  return loop.cut >= 0 ? model.cuts[at(loop.cut)].joint : model.rods[at(loop.rod)].body;
}

const JointType& closingType(const RecursiveModel& model, const Loop& loop) { return *closingOf(model, loop).type; }

std::vector<LoopBlock> loopBlocks(const RecursiveModel& model) {
  std::vector<int> depth(at(model.links.size()));
  for (const LinkIndex index : model.links.indexes()) {
    const LinkIndex parent = model.links[index].parent;
    depth[at(index.value)] = 1 + (parent.valid() ? depth[at(parent.value)] : 0);
  }
  std::map<int, LoopBlock> blocks;
  const auto add = [&](int block, Loop loop) {
    const Closing closing = closingOf(model, loop);
    loop.path = pathBetween(model, depth, closing.linkF, closing.linkM);
    blocks[block].loops.push_back(std::move(loop));
  };
  for (int k = 0; k < static_cast<int>(model.cuts.size()); ++k) add(model.cuts[at(k)].block, {k, -1, {}});
  for (int k = 0; k < static_cast<int>(model.rods.size()); ++k) add(model.rods[at(k)].block, {-1, k, {}});

  const Table<LinkIndex, Pose> X_WL = worldPoses(model, initialPositions(model));
  std::set<LinkIndex> drivenLinks;
  for (const Drive& drive : model.drives) {
    if (drive.coordinate) drivenLinks.insert(model.joints[drive.coordinate->joint].link);
  }
  std::vector<LoopBlock> result;
  for (auto& [number, block] : blocks) {
    std::ranges::sort(block.loops, {}, [&](const Loop& loop) { return nameOf(model, loop); });
    std::set<LinkIndex> links;
    for (const Loop& loop : block.loops) {
      for (const Loop::Crossing& crossing : loop.path) links.insert(crossing.link);
    }
    block.size = sizeOf(model, block, links, X_WL);
    for (const LinkIndex link : links) {
      const auto names = coordinateNames(model.links[link].type);
      const std::vector<bool> driven =
          drivenLinks.contains(link) ? drivenCoordinates(model, link) : std::vector<bool>(names.size());
      for (std::size_t k = 0; k < names.size(); ++k) {
        (driven[k] ? block.driven : block.columns).push_back({link, static_cast<int>(k), !names[k].isRotation});
      }
    }
    result.push_back(std::move(block));
  }
  return result;
}

BlockEquations evaluate(const RecursiveModel& model, const LoopBlock& block, const Positions& z) {
  std::map<std::pair<LinkIndex, int>, Eigen::Index> columnOf;
  for (std::size_t k = 0; k < block.columns.size(); ++k) {
    columnOf[{block.columns[k].link, block.columns[k].coordinate}] = static_cast<Eigen::Index>(k);
  }
  BlockEquations equations;
  int rowCount = 0;
  for (const Loop& loop : block.loops) rowCount += equationsOf(closingType(model, loop));
  equations.Phi.resize(rowCount);
  equations.Phi_z = Eigen::MatrixXd::Zero(rowCount, static_cast<Eigen::Index>(block.columns.size()));

  Eigen::Index first = 0;
  for (int k = 0; k < static_cast<int>(block.loops.size()); ++k) {
    const Loop& loop = block.loops[at(k)];
    const Closing closing = closingOf(model, loop);
    // Columns of the joints on the path, as twists of M in the loop's frame F.
    std::vector<std::pair<Eigen::Index, Vector6>> twists;
    const Pose X_FM = walk(model, loop, closing, z, [&](LinkIndex index, const Pose& Y, bool forward) {
      const Link& link = model.links[index];
      const auto H = jointColumns(link.type, parametersOf(link), z[index]);
      for (int c = 0; c < H.cols(); ++c) {
        const auto found = columnOf.find({index, c});
        if (found == columnOf.end()) continue;
        Vector6 twist;
        twist.tail<3>() = Y.R * H.col(c).tail<3>();
        twist.head<3>() = Y.R * H.col(c).head<3>() + Y.p.cross(twist.tail<3>());
        twists.emplace_back(found->second, forward ? twist : Vector6(-twist));
      }
    });
    const Eigen::Index count = equationsOf(*closing.type);
    equations.Phi.segment(first, count) = equationValues(*closing.type, closing.parameters, X_FM);
    const auto rows = equationRows(*closing.type, closing.parameters, X_FM);
    for (const auto& [column, twist] : twists) equations.Phi_z.block(first, column, count, 1) += rows * twist;
    for (int e = 0; e < count; ++e) {
      equations.rows.push_back({k, e, measuresLength(closing.type->equations()[at(e)])});
    }
    first += count;
  }
  return equations;
}

Gap gapOf(const RecursiveModel& model, const Loop& loop, const Positions& z) {
  const Closing closing = closingOf(model, loop);
  const Pose X_FM = walk(model, loop, closing, z, [](LinkIndex, const Pose&, bool) {});
  if (needsAngle(*closing.type)) return {0, std::abs(angleAt(*closing.type, X_FM) - closing.parameters.angle)};
  if (keepsEquationInTree(*closing.type)) return {std::abs(X_FM.p.norm() - closing.parameters.length), 0};
  return fitPosition(*closing.type, closing.parameters, X_FM).gap;
}

Eigen::MatrixXd scaled(const BlockEquations& equations, const LoopBlock& block) {
  Eigen::MatrixXd J = equations.Phi_z;
  for (std::size_t r = 0; r < equations.rows.size(); ++r) {
    if (equations.rows[r].isLength) J.row(static_cast<Eigen::Index>(r)) /= block.size;
  }
  for (std::size_t c = 0; c < block.columns.size(); ++c) {
    if (block.columns[c].isTranslation) J.col(static_cast<Eigen::Index>(c)) *= block.size;
  }
  return J;
}

double closeLoops(const RecursiveModel& model, const LoopBlock& block, Positions& z) {
  const auto residual = [&](const BlockEquations& equations) {
    Eigen::VectorXd Phi = equations.Phi;
    for (std::size_t r = 0; r < equations.rows.size(); ++r) {
      if (equations.rows[r].isLength) Phi(static_cast<Eigen::Index>(r)) /= block.size;
    }
    return Phi;
  };
  double best = -1;
  std::map<LinkIndex, std::vector<double>> saved;
  BlockEquations equations = evaluate(model, block, z);
  Eigen::VectorXd Phi = residual(equations);
  for (int iteration = 0; iteration < 60; ++iteration) {
    const double size = Phi.size() > 0 ? Phi.cwiseAbs().maxCoeff() : 0;
    if (best < 0 || size < best) {
      best = size;
      saved.clear();
      for (const LoopBlock::Column& column : block.columns) saved[column.link] = z[column.link];
    }
    if (size < 1e-14 || block.columns.empty()) break;
    Eigen::VectorXd dz = leastSolution(scaled(equations, block), -Phi);
    const double largest = dz.cwiseAbs().maxCoeff();
    if (largest < 1e-16) break;
    if (largest > 0.4) dz *= 0.4 / largest;  // radians, or fractions of the block's size: stay on this branch
    std::map<LinkIndex, std::vector<double>> change;
    for (std::size_t c = 0; c < block.columns.size(); ++c) {
      const LoopBlock::Column& column = block.columns[c];
      auto& own = change[column.link];
      own.resize(at(dofOf(model.links[column.link].type)));
      own[at(column.coordinate)] = dz(static_cast<Eigen::Index>(c)) * (column.isTranslation ? block.size : 1);
    }
    for (const auto& [link, own] : change) advance(model.links[link].type, z[link], own);
    equations = evaluate(model, block, z);
    Phi = residual(equations);
  }
  for (auto& [link, position] : saved) z[link] = std::move(position);
  return std::max(best, 0.0);
}

}  // namespace mb
