#include "runtime/solvers/synthesis_solver.h"

namespace mb {
namespace {

std::size_t at(int value) { return static_cast<std::size_t>(value); }

}  // namespace

void setLinkForces(const Mechanism& m, Workspace& w, RodEnds& rodEnds) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    w.carried[i] = biasForce<double>(w.inertia[i], w.Z[i], w.A_bias[i], w.wrench[i]);
  }
  for (std::size_t k = 0; k < m.rods.size(); ++k) {
    const Mechanism::RodTerm& rod = m.rods[k];
    std::array<Vector3, 2> acceleration;
    for (std::size_t e = 0; e < 2; ++e) {
      const int link = rod.link[e];
      rodEnds[k][e] = link >= 0 ? w.X[at(link)] * rod.point[e] : Vector3(rod.point[e] - w.c);
      acceleration[e] = -m.gravity;
      if (link < 0) continue;
      const Vector3 turning = w.Z[at(link)].tail<3>();
      acceleration[e] = velocityAt(w.A_bias[at(link)], rodEnds[k][e]);
      acceleration[e] += turning.cross(velocityAt(w.Z[at(link)], rodEnds[k][e]));
    }
    for (std::size_t e = 0; e < 2; ++e) {
      if (rod.link[e] >= 0) w.carried[at(rod.link[e])] += wrenchAt(rodEnds[k][e], rod.b * acceleration[1 - e]);
    }
  }
}

void setDrivePower(const Mechanism& m, const RodEnds& rodEnds, std::vector<Vector6>& accelerations, Workspace& w) {
  w.drivePower = 0;
  if (m.signals.empty()) return;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    accelerations[i] = link.parent >= 0 ? accelerations[at(link.parent)] : Vector6(Vector6::Zero());
    for (int v = link.v; v < link.v + link.vCount; ++v) accelerations[i] += w.z_ddot[at(v)] * w.b[at(v)];
    w.carried[i] += apply(w.inertia[i], accelerations[i]);
  }
  for (std::size_t k = 0; k < m.rods.size(); ++k) {
    const Mechanism::RodTerm& rod = m.rods[k];
    if (rod.link[0] < 0 || rod.link[1] < 0) continue;
    for (std::size_t e = 0; e < 2; ++e) {
      const Vector3 acceleration = velocityAt(accelerations[at(rod.link[1 - e])], rodEnds[k][1 - e]);
      w.carried[at(rod.link[e])] += wrenchAt(rodEnds[k][e], rod.b * acceleration);
    }
  }
  // Coordinate by coordinate: where nothing holds one, its force is nothing before it is multiplied.
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    for (int v = link.v; v < link.v + link.vCount; ++v) {
      w.drivePower += (w.b[at(v)].dot(w.carried[i]) - w.tau[at(v)]) * w.z_dot[at(v)];
    }
    if (link.parent >= 0) w.carried[at(link.parent)] += w.carried[i];
  }
}

void startBase(const Workspace& w, int link, BaseEquations& base) {
  base.M.setZero();
  addLower<double>(w.composite[at(link)], base.M);
  base.P.setZero();
}

bool solveBase(const Mechanism& m, int link, BaseEquations& base, Workspace& w) {
  const int v = m.links[at(link)].v;
  Mat6<double> B;
  for (int k = 0; k < 6; ++k) B.col(k) = w.b[at(v + k)];
  base.M.triangularView<Eigen::StrictlyUpper>() = base.M.transpose();
  const Mat6<double> MB = base.M * B;
  Eigen::Matrix<double, 6, 6, Eigen::RowMajor> M = B.transpose() * MB;
  Vector6 x = B.transpose() * base.P;
  for (int k = 0; k < 6; ++k) x(k) += w.tau[at(v + k)];
  // What the subsystems took away may leave round-off; it is told by what was there before.
  const auto isMassless = [&](int k) {
    const Vector6& b = w.b[at(v + k)];
    return !(M(k, k) > kMassless * b.dot(apply(w.composite[at(link)], b)));
  };
  int massless = -1;
  for (int k = 0; k < 6 && massless < 0; ++k) {
    if (isMassless(k)) massless = k;
  }
  if (massless < 0) massless = factorLdl(M.data(), 6, kMassless);
  if (massless >= 0) {
    w.singularRow = v + massless;
    return false;
  }
  solveUnitLower(M.data(), 6, x.data());
  for (int k = 0; k < 6; ++k) x(k) /= M(k, k);
  solveUnitUpper(M.data(), 6, x.data());
  for (int k = 0; k < 6; ++k) w.z_ddot[at(v + k)] = x(k);
  base.Y.noalias() = B * x;
  return true;
}

}  // namespace mb
