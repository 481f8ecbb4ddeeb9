// Parts of templates that are not rows.
#include <fmt/format.h>

#include "formats/chrono/suspensions/suspensions.h"

namespace mb::chrono {
namespace {

// About the z axis of a frame that is the same on both bodies: torque on `turned`.
void addTorsion(Suspension& s, std::string_view name, std::string_view turned, std::string_view holder, Side side,
                const Pose& X_W, double stiffness, double damping, double preload, const SourceRef& at) {
  ImportBuild& import = s.build.import;
  Rsda law;
  law.i = addMarkerInWorld(import, s.body(turned, side), name, X_W, 0, at);
  law.j = addMarkerInWorld(import, s.body(holder, side), name, X_W, 0, at);
  law.stiffness = stiffness;
  law.damping = damping;
  law.torque = preload;
  addForce(import, name, at).law = law;
}

struct Leaf {
  std::string_view end;    // hinge on the chassis or the shackle
  std::string_view clamp;  // point
  std::string_view body;
  std::string_view clampBody;
  std::string_view word;
};
constexpr Leaf kLeaves[]{
    {"FRONT_HANGER", "CLAMP_A", "front_leaf", "clamp_a", "a"},
    {"SHACKLE", "CLAMP_B", "rear_leaf", "clamp_b", "b"},
};

}  // namespace

// Forces at the clamps as torques: stiffness times the square of the leaf's length, force times lever arm. The preload
// carries the vehicle, half of it by either leaf.
void addLeafSprings(Suspension& s) {
  Diagnostics& diagnostics = s.build.import.diagnostics;
  const JsonValue& data = s.object("Leafspring");
  const double vertical = number(data, "Vertical Stiffness", diagnostics);
  const double lateral = number(data, "Lateral Stiffness", diagnostics);
  const double bias = number(data, "Stiffness Bias", diagnostics);  // rear over front
  const double preload = number(data, "Vertical Preload Force", diagnostics);
  if (data.kind == JsonValue::Kind::object && !(bias >= 0)) {
    diagnostics
        .error(find(data, "Stiffness Bias")->at, Code::mustBePositive, fmt::format("the stiffness bias is {}", bias))
        .withHint("the stiffness of the rear leaf over that of the front one: 1 if they are equal");
    return;
  }
  constexpr double kDampingTime = 0.01;  // s, Chrono's
  for (const Leaf& leaf : kLeaves) {
    const double share = (leaf.body == "front_leaf" ? 1 : bias) / (1 + bias);
    const Vector3 lever = s.point(leaf.clamp) - s.point(leaf.end);
    const double kVertical = share * vertical * lever.squaredNorm();
    const double kLateral = share * lateral * lever.squaredNorm();
    const double torque = -Vector3(0, 0, preload / 2).cross(lever).y();
    for (const Side side : kSides) {
      const Pose aboutY = s.poseOf(leaf.clamp, "z:-Y x:+X", side, data.at);
      const Pose aboutZ = s.poseOf(leaf.clamp, {}, side, data.at);
      const auto name = [&](std::string_view what) {
        return nameIn(s.place, fmt::format("{}_{}", what, leaf.word), side);
      };
      addTorsion(s, name("leaf_bending"), leaf.body, leaf.clampBody, side, aboutY, kVertical, kDampingTime * kVertical,
                 torque, data.at);
      addTorsion(s, name("leaf_swing"), "axle_tube", leaf.clampBody, side, aboutZ, kLateral, kDampingTime * kLateral, 0,
                 data.at);
    }
  }
}

void addAntirollSpring(Suspension& s) {
  Diagnostics& diagnostics = s.build.import.diagnostics;
  const JsonValue& bar = s.object("Anti Roll Bar");
  addTorsion(s, nameIn(s.place, "antiroll_torsion"), "antiroll:L", "antiroll:R", Side::left,
             s.poseOf("ANTIROLL_C:C", "z:-Y x:+X", Side::left, bar.at),
             number(bar, "Rotational Stiffness", diagnostics), number(bar, "Rotational Damping", diagnostics), 0,
             bar.at);
}

void loseTransverseBeam(Suspension& s) {
  if (const JsonValue* beams = s.findObject("Lower Beam")) find(*beams, "Transverse Beam Attachment Point");
  const JsonValue* beam = s.findObject("Transverse Beam");
  if (!beam) return;
  lose(s.build, *beam, LossEffect::none, "transverse beam", "nothing holds it: Chrono gives it no joints",
       "the rest of the suspension moves as with it");
  markUsed(*beam);
}

}  // namespace mb::chrono
