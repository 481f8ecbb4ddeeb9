#include "converter/report/listings.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "converter/console/json_text.h"
#include "converter/console/wrap.h"
#include "formats/formats.h"
#include "formats/model/expressions/expression.h"
#include "formats/model/joints/joint_types.h"
#include "formats/model/tyres/tyre.h"
#include "runtime/solvers/solvers.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

std::string formatsText(std::span<const Writer> writers) {
  std::string text;
  for (const Format& format : formats()) {
    text += wrapped(fmt::format("{:<12} {:<14} ", format.name, format.writes ? "reads, writes" : "reads"),
                    format.description);
  }
  for (const Writer& writer : writers) {
    if (!findFormat(writer.name))
      text += wrapped(fmt::format("{:<12} {:<14} ", writer.name, "writes"), writer.description);
  }
  return text;
}

std::string functionsText() {
  std::string text;
  for (const ExpressionFunction& function : expressionFunctions()) {
    const std::string arguments = function.minimumArguments == function.maximumArguments
                                      ? fmt::format("{}", function.minimumArguments)
                                      : fmt::format("{}-{}", function.minimumArguments, function.maximumArguments);
    text += wrapped(fmt::format("{:<12} {:<5} ", function.name, arguments), function.meaning);
  }
  return text;
}

std::string jointsText() {
  constexpr const char* kRow = "{:<22} {:>3} {:>4} {:>6}  ";
  std::string text = fmt::format(kRow, "type", "dof", "rows", "weight") + "motions in the tree; equations when cut\n";
  for (const JointType& type : jointTypes()) {
    const std::string lead = fmt::format(kRow, type.name, dofOf(type), equationsOf(type), toText(weightOf(type)));
    const std::string motions = motionsText(type);
    if (!motions.empty()) text += wrapped(lead, motions + ";");
    text += wrapped(motions.empty() ? lead : std::string(columnsOf(lead), ' '), equationsText(type));
  }
  return text;
}

std::string solversText() {
  std::string text;
  for (const SolverType& type : solverTypes()) {
    text += wrapped(fmt::format("{:<20} ", type.name), type.method);
    text += wrapped(std::string(21, ' '), fmt::format("{}; cost: {}{}{}", type.source, type.cost,
                                                      type.limits.empty() ? "" : "; limits: ", type.limits));
  }
  return text;
}

std::string tyresText() {
  std::string text;
  for (const TyreType& type : tyreTypes()) {
    text += wrapped("",
                    fmt::format("{}: {}{}{}", type.name, type.meaning,
                                type.format.empty() ? "" : "; property files of format ", type.format),
                    "  ");
    for (const TyreKey& key : type.keys) {
      const std::string standard = key.standard ? fmt::format("{}", *key.standard) : "required";
      text += wrapped(fmt::format("  {:<24} {:<10} ", key.name, standard), key.meaning);
    }
  }
  return text;
}

std::string jointTypesJson() {
  Json rows = Json::array();
  for (const JointType& type : jointTypes()) {
    Json names = Json::array();
    for (const CoordinateName& coordinate : coordinateNames(type)) names.push_back(coordinate.name);
    rows.push_back({{"type", type.name},
                    {"dof", dofOf(type)},
                    {"equations", equationsOf(type)},
                    {"weight", toDouble(weightOf(type))},
                    {"coordinates", std::move(names)},
                    {"steps", motionsText(type)},
                    {"cut", equationsText(type)}});
  }
  return jsonText(rows);
}

std::string solversJson() {
  Json rows = Json::array();
  for (const SolverType& type : solverTypes()) {
    rows.push_back({{"solver", type.name},
                    {"source", type.source},
                    {"method", type.method},
                    {"cost", type.cost},
                    {"limits", type.limits},
                    {"automatic", type.isAutomatic}});
  }
  return jsonText(rows);
}

std::string tyreTypesJson() {
  Json rows = Json::array();
  for (const TyreType& type : tyreTypes()) {
    Json row{{"type", type.name}, {"meaning", type.meaning}, {"format", type.format}};
    for (const TyreKey& key : type.keys) {
      row["keys"].push_back({{"key", key.name},
                             {"standard", key.standard ? Json(*key.standard) : Json(nullptr)},
                             {"meaning", key.meaning}});
    }
    rows.push_back(std::move(row));
  }
  return jsonText(rows);
}

std::string functionsJson() {
  Json rows = Json::array();
  for (const ExpressionFunction& function : expressionFunctions()) {
    rows.push_back({{"function", function.name},
                    {"minimum_arguments", function.minimumArguments},
                    {"maximum_arguments", function.maximumArguments},
                    {"meaning", function.meaning}});
  }
  return jsonText(rows);
}

std::string formatsJson(std::span<const Writer> writers) {
  Json rows = Json::array();
  for (const Format& format : formats()) {
    rows.push_back({{"format", format.name},
                    {"description", format.description},
                    {"reads", format.readCartesian ? "Cartesian" : "recursive"},
                    {"writes", format.writes}});
  }
  for (const Writer& writer : writers) {
    if (findFormat(writer.name)) continue;
    rows.push_back(
        {{"format", writer.name}, {"description", writer.description}, {"reads", nullptr}, {"writes", true}});
  }
  return jsonText(rows);
}

}  // namespace

std::string formatsIn(bool json, std::span<const Writer> writers) {
  return json ? formatsJson(writers) : formatsText(writers);
}
std::string functionsIn(bool json) { return json ? functionsJson() : functionsText(); }
std::string jointTypesIn(bool json) { return json ? jointTypesJson() : jointsText(); }
std::string solversIn(bool json) { return json ? solversJson() : solversText(); }
std::string tyreTypesIn(bool json) { return json ? tyreTypesJson() : tyresText(); }

}  // namespace mb
