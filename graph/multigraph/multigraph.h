// A multigraph: edges between numbered vertices, where several edges may join the same two. Nothing here depends on
// what the vertices and edges stand for.
#pragma once

#include <span>
#include <vector>

namespace mb {

struct Ends {
  int a = 0;
  int b = 0;
};

// The edges at each vertex, in increasing order.
class Adjacency {
 public:
  Adjacency() = default;
  Adjacency(int vertexCount, std::span<const Ends> edges);
  std::span<const int> of(int vertex) const {
    return std::span(edges_).subspan(start_[vertex], start_[vertex + 1] - start_[vertex]);
  }

 private:
  std::vector<int> start_;
  std::vector<int> edges_;
};

// Edges among some of the vertices, which are numbered again from 0 in their order.
struct Subgraph {
  std::vector<int> vertices;  // by new number: the old one
  std::vector<Ends> edges;

  int vertexCount() const { return static_cast<int>(vertices.size()); }
};
Subgraph subgraphOf(std::span<const Ends> edges);

// Biconnected components of a multigraph, numbered in the order of their first edges; -1 for edges whose ends coincide.
struct BiconnectedSplit {
  std::vector<int> blockOf;  // by edge
  int count = 0;
};
BiconnectedSplit splitIntoBiconnected(int vertexCount, std::span<const Ends> edges);

}  // namespace mb
