// The trees that come next: what else could have been cut, and what it lost by.
#pragma once

#include <vector>

#include "graph/choose/base_body.h"

namespace mb {

// The best other trees from the same bases in order of (weight, predicted cost). Trees of one block are searched best
// first by single exchanges, by which all its trees can be reached; the best of several blocks are combined.
std::vector<Plan::Alternative> findAlternatives(const Topology& topology, const BlockTree& blocks,
                                                const std::vector<BaseChoice>& bases,
                                                const std::vector<TreeChoice>& trees, Conditioning& conditioning,
                                                int count);

}  // namespace mb
