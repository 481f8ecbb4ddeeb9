#include "graph/choose/base_body.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

namespace mb {

ForestWalk::ForestWalk(const Topology& topology, const BiconnectedTree& blocks)
    : blocks_(blocks), path_(topology.vertexCount(), 0), level_(topology.vertexCount(), 1) {}

ForestFigures ForestWalk::from(int base, bool isFree, const TreeOf& treeOf) {
  ForestFigures figures{0, 0, 1};
  path_[base] = isFree ? kFreeBaseDof : 0;
  level_[base] = 1;
  if (isFree) {
    figures.entries = kFreeBaseDof * (kFreeBaseDof + 1) / 2;
    figures.cost = kPerLink + kPerEntry * figures.entries;
  }
  for (const BiconnectedEntry& entry : blocks_.from(base)) {
    const BiconnectedGraph& block = blocks_.blocks()[entry.block].graph;
    const TreeFlags& inTree = treeOf(entry, path_[block.vertices[entry.entry]]);
    TreeCost tree(block);
    tree.root(inTree, entry.entry);
    figures.cost += tree.ownCost(inTree);
    for (const int v : tree.order()) {
      if (v == entry.entry) continue;
      const EdgeCosts& costs = block.costs[tree.parentEdgeOf(v)];
      const int above = block.vertices[tree.parentOf(v)];
      const int here = block.vertices[v];
      const std::int64_t pairs = costs.dof * path_[above];
      figures.cost += kPerEntry * pairs;
      figures.entries += pairs + costs.dof * (costs.dof + 1) / 2;
      path_[here] = path_[above] + costs.dof;
      level_[here] = level_[above] + costs.links;
      figures.depth = std::max(figures.depth, level_[here]);
    }
  }
  return figures;
}

namespace {

constexpr std::int64_t kTieWork = 6'000'000;  // spent on the depth of bases of nearly equal cost and equal mass
constexpr std::int64_t kMostCompared = 64;
constexpr double kSameMass = 1e-9;  // relative; admits the round-off of sums of masses

struct Candidate {
  int vertex = 0;
  std::int64_t cost = 0;
  double mass = 0;
  bool isNear = false;  // as cheap as the cheapest within the accuracy of the prediction
  ForestFigures figures;
};

class BaseSearch {
 public:
  BaseSearch(const CartesianModel& model, const Topology& topology, const BiconnectedTree& blocks,
             Conditioning& conditioning)
      : model_(model), topology_(topology), blocks_(blocks), conditioning_(conditioning), walk_(topology, blocks) {}

  ForestFigures grow(int base, bool isFree, std::vector<TreeChoice>& trees) {
    return walk_.from(base, isFree, [&](const BiconnectedEntry& entry, std::int64_t above) -> const TreeFlags& {
      trees[entry.block] = choose(entry, above);
      return trees[entry.block].inTree;
    });
  }

  BaseChoice cheapest(const std::vector<int>& members, std::vector<TreeChoice>& trees) {
    if (members.size() == 1) return {members[0], false, "the only body", grow(members[0], true, trees)};
    std::vector<Candidate> candidates = candidatesOf(members, grow(members[0], true, trees).cost);
    // The heaviest near candidates come first, then the other near ones by mass, then the rest by cost.
    double heaviest = 0;
    for (const Candidate& c : candidates) heaviest = c.isNear ? std::max(heaviest, c.mass) : heaviest;
    const auto key = [&](const Candidate& c) {
      const int group = !c.isNear ? 2 : isAsHeavy(c.mass, heaviest) ? 0 : 1;
      return std::tuple(group, group == 1 ? -c.mass : 0, c.cost, c.vertex);
    };
    std::sort(candidates.begin(), candidates.end(),
              [&](const Candidate& a, const Candidate& b) { return key(a) < key(b); });
    // Depth decides among the heaviest. Figures are computed for these, and for at least one more candidate for the
    // report.
    const std::int64_t equals = std::count_if(candidates.begin(), candidates.end(),
                                              [&](const Candidate& c) { return std::get<0>(key(c)) == 0; });
    const std::int64_t most = std::clamp<std::int64_t>(kTieWork / workOf(members[0]), 2, kMostCompared);
    const auto shown = static_cast<std::size_t>(std::clamp<std::int64_t>(equals, 2, most));
    for (std::size_t k = 0; k < std::min(candidates.size(), shown); ++k)
      candidates[k].figures = grow(candidates[k].vertex, true, trees);
    std::sort(candidates.begin(), candidates.begin() + std::min(equals, most),
              [](const Candidate& a, const Candidate& b) {
                return std::tuple(a.figures.depth, a.vertex) < std::tuple(b.figures.depth, b.vertex);
              });
    const int best = candidates.front().vertex;
    return {best, false, reasonFor(candidates), grow(best, true, trees)};
  }

 private:
  static bool isAsHeavy(double mass, double other) { return mass >= (1 - kSameMass) * other; }

