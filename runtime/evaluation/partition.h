// Independent and dependent coordinates of the blocks: chosen by full pivoting, kept between steps, chosen again when
// they degrade [HG12 §4].
#pragma once

#include <limits>

#include "runtime/mechanism/workspace.h"

namespace mb {

// Relative size below which a pivot is taken for zero. Loops are closed to 1e-13; elimination lets what is left of
// dependent rows grow: data that agree to nine digits stay below it, small loops with seven (docs/evidence/robustness.md).
constexpr double kRankTolerance = 1e-7;

// By which entries of Phi_z are compared: lengths by the size of the block, and the rows of couplers, whose factors may
// have any size, by the largest of them.
double rowScale(const Mechanism& m, const Mechanism::Block& block, int row);
double columnScale(const Mechanism& m, const Mechanism::Block& block, int column);
// Chooses for one block, from Phi_z as it stands in the workspace, with a rank of `most` where full pivoting finds
// more. Returns true when the set of dependent coordinates changed.
bool choosePartition(const Mechanism& m, int block, Workspace& w, int most = std::numeric_limits<int>::max());
// The lists over all blocks that follow from the partitions.
void updateIndependent(const Mechanism& m, Workspace& w);
// choosePartition and updateIndependent with the rank that was found at the start: rows that depend on others but for
// the last digits of the data do not become independent on the way, and near a singular position, where the rank seems
// to drop, the old choice stays; BlockWork::former holds it in any case. Returns true when the set of dependent
// coordinates or that of the rows changed.
bool chooseAgain(const Mechanism& m, int block, Workspace& w);
// The largest |R| of a block, lengths by its size: how much faster a dependent coordinate moves than the independent
// ones.
double growthOf(const Mechanism& m, int block, const Workspace& w);
// Whether that is so much, and so much more than at the choice, that others are due. After a choice factors are to be
// made anew (setReduction), also where it came out the same.
bool isDegraded(const Mechanism& m, int block, const Workspace& w);
// BlockWork::x of a block: Phi_d x = right, with one number a row of the mechanism.
void solveDependent(const Mechanism& m, int block, std::span<const double> right, Workspace& w);

// The k-th velocity of a block, the dependent ones first.
inline std::size_t velocityOf(const Mechanism& m, const Workspace& w, std::size_t block, int k) {
  return at(m.columns[at(m.blocks[block].firstColumn + w.blocks[block].partition.columns[at(k)])].v);
}
// One entry of R v: the r-th dependent value of a block by the independent ones among the values.
double dependentOf(const Mechanism& m, const Workspace& w, std::size_t block, int r, std::span<const double> values);
// One entry of R' f: that of the independent velocity v.
double reducedOf(const Mechanism& m, const Workspace& w, std::size_t v, std::span<const double> values);

}  // namespace mb
