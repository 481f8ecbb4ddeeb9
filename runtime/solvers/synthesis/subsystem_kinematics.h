// Positions, velocities and biases of one subsystem for any scalar, from the motion of its base. operation_counts needs
// them besides the kernels of the two forms; the runtime itself takes them from the stages, for all links at once.
#pragma once

#include <optional>
#include <string>

#include "runtime/solvers/synthesis/scalar_motions.h"
#include "runtime/solvers/synthesis/synthesis.h"

namespace mb {

// Bends and rows that measure angles have no kernel here.
std::optional<std::string> kinematicsRefusal(const Mechanism& m, const Subsystem& s);

template <class T>
class SubsystemKinematics {
 public:
  // Takes the pose and motion of the base from the workspace.
  SubsystemKinematics(const Mechanism& m, const Subsystem& s, StateView y, const Workspace& w)
      : X(m.links.size()),
        Z(m.links.size()),
        A_bias(m.links.size()),
        b(at(m.vCount)),
        z_dot(at(m.vCount)),
        gradient(m.rows.size()),
        gamma(m.rows.size()),
        rodEnds(m.rods.size()),
        m_(m),
        s_(s),
        w_(w),
        X_F_(m.closings.size()),
        X_M_(m.closings.size()) {
    for (const double z : y.first(at(m.zCount))) z_.emplace_back(z);
    for (int v = 0; v < m.vCount; ++v) z_dot[at(v)] = w.z_dot[at(v)];
    if (s.base >= 0) {
      X[at(s.base)] = poseOf(w.X[at(s.base)]);
      Z[at(s.base)] = w.Z[at(s.base)].template cast<T>();
      A_bias[at(s.base)] = w.A_bias[at(s.base)].template cast<T>();
    }
    ground_ = {Mat3<T>::Identity(), (-w.c).template cast<T>()};
    resting_.setZero();
    resting_.template head<3>() = (-m.gravity).template cast<T>();
  }

  // Poses and columns down the tree [SK eqs. 21, 22].
  void setPoses() {
    for (const int i : s_.links) place(i, m_.links[at(i)].parent >= 0 ? X[at(m_.links[at(i)].parent)] : ground_);
  }
  // The same relative to the base, then transformed to the world [SK eqs. 3, 4].
  void setRelativePoses() {
    const PoseOf<T> X_0 = s_.base >= 0 ? X[at(s_.base)] : ground_;
    for (const int i : s_.links) {
      const int parent = m_.links[at(i)].parent;
      place(i, parent >= 0 && parent != s_.base ? X[at(parent)] : PoseOf<T>{});
    }
    for (const int i : s_.links) X[at(i)] = X_0 * X[at(i)];
    for (const int v : s_.velocities) {
      const Vec3<T> u = X_0.R * b[at(v)].template tail<3>();
      b[at(v)].template head<3>() = X_0.R * b[at(v)].template head<3>() + X_0.p.cross(u);
      b[at(v)].template tail<3>() = u;
    }
  }
  // Frames of the cuts, gradients of the rows, and ends of rods.
  void setRows() {
    forRows(
        [&](int, const Mechanism::Row& row) {
          const Mechanism::Closing& closing = m_.closings[at(row.closing)];
          X_F_[at(row.closing)].p = pointOn(closing.linkF, closing.X_LF.p);
          X_M_[at(row.closing)].p = pointOn(closing.linkM, closing.X_LM.p);
        },
        true);
    forRows([&](int index, const Mechanism::Row& row) {
      const Mechanism::Closing& closing = m_.closings[at(row.closing)];
      PoseOf<T>& F = X_F_[at(row.closing)];
      PoseOf<T>& M = X_M_[at(row.closing)];
      const auto axis = [&](PoseOf<T>& X_K, int link, const Pose& X_LK, int a) {
        const Vec3<T> own = X_LK.R.col(a).template cast<T>();
        X_K.R.col(a) = (link >= 0 ? X[at(link)] : ground_).R * own;
      };
      switch (row.kind) {
        case RowKind::on:
          axis(F, closing.linkF, closing.X_LF, row.a);
          gradient[at(index)] = wrenchAt(M.p, Vec3<T>(F.R.col(row.a)));
          break;
        case RowKind::onMoving:
          axis(M, closing.linkM, closing.X_LM, row.a);
          gradient[at(index)] = wrenchAt(F.p, Vec3<T>(M.R.col(row.a)));
          break;
        case RowKind::perpendicular:
          axis(F, closing.linkF, closing.X_LF, row.a);
          axis(M, closing.linkM, closing.X_LM, row.b);
          gradient[at(index)] << Vec3<T>::Zero(), M.R.col(row.b).cross(F.R.col(row.a));
          break;
        case RowKind::noTwist: {
          const int k = (row.a + 1) % 3;
          const int l = (row.a + 2) % 3;
          for (const int a : {k, l}) {
            axis(F, closing.linkF, closing.X_LF, a);
            axis(M, closing.linkM, closing.X_LM, a);
          }
          gradient[at(index)] << Vec3<T>::Zero(), M.R.col(k).cross(F.R.col(l)) - M.R.col(l).cross(F.R.col(k));
          break;
        }
        case RowKind::length: gradient[at(index)] = wrenchAt(M.p, Vec3<T>((M.p - F.p) / T(row.parameter))); break;
        default: break;
      }
    });
    for (const int k : s_.rods) {
      for (std::size_t e = 0; e < 2; ++e) rodEnds[at(k)][e] = pointOn(m_.rods[at(k)].link[e], m_.rods[at(k)].point[e]);
    }
  }

