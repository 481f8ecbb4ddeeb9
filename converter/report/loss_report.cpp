#include "converter/report/loss_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace mb {

LossCount countLosses(const CartesianModel& model) {
  LossCount count;
  for (const ForeignText& foreign : model.foreign) {
    if (foreign.what.empty()) continue;  // the user's own note
    ++count.all;
    if (foreign.changesMotion) ++count.changingMotion;
  }
  return count;
}

std::string lossesText(const CartesianModel& model) {
  std::string text;
  const auto list = [&](bool changesMotion, const char* heading) {
    bool isFirst = true;
    for (const ForeignText& loss : model.foreign) {
      if (loss.what.empty() || loss.changesMotion != changesMotion) continue;
      if (isFirst) text += fmt::format("{}\n", heading);
      isFirst = false;
      text += fmt::format("  {}: {}\n      {}; {}\n", toText(loss.origin.at), loss.what, loss.why, loss.meaning);
    }
  };
  list(true, "lost, and the motion changes");
  list(false, "lost without effect on the motion");
  return text;
}

std::string lossesJson(const CartesianModel& model) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const ForeignText& loss : model.foreign) {
    if (loss.what.empty()) continue;
    const SourceRef& at = loss.origin.at;
    rows.push_back({{"what", loss.what},
                    {"file", at.file ? at.file->path : ""},
                    {"line", at.line},
                    {"column", at.column},
                    {"why", loss.why},
                    {"meaning", loss.meaning},
                    {"changes_motion", loss.changesMotion},
                    {"text", loss.text}});
  }
  return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace mb
