// UNITS, ACCGRAV, and the statements that functions refer to (SPLINE, VARIABLE, ARRAY).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "formats/adams/expressions/expression.h"
#include "formats/adams/reader.h"

namespace mb::adams {
namespace {

struct Quantity {
  std::string_view argument;
  BaseQuantity quantity;
  double Units::*value;
  std::string Units::*name;
};
const std::array kQuantities{
    Quantity{"FORCE", BaseQuantity::force, &Units::force, &Units::forceName},
    Quantity{"MASS", BaseQuantity::mass, &Units::mass, &Units::massName},
    Quantity{"LENGTH", BaseQuantity::length, &Units::length, &Units::lengthName},
    Quantity{"TIME", BaseQuantity::time, &Units::time, &Units::timeName},
};

struct Unit {
  double value = 1;
  std::string name;
};

// A unit by an ADAMS word, which may be shortened, or by one of our symbols.
std::optional<Unit> unitOf(BaseQuantity quantity, std::string word) {
  std::transform(word.begin(), word.end(), word.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (const auto value = unitValue(quantity, word)) return Unit{*value, word};
  constexpr std::array<std::string_view, 22> kWords{
      "newton",     "dyne",         "kilogram_force", "kilogram",    "knewton",    "pound_force",
      "pound_mass", "kpound_force", "kpound_mass",    "ounce_force", "ounce_mass", "gram",
      "slug",       "meter",        "millimeter",     "centimeter",  "kilometer",  "inch",
      "foot",       "second",       "millisecond",    "minute"};
  for (const std::string_view full : kWords) {
    if (word.size() < 3 || !full.starts_with(word)) continue;
    if (const auto value = unitValue(quantity, full)) return Unit{*value, std::string(full)};
  }
  return std::nullopt;
}

}  // namespace

void readUnits(Reader& reader, Arguments& arguments) {
  Units& units = reader.units;
  if (const Argument* const system = find(arguments, "SYSTEM")) {
    const std::string name = words(*system).front();
    if (name != "NONE") {
      const auto known = unitSystem(name);
      if (!known) {
        errorAt(reader, arguments, *system, Code::unknownUnit, fmt::format("there is no system of units '{}'", name))
            .withHint("ADAMS has CGS, FPS, IPS, MKS and NONE");
        return;
      }
      units = *known;
    }
  }
  for (const Quantity& row : kQuantities) {
    const Argument* const argument = find(arguments, row.argument);
    if (!argument) continue;
    const std::string name = words(*argument).front();
    if (name == "NONE") continue;
    const auto unit = unitOf(row.quantity, name);
    if (!unit) {
      errorAt(reader, arguments, *argument, Code::unknownUnit,
              fmt::format("there is no unit of {} '{}'", row.argument, name))
          .withHint("ADAMS has NEWTON, KILOGRAM, MILLIMETER, SECOND and the like");
      continue;
    }
    units.*row.value = unit->value;
    units.*row.name = unit->name;
  }
  if (const auto ucf = numbers(reader, arguments, "UCF", 1, 1)) {
    if (ucf->front() <= 0) {
      errorAt(reader, arguments, *find(arguments, "UCF"), Code::mustBePositive, "UCF is not positive")
          .withHint("force times UCF is mass times acceleration");
      return;
    }
    units.force = ucf->front() * units.mass * units.length / (units.time * units.time);
  }
  reader.build.model.units = units;
}

void readGravity(Reader& reader, Arguments& arguments) {
  constexpr std::array<std::string_view, 3> kNames{"IGRAV", "JGRAV", "KGRAV"};
  for (int k = 0; k < 3; ++k) {
    reader.build.model.gravity(k) =
        number(reader, arguments, kNames[static_cast<std::size_t>(k)], dimension::kAcceleration).value_or(0);
  }
}

void readSpline(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  if (!statement.id) return;
  SplineEntry entry;
  entry.statement = &statement;
  constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
  if (has(arguments, "FILE") || has(arguments, "ROUTINE") || has(arguments, "FUNCTION")) {
    loseStatement(reader, statement, LossEffect::none, "its numbers are not in the dataset", "what uses it is lost");
  } else if (has(arguments, "Z")) {
    loseStatement(reader, statement, LossEffect::none, "it is a surface over two arguments", "what uses it is lost");
  } else {
    find(arguments, "LINEAR_EXTRAPOLATE");  // the only behaviour here
    entry.x = numbers(reader, arguments, "X", 1, kAny, Degrees::allowed).value_or(std::vector<double>{});
    entry.y = numbers(reader, arguments, "Y", 1, kAny, Degrees::allowed).value_or(std::vector<double>{});
    if (arguments.isFaulty) return;
    if (entry.x.size() != entry.y.size() || entry.x.size() < 2) {
      errorAt(reader, arguments, Code::wrongCount,
              fmt::format("{} has {} values of x and {} of y", titleOf(statement), entry.x.size(), entry.y.size()))
          .withHint("X and Y need the same number of values, at least two");
      return;
    }
    for (std::size_t k = 1; k < entry.x.size(); ++k) {
      if (entry.x[k] > entry.x[k - 1]) continue;
      const Argument::Value& value = find(arguments, "X")->values[k];
      errorAt(reader, arguments, value.position, Code::mustIncrease,
              fmt::format("{} after {}: x does not increase", value.text, entry.x[k - 1]))
          .withHint("sort the points by x");
      return;
    }
  }
  reader.splines[*statement.id] = std::move(entry);
}

void readVariable(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  if (!statement.id) return;
  VariableEntry& entry = reader.variables[*statement.id];
  numbers(reader, arguments, "IC", 1, 1, Degrees::allowed);  // initial guess: the value follows from the function
  const Argument* const function = find(arguments, "FUNCTION");
  if (!function) {
    find(arguments, "ROUTINE");
    return;
  }
  refuseRoutine(reader, arguments, *function);
  entry.function = function->function;
}

void readArray(Reader& reader, Arguments& arguments) {
  const Statement& statement = *arguments.statement;
  constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
  if (!statement.id) return;
  const auto values = numbers(reader, arguments, "NUMBERS", 1, kAny, Degrees::allowed);
  numbers(reader, arguments, "SIZE", 1, 1);
  reader.arrays[*statement.id] = values.value_or(std::vector<double>{});
  if (!values && !arguments.isFaulty) {
    loseStatement(reader, statement, LossEffect::none, "it is used by user-written equations", "what uses it is lost");
  }
  find(arguments, "IC");  // NUMBERS as initial values of such equations
}

MarkerIndex worldMarker(Reader& reader) {
  if (!reader.world.valid()) {
    reader.world = addMarker(reader.build, kImportGround, "world", {}, 0, reader.build.model.origin.at);
  }
  return reader.world;
}

namespace {

std::optional<std::string> markerName(Reader& reader, long id) {
  const Table<MarkerIndex, Marker>& markers = reader.build.model.markers;
  if (id == 0) return markers[worldMarker(reader)].name;
  const auto found = reader.markers.find(id);
  if (found == reader.markers.end()) return std::nullopt;
  const MarkerEntry& entry = found->second;
  return entry.isFloating || !entry.marker.valid() ? std::string() : markers[entry.marker].name;
}

std::optional<std::string> splineName(Reader& reader, long id, Interpolation interpolation) {
  const auto found = reader.splines.find(id);
  if (found == reader.splines.end()) return std::nullopt;
  SplineEntry& entry = found->second;
  if (entry.x.empty()) return "";
  auto made = entry.made.find(interpolation);
  if (made == entry.made.end()) {
    const SplineIndex index = addSpline(reader.build, nameOf(*entry.statement, "spline"), entry.statement->at);
    Spline& spline = reader.build.model.splines[index];
    spline.interpolation = interpolation;
    spline.x = entry.x;
    spline.y = entry.y;
    made = entry.made.emplace(interpolation, index).first;
  }
  return reader.build.model.splines[made->second].name;
}

std::optional<std::string> variableText(Reader& reader, long id) {
  const auto found = reader.variables.find(id);
  if (found == reader.variables.end()) return std::nullopt;
  found->second.isUsed = true;
  return found->second.function;
}

std::optional<std::vector<double>> arrayNumbers(Reader& reader, long id) {
  const auto found = reader.arrays.find(id);
  if (found == reader.arrays.end()) return std::nullopt;
  return found->second;
}

ExpressionScope scopeOf(Reader& reader) {
  ExpressionScope scope;
  scope.marker = [&](long id) { return markerName(reader, id); };
  scope.spline = [&](long id, Interpolation interpolation) { return splineName(reader, id, interpolation); };
  scope.variable = [&](long id) { return variableText(reader, id); };
  scope.array = [&](long id) { return arrayNumbers(reader, id); };
  scope.factorsLeft = &reader.factorsLeft;
  return scope;
}

}  // namespace

FunctionValue functionOf(Reader& reader, Arguments& arguments, const Argument& argument) {
  const ExpressionScope scope = scopeOf(reader);
  refuseRoutine(reader, arguments, argument);
  Translated translated = translateExpression(argument.function, scope);
  if (translated.error) {
    errorAt(reader, arguments, argument.functionStart + translated.error->position, translated.error->code,
            translated.error->message)
        .withHint(translated.error->hint.empty() ? "docs/adams.md lists the functions" : translated.error->hint);
    return {};
  }
  return {std::move(translated.expression), std::move(translated.untranslatable)};
}

std::optional<Expression> requestedFunction(Reader& reader, const Argument& argument) {
  ExpressionScope scope = scopeOf(reader);
  scope.isMeasure = true;
  return translateExpression(argument.function, scope).expression;
}

}  // namespace mb::adams
