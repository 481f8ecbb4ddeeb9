// Independent and dependent coordinates of the blocks: chosen by full pivoting, kept between steps, chosen again when
// they degrade [HG12 §4].
#pragma once

#include "runtime/workspace.h"

namespace mb {

// Relative size below which a pivot is taken for zero. Loops are closed to 1e-13; data typed with seven digits leave
// dependent rows with about this much.
constexpr double kRankTolerance = 1e-7;

// By which entries of Phi_z are compared: lengths by the size of the block, and the rows of couplers, whose factors may
// have any size, by the largest of them.
double rowScale(const Mechanism& m, const Mechanism::Block& block, int row);
double columnScale(const Mechanism& m, const Mechanism::Block& block, int column);
// Chooses for one block, from Phi_z as it stands in the workspace. Returns true when the set of dependent coordinates
// changed.
bool choosePartition(const Mechanism& m, int block, Workspace& w);
// The lists over all blocks that follow from the partitions.
void updateIndependent(const Mechanism& m, Workspace& w);
// The largest |R| of a block, lengths by its size: how much faster a dependent coordinate moves than the independent
// ones.
double growthOf(const Mechanism& m, int block, const Workspace& w);
// BlockWork::x of a block: Phi_d x = right, with one number a row of the mechanism.
void solveDependent(const Mechanism& m, int block, std::span<const double> right, Workspace& w);

}  // namespace mb
