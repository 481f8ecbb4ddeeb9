#include "converter/report/run_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "converter/console/console.h"
#include "converter/console/json_text.h"
#include "formats/model/basics/text.h"
#include "runtime/observation/observe.h"

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

// Which inputs are played, and which keep their starts.
std::string inputsLine(const RunSummary& summary) {
  std::string text;
  if (!summary.played.empty()) {
    text = fmt::format("{} from {} ({})", fmt::join(summary.played, ", "), summary.playedFrom, summary.betweenRows);
    if (summary.playedUntil < summary.report.time)
      text += fmt::format(", the last values from {:g} s on", summary.playedUntil);
  }
  if (summary.atStart.empty()) return text;
  return text + fmt::format("{}{} at {}", text.empty() ? "" : "; ", fmt::join(summary.atStart, ", "),
                            summary.atStart.size() == 1 ? "its start" : "their starts");
}

std::string rowsLine(const RunSummary& summary) {
  std::string text = fmt::format("{} of {} columns", summary.rows, summary.columns);
  if (summary.isThinned)
    text += fmt::format(", one in {} steps to keep them few (--every sets it)", summary.stepsPerRow);
  return text;
}

// What the road carries of a settled vehicle.
struct WheelLoads {
  std::vector<std::pair<std::string, double>> loads;    // N, by force of a tyre
  double weight = 0;                                    // N, of the whole machine
  std::vector<std::pair<std::string, double>> heights;  // m, of free bases: their origins above the roads' plane
};

WheelLoads loadsOf(const RecursiveModel& model, double time) {
  WheelLoads out;
  const Mechanism m = makeMechanism(model);
  Simulation simulation(m);
  if (m.library.tyreCount == 0 || !simulation.start(time, initialState(m))) return out;
  for (std::size_t k = 0; k < m.forces.forces.size(); ++k) {
    const CompiledTyre* tyre = tyreOf(m.forces.forces[k]);
    if (!tyre) continue;
    const TyreReading& reading = simulation.workspace().forces.tyres[static_cast<std::size_t>(tyre->number)];
    out.loads.emplace_back(m.model.forces[k].name, reading.slip.load);
  }
  const std::vector<Vector6> atRest(m.links.size(), Vector6::Zero());
  for (const BodyPlace& body : movingBodies(m)) {
    const bool isBase = body.link >= 0 && m.links[static_cast<std::size_t>(body.link)].parent < 0 &&
                        m.links[static_cast<std::size_t>(body.link)].vCount == 6;
    if (!isBase || m.model.links[LinkIndex{body.link}].name != body.name) continue;
    const double z = motionOf(m, simulation.workspace(), atRest, body).X.p.z();
    out.heights.emplace_back(body.name, z - m.model.roads[RoadIndex{0}].height);
  }
  for (const Link& link : model.links) out.weight += link.massProperties.mass * model.gravity.norm();
  for (const Rod& rod : model.rods) out.weight += rod.mass * model.gravity.norm();
  return out;
}

}  // namespace

std::string runText(const RunSummary& summary) {
  const RunReport& report = summary.report;
  const auto line = [](const char* label, const std::string& text) { return fmt::format("  {:<9} {}\n", label, text); };
  const std::string step = summary.isStepGiven ? fmt::format("step {} s", summary.step) : "chosen steps";
  std::string text =
      fmt::format("{}: {} s by {}, {}, {}\n", summary.model, summary.end, summary.integrator, step, summary.solver);
  if (report.failure) text += line("failed", fmt::format("at {:.6g} s", report.failure->time));
  if (!summary.choice.empty()) text += line("chosen", fmt::format("{}, {}", summary.integrator, summary.choice));
  if (!summary.played.empty() || !summary.atStart.empty()) text += line("inputs", inputsLine(summary));
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
    if (!summary.unitsFile.empty()) text += line("units", summary.unitsFile);
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
            {"choice", nullptr},
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
  if (!summary.choice.empty()) json["choice"] = {{"reason", summary.choice}, {"evaluations", summary.trialEvaluations}};
  json["output"] = nullptr;
  if (!summary.output.empty()) {
    json["output"] = {
        {"file", summary.output}, {"rows", summary.rows}, {"columns", summary.columns}, {"every", summary.every}};
    json["output"]["units"] = summary.unitsFile.empty() ? Json(nullptr) : Json(summary.unitsFile);
  }
  json["inputs"] = Json::array();
  for (const std::string& name : summary.played)
    json["inputs"].push_back({{"name", name}, {"from", summary.playedFrom}});
  for (const std::string& name : summary.atStart) json["inputs"].push_back({{"name", name}, {"from", nullptr}});
  json["failure"] = nullptr;
  if (report.failure) {
    json["failure"] = {{"time", report.failure->time},
                       {"message", report.failure->message},
                       {"hint", report.failure->hint},
                       {"at", report.failure->at.file ? Json(toText(report.failure->at)) : Json(nullptr)}};
  }
  return jsonText(json);
}

std::string settleJson(const RecursiveModel& model, const SettleReport& report, double time,
                       const std::string& output) {
  nlohmann::ordered_json json;
  json["model"] = model.name;
  json["converged"] = report.converged;
  json["iterations"] = report.iterations;
  json["residual"] = report.residual;
  json["moved"] = report.moved;
  json["free_directions"] = report.freeDirections;
  json["message"] = report.message;
  if (report.converged) {
    const WheelLoads wheels = loadsOf(model, time);
    for (const auto& [tyre, load] : wheels.loads) json["loads"][tyre] = load;
    if (!wheels.loads.empty()) json["weight"] = wheels.weight;
    for (const auto& [body, height] : wheels.heights) json["heights"][body] = height;
  }
  json["output"] = output.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(output);
  return jsonText(json);
}

std::string settleText(const RecursiveModel& model, const SettleReport& report, double time,
                       const std::string& output) {
  const auto line = [](const char* label, const std::string& text) { return fmt::format("  {:<9} {}\n", label, text); };
  std::string text = fmt::format("{}: {} after {}\n", model.name, report.converged ? "settled" : "not settled",
                                 counted(report.iterations, "iteration"));
  text +=
      line("residual", fmt::format("{:.3g} of {}", report.residual, model.gravity.norm() > 0 ? "gravity" : "1 m/s^2"));
  if (report.converged) text += line("moved", fmt::format("coordinates by at most {:.4g}", report.moved));
  text += line("free", fmt::format("{} without stiffness", counted(report.freeDirections, "direction")));
  if (report.converged) {
    const WheelLoads wheels = loadsOf(model, time);
    double sum = 0;
    std::size_t width = 12;
    for (const auto& [tyre, load] : wheels.loads) width = std::max(width, tyre.size());
    for (const auto& [tyre, load] : wheels.loads) {
      text += line("load", fmt::format("{:<{}} {:10.1f} N", tyre, width, load));
      sum += load;
    }
    for (const auto& [body, height] : wheels.heights) {
      text += line("height", fmt::format("{:.4f} m from the road to the origin of '{}'", height, body));
    }
    if (!wheels.loads.empty()) {
      text += line("loads", fmt::format("add up to {:.1f} N; the machine weighs {:.1f} N", sum, wheels.weight));
    }
  }
  if (report.converged && !report.message.empty()) text += line("note", report.message);
  if (!output.empty()) text += line("written", output);
  return forTerminal(text);
}

}  // namespace mb
