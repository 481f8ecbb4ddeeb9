// The closing equations of a batch: which entries of Phi_z go where, and the order of elimination.
#include <algorithm>
#include <map>
#include <set>

#include "runtime/solvers/embedded/layout/batch_plan.h"
#include "runtime/solvers/embedded/layout/pivot_order.h"

namespace mb::embedded {
namespace {

// The entry of a row in a column.
struct Term {
  int column;
  int velocity;   // of lane 0
  double factor;  // the sign of the crossing, or the coefficient of a row over coordinates
};

// The position of each value in a list.
std::map<int, int> placesOf(const std::vector<int>& values) {
  std::map<int, int> places;
  for (const int value : values) places.emplace(value, static_cast<int>(places.size()));
  return places;
}

class EquationBuilder {
 public:
  explicit EquationBuilder(BatchPlan& plan)
      : plan_(plan),
        m_(plan.m),
        batch_(plan.batch),
        dependentPlace_(placesOf(plan.choices[0].dependent)),
        independentPlace_(placesOf(plan.batch.independent)) {
    for (std::size_t c = 0; c < batch_.v.size(); ++c) columnOfVelocity_[batch_.v[c][0]] = static_cast<int>(c);
  }

  void run() {
    choosePivotOrder();
    setFactorEntries();
    addFactorisation();
    addSolution();
    for (int k = 0; k < batch_.rank; ++k) addRow(k);
    setZeros();
  }

 private:
  std::vector<Term> termsOf(const Mechanism::Row& row) const {
    std::vector<Term> terms;
    if (row.closing < 0) {
      for (int t = 0; t < row.termCount; ++t) {
        const Mechanism::Term& term = m_.terms[at(row.firstTerm + t)];
        const int column = columnOfVelocity_.at(term.v);
        const auto known =
            std::find_if(terms.begin(), terms.end(), [&](const Term& other) { return other.column == column; });
        if (known != terms.end()) {
          known->factor += term.factor;
        } else {
          terms.push_back({column, term.v, term.factor});
        }
      }
      return terms;
    }
    const Mechanism::Closing& closing = m_.closings[at(row.closing)];
    for (int k = 0; k < closing.crossingCount; ++k) {
      const Mechanism::Crossing& crossing = m_.crossings[at(closing.firstCrossing + k)];
      const Mechanism::Link& link = m_.links[at(crossing.link)];
      for (int v = 0; v < link.vCount; ++v)
        terms.push_back({columnOfVelocity_.at(link.v + v), link.v + v, crossing.sign});
    }
    return terms;
  }

  // An entry of Phi_z in the workspace.
  double valueOf(int row, int velocity) const {
    const int n = m_.blockOfVelocity[at(velocity)];
    const Mechanism::Block& block = m_.blocks[at(n)];
    const auto first = m_.columns.begin() + block.firstColumn;
    const auto found = std::lower_bound(first, first + block.columnCount, velocity,
                                        [](const Mechanism::Column& column, int value) { return column.v < value; });
    return plan_.w.blocks[at(n)]
        .J[at(row - block.firstRow) * at(block.columnCount) + at(static_cast<int>(found - first))];
  }

  // Orders the pivots of Phi_d by its values in all lanes.
  void choosePivotOrder() {
    std::vector<SparseRow> rows;
    for (std::size_t k = 0; k < plan_.choices[0].rows.size(); ++k) {
      terms_.push_back(termsOf(m_.rows[at(plan_.choices[0].rows[k])]));
      SparseRow row;
      for (const Term& term : terms_.back()) {
        const auto place = dependentPlace_.find(term.column);
        if (place == dependentPlace_.end()) continue;
        SparseEntry entry{place->second, {}};
        for (std::size_t l = 0; l < plan_.clusters.size(); ++l)
          entry.value[l] = valueOf(plan_.choices[l].rows[k], batch_.v[at(term.column)][l]);
        row.push_back(entry);
      }
      std::sort(row.begin(), row.end(), [](const SparseEntry& a, const SparseEntry& b) { return a.column < b.column; });
      rows.push_back(std::move(row));
    }
    order_ = choosePivots(std::move(rows), batch_.lanes);
    batch_.chosen = order_.pivots;
    pivotOfColumn_.resize(at(batch_.rank));
    for (int k = 0; k < batch_.rank; ++k) {
      pivotOfColumn_[at(order_.columns[at(k)])] = k;
      batch_.dependent.push_back(plan_.choices[0].dependent[at(order_.columns[at(k)])]);
      batch_.dependentV.push_back(batch_.v[at(batch_.dependent.back())]);
    }
  }

