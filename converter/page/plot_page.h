// A plot as an HTML page that shows values where one points; it needs no other file and no network.
#pragma once

#include <string>

#include "converter/tables/plots/plot.h"

namespace mb {

// The picture of plotSvg() with the curves' values and a script. Of long curves every so many values are there.
std::string plotPage(const Plot& plot);

}  // namespace mb
