// The recursive block mass matrix method [CYI01 §4.3]: the mass matrix is divided into the base's block A_11 and one
// block
// A_ii per branch. Each branch is eliminated into the base,
//   A_hat = A_11 - sum A_1i A_ii^-1 A_1i'   [CYI01 Eq. 10]
// and the closing equations with it, for the multipliers of [CYI01 Eq. 6].
//
// The base is the free body that carries the rest. A machine on the ground has none: then every tree on the ground is a
// branch and Eq. 10 is empty. Branches that a rod or a closing equation couples count as one.
//
// With A_ii = L L', everything a branch adds to others comes from products of the columns of B = L^-1 [A_1i' Phi_i'
// F_i].
#include <algorithm>

#include "formats/model/basics/disjoint_sets.h"
#include "runtime/linear/small_linear.h"
#include "runtime/solvers/sparse/family.h"
#include "runtime/solvers/sparse/tree_matrix.h"

namespace mb {
namespace {

// B := L^-1 B, with k columns.
void solveLower(std::span<const double> l, std::size_t n, std::span<double> B, std::size_t k) {
  for (std::size_t r = 0; r < n; ++r) {
    double* const row = B.data() + r * k;
    for (std::size_t c = 0; c < r; ++c) {
      const double factor = l[r * n + c];
      if (factor == 0) continue;
      for (std::size_t j = 0; j < k; ++j) row[j] -= factor * B[c * k + j];
    }
    const double inverse = 1 / l[r * n + r];
    for (std::size_t j = 0; j < k; ++j) row[j] *= inverse;
  }
}

// x := L'^-1 x
void solveUpper(std::span<const double> l, std::size_t n, std::span<double> x) {
  for (std::size_t r = n; r-- > 0;) {
    x[r] /= l[r * n + r];
    for (std::size_t c = 0; c < r; ++c) x[c] -= l[r * n + c] * x[r];
  }
}

// Lower triangle of K += B' B, with k columns; K has `stride` of them.
void addProducts(std::span<const double> B, std::size_t n, std::size_t k, std::span<double> K, std::size_t stride) {
  for (std::size_t r = 0; r < n; ++r) {
    const double* const row = B.data() + r * k;
    for (std::size_t a = 0; a < k; ++a) {
      if (row[a] == 0) continue;
      for (std::size_t b = 0; b <= a; ++b) K[a * stride + b] += row[a] * row[b];
    }
  }
}

// A branch, or the base, whose columns are all rows and the forces.
struct MassBlock {
  std::vector<int> velocities;
  std::vector<int> rows;  // closing equations on it
  std::vector<double> A;  // lower triangle, then its Cholesky factor
  std::vector<double> B;  // [A_1i' Phi_i' F_i], by velocities; then L^-1 of it
  std::vector<double> x;  // accelerations
  std::size_t columns = 0;
};

class BlockMass : public Solver {
 public:
  BlockMass(const BlockMass&) = delete;  // Target points into it
  explicit BlockMass(const Mechanism& m) : tree_(makeTreeMatrix(m)), rows_(m.rows.size()) {
    std::vector<SparsePattern> closing;
    for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) closing.push_back(closingPattern(m, n));
    findBranches(m, closing);
    placeRows(m, closing);
    placeMasses(m);
    lambda_.resize(rows_);
    S_.resize((rows_ + 1) * (rows_ + 1));
    factorOfS_.resize(rows_ * rows_);
  }

  bool solve(const Mechanism& m, Workspace& w) override {
    setTreeMatrix(m, w, tree_);
    setBlocks(w);
    for (MassBlock& branch : branches_) {
      if (!factor(branch, w)) return false;
      addToBase(branch);
    }
    if (!factor(base_, w)) return false;
    if (!solveMultipliers(w)) return false;
    solveBase();
    for (std::size_t k = 0; k < base_.velocities.size(); ++k) w.z_ddot[at(base_.velocities[k])] = base_.x[k];
    for (MassBlock& branch : branches_) {
      solveBranch(branch);
      for (std::size_t k = 0; k < branch.velocities.size(); ++k) w.z_ddot[at(branch.velocities[k])] = branch.x[k];
    }
    return true;
  }

 private:
  // The destination of an entry: position `to` in A or B.
  struct Target {
    int source = 0;         // slot of the mass matrix, or place in BlockWork::J
    std::size_t block = 0;  // of the closing equations
    MassBlock* of = nullptr;
    std::size_t to = 0;
  };

