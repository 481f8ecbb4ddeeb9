// Disjoint sets (union-find), each represented by its smallest member.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "formats/model/basics/index.h"

namespace mb {

class DisjointSets {
 public:
  explicit DisjointSets(int count) : leader_(at(count)) { std::iota(leader_.begin(), leader_.end(), 0); }
  int size() const { return static_cast<int>(leader_.size()); }
  int find(int k) {
    while (leader(k) != k) k = leader(k) = leader(leader(k));
    return k;
  }
  // Returns false when they were already in the same set.
  bool unite(int a, int b) {
    a = find(a);
    b = find(b);
    leader(std::max(a, b)) = std::min(a, b);
    return a != b;
  }
  void uniteAll(const std::vector<int>& members) {
    for (const int member : members) unite(member, members[0]);
  }

 private:
  int& leader(int k) { return leader_[at(k)]; }
  std::vector<int> leader_;
};

// The sets, numbered from 0 in the order of their least members.
struct ConnectedSets {
  std::vector<int> setOf;                 // by member
  std::vector<std::vector<int>> members;  // by set, in increasing order

  int count() const { return static_cast<int>(members.size()); }
};
inline ConnectedSets connectedSets(DisjointSets sets) {
  ConnectedSets result;
  for (int k = 0; k < sets.size(); ++k) {
    const int least = sets.find(k);  // it has its number already, unless it is k
    if (least == k) result.members.emplace_back();
    result.setOf.push_back(least == k ? result.count() - 1 : result.setOf[at(least)]);
    result.members[at(result.setOf.back())].push_back(k);
  }
  return result;
}

}  // namespace mb
