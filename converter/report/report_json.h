// Reports for scripts.
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb {

std::string treeJson(const Conversion& conversion);
// Includes the first `most` messages (0: all).
std::string statisticsJson(const Conversion& conversion, const Diagnostics& diagnostics, int most = 0);
std::string rodsIn(const Conversion& conversion, bool json);  // the listing of --rods list, for either reader

}  // namespace mb
