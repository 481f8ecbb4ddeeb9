#include "runtime/solvers/embedded/layout/bundles.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runtime/solvers/embedded/layout/cluster_shape.h"

namespace mb::embedded {
namespace {

// The links of one cluster get slots of four if these hold at least this many on average.
constexpr int kFewLanes = 2;

// Numbers the links of a cluster breadth first, with joints and closings as edges.
std::map<int, int> neighbourOrder(const Mechanism& m, const Cluster& cluster) {
  std::map<int, std::vector<int>> neighbours;
  const auto join = [&](int x, int y) {
    neighbours[x].push_back(y);
    neighbours[y].push_back(x);
  };
  const auto isInside = [&](int link) { return std::binary_search(cluster.links.begin(), cluster.links.end(), link); };
  for (const int link : cluster.links) {
    if (isInside(m.links[at(link)].parent)) join(link, m.links[at(link)].parent);
  }
  for (const int closing : cluster.closings) join(m.closings[at(closing)].linkF, m.closings[at(closing)].linkM);
  std::map<int, int> order;
  for (const int start : cluster.links) {
    std::vector<int> queue{start};
    for (std::size_t k = 0; k < queue.size(); ++k) {
      if (!isInside(queue[k]) || !order.emplace(queue[k], static_cast<int>(order.size())).second) continue;
      queue.insert(queue.end(), neighbours[queue[k]].begin(), neighbours[queue[k]].end());
    }
  }
  return order;
}

// Deals items to slots of up to four. Each lane gets consecutive items, so that neighbours are in the same lane of
// neighbouring slots.
std::vector<std::vector<int>> inLanes(const std::vector<int>& things) {
  const std::size_t count = (things.size() + 3) / 4;
  std::vector<std::vector<int>> slots(count);
  for (std::size_t k = 0; k < things.size(); ++k) slots[k % count].push_back(things[k]);
  return slots;
}

}  // namespace

std::vector<std::vector<int>> linkSlots(const Mechanism& m, const Cluster& cluster) {
  std::map<int, std::string> below;  // by link
  for (std::size_t n = cluster.links.size(); n-- > 0;) {
    const int link = cluster.links[n];
    below[link] = fmt::format("({}{})", motionShape(m, link), below[link]);
    below[m.links[at(link)].parent] += below[link];
  }
  std::map<int, int> depth;
  std::map<std::pair<int, std::string>, std::vector<int>> alike;
  for (const int link : cluster.links) {
    const auto above = depth.find(m.links[at(link)].parent);
    depth[link] = above == depth.end() ? 0 : above->second + 1;
    alike[{depth[link], below[link]}].push_back(link);
  }
  const std::map<int, int> order = neighbourOrder(m, cluster);
  std::vector<std::vector<int>> slots;
  for (auto& [key, links] : alike) {
    std::sort(links.begin(), links.end(), [&](int x, int y) { return order.at(x) < order.at(y); });
    for (std::vector<int>& slot : inLanes(links)) slots.push_back(std::move(slot));
  }
  return slots;
}

std::vector<std::vector<int>> closingSlots(const Mechanism& m, const Cluster& cluster) {
  std::map<std::string, std::vector<int>> alike;
  for (const int closing : cluster.closings) alike[rowsShape(m, closing)].push_back(closing);
  const std::map<int, int> order = neighbourOrder(m, cluster);
  const auto orderOf = [&](int link) {
    const auto found = order.find(link);
    return found == order.end() ? -1 : found->second;
  };
  std::vector<std::vector<int>> slots;
  for (auto& [shape, closings] : alike) {
    // Sorted by the links that they join, so that these are in the same lanes.
    std::sort(closings.begin(), closings.end(), [&](int a, int b) {
      const Mechanism::Closing& x = m.closings[at(a)];
      const Mechanism::Closing& y = m.closings[at(b)];
      return std::pair(orderOf(x.linkM), orderOf(x.linkF)) < std::pair(orderOf(y.linkM), orderOf(y.linkF));
    });
    for (std::vector<int>& slot : inLanes(closings)) slots.push_back(std::move(slot));
  }
  return slots;
}

std::vector<Bundle> bundlesOf(const Mechanism& m, const std::vector<Cluster>& clusters) {
  std::vector<Bundle> bundles;
  std::map<std::string, int> open;  // by shape: a bundle with lanes left
  for (int c = 0; c < static_cast<int>(clusters.size()); ++c) {
    const std::string shape = clusterShape(m, clusters[at(c)]);
    const auto found = open.find(shape);
    if (found != open.end() && bundles[at(found->second)].clusters.size() < 4) {
      bundles[at(found->second)].clusters.push_back(c);
      continue;
    }
    open[shape] = static_cast<int>(bundles.size());
    bundles.push_back({{c}, 1});
  }
  // The shape includes the level, so sorting by level places every base before what hangs on it.
  std::stable_sort(bundles.begin(), bundles.end(), [&](const Bundle& a, const Bundle& b) {
    return clusters[at(a.clusters[0])].level < clusters[at(b.clusters[0])].level;
  });
  for (Bundle& bundle : bundles) {
    const Cluster& first = clusters[at(bundle.clusters[0])];
    if (bundle.clusters.size() > 1 || first.links.size() >= kFewLanes * linkSlots(m, first).size()) bundle.stride = 4;
  }
  return bundles;
}

}  // namespace mb::embedded
