// REQUEST as far as it can be measured here: functions, and the motion and forces of markers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "formats/adams/reader.h"
#include "formats/model/expressions/expression_build.h"

namespace mb::adams {
namespace {

constexpr std::array<std::string_view, 8> kFunctions{"F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"};

// The expression is in the units of the dataset. What it plainly measures is shown in them.
void addMeasure(Reader& reader, const Statement& statement, const std::string& suffix, Expression expression) {
  Measure measure;
  measure.name = reader.build.measureNames.make(nameOf(statement, "request") + suffix, "measure");
  const Dimension dimension = measuredDimension(expression).value_or(Dimension{});
  if (dimension != dimension::kNone) measure.unit = unitText(reader.units, dimension);
  measure.function = toSi(std::move(expression), reader.units, dimension);
  measure.origin = {statement.at, {}};
  reader.build.model.measures.push_back(std::move(measure));
}

Expression reference(const std::string& name) {
  Expression expression;
  expression.kind = Expression::Kind::reference;
  expression.name = name;
  return expression;
}

// Null if it is missing, floating or lost.
const MarkerEntry* fixedMarker(Reader& reader, const Arguments& arguments, std::string_view name) {
  const Argument* const argument = find(arguments, name);
  const auto id = argument && !argument->values.empty() ? parseId(argument->values.front().text) : std::nullopt;
  const auto found = id ? reader.markers.find(*id) : reader.markers.end();
  if (found == reader.markers.end() || !found->second.marker.valid() || found->second.isFloating) return nullptr;
  return &found->second;
}

// The marker's motion is added to our results.
void addProbe(Reader& reader, const Statement& statement, MarkerIndex marker) {
  if (!reader.probed.insert(marker).second) return;
  // Every part may have a marker `cm`, so an ambiguous name is extended by its body.
  const Table<MarkerIndex, Marker>& markers = reader.build.model.markers;
  const std::string& whole = markers[marker].name;
  const std::string own = whole.substr(whole.find('.'));
  const auto isSame = [&](const Marker& one) { return one.name.ends_with(own); };
  const bool isAlone = std::count_if(markers.begin(), markers.end(), isSame) == 1;
  Probe probe;
  probe.name = reader.build.probeNames.make(isAlone ? own.substr(1) : whole, "probe");
  probe.marker = marker;
  probe.origin = {statement.at, {}};
  reader.build.model.probes.push_back(std::move(probe));
}

struct Requested {
  std::string_view argument;
  std::array<std::string_view, 8> functions;  // two magnitudes with their components; empty: none
};
constexpr std::array kMotions{
    Requested{"DISPLACEMENT", {"dm", "dx", "dy", "dz", "", "psi", "theta", "phi"}},
    Requested{"VELOCITY", {"vm", "vx", "vy", "vz", "wm", "wx", "wy", "wz"}},
    Requested{"ACCELERATION", {"accm", "accx", "accy", "accz", "wdtm", "wdtx", "wdty", "wdtz"}},
};

// Relative to a marker on the ground a probe says all of it; relative to another body there is a measure each.
bool readMotionRequest(Reader& reader, const Arguments& arguments, const Requested& requested) {
  const MarkerEntry* const i = fixedMarker(reader, arguments, "I");
  const MarkerEntry* const j = fixedMarker(reader, arguments, "J");
  if (!i || (has(arguments, "J") && !j)) return false;
  const Statement& statement = *arguments.statement;
  if (!j || j->body == kImportGround) {
    addProbe(reader, statement, i->marker);
    return true;
  }
  const MarkerEntry* const rm = fixedMarker(reader, arguments, "RM");
  const Table<MarkerIndex, Marker>& markers = reader.build.model.markers;
  for (const std::string_view name : requested.functions) {
    if (name.empty()) continue;
    const ExpressionFunction& function = *findExpressionFunction(name);
    std::vector<Expression> names{reference(markers[i->marker].name), reference(markers[j->marker].name)};
    if (rm && function.component >= 0 && function.maximumArguments > 2)
      names.push_back(reference(markers[rm->marker].name));
    addMeasure(reader, statement, fmt::format("_{}", name), expressions::call(name, std::move(names)));
  }
  return true;
}

// Of the joint between the two markers.
bool readForceRequest(Reader& reader, const Arguments& arguments) {
  const MarkerEntry* const i = fixedMarker(reader, arguments, "I");
  const MarkerEntry* const j = fixedMarker(reader, arguments, "J");
  const MarkerEntry* const rm = fixedMarker(reader, arguments, "RM");
  if (!i || !j) return false;
  const Table<JointIndex, Joint>& joints = reader.build.model.joints;
  const auto joint = std::find_if(joints.begin(), joints.end(),
                                  [&](const Joint& one) { return one.i == i->marker && one.j == j->marker; });
  if (joint == joints.end()) return false;
  for (const std::string_view component : {"fm", "fx", "fy", "fz", "tm", "tx", "ty", "tz"}) {
    std::vector<Expression> names{reference(joint->name)};
    if (rm && !component.ends_with('m')) names.push_back(reference(reader.build.model.markers[rm->marker].name));
    addMeasure(reader, *arguments.statement, fmt::format("_{}", component),
               expressions::call(fmt::format("reaction_{}", component), std::move(names)));
  }
  return true;
}

}  // namespace

bool readRequest(Reader& reader, const Arguments& arguments) {
  for (const Requested& requested : kMotions) {
    if (has(arguments, requested.argument)) return readMotionRequest(reader, arguments, requested);
  }
  if (has(arguments, "FORCE")) return readForceRequest(reader, arguments);
  bool isWhole = false;
  for (const std::string_view name : kFunctions) {
    const Argument* const argument = find(arguments, name);
    if (!argument) continue;
    std::optional<Expression> function = requestedFunction(reader, *argument);
    if (!function) return false;
    addMeasure(reader, *arguments.statement, fmt::format("_f{}", name[1]), std::move(*function));
    isWhole = true;
  }
  return isWhole;
}

}  // namespace mb::adams
