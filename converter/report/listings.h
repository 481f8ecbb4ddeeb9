// Tables of what there is, for people or as JSON.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mb {

// What models can be exported to.
struct Writer {
  std::string_view name;
  std::string_view description;
};
std::string formatsIn(bool json, std::span<const Writer> writers);
std::string functionsIn(bool json);  // of the expression language
std::string jointTypesIn(bool json);
std::string solversIn(bool json);
std::string tyreTypesIn(bool json);

}  // namespace mb
