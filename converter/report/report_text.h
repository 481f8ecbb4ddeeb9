// Reports for people: the summary of a conversion, the tree as an indented picture, the statistics of a model.
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb {

struct TextStyle {
  bool colour = false;
};

std::string summaryText(const Conversion& conversion, const TextStyle& style);
std::string treeText(const Conversion& conversion, const TextStyle& style);
std::string statisticsText(const Conversion& conversion, const TextStyle& style);
std::string rodsText(const Conversion& conversion);  // which bodies are rods, and why others are not

// The weight of the tree among those of all spanning trees.
std::string treesLine(const Conversion& conversion);

// The number of bodies including the ground if a joint connects to it.
int bodyCount(const Conversion& conversion);
// 6 (N - 1) minus the equations of all joints: the mobility from counting alone, without geometry.
int grueblerCount(const Conversion& conversion);

}  // namespace mb
