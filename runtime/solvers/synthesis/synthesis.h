// Subsystem synthesis [SK]: everything on a moving base is divided into subsystems that interact only through it. Each
// gives the base an effective 6 x 6 inertia and force (eq. 1); the base's acceleration then gives theirs. This file
// defines the subsystems and what both forms of the method share once each has its equations over independent
// coordinates,
//   M* v_ddot = Q_q* - Q_y* Y_dot   (eqs. 18, 29).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/evaluation/solver.h"
#include "runtime/solvers/synthesis/scalar_kernels.h"

namespace mb {

enum class SynthesisForm { joint, cartesian };

// Links beyond one base that are connected by tree joints, rows or rods, without the base itself.
struct Subsystem {
  int base = -1;                                            // link; -1: the ground, which has no unknowns
  std::vector<int> links;                                   // parents before children
  std::vector<int> velocities;                              // in order; the position of a velocity here is its column
  std::vector<int> linkOf;                                  // by column: into the mechanism
  std::vector<int> blocks;                                  // into the mechanism
  std::vector<int> rods;                                    // with an end on it, into the mechanism
  std::vector<std::array<std::vector<int>, 2>> rodColumns;  // by rod and end: columns that move it, without the base's
  std::vector<std::vector<int>> path;     // by column: the columns on the path from the base, including itself
  std::vector<std::vector<int>> coupled;  // by column: all columns with which it shares an entry of the mass matrix
};

struct Synthesis {
  std::vector<int> bases;  // floating links: six velocities, no parent
  std::vector<Subsystem> subsystems;
  std::vector<int> baseOfLink;   // by link: position in `bases`; -1: its base is the ground
  std::vector<int> placeOfLink;  // by link: within its subsystem; -1: a base
  std::vector<int> columnOf;     // by velocity: column of its subsystem, or 0 .. 5 of a base
};
Synthesis makeSynthesis(const Mechanism& m);

// Why a mechanism has no such subsystems.
std::optional<std::string> subsystemRefusal(const Mechanism& m, const Workspace& w);
std::unique_ptr<Solver> makeSubsystemJoint(const Mechanism& m);
std::unique_ptr<Solver> makeSubsystemCartesian(const Mechanism& m);

// The independent columns of a subsystem, as chosen in the workspace, and how the others depend on them.
template <class T>
struct Coordinates {
  struct Block {
    int rank = 0;
    int free = 0;
    std::vector<int> columns;  // of the subsystem: `rank` dependent ones, then `free` independent ones
    const T* R = nullptr;      // rank x free: -inverse(Phi_u) Phi_v
    const T* x = nullptr;      // rank: inverse(Phi_u) gamma
  };
  struct Independent {
    int column = 0;
    int block = -1;  // into `blocks`; -1: on no loop
    int place = 0;   // column of R
  };
  std::vector<Block> blocks;  // as Subsystem::blocks
  std::vector<Independent> independent;
};

template <class T>
Coordinates<T> makeCoordinates(const Mechanism& m, const Subsystem& s) {
  Coordinates<T> result;
  for (const int block : s.blocks) {
    result.blocks.push_back({});
    result.blocks.back().columns.resize(
        static_cast<std::size_t>(m.blocks[static_cast<std::size_t>(block)].columnCount));
  }
  result.independent.reserve(s.velocities.size());
  return result;
}
// Leaves R and x to the caller.
template <class T>
void setCoordinates(const Mechanism& m, const Synthesis& synthesis, const Subsystem& s, const Workspace& w,
                    Coordinates<T>& result) {
  const auto at = [](int value) { return static_cast<std::size_t>(value); };
  for (std::size_t k = 0; k < s.blocks.size(); ++k) {
    const Mechanism::Block& block = m.blocks[at(s.blocks[k])];
    const Partition& partition = w.blocks[at(s.blocks[k])].partition;
    auto& to = result.blocks[k];
    to.rank = partition.rank;
    to.free = block.columnCount - partition.rank;
    for (std::size_t c = 0; c < to.columns.size(); ++c) {
      to.columns[c] = synthesis.columnOf[at(m.columns[at(block.firstColumn + partition.columns[c])].v)];
    }
  }
  result.independent.clear();
  for (std::size_t c = 0; c < s.velocities.size(); ++c) {
    if (m.blockOfVelocity[at(s.velocities[c])] < 0) result.independent.push_back({static_cast<int>(c), -1, 0});
  }
  for (std::size_t k = 0; k < s.blocks.size(); ++k) {
    const auto& block = result.blocks[k];
    for (int c = 0; c < block.free; ++c) {
      result.independent.push_back({block.columns[at(block.rank + c)], static_cast<int>(k), c});
    }
  }
}

// A subsystem's equations over its independent coordinates, and their factors after elimination.
template <class T>
struct Reduced {
  int count = 0;
  std::vector<T> M;         // count x count, lower triangle: M*; then L and D
  std::vector<Vec6<T>> Qy;  // Q_y*', one column per coordinate; then inverse(L) Q_y*
  std::vector<T> Qq;        // Q_q*; then inverse(L) Q_q*; then v_ddot
  Vec6<T> P;                // share of the dependent coordinates' gamma in the base's force

  explicit Reduced(std::size_t most = 0) : M(most * most), Qy(most), Qq(most) {}
};

// Eliminates the coordinates from the base's equations M0 Y_dot = P0, lower triangle (eqs. 19, 20, 31, 32); without a
// base it only prepares accelerationsOf. Returns -1, or the coordinate that moves no mass.
template <class T>
int eliminate(Reduced<T>& r, Mat6<T>* M0, Vec6<T>* P0) {
  const int massless = factorLdl(r.M.data(), r.count, kMassless);
  if (massless >= 0) return massless;
  solveUnitLower(r.M.data(), r.count, r.Qq.data());
  if (M0 == nullptr) return -1;
  solveUnitLower(r.M.data(), r.count, r.Qy.data());
  *P0 += r.P;
  for (int k = 0; k < r.count; ++k) {
    const auto n = static_cast<std::size_t>(k);
    const Vec6<T> W = r.Qy[n] / r.M[n * static_cast<std::size_t>(r.count) + n];
    for (int a = 0; a < 6; ++a) {
      for (int b = 0; b <= a; ++b) (*M0)(a, b) -= W(a) * r.Qy[n](b);
    }
    *P0 -= W * r.Qq[n];
  }
  return -1;
}

// v_ddot into Qq, from the base's acceleration beyond its bias; nullptr: the ground (eqs. 18, 29).
template <class T>
void accelerationsOf(Reduced<T>& r, const Vec6<T>* Y) {
  for (int k = 0; k < r.count; ++k) {
    const auto n = static_cast<std::size_t>(k);
    if (Y != nullptr) r.Qq[n] -= r.Qy[n].dot(*Y);
    r.Qq[n] = r.Qq[n] / r.M[n * static_cast<std::size_t>(r.count) + n];
  }
  solveUnitUpper(r.M.data(), r.count, r.Qq.data());
}

}  // namespace mb
