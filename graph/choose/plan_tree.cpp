#include "graph/choose/plan_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "formats/model/basics/disjoint_sets.h"
#include "graph/choose/alternatives.h"
#include "graph/choose/fill_plan.h"
#include "graph/choose/overrides.h"
#include "graph/choose/size_check.h"
#include "graph/trees/tree_count.h"

namespace mb {
namespace {

// Kruskal's algorithm on the weights alone: the weight of the tree if nothing had to stay or be cut.
Weight leastWeight(const Topology& topology) {
  std::vector<int> order(static_cast<std::size_t>(topology.edgeCount()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return topology.edges[a].weight < topology.edges[b].weight; });
  DisjointSets sets(topology.vertexCount());
  Weight sum = 0;
  for (const int e : order) {
    const GraphEdge& edge = topology.edges[e];
    if (sets.unite(edge.ends.a, edge.ends.b)) sum += edge.weight;
  }
  return sum;
}

}  // namespace

Plan planTree(const CartesianModel& model, const PlanOptions& options, Diagnostics& diagnostics) {
  Plan plan;
  const int errorsBefore = diagnostics.errorCount();
  RodSearch search = findRods(model, options.rods, diagnostics);
  Topology topology = buildTopology(model, options, std::move(search), plan.remarks);
  applyOverrides(model, options, topology, diagnostics);
  const std::vector<int> asked = askedBases(model, options, topology, diagnostics);
  if (diagnostics.errorCount() > errorsBefore) return plan;
  keepDrivenJoints(model, topology, plan.remarks);

  plan.leastWeight = leastWeight(topology);
  plan.treeCount = spanningForestCount(endsOf(topology));
  plan.minimalCount = minimumForestCount(topology);
  const std::vector<int> loopBlockOf = loopBlocks(topology);
  const BiconnectedTree blocks(topology, options);
  Conditioning conditioning(model, topology, loopBlockOf);
  std::vector<TreeChoice> trees(blocks.blocks().size());
  const std::vector<BaseChoice> bases = chooseBases(model, topology, blocks, asked, conditioning, trees);
  fillPlan(model, topology, blocks, trees, bases, loopBlockOf, plan);
  checkBlocks(model, plan, diagnostics);
  if (diagnostics.errorCount() > errorsBefore) return plan;
  plan.alternatives = findAlternatives(topology, blocks, bases, trees, conditioning, options.alternatives);
  return plan;
}

}  // namespace mb
