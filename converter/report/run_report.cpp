#include "converter/report/run_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "converter/console/console.h"
#include "converter/console/json_text.h"

namespace mb {
namespace {

double secondsOf(const RunSummary& summary) { return summary.report.wallSeconds - summary.rowSeconds; }
double realTimeFactor(const RunSummary& summary) {
  const double seconds = secondsOf(summary);
  return seconds > 0 ? summary.report.time / seconds : 0;
}
double microsecondsPerEvaluation(const RunSummary& summary) {
  const long count = summary.report.evaluations;
  return count > 0 ? 1e6 * secondsOf(summary) / static_cast<double>(count) : 0;
}
double relativeDeparture(const RunReport& report) {
  return report.energyScale > 0 ? report.energyWorst / report.energyScale : 0;
}

std::string stepsLine(const RunSummary& summary) {
  const RunReport& report = summary.report;
  std::string text = fmt::format("{}", report.steps);
  if (summary.isAdaptive) {
    text += fmt::format(" and {} rejected, of {:.3g} to {:.3g} s", report.rejected, report.smallestStep,
                        report.largestStep);
  }
  return text + fmt::format("; {} evaluations, {:.3g} µs each", report.evaluations, microsecondsPerEvaluation(summary));
}

std::string driftLine(const RunSummary& summary) {
  if (summary.driftAt.empty()) return "no closing equations";
  const double drift = summary.report.drift.value;
  return fmt::format("at most {:.3g} of the mechanism's size, {:.3g} mm, at '{}'", drift,
                     drift * summary.driftSize * 1e3, summary.driftAt);
}

std::string rowsLine(const RunSummary& summary) {
  std::string text = fmt::format("{} of {} columns", summary.rows, summary.columns);
  if (summary.isThinned)
    text += fmt::format(", one in {} steps to keep them few (--every sets it)", summary.stepsPerRow);
  return text;
}

}  // namespace

std::string runText(const RunSummary& summary) {
  const RunReport& report = summary.report;
  const auto line = [](const char* label, const std::string& text) { return fmt::format("  {:<9} {}\n", label, text); };
  std::string text = fmt::format("{}: {} s by {}, step {} s, {}\n", summary.model, summary.end, summary.integrator,
                                 summary.step, summary.solver);
  if (report.failure) text += line("failed", fmt::format("at {:.6g} s", report.failure->time));
  text += line("wall", fmt::format("{:.3g} s, {:.3g} times real time", secondsOf(summary), realTimeFactor(summary)));
  text += line("steps", stepsLine(summary));
  text += line("drift", driftLine(summary));
  if (report.repartitions > 0 || report.singularPassages > 0) {
    text += line("choice", fmt::format("{} re-partitions of the coordinates, {} evaluations at singular positions",
                                       report.repartitions, report.singularPassages));
  }
  text += line("energy", fmt::format("balance {:.9g} J departs by at most {:.3g} J, {:.3g} of the energy in motion",
                                     report.energyFirst, report.energyWorst, relativeDeparture(report)));
  if (!report.passedLimits.empty())
    text += line("limits", fmt::format("passed: {}", fmt::join(report.passedLimits, ", ")));
  if (!summary.output.empty()) {
    text += line("rows", rowsLine(summary));
    if (summary.output != "-") text += line("written", summary.output);
  }
  return forTerminal(text);
}

std::string runJson(const RunSummary& summary) {
  using Json = nlohmann::ordered_json;
  const RunReport& report = summary.report;
  Json json{{"name", summary.model},
            {"integrator", summary.integrator},
            {"solver", summary.solver},
            {"end", summary.end},
            {"step", summary.step},
            {"time", report.time},
            {"steps", report.steps},
            {"rejected", report.rejected},
            {"smallest_step", report.smallestStep},
            {"largest_step", report.largestStep},
            {"evaluations", report.evaluations},
            {"wall_seconds", secondsOf(summary)},
            {"row_seconds", summary.rowSeconds},
            {"real_time_factor", realTimeFactor(summary)},
            {"microseconds_per_evaluation", microsecondsPerEvaluation(summary)},
            {"drift", {{"value", report.drift.value}, {"size", summary.driftSize}, {"at", summary.driftAt}}},
            {"repartitions", report.repartitions},
            {"singular_passages", report.singularPassages},
            {"energy",
             {{"balance", report.energyFirst},
              {"departure", report.energyWorst},
              {"scale", report.energyScale},
              {"relative", relativeDeparture(report)}}},
            {"passed_limits", report.passedLimits},
            {"unresolved_friction", report.unresolvedFriction},
            {"jumps", Json::array()}};
  for (const RunReport::Jump& jump : report.jumps) json["jumps"].push_back({{"name", jump.name}, {"size", jump.size}});
  json["output"] = nullptr;
  if (!summary.output.empty()) {
    json["output"] = {
        {"file", summary.output}, {"rows", summary.rows}, {"columns", summary.columns}, {"every", summary.every}};
  }
  json["failure"] = nullptr;
  if (report.failure) {
    json["failure"] = {{"time", report.failure->time},
                       {"message", report.failure->message},
                       {"hint", report.failure->hint},
                       {"at", report.failure->at.file ? Json(toText(report.failure->at)) : Json(nullptr)}};
  }
  return jsonText(json);
}

}  // namespace mb
