// Stages 7 to 9 of an evaluation: the equations of the open chain and Maggi's equations [HG12 Eqs. 18, 29].
#include <Eigen/Geometry>
#include <algorithm>

#include "runtime/evaluation/partition.h"
#include "runtime/evaluation/rod_ends.h"
#include "runtime/evaluation/stages.h"
#include "runtime/linear/small_linear.h"

namespace mb {
namespace {

// The product term b v1.v2 of removed rods: it couples two branches that share no path.
void addRods(const Mechanism& m, Workspace& w) {
  const auto n = at(m.vCount);
  for (const Mechanism::RodTerm& rod : m.rods) {
    const RodEnds ends = rodEnds(m, w, rod, w.A_bias);
    addRodForces(rod, ends, w.carried);
    for (int i = rod.link[0]; i >= 0; i = m.links[at(i)].parent) {
      const Mechanism::Link& first = m.links[at(i)];
      for (int a = first.v; a < first.v + first.vCount; ++a) {
        const Vector3 motion = rod.b * velocityAt(w.b[at(a)], ends.p[0]);
        for (int j = rod.link[1]; j >= 0; j = m.links[at(j)].parent) {
          const Mechanism::Link& second = m.links[at(j)];
          for (int c = second.v; c < second.v + second.vCount; ++c) {
            const double entry = motion.dot(velocityAt(w.b[at(c)], ends.p[1]));
            w.M[at(a) * n + at(c)] += entry;
            w.M[at(c) * n + at(a)] += entry;
          }
        }
      }
    }
  }
}

}  // namespace

void setOpenChain(const Mechanism& m, Workspace& w) {
  const auto n = at(m.vCount);
  w.M.assign(n * n, 0.0);  // allocates only the first time
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    w.carried[i] = neededForce(w.inertia[i], w.Z[i], w.A_bias[i]) - w.wrench[i];
  }
  addRods(m, w);
  for (std::size_t i = m.links.size(); i-- > 0;) {
    const Mechanism::Link& link = m.links[i];
    for (int a = link.v; a < link.v + link.vCount; ++a) {
      w.Q[at(a)] = w.tau[at(a)] - w.b[at(a)].dot(w.carried[i]);
      // M_ab = b_a' M_sum b_b along the path to the root [HG12 Eq. 18]
      const Vector6 f = apply(w.composite[i], w.b[at(a)]);
      for (int c = link.v; c <= a; ++c) {
        const double entry = f.dot(w.b[at(c)]);
        w.M[at(a) * n + at(c)] += entry;
        if (c != a) w.M[at(c) * n + at(a)] += entry;
      }
      for (int j = link.parent; j >= 0; j = m.links[at(j)].parent) {
        const Mechanism::Link& above = m.links[at(j)];
        for (int c = above.v; c < above.v + above.vCount; ++c) {
          const double entry = f.dot(w.b[at(c)]);
          w.M[at(a) * n + at(c)] += entry;
          w.M[at(c) * n + at(a)] += entry;
        }
      }
    }
    if (link.parent >= 0) w.carried[at(link.parent)] += w.carried[i];
  }
}

bool solveMaggi(const Mechanism& m, Workspace& w) {
  const auto n = at(m.vCount);
  const std::size_t count = w.independent.size();
  // Accelerations of the dependent coordinates for zero independent ones; x of each block keeps them.
  std::fill(w.z_ddot.begin(), w.z_ddot.end(), 0.0);
  for (std::size_t k = 0; k < m.blocks.size(); ++k) {
    solveDependent(m, static_cast<int>(k), w.gamma, w);
    for (int r = 0; r < w.blocks[k].partition.rank; ++r) w.z_ddot[velocityOf(m, w, k, r)] = w.blocks[k].x[at(r)];
  }
  for (std::size_t a = 0; a < n; ++a) {
    double force = w.Q[a];
    for (std::size_t k = 0; k < m.blocks.size(); ++k) {
      for (int r = 0; r < w.blocks[k].partition.rank; ++r) {
        const std::size_t v = velocityOf(m, w, k, r);
        force -= w.M[a * n + v] * w.z_ddot[v];
      }
    }
    w.rhs[a] = force;
  }

  // R' M R and R' (Q - M R_dot z_dot), column by column. R has ones for the independent velocities and R of the block
  // for the dependent ones.
  w.M_hat.resize(n * n);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t v = at(w.independent[k]);
    for (std::size_t a = 0; a < n; ++a) w.column[a] = w.M[v * n + a];
    const int block = m.blockOfVelocity[v];
    if (block >= 0) {
      const BlockWork& work = w.blocks[at(block)];
      const int free = m.blocks[at(block)].columnCount - work.partition.rank;
      for (int r = 0; r < work.partition.rank; ++r) {
        const double factor = work.R[at(r * free + w.placeInBlock[v])];
        const double* const row = w.M.data() + velocityOf(m, w, at(block), r) * n;
        if (factor == 0) continue;
        for (std::size_t a = 0; a < n; ++a) w.column[a] += factor * row[a];
      }
    }
    for (std::size_t l = k; l < count; ++l) w.M_hat[l * count + k] = reducedOf(m, w, at(w.independent[l]), w.column);
  }
  for (std::size_t k = 0; k < count; ++k) w.column[k] = reducedOf(m, w, at(w.independent[k]), w.rhs);

  // Below 1e-12 of its diagonal, a pivot is round-off: the coordinate moves no mass.
  const int massless = factorCholesky(w.M_hat, static_cast<int>(count), 1e-12);
  if (massless >= 0) {
    w.singularRow = w.independent[at(massless)];
    return false;
  }
  solveCholesky(w.M_hat, static_cast<int>(count), w.column);
  for (std::size_t k = 0; k < count; ++k) w.z_ddot[at(w.independent[k])] = w.column[k];
  for (std::size_t k = 0; k < m.blocks.size(); ++k) {
    for (int r = 0; r < w.blocks[k].partition.rank; ++r) {
      w.z_ddot[velocityOf(m, w, k, r)] += dependentOf(m, w, k, r, w.z_ddot);
    }
  }
  return true;
}

}  // namespace mb