  void findBranches(const Mechanism& m, const std::vector<SparsePattern>& closing) {
    DisjointSets sets(m.vCount);
    const auto isBase = [&](int v) {
      const Mechanism::Link& link = m.links[at(m.linkOfVelocity[at(v)])];
      return link.parent < 0 && link.vCount == 6;
    };
    const auto couple = [&](int a, int b) {
      if (!isBase(a) && !isBase(b)) sets.unite(a, b);
    };
    for (int v = 0; v < m.vCount; ++v) {
      for (int t = tree_.pattern.first[at(v)]; t < tree_.pattern.diagonal(v); ++t) {
        couple(v, tree_.pattern.column[at(t)]);
      }
    }
    for (std::size_t n = 0; n < closing.size(); ++n) {
      for (int r = 0; r < closing[n].rows; ++r) {
        int last = -1;
        for (int t = closing[n].first[at(r)]; t < closing[n].first[at(r) + 1]; ++t) {
          const int v = m.columns[at(m.blocks[n].firstColumn + closing[n].column[at(t)])].v;
          if (isBase(v)) continue;
          if (last >= 0) couple(last, v);
          last = v;
        }
      }
    }
    branchOf_.assign(at(m.vCount), -1);
    placeOf_.resize(at(m.vCount));
    for (std::vector<int>& velocities : connectedSets(std::move(sets)).members) {
      if (isBase(velocities[0])) {  // by itself: nothing was coupled with it
        base_.velocities.push_back(velocities[0]);
        continue;
      }
      for (const int v : velocities) branchOf_[at(v)] = static_cast<int>(branches_.size());
      branches_.emplace_back().velocities = std::move(velocities);
    }
    const auto number = [&](const MassBlock& block) {
      for (std::size_t k = 0; k < block.velocities.size(); ++k) placeOf_[at(block.velocities[k])] = static_cast<int>(k);
    };
    number(base_);
    for (const MassBlock& branch : branches_) number(branch);
  }

  MassBlock& blockOf(int v) { return branchOf_[at(v)] >= 0 ? branches_[at(branchOf_[at(v)])] : base_; }

