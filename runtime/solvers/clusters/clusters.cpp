#include "runtime/solvers/clusters/clusters.h"

#include <set>

#include "formats/model/basics/disjoint_sets.h"

namespace mb {
namespace {

std::vector<int> linksOfBlock(const Mechanism& m, const Mechanism::Block& block) {
  std::vector<int> links;
  for (int c = 0; c < block.columnCount; ++c)
    links.push_back(m.linkOfVelocity[at(m.columns[at(block.firstColumn + c)].v)]);
  return links;
}

// The links whose joints are between the two frames of a closing.
std::vector<int> linksOfClosing(const Mechanism& m, int closing) {
  const Mechanism::Closing& source = m.closings[at(closing)];
  std::vector<int> links;
  for (int k = 0; k < source.crossingCount; ++k) links.push_back(m.crossings[at(source.firstCrossing + k)].link);
  return links;
}

// Joins links with all links between them and their common ancestor.
void joinThrough(const Mechanism& m, const std::vector<int>& links, DisjointSets& sets) {
  if (links.empty()) return;
  // Parents have smaller numbers, so the farthest one moves up until one is left: the common ancestor, which stays
  // outside the cluster.
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

std::vector<Cluster> clustersOf(const Mechanism& m) {
  DisjointSets sets(static_cast<int>(m.links.size()));
  for (const Mechanism::Block& block : m.blocks) joinThrough(m, linksOfBlock(m, block), sets);
  for (const Mechanism::RodTerm& rod : m.rods) joinThrough(m, linksOfClosing(m, rod.closing), sets);

  ConnectedSets connected = connectedSets(std::move(sets));
  std::vector<Cluster> clusters;
  for (std::vector<int>& links : connected.members) {
    Cluster cluster;
    cluster.base = m.links[at(links.front())].parent;
    cluster.level = cluster.base < 0 ? 0 : clusters[at(connected.setOf[at(cluster.base)])].level + 1;
    cluster.links = std::move(links);
    clusters.push_back(std::move(cluster));
  }
  const auto addTo = [&](const std::vector<int>& links, std::vector<int> Cluster::*list, int number) {
    if (!links.empty()) (clusters[at(connected.setOf[at(links[0])])].*list).push_back(number);
  };
  for (int n = 0; n < static_cast<int>(m.blocks.size()); ++n)
    addTo(linksOfBlock(m, m.blocks[at(n)]), &Cluster::blocks, n);
  for (int k = 0; k < static_cast<int>(m.closings.size()); ++k) addTo(linksOfClosing(m, k), &Cluster::closings, k);
  for (int k = 0; k < static_cast<int>(m.rods.size()); ++k) {
    if (m.rods[at(k)].b != 0) addTo(linksOfClosing(m, m.rods[at(k)].closing), &Cluster::rods, k);
  }
  return clusters;
}

}  // namespace mb
