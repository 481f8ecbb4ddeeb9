#include "runtime/solvers/sparse/sparse_reduction.h"

#include <algorithm>
#include <limits>

#include "runtime/evaluation/partition.h"
#include "runtime/linear/small_linear.h"
#include "runtime/solvers/sparse/tree_matrix.h"

namespace mb {
namespace {

// Coordinates chosen beside a singular position may first be factored in it, where their pivots are not typical.
constexpr double kLeastUsualRatio = 1e-6;
// If pivots are this much further apart than at the choice of the coordinates, either their order is no longer good or
// the position is nearly singular, and only the best order can decide.
constexpr double kDoubtful = 0.02;

bool isSame(const Partition& a, const Partition& b) {
  return a.rank == b.rank && a.rows == b.rows && a.columns == b.columns;
}

}  // namespace

SparseReduction::SparseReduction(const Mechanism& m) {
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
    Block& block = blocks_.emplace_back();
    block.all = closingPattern(m, n);
    block.chosen.rank = -1;
  }
}

void SparseReduction::choose(const Mechanism& m, const Workspace& w) {
  for (std::size_t n = 0; n < blocks_.size(); ++n) chooseBlock(m, n, w);
  layOut(m, w);
}

void SparseReduction::takeValues(Block& block, const BlockWork& work) {
  for (std::size_t t = 0; t < block.entries.size(); ++t) {
    block.values[t] = block.entries[t].scale * work.J[at(block.entries[t].source)];
  }
}

// Phi_z is divided into Phi_d and the columns of the independent velocities, which go to the right-hand side.
void SparseReduction::chooseBlock(const Mechanism& m, std::size_t number, const Workspace& w) {
  const Mechanism::Block& source = m.blocks[number];
  Block& block = blocks_[number];
  block.chosen = w.blocks[number].partition;
  const int rank = block.chosen.rank;
  std::vector<int> orderOf(at(source.columnCount));
  for (int c = 0; c < source.columnCount; ++c) orderOf[at(block.chosen.columns[at(c)])] = c;
  block.independent.assign(at(source.columnCount - rank), {});
  block.pattern = {rank, rank, {0}, {}};
  block.entries.clear();
  for (int r = 0; r < rank; ++r) {
    const int row = block.chosen.rows[at(r)];
    for (int t = block.all.first[at(row)]; t < block.all.first[at(row) + 1]; ++t) {
      const int column = block.all.column[at(t)];
      const int place = orderOf[at(column)];
      Entry entry{row * source.columnCount + column, rowScale(m, source, row), r};
      if (place < rank) {
        entry.scale *= columnScale(m, source, column);
        block.pattern.column.push_back(place);
        block.entries.push_back(entry);
      } else {
        entry.scale = -entry.scale;
        block.independent[at(place - rank)].entries.push_back(entry);
      }
    }
    block.pattern.first.push_back(static_cast<int>(block.pattern.column.size()));
  }
  for (std::size_t c = 0; c < block.independent.size(); ++c) {
    block.independent[c].v = m.columns[at(source.firstColumn + block.chosen.columns[at(rank) + c])].v;
  }
  block.values.resize(block.entries.size());
  takeValues(block, w.blocks[number]);
  orderBlock(m, number);
  block.usualRatio = std::max(block.lu.pivotRatio(), kLeastUsualRatio);
}

// Determines the pivot order and everything that follows from it.
void SparseReduction::orderBlock(const Mechanism& m, std::size_t number) {
  const Mechanism::Block& source = m.blocks[number];
  Block& block = blocks_[number];
  block.lu.choose(block.pattern, block.values, 0);
  if (block.lu.rank() < block.chosen.rank) return;
  const auto rank = at(block.lu.rank());
  block.velocity.resize(rank);
  block.scale.resize(rank);
  block.row.resize(rank);
  block.rowScale.resize(rank);
  block.x.assign(rank, 0.0);
  for (std::size_t k = 0; k < rank; ++k) {
    const int column = block.chosen.columns[at(block.lu.columnAt(static_cast<int>(k)))];
    const int row = block.chosen.rows[at(block.lu.rowAt(static_cast<int>(k)))];
    block.velocity[k] = m.columns[at(source.firstColumn + column)].v;
    block.scale[k] = columnScale(m, source, column);
    block.row[k] = source.firstRow + row;
    block.rowScale[k] = rowScale(m, source, row);
  }
  for (IndependentColumn& column : block.independent) {
    places_.clear();
    for (const Entry& entry : column.entries) places_.push_back(block.lu.placeOfRow(entry.row));
    block.lu.setReach(places_, column.reach);
  }
}

