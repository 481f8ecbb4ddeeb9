// The equations of a subsystem in Cartesian coordinates relative to its moving base [SK eqs. 3 to 20]: six per body,
// all joints as constraints, with independent joint coordinates theta tied to them (eq. 14).
//
// Motions are taken about the common reference point in world axes, where the paper's E_i0 and G_0 (eq. 7) are unit
// matrices: y_i = y_0 + y_i0. Accelerations y_i0 are relative to those for theta_ddot = 0, gamma = 0.
#pragma once

#include <algorithm>

#include "runtime/solvers/synthesis/joint_rows.h"
#include "runtime/solvers/synthesis/synthesis.h"

namespace mb {

// Inertias and forces; arrays by velocity, link or rod of the mechanism.
template <class T>
struct CartesianInput {
  const SpatialInertiaOf<T>* inertia = nullptr;
  const Vec6<T>* carried = nullptr;  // bias forces less applied, per link
  const T* tau = nullptr;
  const std::array<Vec3<T>, 2>* rodEnds = nullptr;
};

template <class T>
struct CartesianWork {
  int size = 0;                      // six per body
  std::vector<JointRows<T>> joints;  // by link of the subsystem
  std::vector<T> Psi;                // size x size: Psi_z; then its LU
  std::vector<int> exchange;
  std::vector<int> scratch;
  std::vector<int> rowOfBlock;          // first row of the cuts of a block
  int firstGamma = 0;                   // first row of Gamma
  std::vector<std::vector<Vec6<T>>> N;  // by independent coordinate: motions of the links
  std::vector<Vec6<T>> p;
  std::vector<Vec6<T>> force;  // M_GG N, M_GG p or y_i0
  std::vector<T> right;

  explicit CartesianWork(const Subsystem& s)
      : size(6 * static_cast<int>(s.links.size())),
        joints(s.links.size()),
        Psi(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
        exchange(static_cast<std::size_t>(size)),
        scratch(static_cast<std::size_t>(size)),
        rowOfBlock(s.blocks.size()),
        N(s.velocities.size(), std::vector<Vec6<T>>(s.links.size())),
        p(s.links.size()),
        force(s.links.size()),
        right(static_cast<std::size_t>(size)) {}
};

template <class T>
class CartesianForm {
 public:
  CartesianForm(const Mechanism& m, const Synthesis& synthesis, const Subsystem& s, const Coordinates<T>& q,
                CartesianWork<T>& work)
      : m_(m), synthesis_(synthesis), s_(s), q_(q), w_(work) {}

  // Rows of all joints: the motions they allow and those they forbid.
  void setJoints(const Vec6<T>* b) {
    for (std::size_t k = 0; k < s_.links.size(); ++k) {
      const Mechanism::Link& link = m_.links[at(s_.links[k])];
      w_.joints[k] = jointRows(b + link.v, link.vCount);
    }
  }

  // Psi_z, its factors, and N = -Psi_z^-1 Psi_theta (eq. 15). Returns false if Psi_z is singular.
  bool setModes(const Workspace& chosen, const Vec6<T>* gradient) {
    std::fill(w_.Psi.begin(), w_.Psi.end(), T(0));
    int row = 0;
    for (std::size_t k = 0; k < s_.links.size(); ++k) {
      const Mechanism::Link& link = m_.links[at(s_.links[k])];
      for (int r = link.vCount; r < 6; ++r) put(row++, w_.joints[k].rows[at(r)], s_.links[k], link.parent);
    }
    for (std::size_t n = 0; n < s_.blocks.size(); ++n) {
      w_.rowOfBlock[n] = row;
      for (int r = 0; r < q_.blocks[n].rank; ++r) putCut(row++, rowOf(chosen, n, r), gradient);
    }
    w_.firstGamma = row;
    for (const auto& independent : q_.independent) putRate(row++, independent.column, 1);
    if (!factorSparseLu(w_.Psi.data(), w_.size, w_.exchange.data(), w_.scratch.data())) return false;
    for (std::size_t k = 0; k < q_.independent.size(); ++k) {
      std::fill(w_.right.begin(), w_.right.end(), T(0));
      w_.right[at(w_.firstGamma) + k] = T(1);
      solve(w_.N[k]);
    }
    return true;
  }

