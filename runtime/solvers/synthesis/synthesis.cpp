#include "runtime/solvers/synthesis/synthesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "formats/model/basics/disjoint_sets.h"

namespace mb {
namespace {

// The first of the equations that hold a link's joint coordinates, or -1.
int rowOn(const Mechanism& m, const Mechanism::Link& link) {
  for (int k = 0; k < link.vCount; ++k) {
    const int block = m.blockOfVelocity[at(link.v + k)];
    if (block >= 0) return m.blocks[at(block)].firstRow;
  }
  return -1;
}

// A base that moves freely. What a joint of the model ties to the ground has the ground as its base, however loose.
bool floats(const Mechanism& m, int index) {
  const Mechanism::Link& link = m.links[at(index)];
  if (link.parent >= 0 || link.vCount != 6) return false;
  return m.model.links[LinkIndex{index}].joint.empty() || rowOn(m, link) < 0;
}

void addColumns(const Mechanism& m, const Synthesis& synthesis, Subsystem& s) {
  const auto columnsTo = [&](int link) {
    std::vector<int> columns;
    for (; link >= 0 && synthesis.placeOfLink[at(link)] >= 0; link = m.links[at(link)].parent) {
      for (int k = 0; k < m.links[at(link)].vCount; ++k) {
        columns.push_back(synthesis.columnOf[at(m.links[at(link)].v + k)]);
      }
    }
    std::sort(columns.begin(), columns.end());
    return columns;
  };
  s.coupled.resize(s.velocities.size());
  const auto couple = [&](int a, int c) {
    s.coupled[at(a)].push_back(c);
    s.coupled[at(c)].push_back(a);
  };
  for (int a = 0; a < static_cast<int>(s.velocities.size()); ++a) {
    std::vector<int> path = columnsTo(s.linkOf[at(a)]);
    path.erase(std::upper_bound(path.begin(), path.end(), a), path.end());
    for (const int c : path) couple(a, c);
    s.path.push_back(std::move(path));
  }
  for (const int rod : s.rods) {
    s.rodColumns.push_back({columnsTo(m.rods[at(rod)].link[0]), columnsTo(m.rods[at(rod)].link[1])});
    for (const int a : s.rodColumns.back()[0]) {
      for (const int c : s.rodColumns.back()[1]) couple(a, c);
    }
  }
  for (std::vector<int>& columns : s.coupled) {
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  }
}

}  // namespace

Synthesis makeSynthesis(const Mechanism& m) {
  Synthesis result;
  const int count = static_cast<int>(m.links.size());
  result.baseOfLink.assign(m.links.size(), -1);
  result.placeOfLink.assign(m.links.size(), -1);
  result.columnOf.assign(at(m.vCount), -1);
  DisjointSets groups(count);
  for (int i = 0; i < count; ++i) {
    const Mechanism::Link& link = m.links[at(i)];
    if (floats(m, i)) {
      result.baseOfLink[at(i)] = static_cast<int>(result.bases.size());
      result.bases.push_back(i);
      for (int k = 0; k < 6; ++k) result.columnOf[at(link.v + k)] = k;
      continue;
    }
    if (link.parent < 0) continue;
    result.baseOfLink[at(i)] = result.baseOfLink[at(link.parent)];
    if (!floats(m, link.parent)) groups.unite(i, link.parent);
  }
  for (const Mechanism::Block& block : m.blocks) {
    for (int c = 1; c < block.columnCount; ++c) {
      groups.unite(m.linkOfVelocity[at(m.columns[at(block.firstColumn + c)].v)],
                   m.linkOfVelocity[at(m.columns[at(block.firstColumn)].v)]);
    }
  }
  const auto isBase = [&](int link) { return link < 0 || floats(m, link); };
  for (const Mechanism::RodTerm& rod : m.rods) {
    if (!isBase(rod.link[0]) && !isBase(rod.link[1])) groups.unite(rod.link[0], rod.link[1]);
  }

  std::map<int, int> numberOf;  // by the least link
  for (int i = 0; i < count; ++i) {
    const Mechanism::Link& link = m.links[at(i)];
    if (floats(m, i)) continue;
    const auto [found, isNew] = numberOf.try_emplace(groups.find(i), static_cast<int>(result.subsystems.size()));
    if (isNew) result.subsystems.push_back({});
    Subsystem& s = result.subsystems[at(found->second)];
    s.base = result.baseOfLink[at(i)] >= 0 ? result.bases[at(result.baseOfLink[at(i)])] : -1;
    result.placeOfLink[at(i)] = static_cast<int>(s.links.size());
    s.links.push_back(i);
    for (int k = 0; k < link.vCount; ++k) {
      result.columnOf[at(link.v + k)] = static_cast<int>(s.velocities.size());
      s.velocities.push_back(link.v + k);
      s.linkOf.push_back(i);
    }
  }
  const auto subsystemOf = [&](int link) -> Subsystem& {
    return result.subsystems[at(numberOf.at(groups.find(link)))];
  };
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
    if (m.blocks[at(n)].columnCount == 0) continue;
    const int link = m.linkOfVelocity[at(m.columns[at(m.blocks[at(n)].firstColumn)].v)];
    if (!isBase(link)) subsystemOf(link).blocks.push_back(n);
  }
  for (int k = 0; k < static_cast<int>(m.rods.size()); ++k) {
    const std::array<int, 2>& ends = m.rods[at(k)].link;
    const int link = isBase(ends[0]) ? ends[1] : ends[0];
    if (!isBase(link)) subsystemOf(link).rods.push_back(k);
  }
  for (Subsystem& s : result.subsystems) addColumns(m, result, s);
  return result;
}

std::optional<std::string> subsystemRefusal(const Mechanism& m, const Workspace&) {
  for (int i = 0; i < static_cast<int>(m.links.size()); ++i) {
    if (!floats(m, i)) continue;
    const int row = rowOn(m, m.links[at(i)]);
    if (row < 0) continue;
    return fmt::format(
        "the equations of '{}' hold the base '{}', and subsystems can be joined only on a base that nothing else holds",
        m.rows[at(row)].name, m.model.links[LinkIndex{i}].name);
  }
  return std::nullopt;
}

}  // namespace mb
