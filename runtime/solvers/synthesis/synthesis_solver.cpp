#include "runtime/solvers/synthesis/synthesis_solver.h"

namespace mb {
void setLinkForces(const Mechanism& m, Workspace& w, std::span<RodPoints> points) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    w.carried[i] = neededForce(w.inertia[i], w.Z[i], w.A_bias[i]) - w.wrench[i];
  }
  for (std::size_t k = 0; k < m.rods.size(); ++k) {
    const RodEnds ends = rodEnds(m, w, m.rods[k], w.A_bias);
    points[k] = ends.p;
    addRodForces(m.rods[k], ends, w.carried);
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
  // Subtracting the subsystems may leave round-off, which is judged by the values before.
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
