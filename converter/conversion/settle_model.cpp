#include "converter/conversion/settle_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/simulation/simulate.h"

namespace mb {

SettleReport settleModel(RecursiveModel& model, const SettleOptions& options, Diagnostics& diagnostics) {
  const Mechanism m = makeMechanism(model);
  std::vector<double> y = initialState(m);
  const SettleReport report = settle(m, y, options);
  if (!report.converged) {
    diagnostics.error({}, Code::noEquilibrium, fmt::format("'{}' does not settle: {}", model.name, report.message))
        .withHint("start it nearer to where it should stand, or give what moves freely something that holds it");
    return report;
  }
  // Links come before those that carry coordinates of cuts. Initial values of joints were for the assembly.
  for (const LinkIndex index : model.links.indexes()) {
    Link& link = model.links[index];
    const Mechanism::Link& place = m.links[static_cast<std::size_t>(index.value)];
    std::copy_n(y.begin() + place.z, link.z.size(), link.z.begin());
    std::copy_n(y.begin() + m.velocityAt() + place.v, link.z_dot.size(), link.z_dot.begin());
    link.initials.clear();
  }
  for (Cut& cut : model.cuts) cut.initials.clear();
  return report;
}

}  // namespace mb
