// The exact number of spanning trees of a graph by Kirchhoff's matrix-tree theorem; the determinant is computed by
// eliminating vertices.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph/trees/topology.h"

namespace mb {

// The number of maximal spanning forests, in decimal digits: the product over the connected components. Parallel edges
// count separately; edges whose ends coincide are in no tree. Vertex numbers may be arbitrary. "uncounted" if more than
// 64 vertices remain after series and parallel reduction.
std::string spanningForestCount(std::span<const Ends> edges);
// The same up to a limit; larger numbers are returned as limit + 1.
std::int64_t spanningForestCount(std::span<const Ends> edges, std::int64_t limit);

// The number of forests of least total weight: the product over the classes of equal weight, each counted on the graph
// that the lighter classes have joined. Edges that must stay come first; edges that must be cut are left out.
std::string minimumForestCount(const Topology& topology);

}  // namespace mb