  // Motions from all velocities [SK eq. 23].
  void setMotions() {
    for (const int i : s_.links) {
      const Mechanism::Link& link = m_.links[at(i)];
      Vec6<T> sum;
      for (int k = 0; k < link.vCount; ++k) {
        const Vec6<T> one = z_dot[at(link.v + k)] * b[at(link.v + k)];
        sum = k == 0 ? one : Vec6<T>(sum + one);
      }
      Z[at(i)] = link.parent >= 0 ? Z[at(link.parent)] : Vec6<T>(Vec6<T>::Zero());
      if (link.vCount > 0) Z[at(i)] += sum;
    }
  }
  // Accelerations for z_ddot = 0 [SK eq. 24], and the right-hand sides of the rows.
  void setBiases() {
    for (const int i : s_.links) {
      const Mechanism::Link& link = m_.links[at(i)];
      const T sign(link.reversed ? -1 : 1);
      Vec6<T> running = link.reversed ? Z[at(i)] : link.parent >= 0 ? Z[at(link.parent)] : Vec6<T>(Vec6<T>::Zero());
      A_bias[at(i)] = link.parent >= 0 ? A_bias[at(link.parent)] : resting_;
      int left = link.vCount;
      for (int k = link.firstMotion; k < link.firstMotion + link.motionCount; ++k) {
        const Mechanism::Motion& motion = m_.motions[at(k)];
        const int count = velocitiesOf(motion.kind);
        if (count == 0) continue;
        Vec6<T> relative = z_dot[at(motion.v)] * b[at(motion.v)];
        for (int v = 1; v < count; ++v) relative += z_dot[at(motion.v + v)] * b[at(motion.v + v)];
        A_bias[at(i)] += crossMotion(running, relative);
        left -= count;
        if (left > 0) running += link.reversed ? Vec6<T>(-relative) : relative;
      }
    }
    forRows([&](int index, const Mechanism::Row& row) { setGamma(index, row); });
    for (const int n : s_.blocks) {
      for (int r = 0; r < m_.blocks[at(n)].rowCount; ++r) {
        const int index = m_.blocks[at(n)].firstRow + r;
        const Mechanism::Row& row = m_.rows[at(index)];
        if (row.closing < 0) gamma[at(index)] = T(0);
        if (row.signal >= 0) gamma[at(index)] += T(w_.signals[at(row.signal)].second);
      }
    }
  }

  // Accelerations of the rods' ends for z_ddot = 0; the resulting forces on their links are added to carried.
  void addRodForces(std::vector<Vec6<T>>& carried) const {
    for (const int k : s_.rods) {
      const Mechanism::RodTerm& rod = m_.rods[at(k)];
      for (std::size_t e = 0; e < 2; ++e) {
        const int other = rod.link[1 - e];
        if (rod.link[e] < 0) continue;
        const Vec3<T>& p = rodEnds[at(k)][1 - e];
        Vec3<T> acceleration = resting_.template head<3>();
        if (other >= 0) {
          const Vec3<T> turning = Z[at(other)].template tail<3>();
          acceleration = velocityAt(A_bias[at(other)], p) + turning.cross(velocityAt(Z[at(other)], p));
        }
        carried[at(rod.link[e])] += wrenchAt(rodEnds[at(k)][e], Vec3<T>(T(rod.b) * acceleration));
      }
    }
  }

