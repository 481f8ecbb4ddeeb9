// Draws what repeats in a tree once: sibling groups that differ in one part of their names alone, as the axles t1, t2
// and t3 of a trailer or the corners of a car.
#pragma once

#include "converter/pictures/tree_nodes.h"

namespace mb {

// The first group of alike ones stays, with * for the part of the names in which they differ; TreeNodes::folds says
// what it stands for. A group is what hangs on one body by the loops of one block, or by one joint without loops.
// Groups that share cuts with others stay as they are.
TreeNodes folded(TreeNodes tree);

// A name of the first group as the picture shows it, and those of all groups; the name itself where it has no such
// part.
std::string starred(const std::string& name, const std::string& part);
std::vector<std::string> namesIn(const std::string& name, const std::vector<std::string>& parts);
PictureSubject subjectIn(PictureSubject subject, const std::vector<std::string>& parts);

}  // namespace mb
