#include <cmath>
#include <nlohmann/json.hpp>

#include "converter/console/json_text.h"
#include "converter/measure/bench_published.h"
#include "converter/measure/bench_report.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

Json timeJson(const CallTime& time) { return {{"least", time.least}, {"median", time.median}}; }
Json textOrNull(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

Json stepsJson(const BenchReport& report) {
  const auto columnOf = [](std::string_view solver, const StageTimes& times) {
    Json steps = Json::array();
    for (std::size_t k = 0; k < kStageTitles.size(); ++k) {
      Json step{{"step", kStageTitles[k].number}, {"what", kStageTitles[k].name}};
      step.update(timeJson(times.steps[k]));
      steps.push_back(std::move(step));
    }
    return Json{{"solver", solver}, {"steps", std::move(steps)}, {"total", timeJson(times.total)}};
  };
  Json paper = Json::array();
  for (const auto& column : published::kStepColumns) {
    paper.push_back({{"machine", column.machine},
                     {"variant", column.variant},
                     {"seconds", column.seconds},
                     {"total_seconds", column.total}});
  }
  return {{"ours", {columnOf("maggi-dense", report.dense), columnOf("maggi-sparse", report.sparse)}},
          {"paper",
           {{"evaluations", published::kEvaluations},
            {"setting", published::kStepsSetting},
            {"sizes", published::kStepsSizes},
            {"steps", published::kSteps},
            {"columns", std::move(paper)}}}};
}

Json solverJson(const SolverFigures& solver) {
  Json json{{"name", solver.name}, {"source", solver.source}, {"refusal", textOrNull(solver.refusal)}};
  if (solver.refusal) return json;
  json["evaluation"] = timeJson(solver.evaluation);
  json["solution"] = timeJson(solver.solution);
  json["difference"] = std::isfinite(solver.difference) ? Json(solver.difference) : Json(nullptr);
  return json;
}

Json linearJson(const BenchReport& report) {
  Json rows = Json::array();
  for (std::size_t k = 0; k < report.linear.size(); ++k) {
    Json row = solverJson(report.linear[k]);
    row["paper"] = {{"name", published::kLinearNames[k]},
                    {"seconds", published::kLinear[k].seconds},
                    {"percent", published::kLinear[k].percent}};
    rows.push_back(std::move(row));
  }
  return {{"solvers", std::move(rows)}, {"paper_setting", published::kLinearSetting}};
}

Json phasesJson(const std::vector<PhaseCounts>& phases) {
  Json rows = Json::array();
  for (const PhaseCounts& phase : phases) {
    rows.push_back({{"phase", phase.phase},
                    {"multiplications", phase.multiplications},
                    {"additions", phase.additions},
                    {"functions", phase.functions}});
  }
  return {{"phases", std::move(rows)}, {"total", multiplicationsOf(phases) + additionsOf(phases)}};
}

Json countsJson(const BenchReport& report) {
  Json subsystems = Json::array();
  for (const SubsystemCounts& counts : report.counts) {
    Json json{{"name", counts.name},
              {"bodies", counts.bodies},
              {"coordinates", counts.coordinates},
              {"rows", counts.rows},
              {"refusal", textOrNull(counts.refusal)}};
    if (!counts.refusal) {
      json["cartesian"] = phasesJson(counts.cartesian);
      json["joint"] = phasesJson(counts.joint);
    }
    subsystems.push_back(std::move(json));
  }
  Json cartesian = Json::array();
  Json joint = Json::array();
  for (const auto& row : published::kPhases) {
    cartesian.push_back({{"phase", row.phase},
                         {"multiplications", row.cartesianMultiplications},
                         {"additions", row.cartesianAdditions}});
    joint.push_back(
        {{"phase", row.phase}, {"multiplications", row.jointMultiplications}, {"additions", row.jointAdditions}});
  }
  return {{"refusal", textOrNull(report.countedRefusal)},
          {"subsystems", std::move(subsystems)},
          {"paper", {{"cartesian", std::move(cartesian)}, {"joint", std::move(joint)}}}};
}

Json spreadJson(const StepSpread& spread) {
  return {{"median", spread.median},
          {"p999", spread.p999},
          {"most", spread.most},
          {"p999_of_median", spread.median > 0 ? Json(spread.p999 / spread.median) : Json(nullptr)}};
}

Json runJson(const RunFigures& run) {
  const RunReport& report = run.report;
  return {{"solver", run.name},
          {"settings", run.settings},
          {"time", report.time},
          {"steps", report.steps},
          {"rejected", report.rejected},
          {"evaluations", report.evaluations},
          {"wall_seconds", report.wallSeconds},
          {"end_difference", run.endDifference},
          {"failure", report.failure ? Json(report.failure->message) : Json(nullptr)}};
}

}  // namespace

std::string benchJson(const BenchReport& report) {
  Json solvers = Json::array();
  for (const SolverFigures& solver : report.solvers) {
    Json json = solverJson(solver);
    json["family"] = familyOf(solver.name);
    solvers.push_back(std::move(json));
  }
  Json runs = Json::array();
  for (const RunFigures& run : report.runs) runs.push_back(runJson(run));
  const StepJitter& jitter = report.jitter;
  const Json json{{"name", report.model},
                  {"bodies", report.bodies},
                  {"coordinates", report.coordinates},
                  {"rows", report.rows},
                  {"rank", report.rank},
                  {"dof", report.dof},
                  {"time", report.time},
                  {"evaluations", report.evaluations},
                  {"batches", report.batches.rounds},
                  {"times_are", "microseconds per call, the least and the median of the batches"},
                  {"steps", stepsJson(report)},
                  {"linear_solvers", linearJson(report)},
                  {"operations", countsJson(report)},
                  {"states", report.states},
                  {"solvers", std::move(solvers)},
                  {"runs", std::move(runs)},
                  {"step_jitter",
                   {{"solver", jitter.solver},
                    {"steps", jitter.steps},
                    {"once", spreadJson(jitter.once)},
                    {"repeated", spreadJson(jitter.repeated)},
                    {"runs", jitter.runs},
                    {"failure", jitter.failure.empty() ? Json(nullptr) : Json(jitter.failure)}}}};
  return jsonText(json);
}

}  // namespace mb
