#include "converter/commands/settle_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "converter/commands/recursive_model_of.h"
#include "converter/console/console.h"
#include "converter/console/json_text.h"
#include "converter/files/atomic_file.h"
#include "converter/report/report_json.h"
#include "formats/model/basics/text.h"
#include "formats/recursive/recursive_xml.h"
#include "runtime/observation/observe.h"
#include "runtime/simulation/simulate.h"

namespace mb {
namespace {

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
    const auto* tyre = std::get_if<CompiledTyre>(&m.forces.forces[k]);
    if (!tyre) continue;
    const TyreReading& reading = simulation.workspace().forces.tyres[static_cast<std::size_t>(tyre->number)];
    out.loads.emplace_back(m.model.forces[k].name, reading.slip.load);
  }
  const std::vector<Vector6> atRest(m.links.size(), Vector6::Zero());
  for (const BodyPlace& body : bodiesOf(m)) {
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

}  // namespace

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

std::optional<ExitCode> settleCommand(const Options& options, Diagnostics& diagnostics, std::vector<StageTime>& times) {
  std::optional<RecursiveModel> model = recursiveModelOf(options, diagnostics, times);
  if (!model) return std::nullopt;
  const auto start = std::chrono::steady_clock::now();
  const SettleReport report = settleModel(*model, options.settle, diagnostics);
  times.push_back({"settle", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()});
  std::string written;
  if (report.converged && !diagnostics.hasErrors() && !options.output.empty()) {
    if (!writeFile(options.output, writeRecursive(*model), diagnostics)) return std::nullopt;
    written = options.output;
  }
  // With the model on standard output the summary is narration.
  if (written != "-" || options.narrates()) {
    summarise(written,
              options.json ? settleJson(*model, report, options.settle.time, written)
                           : settleText(*model, report, options.settle.time, written),
              diagnostics);
  }
  return ExitCode::done;
}

}  // namespace mb
