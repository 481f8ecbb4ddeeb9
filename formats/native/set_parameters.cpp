// Values of parameters from outside, instead of those in the file.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

std::optional<double> numberOf(std::string_view text) {
  ExpressionError error;
  const auto expression = parseExpression(trimmed(text, kXmlBlanks), {}, error);
  const auto value = expression ? constantValue(*expression) : std::nullopt;
  return value && std::abs(*value) <= limits::kLargestNumber ? value : std::nullopt;
}

struct Quantity {
  double value = 0;
  std::optional<NamedUnit> unit;
};

// A number or an expression of numbers, and perhaps a unit behind it: "2*0.15", "20 N/mm", "10deg".
std::optional<Quantity> quantityOf(std::string_view text) {
  if (const auto value = numberOf(text)) return Quantity{*value, {}};
  for (std::size_t split = text.size(); split-- > 1;) {
    const auto unit = parseUnit(trimmed(text.substr(split), kXmlBlanks));
    const auto value = unit ? numberOf(text.substr(0, split)) : std::nullopt;
    if (value) return Quantity{*value, unit};
  }
  return std::nullopt;
}

}  // namespace

void setParameter(Build& build, const std::string& text) {
  const std::size_t split = text.find('=');
  if (split == std::string::npos || split == 0) {
    build.diagnostics.error({}, Code::badOption, fmt::format("'{}' sets no parameter", text))
        .withHint("write NAME=VALUE, as k=2e4");
    return;
  }
  const auto [place, isNew] = build.setParameters.emplace(text.substr(0, split), text.substr(split + 1));
  if (isNew) return;
  build.diagnostics.error({}, Code::badOption, fmt::format("the parameter '{}' is set twice", place->first))
      .withHint("keep one of the two");
}

Parameter takeSetParameter(Build& build, XmlElement& param, const std::string& name) {
  const std::string& text = build.setParameters.find(name)->second;
  const auto written = param.attribute("value");
  const auto unitText = param.attribute("unit");
  const auto nameText = param.attribute("name");
  param.finish();
  const auto declared = unitText ? readUnit(*unitText, build.diagnostics) : std::nullopt;
  const std::optional<Quantity> given = quantityOf(text);
  Parameter parameter;
  parameter.value = 1;
  parameter.at = nameText->at;
  parameter.nameAt = nameText->valueAt;
  if (!given) {
    build.diagnostics.error({}, Code::badOption, fmt::format("the parameter '{}' is set to '{}'", name, text))
        .withHint("give a number, an expression of numbers, or one of them with a unit, as 20 N/mm");
    return parameter;
  }
  if (given->unit && declared && given->unit->dimension != declared->dimension) {
    build.diagnostics
        .error({}, Code::otherType,
               fmt::format("the parameter '{}' is in {}, and is set to '{}'", name, unitText->text, text))
        .withHint("give a unit of the same quantity, or none")
        .withNote(unitText->valueAt, "it is declared here");
    return parameter;
  }
  const std::optional<NamedUnit> unit = given->unit ? given->unit : declared;
  parameter.value = given->value * (unit ? unit->value : 1);
  if (unit) parameter.dimension = unit->dimension;
  build.model.setParameters.push_back({name, text});
  build.model.remarks.push_back(fmt::format("the parameter '{}' is set to {}{}", name, text,
                                            written ? fmt::format(", the file says {}", written->text) : ""));
  return parameter;
}

void refuseUnknownParameters(Build& build, const std::vector<std::string>& declared) {
  for (const auto& [name, text] : build.setParameters) {
    if (std::ranges::count(declared, name) > 0) continue;
    std::string hint = didYouMean(name, declared);
    if (hint.empty() && declared.empty()) hint = "its outermost file has no <param>; numbers are changed in the file";
    if (hint.empty()) hint = fmt::format("the outermost file has {}", fmt::join(declared, ", "));
    build.diagnostics.error({}, Code::optionNamesNothing, fmt::format("the model has no parameter '{}'", name))
        .withHint(std::move(hint));
  }
}

}  // namespace mb::native
