// Draws the chosen tree: tree joints solid, cuts dashed and red, bases boxed.
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb {

std::string treeDot(const Conversion& conversion);  // Graphviz
std::string treeSvg(const Conversion& conversion);

}  // namespace mb
