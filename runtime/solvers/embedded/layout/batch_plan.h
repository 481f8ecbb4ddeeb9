// A batch under construction, shared by the functions that add its parts.
#pragma once

#include "runtime/solvers/embedded/layout/layout.h"

namespace mb::embedded {

// The chosen rows and coordinates of a cluster, numbered within it so that clusters of one shape can be compared.
struct Choice {
  std::vector<int> rows;        // in the mechanism
  std::vector<int> rowsWithin;  // numbered block by block
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
  int next = 0;  // local numbers taken so far

  int take(int count) {
    const int first = next;
    next += count;
    return first;
  }
};

// Closing equations come first, then the mass matrix. Offsets into R are negative until R is placed.
void addEquations(BatchPlan& plan);
void addMasses(BatchPlan& plan);
// Groups the entries of Phi_z of a cluster whose links and closings share slots, four at a time.
void putSideBySide(BatchPlan& plan);
// Estimates whether elimination by the cluster motion subspace is cheaper than by the entries of M.
bool isCheaperBySubspace(const ClusterBatch& batch);
void addSubspace(BatchPlan& plan, int width);
// Schedules the rows that batches use.
void setRows(const Mechanism& m, const Workspace& w, Layout& layout);

}  // namespace mb::embedded