  // p = Psi_z^-1 gamma (eq. 16); zero for the rows of tree joints, whose rates are in the bias.
  void setBias(const Workspace& chosen, const T* gamma) {
    std::fill(w_.right.begin(), w_.right.end(), T(0));
    for (std::size_t n = 0; n < s_.blocks.size(); ++n) {
      for (int r = 0; r < q_.blocks[n].rank; ++r) w_.right[at(w_.rowOfBlock[n] + r)] = gamma[rowOf(chosen, n, r)];
    }
    solve(w_.p);
  }

  // M_E_theta, M_theta_theta, g_theta, and the share of p in g_E (eq. 17).
  void reduce(const CartesianInput<T>& in, Reduced<T>& out) {
    out.count = static_cast<int>(q_.independent.size());
    out.P.setZero();
    // Without gamma, p vanishes.
    const bool hasBias = std::any_of(w_.p.begin(), w_.p.end(), [](const Vec6<T>& p) {
      return std::any_of(p.data(), p.data() + 6, [](const T& value) { return valueOf(value) != 0; });
    });
    if (hasBias) out.P -= timesMass(in, w_.p);
    for (std::size_t i = 0; i < s_.links.size(); ++i) {
      const Vec6<T>& carried = in.carried[at(s_.links[i])];
      w_.force[i] = hasBias ? Vec6<T>(-carried - w_.force[i]) : Vec6<T>(-carried);
    }
    addJointForces(in.tau);
    for (int k = 0; k < out.count; ++k) out.Qq[at(k)] = along(w_.N[at(k)]);
    for (int k = 0; k < out.count; ++k) {
      const Vec6<T> onBase = timesMass(in, w_.N[at(k)]);
      if (s_.base >= 0) out.Qy[at(k)] = onBase;
      for (int l = k; l < out.count; ++l) out.M[at(l * out.count + k)] = along(w_.N[at(l)]);
    }
  }

  // y_i0 = N theta + p, then the coordinate of each column (eq. 16): rates, or accelerations beyond the bias.
  template <class Put>
  void expand(const T* theta, const std::vector<Vec6<T>>& p, const Put& put) {
    for (std::size_t i = 0; i < s_.links.size(); ++i) {
      w_.force[i] = p[i];
      for (std::size_t k = 0; k < q_.independent.size(); ++k) w_.force[i] += theta[k] * w_.N[k][i];
    }
    for (std::size_t k = 0; k < q_.independent.size(); ++k) put(q_.independent[k].column, theta[k]);
    for (const auto& block : q_.blocks) {
      for (int r = 0; r < block.rank; ++r) {
        const int column = block.columns[at(r)];
        const int link = s_.linkOf[at(column)];
        const std::size_t place = at(synthesis_.placeOfLink[at(link)]);
        const Vec6<T>& rate = rateRow(column);
        const int parent = localIndex(m_.links[at(link)].parent);
        T value = rate.dot(w_.force[place]);
        if (parent >= 0) value -= rate.dot(w_.force[at(parent)]);
        put(column, value);
      }
    }
  }
  const std::vector<Vec6<T>>& motions() const { return w_.force; }  // y_i0 of the last expand

 private:
  int localIndex(int link) const { return link >= 0 ? synthesis_.placeOfLink[at(link)] : -1; }
  // Leaves come first, so that a body's rows fill in only towards its base.
  int unknownOf(int place) const { return w_.size - 6 * (place + 1); }

  const Vec6<T>& rateRow(int column) const {
    const int link = s_.linkOf[at(column)];
    return w_.joints[at(localIndex(link))].rows[at(s_.velocities[at(column)] - m_.links[at(link)].v)];
  }
  int rowOf(const Workspace& chosen, std::size_t block, int r) const {
    return m_.blocks[at(s_.blocks[block])].firstRow + chosen.blocks[at(s_.blocks[block])].partition.rows[at(r)];
  }

