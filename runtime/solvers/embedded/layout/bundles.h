// Decides which clusters, or links and closings of one cluster, are processed side by side.
#pragma once

#include <vector>

#include "runtime/solvers/clusters/clusters.h"

namespace mb::embedded {

// Clusters of one shape, up to four side by side.
struct Bundle {
  std::vector<int> clusters;
  int stride = 1;  // of its slots

  // Whether the links of its only cluster share slots.
  bool isAcross() const { return clusters.size() == 1 && stride == 4; }
};
// Bases come before what hangs on them.
std::vector<Bundle> bundlesOf(const Mechanism& m, const std::vector<Cluster>& clusters);

// The links of one cluster in slots of up to four. Links of a slot have the same distance from the base, the same
// motion and the same shape of subtree, so that children are in the lanes of their parents.
std::vector<std::vector<int>> linkSlots(const Mechanism& m, const Cluster& cluster);
// Its closings, in slots of up to four with the same rows.
std::vector<std::vector<int>> closingSlots(const Mechanism& m, const Cluster& cluster);

}  // namespace mb::embedded
