// Clusters of links [Jain12]: the links whose coordinates depend on each other through closing equations or removed
// rods, with all links between them and their common ancestor. A link without loops is a cluster by itself. Each
// cluster hangs on one base link, so clusters form a tree.
#pragma once

#include <vector>

#include "runtime/mechanism/mechanism.h"

namespace mb {

struct Cluster {
  std::vector<int> links;   // in tree order
  int base = -1;            // the link it hangs on; -1: the ground
  int level = 0;            // clusters between it and the ground
  std::vector<int> blocks;  // of closing equations
  std::vector<int> closings;
  std::vector<int> rods;  // removed ones with b != 0
};

// Bases come before what hangs on them.
std::vector<Cluster> clustersOf(const Mechanism& m);

}  // namespace mb
