#include "formats/model/elements/forces.h"

namespace mb {

std::string_view typeOf(const Force& force) {
  return std::visit([](const auto& law) { return std::remove_cvref_t<decltype(law)>::kType; }, force.law);
}

std::vector<std::string> forceTypes() {
  std::vector<std::string> types;
  forEachForceType([&](const auto& law) { types.emplace_back(law.kType); });
  return types;
}

bool actsFromOutside(const Force& force) {
  return std::visit(
      [](const auto& law) {
        if constexpr (requires { law.j; })
          return !law.j.valid();
        else
          return true;
      },
      force.law);
}

}  // namespace mb
