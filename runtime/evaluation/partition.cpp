#include "runtime/evaluation/partition.h"

#include <algorithm>
#include <cmath>

#include "runtime/evaluation/stages.h"
#include "runtime/linear/markowitz.h"
#include "runtime/linear/small_linear.h"

namespace mb {
namespace {

// Number of entries above which a block's pivots are searched among its nonzeros only, because full pivoting is cubic.
constexpr std::size_t kLargeBlock = 50'000;

void chooseSparse(const Mechanism::Block& block, std::span<const double> a, Partition& partition) {
  SparsePattern pattern;
  pattern.rows = block.rowCount;
  pattern.cols = block.columnCount;
  std::vector<double> values;
  for (int r = 0; r < block.rowCount; ++r) {
    for (int c = 0; c < block.columnCount; ++c) {
      const double value = a[at(r) * at(block.columnCount) + at(c)];
      if (value == 0) continue;
      pattern.column.push_back(c);
      values.push_back(value);
    }
    pattern.first.push_back(static_cast<int>(values.size()));
  }
  Markowitz markowitz;
  markowitz.run(pattern, values, kRankTolerance);
  partition.rank = static_cast<int>(markowitz.rows.size());
  const auto setOrder = [](std::span<const int> chosen, std::vector<int>& order) {
    std::vector<char> isChosen(order.size(), 0);
    std::copy(chosen.begin(), chosen.end(), order.begin());
    for (const int index : chosen) isChosen[at(index)] = 1;
    auto rest = order.begin() + static_cast<long>(chosen.size());
    for (int index = 0; index < static_cast<int>(order.size()); ++index) {
      if (!isChosen[at(index)]) *rest++ = index;
    }
  };
  setOrder(markowitz.rows, partition.rows);
  setOrder(markowitz.columns, partition.columns);
}

}  // namespace

double rowScale(const Mechanism& m, const Mechanism::Block& block, int row) {
  const Mechanism::Row& it = m.rows[at(block.firstRow + row)];
  if (it.kind == RowKind::coordinates && it.parameter > 0) return 1 / it.parameter;
  return it.isLength ? 1 / block.size : 1;
}
double columnScale(const Mechanism& m, const Mechanism::Block& block, int column) {
  return m.columns[at(block.firstColumn + column)].isTranslation ? block.size : 1;
}

bool choosePartition(const Mechanism& m, int number, Workspace& w, int most) {
  const Mechanism::Block& block = m.blocks[at(number)];
  BlockWork& work = w.blocks[at(number)];
  Partition& partition = work.partition;
  const int before = partition.rank;
  bool changed = false;
  // lu is scratch here; it is factored again for the partition chosen.
  for (int r = 0; r < block.rowCount; ++r) {
    for (int c = 0; c < block.columnCount; ++c) {
      const std::size_t k = at(r) * at(block.columnCount) + at(c);
      work.lu[k] = work.J[k] * rowScale(m, block, r) * columnScale(m, block, c);
    }
  }
  for (int c = 0; c < before; ++c) w.isDependent[at(m.columns[at(block.firstColumn + partition.columns[at(c)])].v)] = 2;
  if (work.lu.size() > kLargeBlock) {
    chooseSparse(block, work.lu, partition);
  } else {
    partition.rank = eliminateFullPivot(work.lu, block.rowCount, block.columnCount, kRankTolerance, partition.rows,
                                        partition.columns);
    partition.rank = std::min(partition.rank, most);  // the largest pivots come first
  }
  partition.pivotRatioAtChoice = 0;
  changed = partition.rank != before;
  std::sort(partition.rows.begin(), partition.rows.begin() + partition.rank);
  std::sort(partition.columns.begin(), partition.columns.begin() + partition.rank);
  std::sort(partition.columns.begin() + partition.rank, partition.columns.end());
  for (int c = 0; c < block.columnCount; ++c) {
    char& mark = w.isDependent[at(m.columns[at(block.firstColumn + partition.columns[at(c)])].v)];
    if ((mark == 2) != (c < partition.rank)) changed = true;
    mark = c < partition.rank ? 1 : 0;
  }
  return changed;
}

void updateIndependent(const Mechanism& m, Workspace& w) {
  std::fill(w.isDependent.begin(), w.isDependent.end(), 0);
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Mechanism::Block& block = m.blocks[n];
    const Partition& partition = w.blocks[n].partition;
    for (int c = 0; c < block.columnCount; ++c) {
      const std::size_t v = at(m.columns[at(block.firstColumn + partition.columns[at(c)])].v);
      const bool isDependent = c < partition.rank;
      w.isDependent[v] = isDependent ? 1 : 0;
      w.placeInBlock[v] = isDependent ? c : c - partition.rank;
    }
  }
  w.independent.clear();
  for (int v = 0; v < m.vCount; ++v) {
    if (!w.isDependent[at(v)]) w.independent.push_back(v);
  }
}

