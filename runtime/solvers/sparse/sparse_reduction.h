// Dependent velocities in terms of the independent ones, sparse: per block, an LU of Phi_d with a fixed pivot order,
// and columns of R only where they can be nonzero [HG12 §5]. The coordinates are those of the workspace's partitions.
// Patterns are determined when the coordinates are chosen; after that everything runs through lists.
#pragma once

#include <span>
#include <vector>

#include "runtime/linear/sparse_lu.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

class SparseReduction {
 public:
  explicit SparseReduction(const Mechanism& m);

  // Determines the patterns for the partitions and Phi_z in the workspace. May allocate.
  void choose(const Mechanism& m, const Workspace& w);

  // Factors Phi_d and computes R. The pivot order is chosen again where pivots have degraded; the patterns are
  // determined again if that requires it or if the partitions have changed.
  enum class Outcome { kept, chosenAgain, singular };
  Outcome set(const Mechanism& m, const Workspace& w);

  // Solves Phi_d x = right for every block, with one number per row of the mechanism; x goes to the dependent
  // velocities.
  void solveDependent(std::span<const double> right, std::span<double> values);
  // Sets the independent velocities, in order, and adds R times them to the dependent ones.
  void addIndependent(std::span<const double> independent, std::span<double> values) const;

  // Smallest over largest pivot of a block relative to that at the choice; 0 at a singular position.
  double pivotShare(std::size_t block) const;

  // By independent velocity: the velocities it moves and their factors; first itself with 1, then the others ascending.
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
    int row = 0;  // among the chosen rows
  };
  struct IndependentColumn {
    int v = 0;
    std::vector<Entry> entries;
    SparseLu::Reach reach;
    std::vector<int> slots;  // in R, of the entries reached
    int place = 0;           // among all independent velocities
  };
  // Rows and columns are scaled by the block's size, as for the choice of coordinates.
  struct Block {
    SparsePattern all;      // of Phi_z
    Partition chosen;       // for which the rest was computed
    SparsePattern pattern;  // of Phi_d
    std::vector<Entry> entries;
    std::vector<double> values;
    SparseLu lu;
    // By pivot place.
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
