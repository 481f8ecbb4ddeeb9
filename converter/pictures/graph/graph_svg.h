// The joint graph as a picture: graph_layout.h places everything, this draws it.
#pragma once

#include <optional>
#include <string>

#include "converter/pictures/graph/graph_layout.h"

namespace mb {

// Nothing if the graph is too large to be drawn.
std::optional<std::string> graphSvg(const Conversion& conversion, GraphView view, const PictureOptions& options = {});

}  // namespace mb
