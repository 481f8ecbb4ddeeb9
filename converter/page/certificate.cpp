#include "converter/page/certificate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "converter/report/digest.h"
#include "formats/json/located_json.h"

namespace mb {
namespace {

constexpr std::array<std::string_view, 3> kVerdicts{"EQUIVALENT", "NOT EQUIVALENT", "NOT DECIDED"};

// What the findings are called in the table of `verify`. A new one goes by its key.
std::string nameOfFinding(const std::string& key) {
  Verification all;
  all.written = Verification::Written{};
  all.trajectory = Verification::Trajectory{};
  all.invariants.momentum.emplace();
  for (const NamedFinding& finding : findingsOf(all)) {
    if (finding.key == key) return std::string(finding.name);
  }
  return key;
}

double numberOrNan(const JsonValue& object, std::string_view name) {
  const JsonValue* const value = find(object, name);
  return value && value->kind == JsonValue::Kind::number ? value->number : std::numeric_limits<double>::quiet_NaN();
}

std::vector<std::string> textsIn(const JsonValue& object, std::string_view name) {
  std::vector<std::string> texts;
  if (const JsonValue* const value = find(object, name)) {
    for (const JsonValue& item : value->items) texts.push_back(item.text);
  }
  return texts;
}

void readCounts(const JsonValue& json, Verification::Counts& counts, Diagnostics& diagnostics) {
  const JsonValue& dof = requireObject(json, "dof", diagnostics);
  counts.prescribed = integer(dof, "prescribed", diagnostics);
  counts.dofCartesian = integer(dof, "cartesian", diagnostics) + counts.prescribed;
  counts.dofRecursive = integer(dof, "recursive", diagnostics) + counts.prescribed;
  counts.idleSpins = integer(dof, "idle_spins", diagnostics);
  const JsonValue& rank = requireObject(json, "rank", diagnostics);
  counts.rankCartesian = integer(rank, "cartesian", diagnostics);
  counts.rowsCartesian = integer(rank, "cartesian_rows", diagnostics);
  counts.rankRecursive = integer(rank, "recursive", diagnostics);
  counts.rowsRecursive = integer(rank, "recursive_rows", diagnostics);
  counts.redundant = textsIn(json, "redundant_rows");
  counts.missing = textsIn(json, "only_on_one_side");
}

}  // namespace

std::string_view textOf(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

const Certificate::Row* Certificate::tightest() const {
  const Row* least = nullptr;
  for (const Row& row : rows) {
    if (!row.holds || !(row.value > 0)) continue;
    if (!least || row.tolerance / row.value < least->tolerance / least->value) least = &row;
  }
  return least;
}

std::optional<Certificate> readCertificate(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics) {
  const std::optional<JsonValue> json = parseJson(file, diagnostics);
  if (!json) return std::nullopt;
  const int errorsBefore = diagnostics.errorCount();
  Certificate out;
  const std::string verdict = text(*json, "verdict", diagnostics);
  const auto known = std::ranges::find(kVerdicts, verdict);
  if (known == kVerdicts.end()) {
    diagnostics.error({file, 1, 1}, Code::otherKindOfFile, "this is no certificate of equivalence")
        .withHint("`mbconvert verify MODEL -o FILE` writes one");
    return std::nullopt;
  }
  out.verdict = static_cast<Verdict>(known - kVerdicts.begin());
  out.failure = textOr(*json, "failure", "", diagnostics);
  readCounts(*json, out.counts, diagnostics);
  const JsonValue& states = requireObject(*json, "states", diagnostics);
  out.states = integer(states, "count", diagnostics);
  out.solver = text(states, "solver", diagnostics);
  if (const JsonValue* const trajectory = find(*json, "trajectory"); trajectory && has(*trajectory, "end")) {
    out.trajectoryEnd = numberOrNan(*trajectory, "end");
  }
  const JsonValue& hashes = requireObject(*json, "hashes", diagnostics);
  out.cartesianHash = text(hashes, "cartesian", diagnostics);
  out.recursiveHash = text(hashes, "recursive", diagnostics);
  for (const JsonMember& member : requireObject(*json, "findings", diagnostics).members) {
    const JsonValue& finding = member.value;
    out.rows.push_back({nameOfFinding(member.name), numberOrNan(finding, "value"), numberOrNan(finding, "tolerance"),
                        boolean(finding, "holds", diagnostics), boolean(finding, "decides", diagnostics),
                        textOr(finding, "worst", "", diagnostics), textOr(finding, "tolerance_from", "", diagnostics)});
  }
  out.hash = sha256(file->text);
  if (diagnostics.errorCount() > errorsBefore) return std::nullopt;
  return out;
}

}  // namespace mb