void SparseReduction::layOut(const Mechanism& m, const Workspace& w) {
  struct Source {
    const Block* block = nullptr;
    IndependentColumn* column = nullptr;
  };
  std::vector<Source> sourceOf(at(m.vCount));
  for (Block& block : blocks_) {
    for (IndependentColumn& column : block.independent) sourceOf[at(column.v)] = {&block, &column};
  }
  R_.first.assign(1, 0);
  R_.velocity.clear();
  for (const int v : w.independent) {
    R_.velocity.push_back(v);
    if (const Source& source = sourceOf[at(v)]; source.column != nullptr) {
      source.column->place = static_cast<int>(R_.first.size()) - 1;
      for (const int place : source.column->reach.back) R_.velocity.push_back(source.block->velocity[at(place)]);
      std::sort(R_.velocity.begin() + R_.first.back() + 1, R_.velocity.end());
    }
    R_.first.push_back(static_cast<int>(R_.velocity.size()));
  }
  R_.value.assign(R_.velocity.size(), 1.0);
  for (Block& block : blocks_) placeColumns(block);
}

// Finds the slots of the solutions in R for the current pivot order. Returns false if some have none.
bool SparseReduction::placeColumns(Block& block) {
  for (IndependentColumn& column : block.independent) {
    const auto first = R_.velocity.begin() + R_.first[at(column.place)] + 1;
    const auto last = R_.velocity.begin() + R_.first[at(column.place) + 1];
    column.slots.clear();
    for (const int place : column.reach.back) {
      const auto found = std::lower_bound(first, last, block.velocity[at(place)]);
      if (found == last || *found != block.velocity[at(place)]) return false;
      column.slots.push_back(static_cast<int>(found - R_.velocity.begin()));
    }
  }
  return true;
}

SparseReduction::Outcome SparseReduction::set(const Mechanism& m, const Workspace& w) {
  bool isNew = R_.first.empty();
  bool isSingular = false;
  for (std::size_t n = 0; n < blocks_.size(); ++n) {
    Block& block = blocks_[n];
    if (!isSame(block.chosen, w.blocks[n].partition)) {
      chooseBlock(m, n, w);
      isNew = true;
    } else {
      takeValues(block, w.blocks[n]);
      // Only a complete factorisation is kept; one from a singular position is not used again.
      const bool isComplete = block.lu.rank() == block.chosen.rank;
      if (isComplete) block.lu.factor(block.values);
      if (!isComplete || block.lu.isDegraded() || block.lu.pivotRatio() < kDoubtful * block.usualRatio) {
        orderBlock(m, n);
        const bool isRegular = block.lu.rank() == block.chosen.rank;
        isNew = isNew || (isRegular && !placeColumns(block));
      }
    }
    isSingular = isSingular || block.lu.rank() < block.chosen.rank;
  }
  if (isSingular) {
    R_.first.clear();
    return Outcome::singular;
  }
  if (isNew) layOut(m, w);
  for (std::size_t n = 0; n < blocks_.size(); ++n) setColumns(blocks_[n], w.blocks[n]);
  return isNew ? Outcome::chosenAgain : Outcome::kept;
}

void SparseReduction::setColumns(Block& block, const BlockWork& work) {
  std::fill(block.x.begin(), block.x.end(), 0.0);
  for (const IndependentColumn& column : block.independent) {
    for (const Entry& entry : column.entries) {
      block.x[at(block.lu.placeOfRow(entry.row))] = entry.scale * work.J[at(entry.source)];
    }
    block.lu.solve(column.reach, block.x);
    const std::size_t first = at(R_.first[at(column.place)]) + 1;
    std::fill(R_.value.begin() + static_cast<std::ptrdiff_t>(first), R_.value.begin() + R_.first[at(column.place) + 1],
              0.0);
    for (std::size_t k = 0; k < column.slots.size(); ++k) {
      const std::size_t place = at(column.reach.back[k]);
      R_.value[at(column.slots[k])] = block.scale[place] * block.x[place];
      block.x[place] = 0;
    }
  }
}

void SparseReduction::solveDependent(std::span<const double> right, std::span<double> values) {
  for (Block& block : blocks_) {
    for (std::size_t k = 0; k < block.x.size(); ++k) block.x[k] = block.rowScale[k] * right[at(block.row[k])];
    block.lu.solve(block.x);
    for (std::size_t k = 0; k < block.x.size(); ++k) values[at(block.velocity[k])] = block.scale[k] * block.x[k];
  }
}

void SparseReduction::addIndependent(std::span<const double> independent, std::span<double> values) const {
  for (std::size_t k = 0; k + 1 < R_.first.size(); ++k) {
    const std::size_t first = at(R_.first[k]);
    values[at(R_.velocity[first])] = independent[k];
    for (std::size_t t = first + 1; t < at(R_.first[k + 1]); ++t) {
      values[at(R_.velocity[t])] += R_.value[t] * independent[k];
    }
  }
}

double SparseReduction::pivotShare(std::size_t number) const {
  const Block& block = blocks_[number];
  if (block.lu.rank() == block.chosen.rank) return std::min(1.0, block.lu.pivotRatio() / block.usualRatio);
  return allFinite(block.values) ? 0 : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace mb
