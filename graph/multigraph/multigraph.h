// Edges between numbered vertices, several of which may join the same two: what is asked of them whatever they stand
// for.
#pragma once

#include <span>
#include <vector>

namespace mb {

struct Ends {
  int a = 0;
  int b = 0;
};

// Edges at every vertex, in increasing order.
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

// Biconnected components of a multigraph, numbered by their first edge; -1 for edges whose ends coincide.
struct BlockSplit {
  std::vector<int> blockOf;  // by edge
  int count = 0;
};
BlockSplit splitIntoBlocks(int vertexCount, std::span<const Ends> edges);

}  // namespace mb
