// Things that grow together: sets by their least member.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "formats/model/basics/index.h"

namespace mb {

class DisjointSets {
 public:
  explicit DisjointSets(int count) : leader_(at(count)) { std::iota(leader_.begin(), leader_.end(), 0); }
  int find(int k) {
    while (leader(k) != k) k = leader(k) = leader(leader(k));
    return k;
  }
  // False when they were together already.
  bool unite(int a, int b) {
    a = find(a);
    b = find(b);
    leader(std::max(a, b)) = std::min(a, b);
    return a != b;
  }

 private:
  int& leader(int k) { return leader_[at(k)]; }
  std::vector<int> leader_;
};

}  // namespace mb