  // Which tree is best does not depend on what is above the block, so it is found once per entry.
  TreeChoice choose(const BiconnectedEntry& entry, std::int64_t above) {
    const BiconnectedSearch& block = blocks_.blocks()[entry.block];
    const auto [place, isNew] = chosen_.try_emplace(std::pair(entry.block, entry.entry));
    if (isNew) {
      place->second = chooseTree(block, entry.entry, above, conditioning_);
    } else if (place->second.above != above) {
      place->second.above = above;
      place->second.figures = TreeCost(block.graph).at(place->second.inTree, entry.entry, above);
    }
    return place->second;
  }

  // The total cost with each member as base, found by walking outwards from the first one.
  std::vector<Candidate> candidatesOf(const std::vector<int>& members, std::int64_t costOfFirst) {
    std::unordered_map<int, std::int64_t> total{{members.front(), costOfFirst}};
    for (const BiconnectedEntry& entry : blocks_.from(members.front())) {
      const BiconnectedGraph& block = blocks_.blocks()[entry.block].graph;
      const std::vector<TreeFigures> best = bestEverywhere(blocks_.blocks()[entry.block]);
      const std::int64_t here = total[block.vertices[entry.entry]];
      for (int v = 0; v < block.vertexCount(); ++v) {
        if (v != entry.entry) total[block.vertices[v]] = here + best[v].cost - best[entry.entry].cost;
      }
    }
    std::vector<Candidate> candidates;
    for (const int v : members) {
      candidates.push_back({v, total[v], model_.bodies[topology_.bodies[v]].massProperties.mass, false, {}});
    }
    const auto hasMass = [](const Candidate& candidate) { return candidate.mass > 0; };
    if (std::any_of(candidates.begin(), candidates.end(), hasMass)) std::erase_if(candidates, std::not_fn(hasMass));
    const auto least = std::min_element(candidates.begin(), candidates.end(),
                                        [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    const double limit = (1 + kCostTolerance) * static_cast<double>(least->cost);
    for (Candidate& candidate : candidates) candidate.isNear = static_cast<double>(candidate.cost) <= limit;
    return candidates;
  }

  std::int64_t workOf(int vertex) const {
    std::int64_t work = 1;
    for (const BiconnectedEntry& entry : blocks_.from(vertex)) {
      const BiconnectedSearch& block = blocks_.blocks()[entry.block];
      work += block.minimum.enumerated ? block.minimum.count * block.graph.edgeCount() : block.work;
    }
    return work;
  }

  std::string reasonFor(const std::vector<Candidate>& candidates) const {
    if (candidates.size() == 1) return "the only body with mass";
    const Candidate& best = candidates[0];
    const Candidate& next = candidates[1];
    std::string by = "least predicted cost";
    if (next.isNear) {
      by = !isAsHeavy(next.mass, best.mass)          ? "largest mass"
           : next.figures.depth > best.figures.depth ? "least depth at equal mass"
                                                     : "first name at equal mass and depth";
      by += fmt::format(", predicted cost within {:.0f} %,", 100 * kCostTolerance);
    }
    return fmt::format("{} of {} candidates: {} mass-matrix entries, depth {}; next '{}' with {}, depth {}", by,
                       candidates.size(), best.figures.entries, best.figures.depth,
                       model_.bodies[topology_.bodies[next.vertex]].name, next.figures.entries, next.figures.depth);
  }

  const CartesianModel& model_;
  const Topology& topology_;
  const BiconnectedTree& blocks_;
  Conditioning& conditioning_;
  ForestWalk walk_;
  std::map<std::pair<int, int>, TreeChoice> chosen_;  // by block and entry
};

}  // namespace

std::vector<BaseChoice> chooseBases(const CartesianModel& model, const Topology& topology,
                                    const BiconnectedTree& blocks, const std::vector<int>& asked,
                                    Conditioning& conditioning, std::vector<TreeChoice>& trees) {
  std::vector<std::vector<int>> members(topology.componentCount);
  for (int v = 0; v < topology.vertexCount(); ++v) members[topology.component[v]].push_back(v);
  BaseSearch search(model, topology, blocks, conditioning);
  std::vector<BaseChoice> bases;
  for (int c = 0; c < topology.componentCount; ++c) {
    const auto ground = std::find_if(members[c].begin(), members[c].end(),
                                     [&](int v) { return model.bodies[topology.bodies[v]].isGround; });
    if (ground != members[c].end()) {
      if (members[c].size() == 1) continue;  // nothing hangs on it
      bases.push_back({*ground, true, "ground", search.grow(*ground, false, trees)});
    } else if (asked[c] >= 0) {
      bases.push_back({asked[c], false, "as asked", search.grow(asked[c], true, trees)});
    } else {
      bases.push_back(search.cheapest(members[c], trees));
    }
  }
  std::sort(bases.begin(), bases.end(), [](const BaseChoice& a, const BaseChoice& b) {
    return std::tuple(!a.isGround, a.vertex) < std::tuple(!b.isGround, b.vertex);
  });
  return bases;
}

}  // namespace mb
