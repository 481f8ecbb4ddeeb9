// What the parts of a batch are made from, while it is made.
#pragma once

#include "runtime/solvers/embedded/layout/layout.h"

namespace mb::embedded {

// A cluster's choice, in numbers within the cluster, so that clusters of one shape can be compared.
struct Choice {
  std::vector<int> rows;        // chosen ones, of the mechanism
  std::vector<int> rowsWithin;  // block by block
  std::vector<int> dependent;   // columns
  bool operator==(const Choice& other) const { return rowsWithin == other.rowsWithin && dependent == other.dependent; }
};

struct BatchPlan {
  const Mechanism& m;
  const Workspace& w;
  Layout& layout;
  std::vector<int> clusters;  // by lane
  std::vector<Choice> choices;
  ClusterBatch batch;
  int next = 0;  // local numbers so far

  int take(int count) {
    const int first = next;
    next += count;
    return first;
  }
};

// The closing equations, then the mass matrix. Entries of R have negative places until R has its own.
void addEquations(BatchPlan& plan);
void addMasses(BatchPlan& plan);
// Entries of Phi_z of one cluster whose links and closings share slots, four at a time.
void putSideBySide(BatchPlan& plan);
// Whether the elimination by the cluster motion subspace takes fewer operations than by the entries of M, roughly.
bool isCheaperBySubspace(const ClusterBatch& batch);
void addSubspace(BatchPlan& plan, int width);
// The rows that any batch uses.
void setRows(const Mechanism& m, const Workspace& w, Layout& layout);

}  // namespace mb::embedded