  // Reserves the factors, row by row in the order of the pivots.
  void setFactorEntries() {
    const int rank = batch_.rank;
    entry_.resize(at(rank));
    below_.resize(at(rank));
    for (int k = 0; k < rank; ++k) {
      for (const int column : order_.pattern[at(order_.rows[at(k)])]) entry_[at(k)][pivotOfColumn_[at(column)]] = 0;
      // Columns eliminated from this row keep their multipliers.
      for (const Term& term : terms_[at(order_.rows[at(k)])]) {
        const auto place = dependentPlace_.find(term.column);
        if (place != dependentPlace_.end()) entry_[at(k)][pivotOfColumn_[at(place->second)]] = 0;
      }
    }
    // Close the pattern under elimination.
    for (int k = 0; k < rank; ++k) {
      for (auto it = entry_[at(k)].begin(); it != entry_[at(k)].end() && it->first < k; ++it) {
        for (const auto& [column, local] : entry_[at(it->first)]) {
          if (column > it->first) entry_[at(k)].emplace(column, 0);
        }
      }
      entry_[at(k)].emplace(k, 0);
    }
    for (int k = 0; k < rank; ++k) {
      for (auto& [column, local] : entry_[at(k)]) {
        local = plan_.take(1);
        if (column < k) below_[at(column)].insert(k);
        batch_.constants.push_back({local, 0});
      }
    }
  }

  // The program of reduceBatch(). Per pivot: its entry; the number of entries below it, and these; the number of
  // updates, each with its target and two factors.
  void addFactorisation() {
    std::vector<int>& lu = batch_.lu;
    for (int k = 0; k < batch_.rank; ++k) {
      lu.push_back(entry_[at(k)].at(k));
      lu.push_back(static_cast<int>(below_[at(k)].size()));
      for (const int row : below_[at(k)]) lu.push_back(entry_[at(row)].at(k));
      const auto countAt = lu.size();
      lu.push_back(0);
      for (const int row : below_[at(k)]) {
        for (auto it = entry_[at(k)].upper_bound(k); it != entry_[at(k)].end(); ++it) {
          for (const int index : {entry_[at(row)].at(it->first), entry_[at(row)].at(k), it->second})
            lu.push_back(index);
          ++lu[countAt];
        }
      }
    }
  }

  // The programs of solveRow(): forward with the multipliers, backward with the rows of the upper factor.
  void addSolution() {
    const int rank = batch_.rank;
    for (int k = 0; k < rank; ++k) {
      for (const int row : below_[at(k)]) batch_.forward.push_back({entry_[at(row)].at(k), k, row});
    }
    for (int k = rank; k-- > 0;) {
      const auto countAt = batch_.backward.size();
      batch_.backward.push_back(0);
      for (auto it = entry_[at(k)].upper_bound(k); it != entry_[at(k)].end(); ++it) {
        batch_.backward.push_back(it->second);
        batch_.backward.push_back(it->first);
        ++batch_.backward[countAt];
      }
    }
    batch_.localPivots = plan_.take(rank);
    // Independent chains are interleaved, so that the processor can overlap them.
    std::vector<int> level(at(rank), 0);
    for (const ForwardOp& op : batch_.forward) level[at(op.row)] = std::max(level[at(op.row)], level[at(op.pivot)] + 1);
    std::stable_sort(batch_.forward.begin(), batch_.forward.end(),
                     [&](const ForwardOp& a, const ForwardOp& b) { return level[at(a.pivot)] < level[at(b.pivot)]; });
  }

