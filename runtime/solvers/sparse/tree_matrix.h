// What the sparse solvers share: the open chain's equations [HG12 Eq. 18] on the pattern of the tree, and the pattern
// of the closing equations.
#pragma once

#include <optional>
#include <string>

#include "runtime/linear/sparse_ldl.h"
#include "runtime/linear/sparse_lu.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

// M of the open chain: velocities couple with those on their path to the root, removed rods couple two paths.
struct TreeMatrix {
  // Of a row: which velocity stands in which slot of the pattern.
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
  std::vector<int> firstPath;  // by velocity; those of its link above it left out
  std::vector<Path> paths;
  std::vector<int> firstRodEntry;  // by rod
  std::vector<RodEntry> rodEntries;
};

// full: as if all velocities were coupled.
TreeMatrix makeTreeMatrix(const Mechanism& m, bool full = false);
// M here; Q and the carried forces in the workspace.
void setTreeMatrix(const Mechanism& m, Workspace& w, TreeMatrix& tree);

// Where Phi_z of a block may differ from zero at any position.
SparsePattern closingPattern(const Mechanism& m, int block);

// [CYI01] asks for independent closing equations and for a mass matrix with an inverse. What is wrong, if something.
std::optional<std::string> refuseDependentRows(const Mechanism& m, const Workspace& w);
std::optional<std::string> refuseMasslessEnds(const Mechanism& m);

}  // namespace mb
