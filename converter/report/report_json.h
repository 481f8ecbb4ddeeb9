// What a script reads.
#pragma once

#include <string>

#include "converter/conversion/convert.h"

namespace mb {

std::string treeJson(const Conversion& conversion);
// Of the messages, the first `most` (0: all).
std::string statisticsJson(const Conversion& conversion, const Diagnostics& diagnostics, int most = 0);
std::string rodsIn(const Conversion& conversion, bool json);  // the listing of --rods list, for either reader
std::string diagnosticsJson(const Diagnostics& diagnostics, int most = 0);
std::string jointTypesJson();
std::string solversJson();
std::string tyreTypesJson();
std::string formatsJson();
std::string functionsJson();

}  // namespace mb