  SpatialInertiaOf<T> inertiaOf(int i) const {
    const Mechanism::Link& link = m_.links[at(i)];
    SpatialInertiaOf<T> result;
    const Vec3<T> r = X[at(i)].p + X[at(i)].R * link.com.template cast<T>();
    result.m = T(link.mass);
    result.h = result.m * r;
    const Mat3<T> RJ = X[at(i)].R * link.inertia.template cast<T>();
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l <= k; ++l) {
        result.I(k, l) = RJ.row(k).dot(X[at(i)].R.row(l)) - result.h(k) * r(l);
        result.I(l, k) = result.I(k, l);
      }
    }
    const T square = result.h.dot(r);
    for (int k = 0; k < 3; ++k) result.I(k, k) += square;
    return result;
  }

  std::vector<PoseOf<T>> X;                     // by link
  std::vector<Vec6<T>> Z;                       // by link
  std::vector<Vec6<T>> A_bias;                  // by link
  std::vector<Vec6<T>> b;                       // by velocity
  std::vector<T> z_dot;                         // by velocity; the independent ones are given
  std::vector<Vec6<T>> gradient;                // by row
  std::vector<T> gamma;                         // by row
  std::vector<std::array<Vec3<T>, 2>> rodEnds;  // by rod

 private:
  static PoseOf<T> poseOf(const Pose& X) { return {X.R.template cast<T>(), X.p.template cast<T>()}; }

  Vec3<T> pointOn(int link, const Vector3& point) const {
    const PoseOf<T>& X_L = link >= 0 ? X[at(link)] : ground_;
    if (link < 0) return X_L.p + point.template cast<T>();
    return X_L.p + X_L.R * point.template cast<T>();
  }

  // Visits the rows of closings, or only the first row of each.
  template <class Visit>
  void forRows(const Visit& visit, bool firstOnly = false) {
    for (const int n : s_.blocks) {
      int last = -1;
      for (int r = 0; r < m_.blocks[at(n)].rowCount; ++r) {
        const int index = m_.blocks[at(n)].firstRow + r;
        const Mechanism::Row& row = m_.rows[at(index)];
        if (row.closing < 0 || (firstOnly && row.closing == last)) continue;
        last = row.closing;
        visit(index, row);
      }
    }
  }

  void place(int i, const PoseOf<T>& X_P) {
    const Mechanism::Link& link = m_.links[at(i)];
    const PoseOf<T> X_A = X_P * poseOf(link.X_PA);
    if (!link.reversed) {
      X[at(i)] = walk(m_, link, z_, X_A, 1, b) * poseOf(link.X_BL);
      return;
    }
    const PoseOf<T> X_FM = walk(m_, link, z_, PoseOf<T>{}, 0, b);
    const Mat3<T> R = X_A.R * X_FM.R.transpose();
    const PoseOf<T> X_WF{R, X_A.p - R * X_FM.p};
    walk(m_, link, z_, X_WF, -1, b);
    X[at(i)] = X_WF * poseOf(link.X_BL);
  }

  // gamma = - gradient . (difference of biases) - rate of the gradient . (relative motion)
  void setGamma(int index, const Mechanism::Row& row) {
    const Mechanism::Closing& closing = m_.closings[at(row.closing)];
    const PoseOf<T>& F = X_F_[at(row.closing)];
    const PoseOf<T>& M = X_M_[at(row.closing)];
    const Vec6<T> still = Vec6<T>::Zero();
    const Vec6<T>& Z_F = closing.linkF >= 0 ? Z[at(closing.linkF)] : still;
    const Vec6<T>& Z_M = closing.linkM >= 0 ? Z[at(closing.linkM)] : still;
    const Vec3<T> w_F = Z_F.template tail<3>();
    const Vec3<T> w_M = Z_M.template tail<3>();
    const Vec3<T> w = w_M - w_F;
    const Vec6<T> bias = (closing.linkM >= 0 ? A_bias[at(closing.linkM)] : resting_) -
                         (closing.linkF >= 0 ? A_bias[at(closing.linkF)] : resting_);
    const auto turned = [&](int a, int c) -> T {  // rate of m x f, with m on M and f on F
      const Vec3<T> m = M.R.col(a);
      const Vec3<T> f = F.R.col(c);
      return (w_M.cross(m).cross(f) + m.cross(w_F.cross(f))).dot(w);
    };
    const auto moved = [&](const Vec3<T>& a, const Vec3<T>& a_dot, const Vec3<T>& point, const Vec3<T>& p_dot) -> T {
      const Vec6<T> relative = Z_M - Z_F;
      return a_dot.dot(velocityAt(relative, point)) + p_dot.cross(a).dot(w);
    };
    T rate(0);
    switch (row.kind) {
      case RowKind::on: {
        const Vec3<T> a = F.R.col(row.a);
        rate = moved(a, w_F.cross(a), M.p, velocityAt(Z_M, M.p));
        break;
      }
      case RowKind::onMoving: {
        const Vec3<T> a = M.R.col(row.a);
        rate = moved(a, w_M.cross(a), F.p, velocityAt(Z_F, F.p));
        break;
      }
      case RowKind::perpendicular: rate = turned(row.b, row.a); break;
      case RowKind::noTwist: {
        const int k = (row.a + 1) % 3;
        const int l = (row.a + 2) % 3;
        rate = turned(k, l) - turned(l, k);
        break;
      }
      case RowKind::length: {
        const Vec3<T> d = gradient[at(index)].template head<3>();
        const Vec3<T> p_dot = velocityAt(Z_M, M.p);
        const Vec3<T> d_dot = (p_dot - velocityAt(Z_F, F.p)) / T(row.parameter);
        rate = moved(d, d_dot, M.p, p_dot);
        break;
      }
      default: break;
    }
    gamma[at(index)] = -(gradient[at(index)].dot(bias) + rate);
  }

  const Mechanism& m_;
  const Subsystem& s_;
  const Workspace& w_;
  std::vector<T> z_;
  std::vector<PoseOf<T>> X_F_;  // by closing; axes only where a row needs them
  std::vector<PoseOf<T>> X_M_;
  PoseOf<T> ground_;
  Vec6<T> resting_;
};

}  // namespace mb
