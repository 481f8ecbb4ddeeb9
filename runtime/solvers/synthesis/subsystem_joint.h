// The equations of a subsystem in relative joint coordinates [SK eqs. 27 to 32]: the mass matrix of its open chain,
// from which the dependent coordinates are then eliminated.
#pragma once

#include <algorithm>

#include "runtime/solvers/synthesis/synthesis.h"

namespace mb {

// The open chain at a state; arrays by velocity, link or rod of the mechanism.
template <class T>
struct OpenChain {
  const Vec6<T>* b = nullptr;
  const SpatialInertiaOf<T>* composite = nullptr;
  const Vec6<T>* carried = nullptr;  // bias forces less applied, including all links beyond
  const T* tau = nullptr;
  const std::array<Vec3<T>, 2>* rodEnds = nullptr;
};

template <class T>
struct JointWork {
  std::vector<T> M;        // M_qq, n x n; only coupled entries are used
  std::vector<Vec6<T>> F;  // M_yq, one column per coordinate
  std::vector<T> P;        // P_q; then less M_qu inverse(Phi_u) gamma
  std::vector<T> column;
  std::vector<Vec3<T>> end;  // of a rod: velocity of its second end by coordinate

  explicit JointWork(std::size_t n = 0) : M(n * n), F(n), P(n), column(n), end(n) {}
};

// The product term of a removed rod, weight v1.v2: over coordinates, and with the motion of the base (eq. 27).
template <class T>
void addRod(const Subsystem& s, const std::array<std::vector<int>, 2>& columns, const T& weight,
            const std::array<Vec3<T>, 2>& p, const Vec6<T>* b, JointWork<T>& work) {
  const std::size_t n = s.velocities.size();
  for (const std::size_t e : {1, 0}) {
    for (const int column : columns[e]) {
      const auto a = static_cast<std::size_t>(column);
      const Vec3<T> velocity = velocityAt(b[s.velocities[a]], p[e]);
      const Vec3<T> momentum = weight * velocity;
      // The base carries the other end, because rods of a floating machine do not end on the ground.
      if (s.base >= 0) work.F[a] += wrenchAt(p[1 - e], momentum);
      if (e == 1) {
        work.end[a] = velocity;
        continue;
      }
      for (const int other : columns[1]) {
        const auto c = static_cast<std::size_t>(other);
        const T entry = momentum.dot(work.end[c]);
        work.M[a * n + c] += entry;
        work.M[c * n + a] += entry;
      }
    }
  }
}

// M_qq, M_yq and P_q.
template <class T>
void setMass(const Mechanism& m, const Subsystem& s, const OpenChain<T>& chain, JointWork<T>& work) {
  const std::size_t n = s.velocities.size();
  if (!s.rods.empty()) std::fill(work.M.begin(), work.M.end(), T(0));
  for (std::size_t a = 0; a < n; ++a) {
    const auto link = static_cast<std::size_t>(s.linkOf[a]);
    const auto v = static_cast<std::size_t>(s.velocities[a]);
    const Vec6<T>& b = chain.b[v];
    work.F[a] = apply(chain.composite[link], b);
    for (const int c : s.path[a]) {
      const T entry = work.F[a].dot(chain.b[static_cast<std::size_t>(s.velocities[static_cast<std::size_t>(c)])]);
      work.M[a * n + static_cast<std::size_t>(c)] = entry;
      work.M[static_cast<std::size_t>(c) * n + a] = entry;
    }
    work.P[a] = chain.tau[v] - b.dot(chain.carried[link]);
  }
  for (std::size_t k = 0; k < s.rods.size(); ++k) {
    const auto rod = static_cast<std::size_t>(s.rods[k]);
    addRod(s, s.rodColumns[k], T(m.rods[rod].b), chain.rodEnds[rod], chain.b, work);
  }
}

// M*, Q_q* and Q_y* of eq. 29. The paper's -Phi_u^-1 Phi_v is R; its 2 M_vu (Phi_u^-1 Phi_v) stands for that product
// plus its transpose, and P_u enters with R' as in Q_q*.
template <class T>
void reduce(const Subsystem& s, const Coordinates<T>& q, JointWork<T>& work, Reduced<T>& out) {
  const auto at = [](int value) { return static_cast<std::size_t>(value); };
  const std::size_t n = s.velocities.size();
  out.count = static_cast<int>(q.independent.size());
  out.P.setZero();
  const auto takeColumn = [&](std::size_t a, const T& factor, std::vector<T>& from) {
    for (const int c : s.coupled[a]) from[at(c)] += factor * work.M[a * n + at(c)];
  };
  for (const auto& block : q.blocks) {
    for (int r = 0; r < block.rank; ++r) {
      if (valueOf(block.x[r]) == 0) continue;
      const std::size_t a = at(block.columns[at(r)]);
      takeColumn(a, -block.x[r], work.P);
      if (s.base >= 0) out.P -= block.x[r] * work.F[a];
    }
  }
  // R' times the rows of a vector, or of vectors, for one independent coordinate.
  const auto reduced = [&](const typename Coordinates<T>::Independent& k, const auto& values) {
    auto sum = values[at(k.column)];
    if (k.block < 0) return sum;
    const auto& block = q.blocks[at(k.block)];
    for (int r = 0; r < block.rank; ++r) sum += block.R[r * block.free + k.place] * values[at(block.columns[at(r)])];
    return sum;
  };
  for (int k = 0; k < out.count; ++k) {
    const auto& independent = q.independent[at(k)];
    std::fill(work.column.begin(), work.column.end(), T(0));
    for (const int c : s.coupled[at(independent.column)]) {
      work.column[at(c)] = work.M[at(independent.column) * n + at(c)];
    }
    if (independent.block >= 0) {
      const auto& block = q.blocks[at(independent.block)];
      for (int r = 0; r < block.rank; ++r) {
        const T& factor = block.R[r * block.free + independent.place];
        if (valueOf(factor) != 0) takeColumn(at(block.columns[at(r)]), factor, work.column);
      }
    }
    for (int l = k; l < out.count; ++l) out.M[at(l * out.count + k)] = reduced(q.independent[at(l)], work.column);
    out.Qq[at(k)] = reduced(independent, work.P);
    if (s.base >= 0) out.Qy[at(k)] = reduced(independent, work.F);
  }
}

// All accelerations of the subsystem, by column, from the independent ones in Qq (eq. 30).
template <class T, class Put>
void expand(const Coordinates<T>& q, const Reduced<T>& reduced, const Put& put) {
  const auto at = [](int value) { return static_cast<std::size_t>(value); };
  std::size_t first = 0;  // of a block's independent coordinates: they follow those on no loop, block by block
  for (; first < q.independent.size() && q.independent[first].block < 0; ++first) {
    put(q.independent[first].column, reduced.Qq[first]);
  }
  for (const auto& block : q.blocks) {
    for (int c = 0; c < block.free; ++c) put(block.columns[at(block.rank + c)], reduced.Qq[first + at(c)]);
    for (int r = 0; r < block.rank; ++r) {
      T sum = block.x[r];
      for (int c = 0; c < block.free; ++c) sum += block.R[r * block.free + c] * reduced.Qq[first + at(c)];
      put(block.columns[at(r)], sum);
    }
    first += at(block.free);
  }
}

}  // namespace mb
