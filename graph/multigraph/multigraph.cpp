#include "graph/multigraph/multigraph.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/biconnected_components.hpp>
#include <map>
#include <numeric>

#include "formats/model/basics/sorted.h"

namespace mb {

Adjacency::Adjacency(int vertexCount, std::span<const Ends> edges) : start_(vertexCount + 1, 0) {
  for (const Ends& ends : edges) {
    ++start_[ends.a + 1];
    ++start_[ends.b + 1];
  }
  std::partial_sum(start_.begin(), start_.end(), start_.begin());
  edges_.resize(2 * edges.size());
  std::vector<int> next(start_.begin(), start_.end() - 1);
  for (int e = 0; e < static_cast<int>(edges.size()); ++e) {
    edges_[next[edges[e].a]++] = e;
    edges_[next[edges[e].b]++] = e;
  }
}

Subgraph subgraphOf(std::span<const Ends> edges) {
  Subgraph graph;
  for (const Ends& ends : edges) graph.vertices.insert(graph.vertices.end(), {ends.a, ends.b});
  sortUnique(graph.vertices);
  for (const Ends& ends : edges)
    graph.edges.push_back({placeInSorted(graph.vertices, ends.a), placeInSorted(graph.vertices, ends.b)});
  return graph;
}

BiconnectedSplit splitIntoBiconnected(int vertexCount, std::span<const Ends> edges) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                                      boost::property<boost::edge_index_t, int>>;
  const int edgeCount = static_cast<int>(edges.size());
  Graph graph(vertexCount);
  // Boost drops edges that are parallel to an edge of its search tree. They belong to the block of the first edge
  // between the same two vertices.
  std::map<std::pair<int, int>, int> firstBetween;
  std::vector<int> representative(edgeCount, -1);
  for (int e = 0; e < edgeCount; ++e) {
    if (edges[e].a == edges[e].b) continue;
    const auto [place, isNew] = firstBetween.try_emplace(std::minmax(edges[e].a, edges[e].b), e);
    representative[e] = place->second;
    if (isNew) boost::add_edge(edges[e].a, edges[e].b, e, graph);
  }
  BiconnectedSplit split{std::vector<int>(edgeCount, -1), 0};
  const auto indexes = boost::get(boost::edge_index, graph);
  boost::biconnected_components(graph, boost::make_iterator_property_map(split.blockOf.begin(), indexes));
  for (int e = 0; e < edgeCount; ++e) {
    if (representative[e] >= 0) split.blockOf[e] = split.blockOf[representative[e]];
  }

  std::vector<int> number(edgeCount, -1);
  for (int& block : split.blockOf) {
    if (block < 0) continue;
    if (number[block] < 0) number[block] = split.count++;
    block = number[block];
  }
  return split;
}

}  // namespace mb
