// The mass matrix M of a batch: where its entries go, and the couplings of rods.
#include <algorithm>
#include <map>
#include <set>

#include "runtime/solvers/embedded/layout/batch_plan.h"

namespace mb::embedded {
namespace {

class MassBuilder {
 public:
  explicit MassBuilder(BatchPlan& plan)
      : plan_(plan),
        batch_(plan.batch),
        cluster_(plan.layout.clusters[at(plan.clusters[0])]),
        placeOf_(plan.batch.b.size()),
        isDependent_(plan.batch.b.size(), 0) {
    for (std::size_t k = 0; k < batch_.independent.size(); ++k)
      placeOf_[at(batch_.independent[k])] = static_cast<int>(k);
    for (std::size_t k = 0; k < batch_.dependent.size(); ++k) {
      placeOf_[at(batch_.dependent[k])] = static_cast<int>(k);
      isDependent_[at(batch_.dependent[k])] = 1;
    }
  }

  void run() {
    addTree();
    for (const int rod : cluster_.rods) addRod(rod);
    addZeros();
  }

 private:
  // Places an entry of M in D, in B or in the list of pairs.
  int add(int row, int column) {
    const int a = placeOf_[at(row)];
    const int c = placeOf_[at(column)];
    int local = 0;
    if (isDependent_[at(row)] && isDependent_[at(column)]) {
      local = plan_.take(1);
      batch_.pairs.push_back({a, c, local});
    } else if (isDependent_[at(row)] || isDependent_[at(column)]) {
      local = batch_.localB + (isDependent_[at(row)] ? a * batch_.free + c : c * batch_.free + a);
    } else {
      local = batch_.localD + std::max(a, c) * batch_.free + std::min(a, c);
    }
    entryOf_[{row, column}] = local;
    return local;
  }
  int find(int row, int column) {
    const auto found = entryOf_.find({row, column});
    if (found != entryOf_.end()) return found->second;
    const auto other = entryOf_.find({column, row});
    return other != entryOf_.end() ? other->second : add(row, column);
  }

  // Adds the entries between columns of which one is on the path of the other.
  void addTree() {
    for (std::size_t n = batch_.links.size(); n-- > 0;) {
      const BatchLink& link = batch_.links[n];
      for (int a = link.firstColumn; a < link.firstColumn + link.columnCount; ++a) {
        for (int c = link.firstColumn; c <= a; ++c) batch_.entries.push_back(add(a, c));
        for (int k = 0; k < link.pathCount; ++k) batch_.entries.push_back(add(a, batch_.path[at(link.firstPath + k)]));
      }
    }
  }

  // Links from this one to the base.
  std::vector<int> pathOf(int link) const {
    std::vector<int> path;
    const auto found = std::find(cluster_.links.begin(), cluster_.links.end(), link);
    if (found == cluster_.links.end()) return path;
    for (int k = static_cast<int>(found - cluster_.links.begin()); k >= 0; k = batch_.links[at(k)].parent)
      path.push_back(k);
    return path;
  }
  void addColumns(int link, std::vector<int>& columns) const {
    const BatchLink& source = batch_.links[at(link)];
    for (int c = source.firstColumn; c < source.firstColumn + source.columnCount; ++c) columns.push_back(c);
  }

  void addRod(int number) {
    const Mechanism::RodTerm& source = plan_.m.rods[at(number)];
    if (source.link[0] < 0 || source.link[1] < 0) return;  // an end on the ground couples nothing
    BatchRod rod;
    rod.points = plan_.layout.rodPoints[at(number)];
    rod.constant = plan_.layout.rodConstant[at(number)];
    const std::array<std::vector<int>, 2> paths{pathOf(source.link[0]), pathOf(source.link[1])};
    const auto meeting = std::find_first_of(paths[0].begin(), paths[0].end(), paths[1].begin(), paths[1].end());
    if (meeting != paths[0].end()) rod.meeting = *meeting;
    for (std::size_t e = 0; e < 2; ++e) {
      if (!paths[e].empty()) rod.link[e] = paths[e][0];
      for (const int link : paths[e]) {
        if (link == rod.meeting) break;
        addColumns(link, rod.below[e]);
      }
    }
    for (int k = rod.meeting; k >= 0; k = batch_.links[at(k)].parent) addColumns(k, rod.above);
    for (std::size_t e = 0; e < 2; ++e) {
      for (const int a : rod.below[e]) {
        for (const int c : rod.above) rod.withAbove.push_back(find(a, c));
      }
    }
    for (const int a : rod.below[0]) {
      for (const int c : rod.below[1]) rod.across.push_back(find(a, c));
    }
    batch_.rods.push_back(std::move(rod));
  }

  // Entries that the tree does not write start from zero.
  void addZeros() {
    const std::set<int> written(batch_.entries.begin(), batch_.entries.end());
    const auto zero = [&](int local) {
      if (!written.contains(local)) batch_.zeros.push_back(local);
    };
    for (int k = 0; k < batch_.rank * batch_.free; ++k) zero(batch_.localB + k);
    for (int i = 0; i < batch_.free; ++i) {
      for (int j = 0; j <= i; ++j) zero(batch_.localD + i * batch_.free + j);
    }
    for (const PairOp& pair : batch_.pairs) zero(pair.local);
  }

  BatchPlan& plan_;
  ClusterBatch& batch_;
  const Cluster& cluster_;
  std::vector<int> placeOf_;  // by column: among the dependent or the independent ones
  std::vector<char> isDependent_;
  std::map<std::pair<int, int>, int> entryOf_;  // by row and column of M: local
};

}  // namespace

void addMasses(BatchPlan& plan) { MassBuilder(plan).run(); }

}  // namespace mb::embedded
