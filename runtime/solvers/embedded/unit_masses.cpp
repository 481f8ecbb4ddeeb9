// The mass matrix of a unit: where its entries go, and what rods add.
#include <algorithm>
#include <map>
#include <set>

#include "runtime/solvers/embedded/unit_plan.h"

namespace mb::embedded {
void addMasses(UnitPlan& plan) {
  Unit& u = plan.u;
  const Group& group = plan.layout.groups[at(plan.groups[0])];
  std::map<std::pair<int, int>, int> entryOf;
  std::vector<int> placeOf(u.b.size());  // among the dependent or the independent columns
  std::vector<char> isDependent(u.b.size(), 0);
  for (std::size_t k = 0; k < u.independent.size(); ++k) placeOf[at(u.independent[k])] = static_cast<int>(k);
  for (std::size_t k = 0; k < u.dependent.size(); ++k) {
    placeOf[at(u.dependent[k])] = static_cast<int>(k);
    isDependent[at(u.dependent[k])] = 1;
  }
  std::set<int> written;
  const auto add = [&](int row, int column) {
    const int a = placeOf[at(row)];
    const int c = placeOf[at(column)];
    int local = 0;
    if (isDependent[at(row)] && isDependent[at(column)]) {
      local = plan.take(1);
      u.pairs.push_back({a, c, local});
    } else if (isDependent[at(row)] || isDependent[at(column)]) {
      local = u.localB + (isDependent[at(row)] ? a * u.free + c : c * u.free + a);
    } else {
      local = u.localD + std::max(a, c) * u.free + std::min(a, c);
    }
    entryOf[{row, column}] = local;
    return local;
  };
  for (std::size_t n = u.links.size(); n-- > 0;) {
    const UnitLink& link = u.links[n];
    for (int a = link.firstColumn; a < link.firstColumn + link.columnCount; ++a) {
      for (int c = link.firstColumn; c <= a; ++c) u.entries.push_back(add(a, c));
      for (int k = 0; k < link.pathCount; ++k) u.entries.push_back(add(a, u.path[at(link.firstPath + k)]));
    }
  }
  written.insert(u.entries.begin(), u.entries.end());
  const std::map<int, int> numbers = numbersOf(group);
  const auto pathOf = [&](int link) {  // links within the unit, from there to the base
    std::vector<int> path;
    const auto found = numbers.find(link);
    for (int k = found == numbers.end() ? -1 : found->second; k >= 0; k = u.links[at(k)].parent) path.push_back(k);
    return path;
  };
  const auto columnsOf = [&](int link, std::vector<int>& columns) {
    const UnitLink& source = u.links[at(link)];
    for (int c = source.firstColumn; c < source.firstColumn + source.columnCount; ++c) columns.push_back(c);
  };
  for (const int number : group.rods) {
    const Mechanism::RodTerm& source = plan.m.rods[at(number)];
    if (source.link[0] < 0 || source.link[1] < 0) continue;  // a resting end couples nothing
    UnitRod rod;
    rod.points = plan.layout.rodPoints[at(number)];
    rod.constant = plan.layout.rodConstant[at(number)];
    const std::array<std::vector<int>, 2> paths{pathOf(source.link[0]), pathOf(source.link[1])};
    for (const int link : paths[0]) {
      if (std::find(paths[1].begin(), paths[1].end(), link) == paths[1].end()) continue;
      rod.meeting = link;
      break;
    }
    for (std::size_t e = 0; e < 2; ++e) {
      for (const int link : paths[e]) {
        if (link == rod.meeting) break;
        columnsOf(link, rod.below[e]);
      }
    }
    for (int k = rod.meeting; k >= 0; k = u.links[at(k)].parent) columnsOf(k, rod.above);
    const auto entryAt = [&](int a, int c) {
      const auto found = entryOf.find({a, c});
      if (found != entryOf.end()) return found->second;
      const auto other = entryOf.find({c, a});
      if (other != entryOf.end()) return other->second;
      return add(a, c);
    };
    for (std::size_t e = 0; e < 2; ++e) {
      for (const int a : rod.below[e]) {
        for (const int c : rod.above) rod.withAbove.push_back(entryAt(a, c));
      }
    }
    for (const int a : rod.below[0]) {
      for (const int c : rod.below[1]) rod.across.push_back(entryAt(a, c));
    }
    for (std::size_t e = 0; e < 2; ++e) rod.link[e] = paths[e].empty() ? -1 : paths[e][0];
    u.rods.push_back(std::move(rod));
  }
  const auto zero = [&](int local) {
    if (!written.contains(local)) u.zeros.push_back(local);
  };
  for (int k = 0; k < u.rank * u.free; ++k) zero(u.localB + k);
  for (int i = 0; i < u.free; ++i) {
    for (int j = 0; j <= i; ++j) zero(u.localD + i * u.free + j);
  }
  for (const PairOp& pair : u.pairs) zero(pair.local);
}

}  // namespace mb::embedded
