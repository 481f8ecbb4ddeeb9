#include "converter/report/verify_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "converter/console/console.h"
#include "converter/console/json_text.h"
#include "converter/files/build_facts.h"
#include "converter/report/digest.h"
#include "converter/report/idealise_report.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

struct VerdictText {
  std::string_view text;
  int colour;
};
const VerdictText& textOf(Verdict verdict) {
  static constexpr std::array<VerdictText, 3> kTexts{{{"EQUIVALENT", 32}, {"NOT EQUIVALENT", 31}, {"NOT DECIDED", 33}}};
  return kTexts[static_cast<std::size_t>(verdict)];
}

std::string_view markOf(const Finding& finding) {
  if (!finding.decides()) return "?";
  return finding.holds() ? "ok" : "NOT";
}

std::string figure(double value) {
  if (std::isfinite(value)) return fmt::format("{:.2e}", value);
  return std::isnan(value) ? "no number" : "infinite";
}

std::string orderText(double order) { return std::isfinite(order) ? fmt::format("{:.2f}", order) : "unknown"; }

Json findingJson(const Finding& finding) {
  Json json;
  json["value"] = numberOrNull<Json>(finding.value);
  json["tolerance"] = numberOrNull<Json>(finding.tolerance);
  json["holds"] = finding.holds();
  json["decides"] = finding.decides();
  json["worst"] = finding.where;
  json["tolerance_from"] = finding.why;
  return json;
}

}  // namespace

std::string verificationText(const Verification& v, const VerifyOptions& options, const std::string& model,
                             const TextStyle& style) {
  std::string text = fmt::format("{}\n\n", model);
  const Verification::Counts& counts = v.counts;
  const auto freedom = [&](int dof) {
    return counted(dof - counts.prescribed, "degree of freedom", "degrees of freedom") +
           (counts.prescribed == 0 ? "" : fmt::format(" besides {} prescribed", counts.prescribed));
  };
  text +=
      fmt::format("counts      {}, Cartesian: {} less rank {} of {} rows{}\n", freedom(counts.dofCartesian),
                  counted(counts.dofCartesian + counts.idleSpins + counts.rankCartesian, "coordinate"),
                  counts.rankCartesian, counts.rowsCartesian,
                  counts.idleSpins == 0 ? "" : fmt::format(", less {} idle spins of removed rods", counts.idleSpins));
  text += fmt::format("            {}, recursive: {} less rank {} of {} rows\n", freedom(counts.dofRecursive),
                      counted(counts.dofRecursive + counts.rankRecursive, "coordinate"), counts.rankRecursive,
                      counts.rowsRecursive);
  for (const std::string& missing : counts.missing) text += fmt::format("            only one side has {}\n", missing);
  text += fmt::format(
      "states      {} random ones, seed {}, solved by {}; {} joint reactions compared, {} not unique or not separate\n",
      v.states.count, options.seed, v.solver, v.states.reactionsCompared, v.states.reactionsOpen);
  if (v.states.measure) {
    text += fmt::format("            {} compared{}\n", counted(v.states.measuresCompared, "measure"),
                        v.states.measuresOpen == 0 ? "" : fmt::format(", {} without a value", v.states.measuresOpen));
  }
  if (v.trajectory) {
    text += fmt::format(
        "trajectory  {:.4g} s in steps of {:.3g} s; order {} of the Cartesian run towards the recursive "
        "limit, {} of the recursive run{}\n",
        v.trajectory->end, v.trajectory->step, orderText(v.trajectory->order), orderText(v.trajectory->recursiveOrder),
        v.trajectory->remark.empty() ? "" : "; " + v.trajectory->remark);
  }
  if (v.written) {
    text += fmt::format(
        "as written  {}: the loops nearly fit, and both sides have the moved frames; the file's own were checked in "
        "{} in maximal coordinates\n",
        frameChangesText(v.written->changes), counted(v.written->states, "state"));
  }
  if (v.failure) text += fmt::format("failed      at {:.6g} s: {}\n", v.failure->time, v.failure->message);
  text += fmt::format("\n{:<11} {:<25} {:>8} {:>8}     {}\n", "level", "error", "found", "allowed", "worst at");
  for (const NamedFinding& row : findingsOf(v)) {
    text += fmt::format("{:<11} {:<25} {:>8} {:>8} {:<3} {}\n", row.level, row.name, figure(row.finding->value),
                        figure(row.finding->tolerance), markOf(*row.finding), row.finding->where);
  }
  const VerdictText& verdict = textOf(v.verdict());
  text += style.colour ? fmt::format("\n\033[1;{}m{}\033[0m\n", verdict.colour, verdict.text)
                       : fmt::format("\n{}\n", verdict.text);
  if (v.differsInStartOnly()) {
    text += "Only the initial state differs, as after `mbconvert settle` or an edit of it; everything else agrees.\n";
  }
  return forTerminal(text, style.colour);
}

