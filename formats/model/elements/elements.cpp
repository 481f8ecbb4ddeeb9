#include "formats/model/elements/elements.h"

namespace mb {

std::string_view typeOf(const Force& force) {
  return std::visit([](const auto& law) { return std::remove_cvref_t<decltype(law)>::kType; }, force.law);
}

}  // namespace mb
