#include <fmt/format.h>

#include <array>

#include "formats/asmt/build.h"

namespace mb::asmt {
namespace {

const Line& lineAt(const Build& build, int index) { return build.outline.lines[static_cast<std::size_t>(index)]; }

void addLostForce(Build& build, const Line& item, std::string part, std::string why) {
  addLoss(build.import, at(build.outline, item), LossEffect::motion,
          fmt::format("{}{} '{}'", part, item.text, nameOf(build, item)), std::move(why), "it does not act",
          sourceText(build.outline, item));
}

// The function below a key; nothing when it is zero, not there, or cannot be translated, which is told.
std::optional<Expression> forceFunction(Build& build, const Line& item, std::string_view key,
                                        const MarkerPair& markers) {
  const Line* line = find(build.outline, item, key);
  if (!line) return std::nullopt;
  FunctionFault fault;
  std::optional<Expression> function = readFunction(build, *line, markers, fault);
  if (!function) {
    addLostForce(build, item, fmt::format("{} of ", key),
                 fmt::format("its function cannot be translated: {}", fault.text));
    return std::nullopt;
  }
  if (constantValue(*function) == 0.0) return std::nullopt;
  return function;
}

// Along the line between the markers: tension draws them together, twist turns I about the line.
void addInLine(Build& build, const Line& item, const MarkerPair& markers) {
  if (std::optional<Expression> tension = forceFunction(build, item, "tension", markers)) {
    Tsda law;
    law.i = markers.I;
    law.j = markers.J;
    law.function = negated(std::move(*tension));
    addForce(build.import, nameOf(build, item), at(build.outline, item)).law = std::move(law);
  }
  if (forceFunction(build, item, "twist", markers)) {
    addLostForce(build, item, "twist of ", "torques about the line between two markers are not modelled");
  }
}

// Force and torque on I at its origin, and the opposite on J at its own: two forces here, each without a partner.
void addGeneral(Build& build, const Line& item, const MarkerPair& markers) {
  constexpr std::array<std::string_view, 3> kForces{"FxOnI", "FyOnI", "FzOnI"};
  constexpr std::array<std::string_view, 3> kTorques{"TxOnI", "TyOnI", "TzOnI"};
  const Line* axes = find(build.outline, item, "MarkerK");
  const std::string_view in = axes ? valueOf(build.outline, *axes) : std::string_view("I");
  GeneralForce law;
  if (in != "O") law.in = in == "J" ? markers.J : markers.I;
  bool acts = false;
  for (std::size_t k = 0; k < 3; ++k) {
    law.force[k] = forceFunction(build, item, kForces[k], markers);
    law.torque[k] = forceFunction(build, item, kTorques[k], markers);
    acts = acts || law.force[k] || law.torque[k];
  }
  if (!acts) return;
  const std::string name = nameOf(build, item);
  const auto add = [&](MarkerIndex on, const std::string& called) {
    law.i = on;
    if (build.import.model.markers[on].body == kImportGround) return;
    addForce(build.import, called, at(build.outline, item)).law = law;
  };
  add(markers.I, name);
  for (std::size_t k = 0; k < 3; ++k) {
    if (law.force[k]) law.force[k] = negated(*law.force[k]);
    if (law.torque[k]) law.torque[k] = negated(*law.torque[k]);
  }
  add(markers.J, name + "_on_J");
}

struct ForceKind {
  std::string_view name;
  void (*add)(Build& build, const Line& item, const MarkerPair& markers);
};
constexpr std::array kForceKinds{
    ForceKind{"InLineForceTorque", &addInLine},
    ForceKind{"GeneralForceTorque", &addGeneral},
};

}  // namespace

void readForces(Build& build, const Line& forces) {
  for (const int index : forces.children) {
    const Line& item = lineAt(build, index);
    const auto kind = std::ranges::find(kForceKinds, item.text, &ForceKind::name);
    if (kind == kForceKinds.end()) {
      addLostForce(build, item, "", "forces of this kind are not known here");
      continue;
    }
    if (const std::optional<MarkerPair> markers = readMarkers(build, item)) kind->add(build, item, *markers);
  }
}

}  // namespace mb::asmt
