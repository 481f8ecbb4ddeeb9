// Shared by the sparse solvers: the equations of the open chain [HG12 Eq. 18] on the pattern of the tree, and the
// pattern of the closing equations.
#pragma once

#include <optional>
#include <string>

#include "runtime/linear/sparse_ldl.h"
#include "runtime/linear/sparse_lu.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

// M of the open chain: velocities couple with those on their path to the root, and removed rods couple two paths.
struct TreeMatrix {
  // An entry of a row: its velocity and its slot in the pattern.
  struct Path {
    int velocity = 0;
    int slot = 0;
  };
  struct RodEntry {
    int first = 0;  // velocities on the paths of its two ends
    int second = 0;
    int slot = 0;
    double factor = 1;  // 2 on the diagonal
  };

  SymmetricPattern pattern;
  std::vector<double> M;
  std::vector<int> firstPath;  // by velocity, without those of its own link above it
  std::vector<Path> paths;
  std::vector<int> firstRodEntry;  // by rod
  std::vector<RodEntry> rodEntries;
};

// full: as if all velocities were coupled.
TreeMatrix makeTreeMatrix(const Mechanism& m, bool full = false);
// Sets M here, and Q and the carried forces in the workspace.
void setTreeMatrix(const Mechanism& m, Workspace& w, TreeMatrix& tree);

// The entries of a block's Phi_z that may be nonzero at any position.
SparsePattern closingPattern(const Mechanism& m, int block);

// [CYI01] needs independent closing equations and an invertible mass matrix. Each returns what is wrong, if anything.
std::optional<std::string> refuseDependentRows(const Mechanism& m, const Workspace& w);
std::optional<std::string> refuseMasslessEnds(const Mechanism& m);

}  // namespace mb