bool chooseAgain(const Mechanism& m, int block, Workspace& w) {
  BlockWork& work = w.blocks[at(block)];
  work.former = work.partition;
  bool changed = choosePartition(m, block, w, work.former.rank);
  changed = changed || !std::equal(work.former.rows.begin(), work.former.rows.begin() + work.former.rank,
                                   work.partition.rows.begin());
  if (work.partition.rank != work.former.rank) {
    work.partition = work.former;
    changed = false;
  }
  updateIndependent(m, w);
  return changed;
}

void setReduction(const Mechanism& m, Workspace& w) {
  for (std::size_t n = 0; n < m.blocks.size(); ++n) {
    const Mechanism::Block& block = m.blocks[n];
    BlockWork& work = w.blocks[n];
    const Partition& partition = work.partition;
    const int rank = partition.rank;
    const int free = block.columnCount - rank;
    for (int r = 0; r < rank; ++r) {
      const int row = partition.rows[at(r)];
      const double* const J = work.J.data() + at(row) * at(block.columnCount);
      const double scale = rowScale(m, block, row);
      for (int c = 0; c < rank; ++c) work.lu[at(r * rank + c)] = scale * J[partition.columns[at(c)]];
      for (int c = 0; c < free; ++c) work.R[at(r * free + c)] = -scale * J[partition.columns[at(rank + c)]];
    }
    work.pivotRatio = factorLu(work.lu, rank, work.exchange);
    if (work.partition.pivotRatioAtChoice == 0) work.partition.pivotRatioAtChoice = work.pivotRatio;
    solveLu(work.lu, rank, work.exchange, work.R, free);
  }
}

double growthOf(const Mechanism& m, int number, const Workspace& w) {
  const Mechanism::Block& block = m.blocks[at(number)];
  const BlockWork& work = w.blocks[at(number)];
  const Partition& partition = work.partition;
  const int free = block.columnCount - partition.rank;
  double growth = 0;
  for (int r = 0; r < partition.rank; ++r) {
    const double dependent = columnScale(m, block, partition.columns[at(r)]);
    for (int c = 0; c < free; ++c) {
      const double independent = columnScale(m, block, partition.columns[at(partition.rank + c)]);
      const double entry = std::abs(work.R[at(r * free + c)]) * independent / dependent;
      if (isWorse(entry, growth)) growth = entry;
    }
  }
  return growth;
}

bool isDegraded(const Mechanism& m, int block, const Workspace& w) {
  return !(growthOf(m, block, w) <= mostGrowth(w.blocks[at(block)].partition));
}

void solveDependent(const Mechanism& m, int number, std::span<const double> right, Workspace& w) {
  const Mechanism::Block& block = m.blocks[at(number)];
  BlockWork& work = w.blocks[at(number)];
  for (int r = 0; r < work.partition.rank; ++r) {
    const int row = work.partition.rows[at(r)];
    work.x[at(r)] = rowScale(m, block, row) * right[at(block.firstRow + row)];
  }
  solveLu(work.lu, work.partition.rank, work.exchange, work.x, 1);
}

double dependentOf(const Mechanism& m, const Workspace& w, std::size_t block, int r, std::span<const double> values) {
  const BlockWork& work = w.blocks[block];
  const int rank = work.partition.rank;
  const int free = m.blocks[block].columnCount - rank;
  double sum = 0;
  for (int c = 0; c < free; ++c) sum += work.R[at(r * free + c)] * values[velocityOf(m, w, block, rank + c)];
  return sum;
}

double reducedOf(const Mechanism& m, const Workspace& w, std::size_t v, std::span<const double> values) {
  double sum = values[v];
  const int block = m.blockOfVelocity[v];
  if (block < 0) return sum;
  const BlockWork& work = w.blocks[at(block)];
  const int free = m.blocks[at(block)].columnCount - work.partition.rank;
  for (int r = 0; r < work.partition.rank; ++r) {
    sum += work.R[at(r * free + w.placeInBlock[v])] * values[velocityOf(m, w, at(block), r)];
  }
  return sum;
}

}  // namespace mb
