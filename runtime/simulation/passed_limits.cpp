#include "runtime/simulation/passed_limits.h"

namespace mb {

void notePassedLimits(const Mechanism& m, StateView y, std::vector<char>& passed, std::vector<std::string>& names) {
  for (std::size_t k = 0; k < passed.size(); ++k) {
    const auto& limit = m.limits[k];
    const double q = y[static_cast<std::size_t>(limit.z)];
    const bool isBeyond = (limit.law.lower && q < *limit.law.lower) || (limit.law.upper && q > *limit.law.upper);
    if (!isBeyond || limit.law.stiffness > 0 || passed[k]) continue;
    passed[k] = 1;
    names.push_back(coordinateName(m, limit.v));
  }
}

}  // namespace mb
