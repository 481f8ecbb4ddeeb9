#include "converter/export/export_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "converter/console/json_text.h"
#include "converter/console/wrap.h"

namespace mb {
namespace {

std::string line(std::string_view label, std::string_view text) {
  return wrapped(fmt::format("  {:<9} ", label), text);
}

}  // namespace

std::string exportText(const ExportSummary& summary) {
  std::string text = fitted(fmt::format("{}: {}\n", summary.model, summary.target));
  text += line("proof", summary.verdict);
  text += line("steps", summary.step > 0 ? fmt::format("{} of {:g} s", summary.method, summary.step)
                                         : fmt::format("{}, of its own choice", summary.method));
  if (!summary.choice.empty()) text += line("chosen", summary.choice);
  for (std::size_t k = 0; k < summary.remarks.size(); ++k) text += line(k == 0 ? "made" : "", summary.remarks[k]);
  for (const ExportSummary::Check& check : summary.checks) {
    text += line("check", fmt::format("{}: differ by {:.2e}, allowed {:.2e}{}{}", check.what, check.difference,
                                      check.tolerance, check.worst.empty() ? "" : ", most in ", check.worst));
  }
  for (std::size_t k = 0; k < summary.written.size(); ++k) {
    const auto& [file, bytes] = summary.written[k];
    text += line(k == 0 ? "written" : "", fmt::format("{}, {} kB", file, (bytes + 999) / 1000));
  }
  return text;
}

std::string exportJson(const ExportSummary& summary) {
  using Json = nlohmann::ordered_json;
  Json json;
  json["model"] = summary.model;
  json["target"] = summary.target;
  json["proof"] = summary.verdict;
  json["method"] = summary.method;
  json["step"] = summary.step > 0 ? Json(summary.step) : Json(nullptr);
  json["choice"] = summary.choice.empty() ? Json(nullptr) : Json(summary.choice);
  json["remarks"] = summary.remarks;
  json["checks"] = Json::array();
  for (const ExportSummary::Check& check : summary.checks) {
    json["checks"].push_back({{"what", check.what},
                              {"difference", check.difference},
                              {"tolerance", check.tolerance},
                              {"worst", check.worst},
                              {"holds", check.holds}});
  }
  json["written"] = Json::array();
  for (const auto& [file, bytes] : summary.written) json["written"].push_back({{"file", file}, {"bytes", bytes}});
  return jsonText(json);
}

}  // namespace mb
