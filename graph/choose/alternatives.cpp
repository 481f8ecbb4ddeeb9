#include "graph/choose/alternatives.h"

#include <algorithm>
#include <map>
#include <set>

namespace mb {
namespace {

// A tree of one block compared with the chosen one.
struct Rival {
  Weight weight = 0;      // excess over the chosen tree
  std::int64_t cost = 0;  // likewise
  TreeFlags inTree;
  auto operator<=>(const Rival&) const = default;
};

struct Exchange {
  Weight weight = 0;
  int cut = 0;
  int edge = 0;
  auto operator<=>(const Exchange&) const = default;
};

class BiconnectedRivals {
 public:
  BiconnectedRivals(const BiconnectedSearch& block, const TreeChoice& chosen)
      : block_(block), chosen_(chosen), tree_(block.graph) {}

  // Trees one exchange away, lightest first, as many as the block's share of the work allows.
  std::vector<Rival> around(const Rival& rival, int atLeast) {
    const BiconnectedGraph& graph = block_.graph;
    std::vector<Exchange> exchanges;
    tree_.root(rival.inTree, chosen_.entry);
    for (int cut = 0; cut < graph.edgeCount(); ++cut) {
      if (rival.inTree[cut] || !graph.mayStay[cut]) continue;
      for (const int edge : tree_.loopOf(cut)) {
        if (graph.keys[edge].optional)
          exchanges.push_back({graph.keys[cut].weight - graph.keys[edge].weight, cut, edge});
      }
    }
    std::sort(exchanges.begin(), exchanges.end());
    const std::int64_t most = std::max<std::int64_t>(atLeast, block_.work / kShareOfWork / graph.edgeCount());
    if (static_cast<std::int64_t>(exchanges.size()) > most) exchanges.resize(static_cast<std::size_t>(most));
    std::vector<Rival> rivals;
    std::int64_t spent = 0;
    for (const Exchange& exchange : exchanges) {
      if (spent > block_.work / kShareOfWork && static_cast<int>(rivals.size()) >= atLeast) break;
      Rival next{rival.weight + exchange.weight, 0, rival.inTree};
      std::swap(next.inTree[exchange.cut], next.inTree[exchange.edge]);
      next.cost = tree_.at(next.inTree, chosen_.entry, chosen_.above).cost - chosen_.figures.cost;
      spent += tree_.work();
      rivals.push_back(std::move(next));
    }
    return rivals;
  }

  std::vector<Rival> best(int count) {
    std::set<Rival> waiting{Rival{0, 0, chosen_.inTree}};
    std::set<TreeFlags> seen{chosen_.inTree};
    std::vector<Rival> found;
    while (!waiting.empty() && static_cast<int>(found.size()) < count) {
      const Rival rival = *waiting.begin();
      waiting.erase(waiting.begin());
      for (Rival& next : around(rival, count)) {
        if (seen.insert(next.inTree).second) waiting.insert(std::move(next));
      }
      if (rival.inTree != chosen_.inTree) found.push_back(rival);
    }
    return found;
  }

 private:
  static constexpr std::int64_t kShareOfWork = 10;