std::string certificateJson(const Verification& v, const VerifyOptions& options, const VerifiedFiles& files) {
  Json json;
  json["model"] = files.model;
  json["equivalent"] = v.equivalent();
  json["verdict"] = textOf(v.verdict()).text;
  if (v.failure) json["failure"] = v.failure->message;
  json["hashes"] = {
      {"algorithm", "sha256"}, {"cartesian", sha256(files.sourceText)}, {"recursive", sha256(files.recursiveText)}};
  json["parameters"] = Json::object();
  for (const SetParameter& one : files.parameters) json["parameters"][one.name] = one.value;
  json["dof"] = {{"cartesian", v.counts.dofCartesian - v.counts.prescribed},
                 {"recursive", v.counts.dofRecursive - v.counts.prescribed},
                 {"prescribed", v.counts.prescribed},
                 {"idle_spins", v.counts.idleSpins}};
  json["rank"] = {{"cartesian", v.counts.rankCartesian},
                  {"cartesian_rows", v.counts.rowsCartesian},
                  {"recursive", v.counts.rankRecursive},
                  {"recursive_rows", v.counts.rowsRecursive}};
  json["redundant_rows"] = v.counts.redundant;
  json["only_on_one_side"] = v.counts.missing;
  json["states"] = {{"count", v.states.count},
                    {"seed", options.seed},
                    {"solver", v.solver},
                    {"max_acceleration_error", numberOrNull<Json>(v.states.acceleration.value)},
                    {"max_reaction_error", numberOrNull<Json>(v.states.reaction.value)},
                    {"max_balance_error", numberOrNull<Json>(v.states.balance.value)},
                    {"max_constraint_error", numberOrNull<Json>(v.states.position.value)},
                    {"measures_compared", v.states.measuresCompared},
                    {"measures_without_value", v.states.measuresOpen},
                    {"reactions_compared", v.states.reactionsCompared},
                    {"reactions_not_unique", v.states.reactionsOpen}};
  if (v.trajectory) {
    json["trajectory"] = {{"end", v.trajectory->end},
                          {"step", v.trajectory->step},
                          {"order", numberOrNull<Json>(v.trajectory->order)},
                          {"recursive_order", numberOrNull<Json>(v.trajectory->recursiveOrder)},
                          {"max_position_error", numberOrNull<Json>(v.trajectory->position.value)},
                          {"max_velocity_error", numberOrNull<Json>(v.trajectory->velocity.value)}};
  } else {
    json["trajectory"] = nullptr;
  }
  json["idealised"] = v.written ? Json::parse(frameChangesJson(v.written->changes)) : Json::array();
  json["drift"] = numberOrNull<Json>(v.invariants.drift.value);
  json["energy_error"] = numberOrNull<Json>(v.invariants.energy.value);
  Json findings = Json::object();
  for (const NamedFinding& row : findingsOf(v)) findings[std::string(row.key)] = findingJson(*row.finding);
  json["findings"] = std::move(findings);
  json["versions"] = {{"mbconvert", buildFacts().version},
                      {"eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
                      {"compiler", __VERSION__}};
  return jsonText(json);
}

}  // namespace mb
