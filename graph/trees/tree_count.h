// How many spanning trees a graph has, exactly: Kirchhoff's matrix-tree theorem, with the determinant taken by
// eliminating vertices.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "graph/trees/topology.h"

namespace mb {

// Maximal spanning forests, in decimal digits: the product over the connected components. Parallel edges count apart,
// edges whose ends coincide are in no tree. Vertices are any numbers. "uncounted" for graphs of more than 64 vertices
// that are not made by series and parallel edges.
std::string spanningForestCount(std::span<const Ends> edges);
// The same up to a limit: anything larger comes back as limit + 1.
std::int64_t spanningForestCount(std::span<const Ends> edges, std::int64_t limit);

// Forests of least total weight: the product over the classes of equal weight, each counted on what the lighter ones
// have joined. Edges that must stay come first, those that must be cut are left out.
std::string minimumForestCount(const Topology& topology);

}  // namespace mb
