// The dependent velocities in terms of the independent ones, sparse: an LU of Phi_d with a fixed order of pivots a
// block, and columns of R only where they can differ from zero [HG12 §5]. The coordinates are those of the workspace's
// partitions. Patterns are found when they are chosen; after that everything runs through lists.
#pragma once

#include <span>
#include <vector>

#include "runtime/linear/sparse_lu.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

class SparseReduction {
 public:
  explicit SparseReduction(const Mechanism& m);

  // The patterns for the partitions and Phi_z in the workspace. May take from the heap.
  void choose(const Mechanism& m, const Workspace& w);

  // Phi_d factored, and R. Where pivots have degraded their order is chosen again; where that needs other patterns, or
  // the partitions are others than those chosen for, the patterns are found anew.
  enum class Outcome { kept, chosenAgain, singular };
  Outcome set(const Mechanism& m, const Workspace& w);

  // Phi_d x = right for every block, with one number a row of the mechanism; x goes to the dependent velocities.
  void solveDependent(std::span<const double> right, std::span<double> values);
  // The independent velocities, in order, and R times them added to the dependent ones.
  void addIndependent(std::span<const double> independent, std::span<double> values) const;

  // Smallest over largest pivot of a block against that at the choice: 0 at a singular position.
  double pivotShare(std::size_t block) const;

  // By independent velocity: the velocities it moves, and how fast; first itself, by 1, then the others ascending.
  struct Columns {
    std::vector<int> first;
    std::vector<int> velocity;
    std::vector<double> value;
  };
  const Columns& R() const { return R_; }

 private:
  struct Entry {
    int source = 0;  // in BlockWork::J
    double scale = 1;
    int row = 0;  // among those chosen
  };
  struct IndependentColumn {
    int v = 0;
    std::vector<Entry> entries;
    SparseLu::Reach reach;
    std::vector<int> slots;  // in R, of what is reached
    int place = 0;           // among all independent velocities
  };
  // Rows and columns are scaled by the block's size, as for the choice of coordinates.
  struct Block {
    SparsePattern all;      // of Phi_z
    Partition chosen;       // for which the rest was made
    SparsePattern pattern;  // of Phi_d
    std::vector<Entry> entries;
    std::vector<double> values;
    SparseLu lu;
    // By place of the pivots.
    std::vector<int> velocity;
    std::vector<double> scale;  // of the unknown
    std::vector<int> row;       // of the mechanism
    std::vector<double> rowScale;
    std::vector<double> x;
    std::vector<IndependentColumn> independent;
    double usualRatio = 1;  // smallest over largest pivot when the coordinates were chosen
  };

  static void takeValues(Block& block, const BlockWork& work);
  void chooseBlock(const Mechanism& m, std::size_t number, const Workspace& w);
  void orderBlock(const Mechanism& m, std::size_t number);
  void layOut(const Mechanism& m, const Workspace& w);
  bool placeColumns(Block& block);
  void setColumns(Block& block, const BlockWork& work);

  std::vector<Block> blocks_;
  std::vector<int> places_;  // scratch
  Columns R_;
};

}  // namespace mb
