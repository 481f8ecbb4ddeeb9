#include "runtime/solvers/embedded/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "formats/model/basics/disjoint_sets.h"

namespace mb::embedded {
namespace {

std::vector<int> linksOfBlock(const Mechanism& m, const Mechanism::Block& block) {
  std::vector<int> links;
  for (int c = 0; c < block.columnCount; ++c)
    links.push_back(m.linkOfVelocity[at(m.columns[at(block.firstColumn + c)].v)]);
  return links;
}

// Joins links with all that lies between them, the links below their common ancestor.
void joinThrough(const Mechanism& m, std::vector<int> links, DisjointSets& sets) {
  if (links.empty()) return;
  // Parents have smaller numbers: the farthest one steps up until all have met. Every path passes the joint below the
  // common ancestor, so a single one stops one link early.
  std::set<int> parents;
  for (const int link : links) {
    sets.unite(link, links[0]);
    parents.insert(m.links[at(link)].parent);
  }
  while (parents.size() > 1) {
    const int farthest = *parents.rbegin();
    sets.unite(farthest, links[0]);
    parents.erase(farthest);
    parents.insert(m.links[at(farthest)].parent);
  }
}

}  // namespace

std::string motionShape(const Mechanism& m, int link) {
  const Mechanism::Link& source = m.links[at(link)];
  std::string shape = source.reversed ? "r" : "f";
  shape += source.mass > 0 || !source.inertia.isZero(0) ? "m" : "0";
  for (int k = 0; k < source.stepCount; ++k) {
    const Mechanism::Step& step = m.steps[at(source.firstStep + k)];
    // Single hinges are turned so that their axis is z.
    const bool isHinge = source.stepCount == 1 && step.kind == StepKind::rotation;
    shape += fmt::format(" {}{}", static_cast<int>(step.kind), isHinge ? 2 : step.axis);
  }
  return shape;
}

std::string rowsShape(const Mechanism& m, int closing) {
  std::string shape;
  for (const Mechanism::Row& row : m.rows) {
    if (row.closing == closing) shape += fmt::format(" {}.{}.{}", static_cast<int>(row.kind), row.a, row.b);
  }
  return shape;
}

std::vector<Group> groupsOf(const Mechanism& m) {
  const int count = static_cast<int>(m.links.size());
  DisjointSets sets(count);
  for (const Mechanism::Block& block : m.blocks) joinThrough(m, linksOfBlock(m, block), sets);
  const auto crossingsOf = [&](const Mechanism::Closing& closing) {
    std::vector<int> links;
    for (int k = 0; k < closing.crossingCount; ++k) links.push_back(m.crossings[at(closing.firstCrossing + k)].link);
    return links;
  };
  for (const Mechanism::RodTerm& rod : m.rods) joinThrough(m, crossingsOf(m.closings[at(rod.closing)]), sets);

  std::vector<Group> groups;
  std::vector<int> groupOf(at(count), -1);
  for (int link = 0; link < count; ++link) {
    const int leader = sets.find(link);
    if (leader == link) {
      groupOf[at(link)] = static_cast<int>(groups.size());
      Group group;
      group.base = m.links[at(link)].parent;
      group.level = group.base < 0 ? 0 : groups[at(groupOf[at(group.base)])].level + 1;
      groups.push_back(std::move(group));
    }
    groupOf[at(link)] = groupOf[at(leader)];
    groups[at(groupOf[at(link)])].links.push_back(link);
  }
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n) {
    const std::vector<int> links = linksOfBlock(m, m.blocks[at(n)]);
    if (!links.empty()) groups[at(groupOf[at(links[0])])].blocks.push_back(n);
  }
  for (int k = 0; k < static_cast<int>(m.closings.size()); ++k) {
    const std::vector<int> links = crossingsOf(m.closings[at(k)]);
    if (!links.empty()) groups[at(groupOf[at(links[0])])].closings.push_back(k);
  }
  for (int k = 0; k < static_cast<int>(m.rods.size()); ++k) {
    const std::vector<int> links = crossingsOf(m.closings[at(m.rods[at(k)].closing)]);
    if (!links.empty() && m.rods[at(k)].b != 0) groups[at(groupOf[at(links[0])])].rods.push_back(k);
  }

  for (Group& group : groups) {
    const auto within = [&](int link) {
      const auto found = std::lower_bound(group.links.begin(), group.links.end(), link);
      if (found != group.links.end() && *found == link) return static_cast<int>(found - group.links.begin());
      return link < 0 ? -2 : -1;
    };
    std::string& shape = group.shape;
    shape = fmt::format("{} {}", group.level, group.base < 0 ? "ground" : "link");
    for (const int link : group.links)
      shape += fmt::format("|{} {}", within(m.links[at(link)].parent), motionShape(m, link));
    for (const int closing : group.closings) {
      const Mechanism::Closing& source = m.closings[at(closing)];
      shape += fmt::format("|c {} {}{}", within(source.linkF), within(source.linkM), rowsShape(m, closing));
    }
    for (const int block : group.blocks) {
      shape += "|b";
      for (int r = 0; r < m.blocks[at(block)].rowCount; ++r) {
        const Mechanism::Row& row = m.rows[at(m.blocks[at(block)].firstRow + r)];
        const auto closing = std::find(group.closings.begin(), group.closings.end(), row.closing);
        shape += fmt::format(" {}.{}{}", row.closing < 0 ? -1 : static_cast<int>(closing - group.closings.begin()),
                             static_cast<int>(row.kind), row.signal >= 0 ? "s" : "");
        for (int t = 0; t < row.termCount; ++t) {
          const Mechanism::Term& term = m.terms[at(row.firstTerm + t)];
          const int link = m.linkOfVelocity[at(term.v)];
          shape += fmt::format(" {}+{}*{}", within(link), term.v - m.links[at(link)].v, term.factor);
        }
      }
    }
    for (const int rod : group.rods)
      shape += fmt::format("|r {} {}", within(m.rods[at(rod)].link[0]), within(m.rods[at(rod)].link[1]));
  }
  return groups;
}

}  // namespace mb::embedded
