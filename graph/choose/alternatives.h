// The next best trees: what else could have been cut, and which criterion decided against it.
#pragma once

#include <vector>

#include "graph/choose/base_body.h"

namespace mb {

// The best other trees from the same bases, in order of (weight, predicted cost). The trees of one block are searched
// best first by single exchanges, which can reach all of them; the best trees of several blocks are combined.
std::vector<Plan::Alternative> findAlternatives(const Topology& topology, const BiconnectedTree& blocks,
                                                const std::vector<BaseChoice>& bases,
                                                const std::vector<TreeChoice>& trees, Conditioning& conditioning,
                                                int count);

}  // namespace mb
