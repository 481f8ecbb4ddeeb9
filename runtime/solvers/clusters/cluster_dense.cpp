// Constraint embedding [Jain12]: every cluster acts as one joint with several links, and the articulated-body recursion
// runs over clusters instead of links [CAKW23]. The functions are numbered as in docs/method.md.
//
// The accelerations are A_bias + alpha: A_bias, from the stages, holds gravity and all velocity terms, and alpha is the
// part due to z_ddot. All motions and forces are about one point, so that the spatial transforms X of the literature
// are all 1.
#include "runtime/solvers/clusters/cluster_dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

#include "runtime/evaluation/rod_ends.h"
#include "runtime/solvers/clusters/clusters.h"

namespace mb {
namespace {

using Eigen::all;
using Eigen::MatrixXd;
using Eigen::seqN;
using Eigen::VectorXd;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Matrix36 = Eigen::Matrix<double, 3, 6>;

// Per link, including the clusters that hang on it: alpha needs the force I alpha + p.
struct Articulated {
  std::vector<Matrix6> I;
  std::vector<Vector6> p;
};

// A cluster as one joint. Its members are the base, which is first and which no column moves, and its links.
struct ClusterJoint {
  std::vector<int> members;      // links of the mechanism; -1: the ground
  std::vector<int> velocities;   // of the spanning tree, in the mechanism; by column of S_span
  std::vector<int> dependent;    // columns
  std::vector<int> independent;  // columns
  MatrixXd S_span;               // members' motions by the velocities of the spanning tree
  MatrixXd G;                    // z_ddot = G y_ddot + g, with y the independent coordinates
  VectorXd g;
  MatrixXd S;  // cluster motion subspace S_span G
  VectorXd c;  // S_span g
  MatrixXd U;  // I S
  VectorXd s;  // force on y
  Eigen::LDLT<MatrixXd> D;
};

template <class Values>
int placeIn(const Values& values, int value) {
  return static_cast<int>(std::find(values.begin(), values.end(), value) - values.begin());
}
auto memberRows(int member) { return seqN(6 * member, 6); }

Matrix6 matrixOf(const SpatialInertia& inertia) {
  Matrix6 I;
  I << inertia.m * Matrix3::Identity(), -skew(inertia.h), skew(inertia.h), inertia.I;
  return I;
}
// The velocity of a point is this times the motion {v; w} of its link.
Matrix36 pointJacobian(const Vector3& point) {
  Matrix36 P;
  P << Matrix3::Identity(), -skew(point);
  return P;
}

// 1. Each link alone: p = I A_bias + Z x* I Z - applied forces. A removed rod applies b times the acceleration of one
// end to the other.
Articulated ownInertias(const Mechanism& m, const Workspace& w) {
  Articulated own;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    own.I.push_back(matrixOf(w.inertia[i]));
    own.p.push_back(own.I[i] * w.A_bias[i] + crossForce(w.Z[i], own.I[i] * w.Z[i]) - w.wrench[i]);
  }
  for (const Mechanism::RodTerm& rod : m.rods) addRodForces(rod, rodEnds(m, w, rod, w.A_bias), own.p);
  return own;
}

// 2. The spanning tree of a cluster: a member moves with its parent and by its own columns b.
void setSpanningTree(const Mechanism& m, const Workspace& w, const Cluster& cluster, ClusterJoint& joint) {
  joint.members = {cluster.base};
  for (const int i : cluster.links) {
    joint.members.push_back(i);
    for (int a = 0; a < m.links[at(i)].vCount; ++a) joint.velocities.push_back(m.links[at(i)].v + a);
  }
  const int rows = 6 * static_cast<int>(joint.members.size());
  joint.S_span = MatrixXd::Zero(rows, static_cast<int>(joint.velocities.size()));
  int column = 0;
  for (int k = 1; k < rows / 6; ++k) {
    const Mechanism::Link& link = m.links[at(joint.members[at(k)])];
    joint.S_span(memberRows(k), all) = joint.S_span(memberRows(placeIn(joint.members, link.parent)), all);
    for (int a = 0; a < link.vCount; ++a) joint.S_span(memberRows(k), column++) = w.b[at(link.v + a)];
  }
}

// 3. The loop constraint in explicit form: Phi_d z_ddot_d + Phi_i z_ddot_i = gamma, with the rows and dependent
// coordinates chosen for each block, becomes z_ddot = G y_ddot + g.
void setLoopConstraint(const Mechanism& m, const Workspace& w, const Cluster& cluster, ClusterJoint& joint) {
  const int columns = static_cast<int>(joint.velocities.size());
  MatrixXd Phi_z(0, columns);
  VectorXd gamma(0);
  for (const int n : cluster.blocks) {
    const Mechanism::Block& block = m.blocks[at(n)];
    const Partition& partition = w.blocks[at(n)].partition;
    std::vector<int> place;  // in the cluster, by column of the block
    for (int c = 0; c < block.columnCount; ++c)
      place.push_back(placeIn(joint.velocities, m.columns[at(block.firstColumn + c)].v));
    const int first = static_cast<int>(gamma.size());
    Phi_z.conservativeResizeLike(MatrixXd::Zero(first + partition.rank, columns));
    gamma.conservativeResize(first + partition.rank);
    for (int r = 0; r < partition.rank; ++r) {
      const int row = partition.rows[at(r)];
      gamma(first + r) = w.gamma[at(block.firstRow + row)];
      for (int c = 0; c < block.columnCount; ++c)
        Phi_z(first + r, place[at(c)]) = w.blocks[at(n)].J[at(row * block.columnCount + c)];
      joint.dependent.push_back(place[at(partition.columns[at(r)])]);
    }
  }
  for (int c = 0; c < columns; ++c) {
    if (!w.isDependent[at(joint.velocities[at(c)])]) joint.independent.push_back(c);
  }
  joint.G = MatrixXd::Zero(columns, static_cast<int>(joint.independent.size()));
  joint.g = VectorXd::Zero(columns);
  joint.G(joint.independent, all).setIdentity();
  if (joint.dependent.empty()) return;
  const Eigen::PartialPivLU<MatrixXd> Phi_d(Phi_z(all, joint.dependent));
  joint.G(joint.dependent, all) = -Phi_d.solve(MatrixXd(Phi_z(all, joint.independent))).eval();
  joint.g(joint.dependent) = Phi_d.solve(gamma).eval();
}

// 4. The articulated inertia of a cluster has its links on the diagonal. A removed rod couples the two links that it
// joined by its kinetic energy b v_1 . v_2.
MatrixXd clusterInertia(const Mechanism& m, const Workspace& w, const Cluster& cluster, const ClusterJoint& joint,
                        const Articulated& articulated) {
  MatrixXd I = MatrixXd::Zero(joint.S_span.rows(), joint.S_span.rows());
  for (int k = 1; k < static_cast<int>(joint.members.size()); ++k)
    I(memberRows(k), memberRows(k)) = articulated.I[at(joint.members[at(k)])];
  for (const int r : cluster.rods) {
    const Mechanism::RodTerm& rod = m.rods[at(r)];
    if (rod.link[0] < 0 || rod.link[1] < 0) continue;  // an end on the ground has no alpha
    const RodPoints point = rodPoints(w, rod);
    const Matrix6 coupling = rod.b * pointJacobian(point[0]).transpose() * pointJacobian(point[1]);
    const auto first = memberRows(placeIn(joint.members, rod.link[0]));
    const auto second = memberRows(placeIn(joint.members, rod.link[1]));
    I(first, second) += coupling;
    I(second, first) += coupling.transpose();
  }
  return I;
}

// 5. Leaves to root: with alpha = X alpha_base + S y_ddot + c, where X stacks one unit matrix per member, the cluster's
// own accelerations are eliminated and the rest is added to the base:
//   D y_ddot = s - U' X alpha_base,   D = S' I S,   U = I S,   s = G' tau - S' (p + I c),
//   I_base += X' (I - U D^-1 U') X,   p_base += X' (p + I c + U D^-1 s).
// Returns the velocity of a coordinate that moves no mass, or -1.
int eliminate(const Workspace& w, const MatrixXd& I, ClusterJoint& joint, Articulated& articulated) {
  const int members = static_cast<int>(joint.members.size());
  VectorXd p = VectorXd::Zero(6 * members);
  for (int k = 1; k < members; ++k) p(memberRows(k)) = articulated.p[at(joint.members[at(k)])];
  VectorXd tau(joint.S_span.cols());
  for (int a = 0; a < tau.size(); ++a) tau(a) = w.tau[at(joint.velocities[at(a)])];
  joint.S = joint.S_span * joint.G;
  joint.c = joint.S_span * joint.g;
  joint.U = I * joint.S;
  const VectorXd p_c = p + I * joint.c;
  joint.s = joint.G.transpose() * tau - joint.S.transpose() * p_c;
  const MatrixXd D = joint.S.transpose() * joint.U;
  joint.D.compute(D);
  const Eigen::VectorXi pivots = joint.D.transpositionsP() * Eigen::VectorXi::LinSpaced(D.rows(), 0, int(D.rows()) - 1);
  for (int k = 0; k < D.rows(); ++k) {
    constexpr double kMassless = 1e-12;  // a pivot below this fraction of its diagonal is round-off
    if (!(joint.D.vectorD()(k) > kMassless * D(pivots(k), pivots(k))))
      return joint.velocities[at(joint.independent[at(pivots(k))])];
  }
  if (joint.members[0] < 0) return -1;
  const MatrixXd X = Matrix6::Identity().replicate(members, 1);
  const std::size_t base = at(joint.members[0]);
  articulated.I[base] += X.transpose() * (I - joint.U * joint.D.solve(joint.U.transpose())) * X;
  articulated.p[base] += X.transpose() * (p_c + joint.U * joint.D.solve(joint.s));
  return -1;
}

// 6. Root to leaves: the accelerations of the base give those of the cluster.
void accelerate(const ClusterJoint& joint, std::vector<Vector6>& alpha, std::vector<double>& z_ddot) {
  const int members = static_cast<int>(joint.members.size());
  const Vector6 alpha_base = joint.members[0] < 0 ? Vector6(Vector6::Zero()) : alpha[at(joint.members[0])];
  const VectorXd X_alpha = alpha_base.replicate(members, 1);
  const VectorXd y_ddot = joint.D.solve(joint.s - joint.U.transpose() * X_alpha);
  const VectorXd z = joint.G * y_ddot + joint.g;
  const VectorXd ofMembers = X_alpha + joint.S * y_ddot + joint.c;
  for (int a = 0; a < z.size(); ++a) z_ddot[at(joint.velocities[at(a)])] = z(a);
  for (int k = 1; k < members; ++k) alpha[at(joint.members[at(k)])] = ofMembers(memberRows(k));
}

class ClusterDense final : public Solver {
 public:
  explicit ClusterDense(const Mechanism& m) : clusters_(clustersOf(m)) {}

  bool solve(const Mechanism& m, Workspace& w) override {
    Articulated articulated = ownInertias(m, w);
    std::vector<ClusterJoint> joints(clusters_.size());
    for (std::size_t k = clusters_.size(); k-- > 0;) {  // bases come first
      setSpanningTree(m, w, clusters_[k], joints[k]);
      setLoopConstraint(m, w, clusters_[k], joints[k]);
      const MatrixXd I = clusterInertia(m, w, clusters_[k], joints[k], articulated);
      w.singularRow = eliminate(w, I, joints[k], articulated);
      if (w.singularRow >= 0) return false;
    }
    std::vector<Vector6> alpha(m.links.size());
    for (const ClusterJoint& joint : joints) accelerate(joint, alpha, w.z_ddot);
    return true;
  }

 private:
  std::vector<Cluster> clusters_;
};

}  // namespace

std::unique_ptr<Solver> makeClusterDense(const Mechanism& m) { return std::make_unique<ClusterDense>(m); }

}  // namespace mb