  const BiconnectedSearch& block_;
  const TreeChoice& chosen_;
  TreeCost tree_;
};

int preferencesBroken(const BiconnectedGraph& graph, const TreeFlags& inTree) {
  int sum = 0;
  for (int e = 0; e < graph.edgeCount(); ++e) sum += inTree[e] ? static_cast<int>(graph.keys[e].preference) : 0;
  return sum;
}

std::string lostBy(const BiconnectedSearch& block, const TreeChoice& chosen, const Rival& rival,
                   Conditioning& conditioning) {
  const BiconnectedGraph& graph = block.graph;
  if (rival.weight > 0) return "weight";
  if (preferencesBroken(graph, rival.inTree) > preferencesBroken(graph, chosen.inTree)) return "preference";
  if (rival.cost > 0) return "predicted cost";
  TreeCost tree(graph);
  if (tree.at(rival.inTree, chosen.entry, chosen.above).depth > chosen.figures.depth) return "depth";
  if (chosen.decidedBy == DecidedBy::search) return "search";  // equal in everything that was compared
  if (!chosen.skippedConditioning) {
    const double ratio = conditioning.of(graph, rival.inTree).value_or(0);
    if (ratio > conditioning.of(graph, chosen.inTree).value_or(0) * (1 + kConditioningTolerance)) return "conditioning";
  }
  const int reversed = tree.reversedJoints();
  tree.root(chosen.inTree, chosen.entry);
  return reversed > tree.reversedJoints() ? "reversed joints" : "name";
}

// The chosen forest with the trees of some blocks replaced.
struct Combination {
  Weight weight = 0;
  std::int64_t cost = 0;
  std::map<int, const Rival*> rivals;  // by block
};

std::vector<Combination> combine(const std::map<int, std::vector<Rival>>& rivals, int count) {
  std::vector<Combination> best{{}};
  for (const auto& [block, list] : rivals) {
    std::vector<Combination> next = best;
    for (const Combination& combination : best) {
      for (const Rival& rival : list) {
        Combination more{combination.weight + rival.weight, combination.cost + rival.cost, combination.rivals};
        more.rivals[block] = &rival;
        next.push_back(std::move(more));
      }
    }
    std::stable_sort(next.begin(), next.end(), [](const Combination& a, const Combination& b) {
      return std::tuple(a.weight, a.cost, a.rivals.size()) < std::tuple(b.weight, b.cost, b.rivals.size());
    });
    if (static_cast<int>(next.size()) > count + 1) next.resize(static_cast<std::size_t>(count) + 1);
    best = std::move(next);
  }
  std::erase_if(best, [](const Combination& combination) { return combination.rivals.empty(); });
  if (static_cast<int>(best.size()) > count) best.resize(static_cast<std::size_t>(count));
  return best;
}

// By block. The best alternatives overall use only blocks whose own best rival is among the best.
std::map<int, std::vector<Rival>> bestRivals(const BiconnectedTree& blocks, const std::vector<TreeChoice>& trees,
                                             int count) {
  std::vector<std::pair<Rival, int>> first;
  for (int b = 0; b < static_cast<int>(blocks.blocks().size()); ++b) {
    const BiconnectedSearch& block = blocks.blocks()[b];
    if (block.graph.edgeCount() < 2) continue;
    std::vector<Rival> near = BiconnectedRivals(block, trees[b]).around({0, 0, trees[b].inTree}, count);
    if (near.empty()) continue;
    first.emplace_back(*std::min_element(near.begin(), near.end()), b);
  }
  std::sort(first.begin(), first.end(), [](const auto& a, const auto& b) {
    return std::tuple(a.first.weight, a.first.cost, a.second) < std::tuple(b.first.weight, b.first.cost, b.second);
  });
  if (static_cast<int>(first.size()) > count) first.resize(static_cast<std::size_t>(count));
  std::map<int, std::vector<Rival>> rivals;
  for (const auto& [rival, b] : first) rivals[b] = BiconnectedRivals(blocks.blocks()[b], trees[b]).best(count);
  return rivals;
}

// Which joints it keeps and cuts instead of the chosen ones, and what it lost by. Returns the components it changes.
std::set<int> describeChanges(const Topology& topology, const BiconnectedTree& blocks,
                              const std::vector<TreeChoice>& trees, const Combination& combination,
                              Conditioning& conditioning, Plan::Alternative& alternative) {
  std::set<int> components;
  for (const auto& [b, rival] : combination.rivals) {
    const BiconnectedGraph& graph = blocks.blocks()[b].graph;
    for (int e = 0; e < graph.edgeCount(); ++e) {
      if (rival->inTree[e] == trees[b].inTree[e]) continue;
      (rival->inTree[e] ? alternative.keptInstead : alternative.cutInstead)
          .push_back(topology.edges[graph.edges[e]].name);
    }
    const std::string by = lostBy(blocks.blocks()[b], trees[b], *rival, conditioning);
    if (alternative.lostBy.empty() || by == "weight") alternative.lostBy = by;
    components.insert(topology.component[graph.vertices.front()]);
  }
  std::sort(alternative.keptInstead.begin(), alternative.keptInstead.end());
  std::sort(alternative.cutInstead.begin(), alternative.cutInstead.end());
  return components;
}

}  // namespace

std::vector<Plan::Alternative> findAlternatives(const Topology& topology, const BiconnectedTree& blocks,
                                                const std::vector<BaseChoice>& bases,
                                                const std::vector<TreeChoice>& trees, Conditioning& conditioning,
                                                int count) {
  if (count <= 0) return {};
  Weight weight = 0;
  std::int64_t cost = 0;
  for (std::size_t b = 0; b < trees.size(); ++b) {
    const BiconnectedGraph& graph = blocks.blocks()[b].graph;
    for (int e = 0; e < graph.edgeCount(); ++e) weight += trees[b].inTree[e] ? graph.keys[e].weight : 0;
  }
  std::vector<const BaseChoice*> baseOf(topology.componentCount, nullptr);
  for (const BaseChoice& base : bases) {
    baseOf[topology.component[base.vertex]] = &base;
    cost += base.figures.cost;
  }
  const std::map<int, std::vector<Rival>> rivals = bestRivals(blocks, trees, count);
  ForestWalk walk(topology, blocks);
  std::vector<Plan::Alternative> alternatives;
  for (const Combination& combination : combine(rivals, count)) {
    Plan::Alternative alternative;
    alternative.weight = weight + combination.weight;
    alternative.cost = cost;
    for (const int c : describeChanges(topology, blocks, trees, combination, conditioning, alternative)) {
      const auto treeOf = [&](const BiconnectedEntry& entry, std::int64_t) -> const TreeFlags& {
        const auto replaced = combination.rivals.find(entry.block);
        return replaced != combination.rivals.end() ? replaced->second->inTree : trees[entry.block].inTree;
      };
      alternative.cost += walk.from(baseOf[c]->vertex, !baseOf[c]->isGround, treeOf).cost - baseOf[c]->figures.cost;
    }
    alternatives.push_back(std::move(alternative));
  }
  return alternatives;
}

}  // namespace mb
