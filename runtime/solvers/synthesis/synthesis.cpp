#include "runtime/solvers/synthesis/synthesis.h"

#include <fmt/format.h>

#include <algorithm>

#include "formats/model/basics/disjoint_sets.h"
#include "formats/model/basics/sorted.h"

namespace mb {
namespace {

// The first equation that constrains a link's joint coordinates, or -1.
int rowOn(const Mechanism& m, const Mechanism::Link& link) {
  for (int k = 0; k < link.vCount; ++k) {
    const int block = m.blockOfVelocity[at(link.v + k)];
    if (block >= 0) return m.blocks[at(block)].firstRow;
  }
  return -1;
}

// Whether a base moves freely. A link that a joint of the model connects to the ground has the ground as its base,
// however loose the joint is.
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
  for (std::vector<int>& columns : s.coupled) sortUnique(columns);
}

bool isBase(const Mechanism& m, int link) { return link < 0 || floats(m, link); }

// Links that hang on each other without a base between them, or that closing equations or rods couple.
ConnectedSets coupledLinks(const Mechanism& m) {
  DisjointSets sets(static_cast<int>(m.links.size()));
  for (int i = 0; i < sets.size(); ++i) {
    if (!floats(m, i) && !isBase(m, m.links[at(i)].parent)) sets.unite(i, m.links[at(i)].parent);
  }
  for (const Mechanism::Block& block : m.blocks) {
    for (int c = 1; c < block.columnCount; ++c) {
      sets.unite(m.linkOfVelocity[at(m.columns[at(block.firstColumn + c)].v)],
                 m.linkOfVelocity[at(m.columns[at(block.firstColumn)].v)]);
    }
  }
  for (const Mechanism::RodTerm& rod : m.rods) {
    if (!isBase(m, rod.link[0]) && !isBase(m, rod.link[1])) sets.unite(rod.link[0], rod.link[1]);
  }
  return connectedSets(std::move(sets));
}

void findBases(const Mechanism& m, Synthesis& result) {
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    if (floats(m, static_cast<int>(i))) {
      result.baseOfLink[i] = static_cast<int>(result.bases.size());
      result.bases.push_back(static_cast<int>(i));
      for (int k = 0; k < 6; ++k) result.columnOf[at(link.v + k)] = k;
    } else if (link.parent >= 0) {
      result.baseOfLink[i] = result.baseOfLink[at(link.parent)];
    }
  }
}

void addSubsystem(const Mechanism& m, const std::vector<int>& links, Synthesis& result) {
  Subsystem s;
  const int base = result.baseOfLink[at(links.back())];
  s.base = base >= 0 ? result.bases[at(base)] : -1;
  for (const int i : links) {
    const Mechanism::Link& link = m.links[at(i)];
    result.placeOfLink[at(i)] = static_cast<int>(s.links.size());
    s.links.push_back(i);
    for (int k = 0; k < link.vCount; ++k) {
      result.columnOf[at(link.v + k)] = static_cast<int>(s.velocities.size());
      s.velocities.push_back(link.v + k);
      s.linkOf.push_back(i);
    }
  }
  result.subsystems.push_back(std::move(s));
}

}  // namespace

Synthesis makeSynthesis(const Mechanism& m) {
  Synthesis result;
  result.baseOfLink.assign(m.links.size(), -1);
  result.placeOfLink.assign(m.links.size(), -1);
  result.columnOf.assign(at(m.vCount), -1);
  findBases(m, result);
  std::vector<int> subsystemOfLink(m.links.size(), -1);
  for (std::vector<int>& links : coupledLinks(m).members) {
    std::erase_if(links, [&](int i) { return floats(m, i); });
    if (links.empty()) continue;
    for (const int i : links) subsystemOfLink[at(i)] = static_cast<int>(result.subsystems.size());
    addSubsystem(m, links, result);
  }
  const auto addTo = [&](int link, std::vector<int> Subsystem::*list, int number) {
    if (!isBase(m, link)) (result.subsystems[at(subsystemOfLink[at(link)])].*list).push_back(number);
  };
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
    const Mechanism::Block& block = m.blocks[at(n)];
    if (block.columnCount > 0) addTo(m.linkOfVelocity[at(m.columns[at(block.firstColumn)].v)], &Subsystem::blocks, n);
  }
  for (int k = 0; k < static_cast<int>(m.rods.size()); ++k) {
    const std::array<int, 2>& ends = m.rods[at(k)].link;
    addTo(isBase(m, ends[0]) ? ends[1] : ends[0], &Subsystem::rods, k);
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
