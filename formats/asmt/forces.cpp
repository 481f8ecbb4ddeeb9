#include <fmt/format.h>

#include <array>

#include "formats/asmt/build.h"

namespace mb::asmt {
namespace {

// At the item, or at the line below it for a part of it.
void addLostForce(Build& build, const Line& item, const Line& where, std::string part, std::string why) {
  addLoss(build.import, at(build.outline, where), LossEffect::motion,
          fmt::format("{}{} '{}'", part, item.text, nameOf(build, item)), std::move(why), "it does not act",
          sourceText(build.outline, item));
}

const Line& functionLine(const Build& build, const Line& key) { return lineAt(build.outline, key.children.front()); }

// The function below a key; nothing if it is zero, missing, or cannot be read or translated, which is reported.
std::optional<Expression> forceFunction(Build& build, const Line& item, std::string_view key,
                                        const MarkerPair& markers) {
  const Line* line = find(build.outline, item, key);
  if (!line) return std::nullopt;
  if (line->children.empty()) {  // as zero, the force would vanish silently
    reportMissing(build, *line, "function");
    return std::nullopt;
  }
  std::string unmodelled;
  std::optional<Expression> function = readFunction(build, *line, markers, unmodelled);
  if (!unmodelled.empty()) {
    addLostForce(build, item, functionLine(build, *line), fmt::format("{} of ", key),
                 fmt::format("its function cannot be translated: {}", unmodelled));
  }
  if (function && constantValue(*function) == 0.0) return std::nullopt;
  return function;
}

// Reports functions that are missing from the file; some writers omit them.
void reportEmpty(Build& build, const Line& item, std::string_view keys) {
  for (const std::string_view key : words(keys)) {
    if (find(build.outline, item, key)) return;
  }
  addLostForce(build, item, item, "", "the file does not say its functions");
}

// Along the line between the markers: tension pulls them together, twist rotates I about the line.
void addInLine(Build& build, const Line& item, const MarkerPair& markers) {
  reportEmpty(build, item, "tension twist");
  if (std::optional<Expression> tension = forceFunction(build, item, "tension", markers)) {
    Tsda law;
    law.i = markers.I;
    law.j = markers.J;
    law.function = negated(std::move(*tension));
    addForce(build.import, nameOf(build, item), at(build.outline, item)).law = std::move(law);
  }
  if (forceFunction(build, item, "twist", markers)) {
    addLostForce(build, item, functionLine(build, *find(build.outline, item, "twist")), "twist of ",
                 "torques about the line between two markers are not modelled");
  }
}

// Force and torque on I at its origin, and the opposite on J at its own: two forces here, each without a partner.
void addGeneral(Build& build, const Line& item, const MarkerPair& markers) {
  constexpr std::array<std::string_view, 3> kForces{"FxOnI", "FyOnI", "FzOnI"};
  constexpr std::array<std::string_view, 3> kTorques{"TxOnI", "TyOnI", "TzOnI"};
  const Line* axes = find(build.outline, item, "MarkerK");
  const std::string_view in = axes ? valueOf(build.outline, *axes) : std::string_view("I");
  if (in != "I" && in != "J" && in != "O") {
    build.import.diagnostics
        .error(at(build.outline, axes->children.empty() ? *axes : lineAt(build.outline, axes->children.front())),
               axes->children.empty() ? Code::missingValue : Code::unknownWord,
               fmt::format("'{}' does not say along whose axes the force acts", in.substr(0, 60)))
        .withHint("MarkerK is I or J for one of the force's markers, or O for the world");
    return;
  }
  reportEmpty(build, item, "FxOnI FyOnI FzOnI TxOnI TyOnI TzOnI");
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
  std::string_view words;
  void (*add)(Build& build, const Line& item, const MarkerPair& markers);
};
constexpr std::array kForceKinds{
    ForceKind{"InLineForceTorque", "Name= MarkerI= MarkerJ= tension~ twist~", &addInLine},
    ForceKind{"GeneralForceTorque", "Name= MarkerI= MarkerJ= MarkerK= FxOnI~ FyOnI~ FzOnI~ TxOnI~ TyOnI~ TzOnI~",
              &addGeneral},
};

}  // namespace

void readForces(Build& build, const Line& forces) {
  for (const int index : forces.children) {
    const Line& item = lineAt(build.outline, index);
    const auto kind = std::ranges::find(kForceKinds, item.text, &ForceKind::name);
    if (kind == kForceKinds.end()) {
      const std::string guess = guessAmong(build, item.text, "InLineForceTorque GeneralForceTorque");
      if (!guess.empty()) {
        build.import.diagnostics
            .error(at(build.outline, item), Code::unknownElement,
                   fmt::format("'{}' is not a force that is known here", item.text.substr(0, 60)))
            .withHint(guess);
        continue;
      }
      addLostForce(build, item, item, "", "forces of this kind are not known here");
      continue;
    }
    expectBelow(build, item, kind->words);
    if (const std::optional<MarkerPair> markers = readMarkers(build, item)) kind->add(build, item, *markers);
  }
}

}  // namespace mb::asmt