  // The k-th row of Phi_z goes into the factors or, with opposite sign, into R, which is placed later.
  void addRow(int k) {
    const int number = order_.rows[at(k)];
    const int row = plan_.choices[0].rows[at(number)];
    const bool isClosing = m_.rows[at(row)].closing >= 0;
    const Layout& layout = plan_.layout;
    batch_.gamma.push_back(isClosing ? layout.rowAt[at(row)] + 6 * layout.rowStride[at(row)] : -1);
    Four signals{-1, -1, -1, -1};
    Four residuals{};
    for (std::size_t l = 0; l < 4; ++l) {
      const bool isUsed = l < plan_.clusters.size();
      const int own = plan_.choices[isUsed ? l : 0].rows[at(number)];
      if (isUsed) signals[l] = m_.rows[at(own)].signal;
      residuals[l] = layout.residualAt[at(own)];
    }
    batch_.residual.push_back(residuals);
    batch_.hasSignals = batch_.hasSignals || *std::max_element(signals.begin(), signals.end()) >= 0;
    batch_.signal.push_back(signals);
    for (const Term& term : terms_[at(number)]) {
      const auto dependent = dependentPlace_.find(term.column);
      const bool isDependent = dependent != dependentPlace_.end();
      const int local = isDependent ? entry_[at(k)].at(pivotOfColumn_[at(dependent->second)])
                                    : placeInR(k, independentPlace_.at(term.column));
      const double factor = isDependent ? term.factor : -term.factor;
      if (isClosing) {
        batch_.jacobian.push_back({layout.rowAt[at(row)], layout.columns[at(term.velocity)], factor, local});
      } else {
        batch_.constants.push_back({local, factor});
      }
      if (!isDependent) inR_.insert({k, independentPlace_.at(term.column)});
    }
  }
  int placeInR(int k, int column) const { return -1 - (k * batch_.free + column); }

  // Entries of the factors and of R that no row writes are set to zero. Those of R come first, before entries of rows
  // over coordinates.
  void setZeros() {
    std::vector<ConstantOp> zeros;
    for (int k = 0; k < batch_.rank; ++k) {
      for (int c = 0; c < batch_.free; ++c) {
        if (!inR_.contains({k, c})) zeros.push_back({placeInR(k, c), 0});
      }
    }
    std::set<int> written;
    for (const JacobianOp& op : batch_.jacobian) written.insert(op.local);
    for (const ConstantOp& op : batch_.constants) {
      if (op.value != 0) written.insert(op.local);
    }
    std::erase_if(batch_.constants, [&](const ConstantOp& op) { return op.value == 0 && written.contains(op.local); });
    batch_.constants.insert(batch_.constants.begin(), zeros.begin(), zeros.end());
  }

  BatchPlan& plan_;
  const Mechanism& m_;
  ClusterBatch& batch_;
  std::map<int, int> columnOfVelocity_;
  std::map<int, int> dependentPlace_;  // by column
  std::map<int, int> independentPlace_;
  std::vector<std::vector<Term>> terms_;  // by chosen row
  PivotOrder order_;
  std::vector<int> pivotOfColumn_;         // by place among the dependent columns
  std::vector<std::map<int, int>> entry_;  // by row in the order of the pivots: by column in that order, local
  std::vector<std::set<int>> below_;       // by column in the order of the pivots: rows after it with an entry
  std::set<std::pair<int, int>> inR_;      // entries of R that a row writes
};

}  // namespace

void addEquations(BatchPlan& plan) { EquationBuilder(plan).run(); }

}  // namespace mb::embedded