  // Determines the rows of a branch, allocates, and finds where the entries of Phi_z go.
  void placeRows(const Mechanism& m, const std::vector<SparsePattern>& closing) {
    std::vector<int> placeInBranch(rows_);
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t n = 0; n < closing.size(); ++n) {
        for (int r = 0; r < closing[n].rows; ++r) {
          const int row = m.blocks[n].firstRow + r;
          for (int t = closing[n].first[at(r)]; t < closing[n].first[at(r) + 1]; ++t) {
            const int column = closing[n].column[at(t)];
            const int v = m.columns[at(m.blocks[n].firstColumn + column)].v;
            MassBlock& block = blockOf(v);
            if (pass == 0 && branchOf_[at(v)] >= 0 && (block.rows.empty() || block.rows.back() != row)) {
              placeInBranch[at(row)] = static_cast<int>(block.rows.size());
              block.rows.push_back(row);
            }
            if (pass == 0) continue;
            const std::size_t place =
                branchOf_[at(v)] >= 0 ? base_.velocities.size() + at(placeInBranch[at(row)]) : at(row);
            closings_.push_back(
                {r * m.blocks[n].columnCount + column, n, &block, at(placeOf_[at(v)]) * block.columns + place});
          }
        }
      }
      if (pass == 0) makeRoom();
    }
  }

  void makeRoom() {
    const auto resize = [](MassBlock& block, std::size_t columns) {
      const std::size_t count = block.velocities.size();
      block.columns = columns;
      block.A.resize(count * count);
      block.B.resize(count * columns);
      block.x.resize(count);
    };
    resize(base_, rows_ + 1);
    std::size_t most = 0;
    for (MassBlock& branch : branches_) {
      resize(branch, base_.velocities.size() + branch.rows.size() + 1);
      most = std::max(most, branch.columns);
    }
    products_.resize(most * most);
  }

  void placeMasses(const Mechanism& m) {
    for (int v = 0; v < m.vCount; ++v) {
      for (int t = tree_.pattern.first[at(v)]; t <= tree_.pattern.diagonal(v); ++t) {
        const int c = tree_.pattern.column[at(t)];
        if (branchOf_[at(v)] == branchOf_[at(c)]) {
          MassBlock& block = blockOf(v);
          masses_.push_back({t, 0, &block, at(placeOf_[at(v)]) * block.velocities.size() + at(placeOf_[at(c)])});
        } else {
          const int onBranch = branchOf_[at(v)] >= 0 ? v : c;
          MassBlock& block = blockOf(onBranch);
          couplings_.push_back(
              {t, 0, &block, at(placeOf_[at(onBranch)]) * block.columns + at(placeOf_[at(v + c - onBranch)])});
        }
      }
    }
  }

  void setBlocks(const Workspace& w) {
    const auto clear = [&](MassBlock& block) {
      std::fill(block.A.begin(), block.A.end(), 0.0);
      std::fill(block.B.begin(), block.B.end(), 0.0);
      for (std::size_t k = 0; k < block.velocities.size(); ++k) {
        block.B[k * block.columns + block.columns - 1] = w.Q[at(block.velocities[k])];
      }
    };
    clear(base_);
    for (MassBlock& branch : branches_) clear(branch);
    for (const Target& target : masses_) target.of->A[target.to] = tree_.M[at(target.source)];
    for (const Target& target : couplings_) target.of->B[target.to] = tree_.M[at(target.source)];
    for (const Target& target : closings_) target.of->B[target.to] = w.blocks[target.block].J[at(target.source)];
    std::fill(S_.begin(), S_.end(), 0.0);
  }

  static bool factor(MassBlock& block, Workspace& w) {
    const std::size_t count = block.velocities.size();
    const int failed = factorCholesky(block.A, static_cast<int>(count), kMassless);
    if (failed >= 0) w.singularRow = block.velocities[at(failed)];
    if (failed < 0) solveLower(block.A, count, block.B, block.columns);
    return failed < 0;
  }

  // [CYI01 Eq. 10]: subtracts the branch from the base's inertia, from its share of the rows and from its forces, and
  // adds its contribution to Phi_z A^-1 [Phi_z' F].
  void addToBase(const MassBlock& branch) {
    const std::size_t size = branch.columns;
    const std::size_t free = base_.velocities.size();
    std::fill_n(products_.begin(), size * size, 0.0);
    addProducts(branch.B, branch.velocities.size(), size, products_, size);
    const auto rowAt = [&](std::size_t column) { return column + 1 == size ? rows_ : at(branch.rows[column - free]); };
    for (std::size_t a = 0; a < free; ++a) {
      for (std::size_t b = 0; b <= a; ++b) base_.A[a * free + b] -= products_[a * size + b];
    }
    for (std::size_t a = free; a < size; ++a) {
      const std::size_t row = rowAt(a);
      for (std::size_t b = 0; b < free; ++b) base_.B[b * base_.columns + row] -= products_[a * size + b];
      for (std::size_t b = free; b <= a; ++b) S_[row * (rows_ + 1) + rowAt(b)] += products_[a * size + b];
    }
  }

  // [CYI01 Eq. 6]; the forces are in the last row of S.
  bool solveMultipliers(Workspace& w) {
    addProducts(base_.B, base_.velocities.size(), base_.columns, S_, rows_ + 1);
    for (std::size_t r = 0; r < rows_; ++r) {
      for (std::size_t c = 0; c <= r; ++c) factorOfS_[r * rows_ + c] = S_[r * (rows_ + 1) + c];
      lambda_[r] = w.gamma[r] - S_[rows_ * (rows_ + 1) + r];
    }
    const int failed = factorCholesky(factorOfS_, static_cast<int>(rows_), kMassless);
    if (failed >= 0) w.singularRow = velocityOfRow(failed);
    if (failed < 0) solveCholesky(factorOfS_, static_cast<int>(rows_), lambda_);
    return failed < 0;
  }

  int velocityOfRow(int row) const {
    for (const MassBlock& branch : branches_) {
      if (std::ranges::find(branch.rows, row) != branch.rows.end()) return branch.velocities.front();
    }
    return base_.velocities.front();
  }

  void solveBase() {
    for (std::size_t k = 0; k < base_.x.size(); ++k) {
      const double* const row = base_.B.data() + k * base_.columns;
      base_.x[k] = std::inner_product(lambda_.begin(), lambda_.end(), row, row[rows_]);
    }
    solveUpper(base_.A, base_.x.size(), base_.x);
  }

  // [CYI01 Eq. 9]
  void solveBranch(MassBlock& branch) const {
    const std::size_t free = base_.velocities.size();
    for (std::size_t k = 0; k < branch.x.size(); ++k) {
      const double* const row = branch.B.data() + k * branch.columns;
      double sum = row[branch.columns - 1];
      for (std::size_t c = 0; c < free; ++c) sum -= row[c] * base_.x[c];
      for (std::size_t c = 0; c < branch.rows.size(); ++c) sum += row[free + c] * lambda_[at(branch.rows[c])];
      branch.x[k] = sum;
    }
    solveUpper(branch.A, branch.x.size(), branch.x);
  }

  TreeMatrix tree_;
  std::size_t rows_ = 0;
  MassBlock base_;
  std::vector<MassBlock> branches_;
  std::vector<int> branchOf_;  // by velocity; -1: the base
  std::vector<int> placeOf_;   // by velocity, in its block
  std::vector<Target> masses_;
  std::vector<Target> couplings_;
  std::vector<Target> closings_;
  std::vector<double> products_;
  std::vector<double> lambda_;
  std::vector<double> S_;  // Phi_z A^-1 Phi_z', and below it Phi_z A^-1 F; lower triangle
  std::vector<double> factorOfS_;
};

}  // namespace

std::optional<std::string> blockMassRefusal(const Mechanism& m, const Workspace& w) {
  if (std::optional<std::string> reason = refuseDependentRows(m, w)) return reason;
  return refuseMasslessEnds(m);
}

std::unique_ptr<Solver> makeBlockMass(const Mechanism& m) { return std::make_unique<BlockMass>(m); }

}  // namespace mb
