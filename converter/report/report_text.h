// What a person reads: the short summary of a conversion, the tree as an indented picture, the statistics of a model.
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

// Bodies as a user counts them: the ground where a joint holds something to it.
int bodyCount(const Conversion& conversion);
// Six (N - 1) minus the equations of all joints: what a count without geometry says.
int grueblerCount(const Conversion& conversion);

}  // namespace mb
