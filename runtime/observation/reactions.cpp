#include "runtime/observation/reactions.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "formats/model/basics/decompositions.h"
#include "runtime/evaluation/inverse_dynamics.h"
#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/rod_ends.h"
#include "runtime/evaluation/stages.h"
#include "runtime/mechanism/loops.h"
#include "runtime/observation/observe.h"

namespace mb {
namespace {

// Multipliers of all rows, and the directions in which redundant rows leave them undetermined.
struct Multipliers {
  Eigen::VectorXd lambda;                 // by row
  std::vector<Eigen::VectorXd> openings;  // by row
};

// Phi_z' lambda = M z_ddot - Q by block, with the least lambda where rows are redundant (lengths divided by the block's
// size).
Multipliers solveMultipliers(const Mechanism& m, const Workspace& w) {
  std::vector<Vector6> scratch(m.links.size());
  std::vector<double> missing(at(m.vCount));
  missingForces(m, w, scratch, missing);
  Multipliers result;
  result.lambda = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(m.rows.size()));
  for (std::size_t k = 0; k < m.blocks.size(); ++k) {
    const Mechanism::Block& block = m.blocks[k];
    if (block.rowCount == 0 || block.columnCount == 0) continue;
    Eigen::MatrixXd Jt(block.columnCount, block.rowCount);
    Eigen::VectorXd force(block.columnCount);
    Eigen::VectorXd scale(block.rowCount);
    for (int r = 0; r < block.rowCount; ++r) scale(r) = rowScale(m, block, r);
    for (int c = 0; c < block.columnCount; ++c) {
      const Mechanism::Column& column = m.columns[at(block.firstColumn + c)];
      const double unit = column.isTranslation ? block.size : 1;
      force(c) = unit * missing[at(column.v)];
      for (int r = 0; r < block.rowCount; ++r) {
        Jt(c, r) = unit * scale(r) * w.blocks[k].J[at(r * block.columnCount + c)];
      }
    }
    const SingularVectors svd = singularVectors(Jt);
    const Eigen::Index rank = svd.rank(kRankTolerance);
    const Eigen::VectorXd share = (svd.U.leftCols(rank).transpose() * force).cwiseQuotient(svd.values.head(rank));
    const Eigen::VectorXd lambda = svd.V.leftCols(rank) * share;
    for (int r = 0; r < block.rowCount; ++r) result.lambda(block.firstRow + r) = scale(r) * lambda(r);
    for (Eigen::Index open = rank; open < block.rowCount; ++open) {
      Eigen::VectorXd opening = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(m.rows.size()));
      for (int r = 0; r < block.rowCount; ++r) opening(block.firstRow + r) = scale(r) * svd.V(r, open);
      result.openings.push_back(std::move(opening));
    }
  }
  return result;
}

// Forces of the multipliers on the links, and through each tree joint the sum over all links beyond it.
struct Transmitted {
  std::vector<Vector6> closing;  // on M's side
  std::vector<Vector6> tree;     // on the child, from the closings alone
};

Transmitted transmitted(const Mechanism& m, const Workspace& w, const Eigen::VectorXd& lambda) {
  Transmitted result{std::vector<Vector6>(m.closings.size(), Vector6::Zero()),
                     std::vector<Vector6>(m.links.size(), Vector6::Zero())};
  for (std::size_t r = 0; r < m.rows.size(); ++r) {
    if (m.rows[r].closing < 0) continue;
    result.closing[at(m.rows[r].closing)] += lambda(static_cast<Eigen::Index>(r)) * w.gradient[r];
  }
  for (std::size_t k = 0; k < m.closings.size(); ++k) {
    if (m.closings[k].linkM >= 0) result.tree[at(m.closings[k].linkM)] -= result.closing[k];
    if (m.closings[k].linkF >= 0) result.tree[at(m.closings[k].linkF)] += result.closing[k];
  }
  for (std::size_t i = m.links.size(); i-- > 0;) {
    if (m.links[i].parent >= 0) result.tree[at(m.links[i].parent)] += result.tree[i];
  }
  return result;
}

// Whether the multiplier of a coupler or drive acts along the coordinates of a link's joint.
bool turnsJoint(const Mechanism& m, const Eigen::VectorXd& lambda, int link) {
  for (std::size_t r = 0; r < m.rows.size(); ++r) {
    if (m.rows[r].closing >= 0 || std::abs(lambda(static_cast<Eigen::Index>(r))) < 1e-9) continue;
    for (int k = 0; k < m.rows[r].termCount; ++k) {
      if (m.linkOfVelocity[at(m.terms[at(m.rows[r].firstTerm + k)].v)] == link) return true;
    }
  }
  return false;
}

