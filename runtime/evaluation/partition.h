// Independent and dependent coordinates of the blocks: chosen by full pivoting, kept between steps, and chosen again
// when they degrade [HG12 §4].
#pragma once

#include <algorithm>
#include <limits>

#include "runtime/mechanism/workspace.h"

namespace mb {

// Relative size below which a pivot counts as zero. Loops are closed to 1e-13, and elimination amplifies the remainders
// of dependent rows: data that agree to nine digits stay below this value, and so do small loops with seven digits
// (docs/evidence/robustness.md).
constexpr double kRankTolerance = 1e-7;

// Scales of the entries of Phi_z: lengths are divided by the size of the block, and rows of couplers, whose factors may
// have any size, by their largest factor.
double rowScale(const Mechanism& m, const Mechanism::Block& block, int row);
double columnScale(const Mechanism& m, const Mechanism::Block& block, int column);
// Chooses the partition of one block from Phi_z in the workspace, with a rank of at most `most`. Returns true when the
// set of dependent coordinates changed.
bool choosePartition(const Mechanism& m, int block, Workspace& w, int most = std::numeric_limits<int>::max());
// Updates the lists over all blocks that follow from the partitions.
void updateIndependent(const Mechanism& m, Workspace& w);
// Calls choosePartition and updateIndependent with the rank found at the start. Rows that depend on others except for
// the last digits of the data therefore do not become independent on the way. Near a singular position, where the rank
// seems to drop, the old choice stays; BlockWork::former holds it in any case. Returns true when the set of dependent
// coordinates or of rows changed.
bool chooseAgain(const Mechanism& m, int block, Workspace& w);
// The largest |R| of a block, with lengths divided by its size: how much faster a dependent coordinate moves than the
// independent ones.
double growthOf(const Mechanism& m, int block, const Workspace& w);
// The growth beyond which a new choice is needed.
inline double mostGrowth(const Partition& partition) { return std::max(10.0, 2 * partition.growthAtChoice); }
// Whether the growth is so large, and so much larger than at the choice, that a new choice is needed. After any choice
// the factors must be computed again (setReduction), even if the choice is the same.
bool isDegraded(const Mechanism& m, int block, const Workspace& w);
// Solves Phi_d x = right for BlockWork::x of a block; `right` has one number per row of the mechanism.
void solveDependent(const Mechanism& m, int block, std::span<const double> right, Workspace& w);

// The k-th velocity of a block, dependent ones first.
inline std::size_t velocityOf(const Mechanism& m, const Workspace& w, std::size_t block, int k) {
  return at(m.columns[at(m.blocks[block].firstColumn + w.blocks[block].partition.columns[at(k)])].v);
}
// One entry of R v: the r-th dependent value of a block from the independent ones in `values`.
double dependentOf(const Mechanism& m, const Workspace& w, std::size_t block, int r, std::span<const double> values);
// One entry of R' f, for the independent velocity v.
double reducedOf(const Mechanism& m, const Workspace& w, std::size_t v, std::span<const double> values);

}  // namespace mb
