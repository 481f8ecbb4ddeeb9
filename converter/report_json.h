// What a script reads.
#pragma once

#include <string>

#include "converter/pipeline.h"

namespace mb {

std::string treeJson(const Conversion& conversion);
std::string statisticsJson(const Conversion& conversion, const Diagnostics& diagnostics);
std::string diagnosticsJson(const Diagnostics& diagnostics);
std::string jointTypesJson();
std::string solversJson();
std::string tyreTypesJson();
std::string formatsJson();

}  // namespace mb
