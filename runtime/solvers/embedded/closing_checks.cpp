#include "runtime/solvers/embedded/closing_checks.h"

#include <algorithm>
#include <cmath>

#include "runtime/evaluation/partition.h"
#include "runtime/linear/small_linear.h"

namespace mb::embedded {

void ClosingChecks::set(const Mechanism& m, const Workspace& w, const Layout& layout) {
  rows_.clear();
  chosen_.clear();
  entries_.clear();
  std::vector<double> scaleOf(at(m.vCount), 1.0);  // by velocity
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Mechanism::Block& block = m.blocks[n];
    for (int r = 0; r < block.rowCount; ++r) {
      const int row = block.firstRow + r;
      rows_.push_back({layout.residualAt[at(row)], row, rowScale(m, block, r)});
    }
    const Partition& partition = w.blocks[n].partition;
    for (int r = 0; r < partition.rank; ++r) {
      const int within = partition.rows[at(r)];
      const int row = block.firstRow + within;
      chosen_.push_back({layout.residualAt[at(row)], row, rowScale(m, block, within)});
    }
    for (int c = 0; c < block.columnCount; ++c)
      scaleOf[at(m.columns[at(block.firstColumn + c)].v)] = columnScale(m, block, c);
  }
  for (const ClusterBatch& batch : layout.schedule.batches) {
    for (int l = 0; l < batch.lanes; ++l) {
      for (int k = 0; k < batch.rank; ++k) {
        const int dependent = batch.dependentV[at(k)][at(l)];
        for (int c = 0; c < batch.free; ++c) {
          const int independent = batch.v[at(batch.independent[at(c)])][at(l)];
          const int block = m.blockOfVelocity[at(dependent)];
          if (m.blockOfVelocity[at(independent)] != block) continue;
          entries_.push_back({batch.local + (batch.localR + k * batch.free + c) * batch.width + l, block,
                              scaleOf[at(independent)] / scaleOf[at(dependent)]});
        }
      }
    }
  }
}

double ClosingChecks::chosenResidual(const double* values) const {
  double worst = 0;
  for (const Value& row : chosen_) {
    const double value = std::abs(values[row.at]) * row.scale;
    if (isWorse(value, worst)) worst = value;
  }
  return worst;
}

Residual ClosingChecks::worstResidual(const double* values) const {
  Residual residual;
  for (const Value& row : rows_) {
    const double value = std::abs(values[row.at]) * row.scale;
    if (isWorse(value, residual.value)) residual = {value, row.row};
  }
  return residual;
}

bool ClosingChecks::isAnyDegraded(const Workspace& w, const double* values) const {
  return std::ranges::any_of(entries_, [&](const Entry& entry) {
    return !(std::abs(values[entry.at]) * entry.scale <= mostGrowth(w.blocks[at(entry.block)].partition));
  });
}

}  // namespace mb::embedded