  // The motion of the base is not among the unknowns.
  void put(int row, const Vec6<T>& gradient, int plus, int minus) {
    T* const to = w_.Psi.data() + static_cast<std::ptrdiff_t>(row) * w_.size;
    if (const int place = localIndex(plus); place >= 0) {
      for (int k = 0; k < 6; ++k) to[unknownOf(place) + k] = gradient(k);
    }
    if (const int place = localIndex(minus); place >= 0) {
      for (int k = 0; k < 6; ++k) to[unknownOf(place) + k] = -gradient(k);
    }
  }
  void putRate(int row, int column, double factor) {
    const int link = s_.linkOf[at(column)];
    const Vec6<T>& rate = rateRow(column);
    T* const to = w_.Psi.data() + static_cast<std::ptrdiff_t>(row) * w_.size;
    const auto add = [&](int place, double sign) {
      for (int k = 0; place >= 0 && k < 6; ++k) {
        if (valueOf(rate(k)) == 0) continue;
        const T entry = sign * factor == 1 ? rate(k) : sign * factor == -1 ? -rate(k) : T(sign * factor) * rate(k);
        T& target = to[unknownOf(place) + k];
        target = valueOf(target) == 0 ? entry : target + entry;
      }
    };
    add(localIndex(link), 1);
    add(localIndex(m_.links[at(link)].parent), -1);
  }
  void putCut(int to, int index, const Vec6<T>* gradient) {
    const Mechanism::Row& row = m_.rows[at(index)];
    if (row.closing >= 0) {
      const Mechanism::Closing& closing = m_.closings[at(row.closing)];
      put(to, gradient[at(index)], closing.linkM, closing.linkF);
      return;
    }
    for (int k = 0; k < row.termCount; ++k) {
      const Mechanism::Term& term = m_.terms[at(row.firstTerm + k)];
      putRate(to, synthesis_.columnOf[at(term.v)], term.factor);
    }
  }

  // Solves for w_.right once; the result is motions of the links.
  void solve(std::vector<Vec6<T>>& motions) {
    solveSparseLu(w_.Psi.data(), w_.size, w_.exchange.data(), w_.right.data());
    for (std::size_t i = 0; i < s_.links.size(); ++i) {
      for (int k = 0; k < 6; ++k) motions[i](k) = w_.right[at(unknownOf(static_cast<int>(i)) + k)];
    }
  }

  // force := M_GG motion; returns M_EG motion (eq. 12). A rod couples two bodies, or one body and the base.
  Vec6<T> timesMass(const CartesianInput<T>& in, const std::vector<Vec6<T>>& motion) {
    for (std::size_t i = 0; i < s_.links.size(); ++i) w_.force[i] = apply(in.inertia[at(s_.links[i])], motion[i]);
    Vec6<T> onBase = Vec6<T>::Zero();
    for (const int k : s_.rods) {
      const Mechanism::RodTerm& rod = m_.rods[at(k)];
      for (std::size_t e = 0; e < 2; ++e) {
        const int other = localIndex(rod.link[1 - e]);
        if (other < 0) continue;
        const Vec3<T> pull = T(rod.b) * velocityAt(motion[at(other)], in.rodEnds[at(k)][1 - e]);
        const Vec6<T> wrench = wrenchAt(in.rodEnds[at(k)][e], pull);
        const int place = localIndex(rod.link[e]);
        (place >= 0 ? w_.force[at(place)] : onBase) += wrench;
      }
    }
    if (s_.base >= 0) {
      for (std::size_t i = 0; i < s_.links.size(); ++i) onBase += w_.force[i];
    }
    return onBase;
  }

  // Friction and stops act along a coordinate: on a link, and back on its parent.
  void addJointForces(const T* tau) {
    for (int c = 0; c < static_cast<int>(s_.velocities.size()); ++c) {
      const T& force = tau[at(s_.velocities[at(c)])];
      if (valueOf(force) == 0) continue;
      const int link = s_.linkOf[at(c)];
      const Vec6<T> wrench = force * rateRow(c);
      w_.force[at(localIndex(link))] += wrench;
      if (const int parent = localIndex(m_.links[at(link)].parent); parent >= 0) w_.force[at(parent)] -= wrench;
    }
  }

  T along(const std::vector<Vec6<T>>& motion) const {
    T sum = motion[0].dot(w_.force[0]);
    for (std::size_t i = 1; i < s_.links.size(); ++i) sum += motion[i].dot(w_.force[i]);
    return sum;
  }

  const Mechanism& m_;
  const Synthesis& synthesis_;
  const Subsystem& s_;
  const Coordinates<T>& q_;
  CartesianWork<T>& w_;
};

}  // namespace mb
