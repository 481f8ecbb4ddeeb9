// The chosen tree as a picture: tree joints solid, cuts dashed and red, bases boxed.
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb {

std::string treeDot(const Conversion& conversion);  // Graphviz
// Laid out by Graphviz's dot when it is installed, else by drawSvg.
std::string treeSvg(const Conversion& conversion);
// Our own layered drawing.
std::string drawSvg(const Conversion& conversion);

}  // namespace mb
