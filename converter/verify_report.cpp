#include "converter/verify_report.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "converter/build_facts.h"
#include "converter/digest.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

struct NamedFinding {
  std::string_view level;
  std::string_view name;
  std::string_view key;
  const Finding* finding;
};

// All findings in the order of the levels; one list for the table and the certificate.
std::vector<NamedFinding> findingsOf(const Verification& v) {
  std::vector<NamedFinding> all{
      {"states", "joints hold, position", "constraint_error", &v.states.position},
      {"states", "joints hold, velocity", "constraint_rate_error", &v.states.velocity},
      {"states", "body accelerations", "acceleration_error", &v.states.acceleration},
      {"states", "forces balance on bodies", "balance_error", &v.states.balance},
      {"states", "unique joint reactions", "reaction_error", &v.states.reaction},
  };
  if (v.trajectory) {
    all.push_back({"trajectory", "positions, m", "position_error", &v.trajectory->position});
    all.push_back({"trajectory", "velocities, m/s", "velocity_error", &v.trajectory->velocity});
  }
  all.push_back({"invariants", "energy balance", "energy_error", &v.invariants.energy});
  all.push_back({"invariants", "closing equations", "drift", &v.invariants.drift});
  if (v.invariants.momentum) all.push_back({"invariants", "momentum", "momentum_error", &*v.invariants.momentum});
  return all;
}

Json numberOrNull(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json findingJson(const Finding& finding) {
  Json json;
  json["value"] = numberOrNull(finding.value);
  json["tolerance"] = numberOrNull(finding.tolerance);
  json["holds"] = finding.holds();
  json["worst"] = finding.where;
  json["tolerance_from"] = finding.why;
  return json;
}

}  // namespace

std::string verificationText(const Verification& v, const VerifyOptions& options, const std::string& model,
                             const TextStyle& style) {
  std::string text = fmt::format("{}\n\n", model);
  const Verification::Counts& counts = v.counts;
  text += fmt::format(
      "counts      {} degrees of freedom, Cartesian: {} coordinates less rank {} of {} rows{}\n", counts.dofCartesian,
      counts.dofCartesian + counts.idleSpins + counts.rankCartesian, counts.rankCartesian, counts.rowsCartesian,
      counts.idleSpins == 0 ? "" : fmt::format(", less {} idle spins of removed rods", counts.idleSpins));
  text += fmt::format("            {} degrees of freedom, recursive: {} coordinates less rank {} of {} rows\n",
                      counts.dofRecursive, counts.dofRecursive + counts.rankRecursive, counts.rankRecursive,
                      counts.rowsRecursive);
  for (const std::string& missing : counts.missing) text += fmt::format("            only one side has {}\n", missing);
  text += fmt::format(
      "states      {} random ones, seed {}, solved by {}; {} joint reactions compared, {} not unique or not separate\n",
      v.states.count, options.seed, v.solver, v.states.reactionsCompared, v.states.reactionsOpen);
  if (v.trajectory) {
    text += fmt::format(
        "trajectory  {:.4g} s in steps of {:.3g} s; order {:.2f} of the Cartesian run towards the recursive "
        "limit, {:.2f} of the recursive run{}\n",
        v.trajectory->end, v.trajectory->step, v.trajectory->order, v.trajectory->recursiveOrder,
        v.trajectory->remark.empty() ? "" : "; " + v.trajectory->remark);
  }
  if (!v.failure.empty()) text += fmt::format("failed      {}\n", v.failure);
  text += fmt::format("\n{:<11} {:<26} {:>10} {:>10}      {}\n", "level", "error", "found", "allowed", "worst at");
  for (const NamedFinding& row : findingsOf(v)) {
    text += fmt::format("{:<11} {:<26} {:>10.2e} {:>10.2e}  {:<3} {}\n", row.level, row.name, row.finding->value,
                        row.finding->tolerance, row.finding->holds() ? "ok" : "NOT", row.finding->where);
  }
  const bool equivalent = v.equivalent();
  const std::string_view verdict = equivalent ? "EQUIVALENT" : "NOT EQUIVALENT";
  text += style.colour ? fmt::format("\n\033[1;{}m{}\033[0m\n", equivalent ? 32 : 31, verdict)
                       : fmt::format("\n{}\n", verdict);
  return text;
}

std::string certificateJson(const Verification& v, const VerifyOptions& options, const VerifiedFiles& files) {
  Json json;
  json["model"] = files.model;
  json["equivalent"] = v.equivalent();
  if (!v.failure.empty()) json["failure"] = v.failure;
  json["hashes"] = {
      {"algorithm", "sha256"}, {"cartesian", sha256(files.sourceText)}, {"recursive", sha256(files.recursiveText)}};
  json["dof"] = {
      {"cartesian", v.counts.dofCartesian}, {"recursive", v.counts.dofRecursive}, {"idle_spins", v.counts.idleSpins}};
  json["rank"] = {{"cartesian", v.counts.rankCartesian},
                  {"cartesian_rows", v.counts.rowsCartesian},
                  {"recursive", v.counts.rankRecursive},
                  {"recursive_rows", v.counts.rowsRecursive}};
  json["redundant_rows"] = v.counts.redundant;
  json["only_on_one_side"] = v.counts.missing;
  json["states"] = {{"count", v.states.count},
                    {"seed", options.seed},
                    {"solver", v.solver},
                    {"max_acceleration_error", numberOrNull(v.states.acceleration.value)},
                    {"max_reaction_error", numberOrNull(v.states.reaction.value)},
                    {"max_balance_error", numberOrNull(v.states.balance.value)},
                    {"max_constraint_error", numberOrNull(v.states.position.value)},
                    {"reactions_compared", v.states.reactionsCompared},
                    {"reactions_not_unique", v.states.reactionsOpen}};
  if (v.trajectory) {
    json["trajectory"] = {{"end", v.trajectory->end},
                          {"step", v.trajectory->step},
                          {"order", numberOrNull(v.trajectory->order)},
                          {"recursive_order", numberOrNull(v.trajectory->recursiveOrder)},
                          {"max_position_error", numberOrNull(v.trajectory->position.value)},
                          {"max_velocity_error", numberOrNull(v.trajectory->velocity.value)}};
  } else {
    json["trajectory"] = nullptr;
  }
  json["drift"] = numberOrNull(v.invariants.drift.value);
  json["energy_error"] = numberOrNull(v.invariants.energy.value);
  Json findings = Json::object();
  for (const NamedFinding& row : findingsOf(v)) findings[std::string(row.key)] = findingJson(*row.finding);
  json["findings"] = std::move(findings);
  json["versions"] = {{"mbconvert", buildFacts().version},
                      {"eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
                      {"compiler", __VERSION__}};
  return json.dump(2) + "\n";
}

}  // namespace mb
