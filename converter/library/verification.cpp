#include <fmt/format.h>

#include "converter/library/inside.h"
#include "converter/verify/verify.h"

namespace mbconvert {

std::string_view toText(Verdict verdict) {
  switch (verdict) {
    case Verdict::equivalent: return "EQUIVALENT";
    case Verdict::notEquivalent: return "NOT EQUIVALENT";
    case Verdict::notDecided: return "NOT DECIDED";
  }
  return {};
}

Verification verify(const CartesianModel& model, const RecursiveModel& recursive, Diagnostics& diagnostics,
                    const VerifyOptions& options) {
  const mb::Verification inner = mb::verify(
      model.inside().model, recursive.inside().model,
      {options.states, static_cast<unsigned long>(options.seed), options.end, options.steps, options.withRuns});
  Verification out;
  out.dofCartesian = inner.counts.dofCartesian;
  out.dofRecursive = inner.counts.dofRecursive;
  out.missing = inner.counts.missing;
  for (const mb::NamedFinding& row : mb::findingsOf(inner)) {
    const mb::Finding& finding = *row.finding;
    out.findings.push_back({std::string(row.level), std::string(row.name), finding.value, finding.tolerance,
                            finding.where, finding.why, finding.holds()});
  }
  switch (inner.verdict()) {
    case mb::Verdict::equivalent: out.verdict = Verdict::equivalent; break;
    case mb::Verdict::notEquivalent: out.verdict = Verdict::notEquivalent; break;
    case mb::Verdict::notDecided: out.verdict = Verdict::notDecided; break;
  }
  if (inner.failure) {
    mb::Diagnostics messages;
    messages
        .error(inner.failure->at, inner.failure->code,
               fmt::format("a run of '{}' failed at {:.6g} s: {}", model.name(), inner.failure->time,
                           inner.failure->message))
        .withHint(inner.failure->hint);
    tell(messages, diagnostics);
  }
  return out;
}

}  // namespace mbconvert
