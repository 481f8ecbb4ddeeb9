// Tables of what there is, for people or as JSON.
#pragma once

#include <string>

namespace mb {

std::string formatsIn(bool json);
std::string functionsIn(bool json);  // of the expression language
std::string jointTypesIn(bool json);
std::string solversIn(bool json);
std::string tyreTypesIn(bool json);

}  // namespace mb