Reaction reactionAt(std::string joint, const Vector6& wrench, const Vector3& p) {
  const Vector3 force = wrench.head<3>();
  return {std::move(joint), force, Vector3(wrench.tail<3>()) - p.cross(force), true};
}

// How the multipliers are spread where rows depend on each other: the loads of unit vectors that change nothing.
struct Openings {
  std::vector<Transmitted> loads;
  bool isOnClosing(std::size_t closing) const {
    return std::ranges::any_of(loads, [&](const Transmitted& one) { return one.closing[closing].norm() > kNothing; });
  }
  static constexpr double kNothing = 1e-9;
};

// The wrench that every link needs in addition to its weight and the applied forces.
std::vector<Vector6> neededForces(const Mechanism& m, const Workspace& w, std::vector<Vector6>& A) {
  linkAccelerations(m, w, A);
  std::vector<Vector6> needed(m.links.size());
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    A[i].head<3>() -= m.gravity;
    needed[i] = neededForce(w.inertia[i], w.Z[i], A[i]) - w.wrench[i];
  }
  return needed;
}

RodEndForce rodEndForce(const Mechanism& m, const Workspace& w, std::size_t k, const RodEnds& ends, std::size_t e,
                        const Vector6& load) {
  const Mechanism::RodTerm& rod = m.rods[k];
  const double own = e == 0 ? rod.a : rod.c;
  RodEndForce end;
  end.rod = m.model.rods[k].body;
  end.joint = m.model.rods[k].ends[e].joint;
  const Vector3 along = load.head<3>();
  end.force = (e == 1 ? 1 : -1) * along - own * ends.a[e] - rod.b * ends.a[1 - e];
  end.point = w.c + ends.p[e];
  end.isHinge = e == 1 && isHinged(m.model.rods[k]);
  if (end.isHinge) end.torque = reactionAt({}, load, ends.p[e]).torque;
  return end;
}

// On M, which is on the child, or on the parent of a reversed joint.
Reaction treeReaction(const Mechanism& m, const Workspace& w, int i, const Vector6& onChild) {
  const Link& link = m.model.links[LinkIndex{i}];
  const Mechanism::Link& place = m.links[at(i)];
  const Pose X_P = place.parent >= 0 ? w.X[at(place.parent)] : Pose{Matrix3::Identity(), -w.c};
  const Vector3 p_M = place.reversed ? X_P * place.X_PA.p : w.X[at(i)] * link.X_LB.p;
  return reactionAt(link.joint, place.reversed ? Vector6(-onChild) : onChild, p_M);
}

}  // namespace

Reactions reactionsOf(const Mechanism& m, const Workspace& w) {
  const Multipliers multipliers = solveMultipliers(m, w);
  const Transmitted load = transmitted(m, w, multipliers.lambda);
  Openings openings;
  for (const Eigen::VectorXd& opening : multipliers.openings) openings.loads.push_back(transmitted(m, w, opening));

  std::vector<Vector6> A;
  std::vector<Vector6> needed = neededForces(m, w, A);
  Reactions reactions;
  for (std::size_t k = 0; k < m.rods.size(); ++k) {
    const RodEnds ends = rodEnds(m, w, m.rods[k], A);
    addRodForces(m.rods[k], ends, needed);
    const std::size_t closing = at(m.rods[k].closing);
    for (std::size_t e = 0; e < 2; ++e) {
      RodEndForce end = rodEndForce(m, w, k, ends, e, load.closing[closing]);
      end.isUnique = !openings.isOnClosing(closing);
      reactions.rodEnds.push_back(std::move(end));
    }
  }
  for (std::size_t i = m.links.size(); i-- > 0;) {  // with all links beyond it
    if (m.links[i].parent >= 0) needed[at(m.links[i].parent)] += needed[i];
  }
  for (int i = 0; i < m.sourceLinks; ++i) {
    if (m.model.links[LinkIndex{i}].joint.empty()) continue;
    Reaction reaction = treeReaction(m, w, i, needed[at(i)] + load.tree[at(i)]);
    for (std::size_t k = 0; k < openings.loads.size(); ++k) {
      if (openings.loads[k].tree[at(i)].norm() > Openings::kNothing || turnsJoint(m, multipliers.openings[k], i)) {
        reaction.isUnique = false;
      }
    }
    reactions.joints.push_back(std::move(reaction));
  }
  for (std::size_t k = 0; k < m.model.cuts.size(); ++k) {
    Reaction reaction = reactionAt(m.model.cuts[k].joint, load.closing[k], w.X_M[k].p);
    reaction.isUnique = !openings.isOnClosing(k);
    reactions.joints.push_back(std::move(reaction));
  }
  return reactions;
}

}  // namespace mb
