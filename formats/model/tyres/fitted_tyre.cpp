#include "formats/model/tyres/fitted_tyre.h"

#include <fmt/format.h>

namespace mb {

std::string fittedFault(const Tyre& tyre) {
  if (std::string found = sizeFault(tyre); !found.empty()) return found;
  if (std::string found = rangeFault(tyre); !found.empty()) return found;
  for (const char* const key : {"ROLLING_RESISTANCE", "LATERAL_STIFFNESS"}) {
    const double value = valueOf(tyre, key);
    if (value < 0) return fmt::format("{} is {}, must not be negative", key, value);
  }
  return lawFault(tyre);
}

}  // namespace mb
