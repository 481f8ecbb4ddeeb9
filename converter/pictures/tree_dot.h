// The chosen tree for Graphviz: tree joints solid, cuts dashed and red, bases boxed.
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb {

std::string treeDot(const Conversion& conversion);

}  // namespace mb
