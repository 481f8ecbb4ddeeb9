// Draws what repeats in a tree once: sibling groups that differ in one part of their names alone, as the axles t1, t2
// and t3 of a trailer or the corners of a car.
#pragma once

#include "converter/pictures/tree_nodes.h"

namespace mb {

// The first group of alike ones stays, with * for the part of the names in which they differ; TreeNodes::folds says
// what it stands for. A group is what hangs on one body by the loops of one block, or by one joint without loops.
// Groups that share cuts with others stay as they are.
TreeNodes folded(TreeNodes tree);

}  // namespace mb
