// Maggi's equations [HG12 Eq. 29] with sparse matrices throughout [HG12 §5]: Phi_z and R of each block, M on the tree's
// pattern, R' M R on its own.
#include <algorithm>

#include "runtime/solvers/sparse/family.h"
#include "runtime/solvers/sparse/sparse_reduction.h"
#include "runtime/solvers/sparse/tree_matrix.h"

namespace mb {
namespace {

class MaggiSparse : public Solver {
 public:
  explicit MaggiSparse(const Mechanism& m) : tree_(makeTreeMatrix(m)), reduction_(m) {
    for (std::vector<double>* list : {&MR_, &scratch_, &free_}) list->resize(at(m.vCount));
  }

  bool solve(const Mechanism& m, Workspace& w) override { return reduce(m, w) && accelerate(m, w); }

  void chosenAgain(const Mechanism& m, const Workspace& w) override {
    reduction_.choose(m, w);
    findPattern(m);
  }

  // The stages, with the sparse reduction in place of setReduction() and of its use in setVelocities().
  bool evaluate(const Mechanism& m, double time, StateView y, Workspace& w) override {
    setPositions(m, y, w);
    setInertias(m, w);
    setSignals(m, time, y, w);
    setEquations(m, y, w);
    const bool isReduced = reduce(m, w);
    for (std::size_t n = 0; n < m.blocks.size(); ++n) {
      // Scaled to match the ratio in the partition, which comes from another elimination.
      const double usual = w.blocks[n].partition.pivotRatioAtChoice;
      w.blocks[n].pivotRatio = (usual > 0 ? usual : 1) * reduction_.pivotShare(n);
    }
    if (!isReduced) return false;
    setDependentVelocities(m, y, w);
    setMotions(m, y, w);
    setForces(m, time, y, w);
    setGamma(m, w);
    if (!accelerate(m, w)) return false;
    setDrivePower(m, w);
    return true;
  }

 private:
  // Calls touch(entry of R, row of M, slot of M) for every entry of M that column k of R meets.
  template <class Touch>
  void forTouched(std::size_t k, Touch&& touch) const {
    const SymmetricPattern& M = tree_.pattern;
    for (std::size_t t = at(reduction_.R().first[k]); t < at(reduction_.R().first[k + 1]); ++t) {
      const std::size_t v = at(reduction_.R().velocity[t]);
      for (std::size_t s = at(M.first[v]); s < at(M.first[v + 1]); ++s) touch(t, at(M.column[s]), s);
      for (std::size_t s = at(M.firstBelow[v]); s < at(M.firstBelow[v + 1]); ++s) {
        touch(t, at(M.rowBelow[s]), at(M.slotBelow[s]));
      }
    }
  }

  // Two independent velocities are coupled when M couples velocities that they move.
  void findPattern(const Mechanism& m) {
    const SparseReduction::Columns& R = reduction_.R();
    const std::size_t count = R.first.size() - 1;
    std::vector<std::vector<int>> moversOf(at(m.vCount));
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t t = at(R.first[k]); t < at(R.first[k + 1]); ++t) {
        moversOf[at(R.velocity[t])].push_back(static_cast<int>(k));
      }
    }
    std::vector<std::vector<int>> rows(count);
    std::vector<std::size_t> seenFor(count, count);
    for (std::size_t k = 0; k < count; ++k) {
      forTouched(k, [&](std::size_t, std::size_t v, std::size_t) {
        for (const int other : moversOf[v]) {
          if (at(other) > k || seenFor[at(other)] == k) continue;
          seenFor[at(other)] = k;
          rows[k].push_back(other);
        }
      });
    }
    reduced_ = makePattern(std::move(rows));
    M_hat_.resize(reduced_.column.size());
    L_hat_.resize(reduced_.column.size());
  }

  // Returns false at a singular position.
  bool reduce(const Mechanism& m, Workspace& w) {
    const SparseReduction::Outcome outcome = reduction_.set(m, w);
    if (outcome == SparseReduction::Outcome::singular) w.singularRow = m.columns.front().v;
    if (outcome == SparseReduction::Outcome::chosenAgain) findPattern(m);
    return outcome != SparseReduction::Outcome::singular;
  }

  void setDependentVelocities(const Mechanism& m, StateView y, Workspace& w) {
    for (std::size_t r = 0; r < m.rows.size(); ++r) {
      w.gamma[r] = m.rows[r].signal >= 0 ? w.signals[at(m.rows[r].signal)].rate : 0;
    }
    reduction_.solveDependent(w.gamma, w.z_dot);
    for (std::size_t k = 0; k < w.independent.size(); ++k) free_[k] = y[at(m.velocityAt() + w.independent[k])];
    reduction_.addIndependent(free_, w.z_dot);
  }

  bool accelerate(const Mechanism& m, Workspace& w) {
    setTreeMatrix(m, w, tree_);
    // Accelerations of the dependent velocities for zero independent ones.
    std::fill(w.z_ddot.begin(), w.z_ddot.end(), 0.0);
    reduction_.solveDependent(w.gamma, w.z_ddot);
    multiply(tree_.pattern, tree_.M, w.z_ddot, w.rhs);
    for (std::size_t v = 0; v < w.rhs.size(); ++v) w.rhs[v] = w.Q[v] - w.rhs[v];
    setReduced(w);
    const int massless = factorLdl(reduced_, M_hat_, L_hat_, scratch_, kMassless);
    if (massless >= 0) {
      w.singularRow = w.independent[at(massless)];
      return false;
    }
    solveLdl(reduced_, L_hat_, free_);
    reduction_.addIndependent(free_, w.z_ddot);
    return true;
  }

  // R' M R and R' (Q - M R_dot z_dot), column by column.
  void setReduced(const Workspace& w) {
    const SparseReduction::Columns& R = reduction_.R();
    const auto columnTimes = [&](std::size_t k, const std::vector<double>& values) {
      double sum = 0;
      for (std::size_t t = at(R.first[k]); t < at(R.first[k + 1]); ++t) sum += R.value[t] * values[at(R.velocity[t])];
      return sum;
    };
    for (std::size_t k = 0; k < at(reduced_.size); ++k) {
      forTouched(k, [&](std::size_t t, std::size_t v, std::size_t slot) { MR_[v] += R.value[t] * tree_.M[slot]; });
      for (std::size_t s = at(reduced_.first[k]); s < at(reduced_.first[k + 1]); ++s) {
        M_hat_[s] = columnTimes(at(reduced_.column[s]), MR_);
      }
      forTouched(k, [&](std::size_t, std::size_t v, std::size_t) { MR_[v] = 0; });
      free_[k] = columnTimes(k, w.rhs);
    }
  }

  TreeMatrix tree_;
  SparseReduction reduction_;
  SymmetricPattern reduced_;  // of R' M R
  std::vector<double> M_hat_;
  std::vector<double> L_hat_;
  std::vector<double> MR_;  // M times a column of R, zero between uses
  std::vector<double> scratch_;
  std::vector<double> free_;  // by independent velocity
};

}  // namespace

std::unique_ptr<Solver> makeMaggiSparse(const Mechanism& m) { return std::make_unique<MaggiSparse>(m); }

}  // namespace mb
