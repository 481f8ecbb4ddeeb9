// Things that grow together: sets by their least member.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace mb {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : leader_(count) { std::iota(leader_.begin(), leader_.end(), 0); }
  int find(int k) {
    while (leader(k) != k) k = leader(k) = leader(leader(k));
    return k;
  }
  void join(int a, int b) {
    a = find(a);
    b = find(b);
    leader(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& leader(int k) { return leader_[static_cast<std::size_t>(k)]; }
  std::vector<int> leader_;
};

}  // namespace mb
