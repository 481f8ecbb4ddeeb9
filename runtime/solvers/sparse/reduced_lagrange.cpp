// The reduced Lagrange multiplier method [CYI01 Eq. 6]: (Phi_z M^-1 Phi_z') lambda = gamma - Phi_z M^-1 Q, with M
// factored from the leaves to the root in the tree's pattern [CYI01 §4.2], without square roots.
//
// With M = L' D L, the rows are solved only half way, Y = L'^-1 Phi_z'; then Phi_z M^-1 Phi_z' = Y' D^-1 Y.
#include <algorithm>

#include "runtime/linear/small_linear.h"
#include "runtime/solvers/sparse/family.h"
#include "runtime/solvers/sparse/tree_matrix.h"

namespace mb {
namespace {

class ReducedLagrange : public Solver {
 public:
  ReducedLagrange(const Mechanism& m, bool dense) : tree_(makeTreeMatrix(m, dense)) {
    const auto velocities = at(m.vCount);
    L_.resize(tree_.M.size());
    scratch_.resize(velocities);
    half_.resize(velocities);
    lambda_.resize(m.rows.size());
    S_.resize(m.rows.size() * m.rows.size());
    for (std::size_t n = 0; n < m.blocks.size(); ++n) {
      const SparsePattern pattern = closingPattern(m, static_cast<int>(n));
      for (int r = 0; r < pattern.rows; ++r) addRow(m, n, pattern, r);
    }
    Y_.resize(velocityY_.size());
  }

  bool solve(const Mechanism& m, Workspace& w) override {
    setTreeMatrix(m, w, tree_);
    w.singularRow = factorLdl(tree_.pattern, tree_.M, L_, scratch_, kMassless);
    if (w.singularRow >= 0) return false;
    const std::size_t rows = m.rows.size();
    for (std::size_t r = 0; r < rows; ++r) setHalf(r, w);
    // D^-1 L'^-1 Q, and lambda by Cholesky of the small matrix.
    std::copy(w.Q.begin(), w.Q.end(), half_.begin());
    goUp(half_);
    for (std::size_t v = 0; v < half_.size(); ++v) half_[v] /= L_[at(tree_.pattern.diagonal(static_cast<int>(v)))];
    for (std::size_t r = 0; r < rows; ++r) lambda_[r] = w.gamma[r] - dot(r, half_);
    setS(rows);
    const int failed = factorCholesky(S_, static_cast<int>(rows), kMassless);
    if (failed >= 0) {
      const int column = firstJ_[at(failed)];
      w.singularRow = velocityJ_[at(column)];
      return false;
    }
    solveCholesky(S_, static_cast<int>(rows), lambda_);
    std::copy(w.Q.begin(), w.Q.end(), w.z_ddot.begin());
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t t = at(firstJ_[r]); t < at(firstJ_[r + 1]); ++t) {
        w.z_ddot[at(velocityJ_[t])] += lambda_[r] * w.blocks[blockOf_[r]].J[at(sourceJ_[t])];
      }
    }
    solveLdl(tree_.pattern, L_, w.z_ddot);
    return true;
  }

 private:
  // Adds a row of Phi_z and of Y: the row reaches everything that its velocities couple with towards the root.
  void addRow(const Mechanism& m, std::size_t block, const SparsePattern& pattern, int r) {
    const Mechanism::Block& b = m.blocks[block];
    std::vector<bool> isReached(at(m.vCount));
    for (int t = pattern.first[at(r)]; t < pattern.first[at(r) + 1]; ++t) {
      const int column = pattern.column[at(t)];
      velocityJ_.push_back(m.columns[at(b.firstColumn + column)].v);
      sourceJ_.push_back(r * b.columnCount + column);
      isReached[at(velocityJ_.back())] = true;
    }
    for (int v = m.vCount; v-- > 0;) {
      if (!isReached[at(v)]) continue;
      velocityY_.push_back(v);
      for (int t = tree_.pattern.first[at(v)]; t < tree_.pattern.diagonal(v); ++t) {
        isReached[at(tree_.pattern.column[at(t)])] = true;
      }
    }
    firstJ_.push_back(static_cast<int>(velocityJ_.size()));
    firstY_.push_back(static_cast<int>(velocityY_.size()));
    blockOf_.push_back(block);
  }

  void goUpFrom(std::size_t v, std::vector<double>& x) const {
    const std::size_t diagonal = at(tree_.pattern.first[v + 1]) - 1;
    for (std::size_t t = at(tree_.pattern.first[v]); t < diagonal; ++t) x[at(tree_.pattern.column[t])] -= L_[t] * x[v];
  }

  void goUp(std::vector<double>& x) const {
    for (std::size_t v = x.size(); v-- > 0;) goUpFrom(v, x);
  }

  void setHalf(std::size_t r, const Workspace& w) {
    for (std::size_t t = at(firstJ_[r]); t < at(firstJ_[r + 1]); ++t) {
      scratch_[at(velocityJ_[t])] = w.blocks[blockOf_[r]].J[at(sourceJ_[t])];
    }
    for (std::size_t t = at(firstY_[r]); t < at(firstY_[r + 1]); ++t) {
      const std::size_t v = at(velocityY_[t]);
      goUpFrom(v, scratch_);
      Y_[t] = scratch_[v];
      scratch_[v] = 0;
    }
  }

  double dot(std::size_t r, const std::vector<double>& x) const {
    double sum = 0;
    for (std::size_t t = at(firstY_[r]); t < at(firstY_[r + 1]); ++t) sum += Y_[t] * x[at(velocityY_[t])];
    return sum;
  }

  void setS(std::size_t rows) {
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t t = at(firstY_[r]); t < at(firstY_[r + 1]); ++t) {
        scratch_[at(velocityY_[t])] = Y_[t] / L_[at(tree_.pattern.diagonal(velocityY_[t]))];
      }
      for (std::size_t c = 0; c <= r; ++c) S_[r * rows + c] = dot(c, scratch_);
      for (std::size_t t = at(firstY_[r]); t < at(firstY_[r + 1]); ++t) scratch_[at(velocityY_[t])] = 0;
    }
  }

  TreeMatrix tree_;
  std::vector<double> L_;
  std::vector<double> scratch_;  // by velocity, zero between uses
  std::vector<double> half_;
  std::vector<double> lambda_;
  std::vector<double> S_;  // Phi_z M^-1 Phi_z'
  // By row: entries of Phi_z, and of Y from the leaves to the root.
  std::vector<std::size_t> blockOf_;
  std::vector<int> firstJ_{0};
  std::vector<int> velocityJ_;
  std::vector<int> sourceJ_;
  std::vector<int> firstY_{0};
  std::vector<int> velocityY_;
  std::vector<double> Y_;
};

}  // namespace

std::optional<std::string> reducedLagrangeRefusal(const Mechanism& m, const Workspace& w) {
  if (std::optional<std::string> reason = refuseDependentRows(m, w)) return reason;
  return refuseMasslessEnds(m);
}

std::unique_ptr<Solver> makeReducedLagrange(const Mechanism& m, bool dense) {
  return std::make_unique<ReducedLagrange>(m, dense);
}

std::unique_ptr<Solver> makeReducedLagrange(const Mechanism& m) { return makeReducedLagrange(m, false); }

}  // namespace mb
