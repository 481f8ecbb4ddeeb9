#include "converter/report/verify_messages.h"

#include <fmt/format.h>

namespace mb {

void reportUnverified(const RunFailure& failure, const std::string& model, Diagnostics& diagnostics) {
  diagnostics
      .error(
          failure.at, failure.code,
          fmt::format("'{}' cannot be verified: its run failed at {:.6g} s: {}", model, failure.time, failure.message))
      .withHint(failure.time > 0
                    ? failure.hint + (failure.hint.empty() ? "" : "; ") + "--end T verifies what comes before"
                    : failure.hint,
                failure.topic);
}

void reportUndecided(const Verification& verification, const std::string& model, Diagnostics& diagnostics) {
  for (const NamedFinding& row : findingsOf(verification)) {
    if (row.finding->decides()) continue;
    const Finding& finding = *row.finding;
    if (row.level == "states") {
      diagnostics
          .error({}, Code::notDecided,
                 fmt::format("'{}' is not decided: round-off alone may change {} ({}) by {:.3g} of their size at every "
                             "state that was looked at; above {:.3g} their difference says nothing",
                             model, row.name, finding.where, finding.tolerance, finding.meaningful))
          .withHint(
              "masses, stiffnesses or lengths that differ by many orders, or a start next to a singular position, "
              "take the digits");
      return;
    }
    diagnostics
        .error({}, Code::notDecided,
               fmt::format("'{}' is not decided: its runs are off by up to {:.3g} by themselves ({}: {}); above {:.3g} "
                           "their difference says nothing",
                           model, finding.tolerance, row.level, row.name, finding.meaningful))
        .withHint(fmt::format("the runs went to {:.3g} s in {} steps at least: --steps N above that allows for shorter "
                              "ones, --end T below it compares less of the motion",
                              verification.runs.end, verification.runs.steps));
    return;
  }
}

}  // namespace mb
