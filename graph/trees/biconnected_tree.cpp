#include "graph/trees/biconnected_tree.h"

#include <algorithm>

namespace mb {
namespace {

// Work allowed for comparing trees: the total over all blocks, which share it by size, and the least per block.
constexpr std::int64_t kWork = 12'000'000;
constexpr std::int64_t kLeastWork = 100'000;

void number(const Topology& topology, BiconnectedGraph& block) {
  std::vector<Ends> ends;
  for (const int e : block.edges) ends.push_back(topology.edges[e].ends);
  Subgraph local = subgraphOf(ends);
  block.vertices = std::move(local.vertices);
  block.ends = std::move(local.edges);
  for (const int e : block.edges) {
    const GraphEdge& edge = topology.edges[e];
    block.costs.push_back(edge.costs);
    block.keys.push_back(keyOf(edge));
    block.mayStay.push_back(edge.forced != Forced::cut);
  }
  block.adjacency = Adjacency(block.vertexCount(), block.ends);
  block.hanging.assign(block.vertices.size(), 0);
}

}  // namespace

BiconnectedTree::BiconnectedTree(const Topology& topology, const PlanOptions& options)
    : blocksAt_(topology.vertexCount()) {
  const BiconnectedSplit split = splitIntoBiconnected(topology.vertexCount(), endsOf(topology));
  blocks_.resize(split.count);
  for (int e = 0; e < topology.edgeCount(); ++e) blocks_[split.blockOf[e]].graph.edges.push_back(e);
  for (int b = 0; b < split.count; ++b) {
    BiconnectedSearch& block = blocks_[b];
    number(topology, block.graph);
    for (const int v : block.graph.vertices) blocksAt_[v].push_back(b);
    const std::int64_t size = block.graph.edgeCount();
    block.work = std::max(kLeastWork, kWork / topology.edgeCount() * size);
    block.minimum = minimumTrees(block.graph, std::min(options.tieLimit, block.work / size));
  }
  hangCoordinates(topology);
}

std::vector<BiconnectedEntry> BiconnectedTree::from(int vertex) const {
  std::vector<BiconnectedEntry> order;
  const auto enter = [&](int v, int except) {
    for (const int b : blocksAt_[v]) {
      if (b != except) order.push_back({b, blocks_[b].graph.localVertex(v)});
    }
  };
  enter(vertex, -1);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto [b, entry] = order[k];
    const BiconnectedGraph& block = blocks_[b].graph;
    for (int v = 0; v < block.vertexCount(); ++v) {
      if (v != entry) enter(block.vertices[v], b);
    }
  }
  return order;
}

// Everything beyond a vertex of a block hangs on that vertex, whichever other vertex the block is entered from.
void BiconnectedTree::hangCoordinates(const Topology& topology) {
  std::vector<std::int64_t> below(topology.vertexCount(), 0);
  std::vector<char> isDone(topology.componentCount, 0);
  for (int v = 0; v < topology.vertexCount(); ++v) {
    if (isDone[topology.component[v]]) continue;
    isDone[topology.component[v]] = 1;
    const std::vector<BiconnectedEntry> order = from(v);
    std::vector<std::int64_t> ofBlock(order.size(), 0);  // coordinates of the block and of what hangs on it
    for (std::size_t k = order.size(); k-- > 0;) {
      BiconnectedGraph& block = blocks_[order[k].block].graph;
      for (int e = 0; e < block.edgeCount(); ++e) {
        if (blocks_[order[k].block].minimum.stable[e]) ofBlock[k] += block.costs[e].dof;
      }
      for (int u = 0; u < block.vertexCount(); ++u) {
        if (u == order[k].entry) continue;
        block.hanging[u] = below[block.vertices[u]];
        ofBlock[k] += block.hanging[u];
      }
      below[block.vertices[order[k].entry]] += ofBlock[k];
    }
    for (std::size_t k = 0; k < order.size(); ++k) {
      blocks_[order[k].block].graph.hanging[order[k].entry] = below[v] - ofBlock[k];
    }
  }
}

}  // namespace mb
