// The chosen tree as a picture: tree_layout.h places everything, this draws it.
#pragma once

#include <string>

#include "converter/pictures/tree_layout.h"

namespace mb {

std::string treeSvg(const Conversion& conversion, const PictureOptions& options = {});

}  // namespace mb
