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

ForceMeasures measuresOf(const Force& force) {
  return std::visit([](const auto& law) { return law.kMeasures; }, force.law);
}

std::optional<ForceMeasureRef> findForceMeasure(std::span<const Force> forces, std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  for (std::size_t k = 0; k < forces.size(); ++k) {
    if (forces[k].name != name.substr(0, dot)) continue;
    const ForceMeasures offered = measuresOf(forces[k]);
    for (std::size_t n = 0; n < offered.size(); ++n) {
      if (offered[n].name == name.substr(dot + 1)) return ForceMeasureRef{k, n};
    }
  }
  return std::nullopt;
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
