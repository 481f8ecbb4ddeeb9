// Reports parts of a joint that its type does not use, so that nothing disappears silently.
#include <fmt/format.h>

#include <algorithm>

#include "formats/sdf/reader.h"

namespace mb::sdf {
namespace {

// For a part of an axis: whether it would change the motion; nothing if it is used.
struct UnusedRow {
  Unused unused;
  std::string_view why;
  std::string_view meaning;
  std::optional<LossEffect> start, limit, damping, forces;
};
constexpr LossEffect kNoEffect = LossEffect::none;
constexpr LossEffect kOnMotion = LossEffect::motion;
constexpr std::nullopt_t kUsed = std::nullopt;
// clang-format off
constexpr std::array kUnused{
    UnusedRow{Unused::ball, "a ball has no axis to act about", "it turns in all directions without it", kOnMotion, kNoEffect, kUsed, kOnMotion},
    UnusedRow{Unused::gearbox, "a gearbox couples two shafts and has no coordinate of its own", "the shafts turn without it", kOnMotion, kOnMotion, kOnMotion, kOnMotion},
    UnusedRow{Unused::parallel, "the two axes are parallel: the joint turns about the first", "it turns without it", kOnMotion, kOnMotion, kOnMotion, kOnMotion},
    UnusedRow{Unused::locked, "there is no room between the limits of the axis", "nothing moves about it", kOnMotion, kUsed, kNoEffect, kNoEffect},
    UnusedRow{Unused::continuous, "a continuous joint has no limits", "it turns on and on", kUsed, kOnMotion, kUsed, kUsed},
};
// clang-format on

struct Part {
  std::string_view owner;  // within the axis; empty: the axis itself
  std::string_view name;
  std::optional<LossEffect> UnusedRow::*effect;
};
constexpr std::array kParts{
    Part{"", "initial_position", &UnusedRow::start}, Part{"dynamics", "damping", &UnusedRow::damping},
    Part{"dynamics", "friction", &UnusedRow::forces}, Part{"dynamics", "spring_stiffness", &UnusedRow::forces}};

// Parts of joints of one type only.
struct OfType {
  std::string_view name;
  std::string_view type;
};
constexpr std::array kOfTypes{OfType{"thread_pitch", "screw"}, OfType{"screw_thread_pitch", "screw"},
                              OfType{"gearbox_ratio", "gearbox"}, OfType{"gearbox_reference_body", "gearbox"}};

void loseOfType(Reader& reader, SdfJoint& joint, const XmlElement& part) {
  reader.losses.add(part, LossEffect::none, fmt::format("<{}> of a {} joint", part.name(), joint.type), shown(joint),
                    "a joint of this type does not have it", "the joint moves as its type says");
}

// Checks the numbers of an axis, even if nothing uses it.
void checkAxis(XmlElement& axis) {
  if (const auto xyz = firstChild(axis, "xyz")) readVector(*xyz);
  finiteOr(axis, "initial_position", 0);
  if (auto limit = firstChild(axis, "limit")) {
    for (const std::string_view bound : {"lower", "upper", "stiffness", "dissipation", "effort", "velocity"}) {
      numberOr(*limit, bound, 0);
    }
  }
  if (auto dynamics = firstChild(axis, "dynamics")) {
    for (const std::string_view value : {"damping", "friction", "spring_reference", "spring_stiffness"}) {
      finiteOr(*dynamics, value, 0);
    }
  }
}

}  // namespace

void loseOtherTypes(Reader& reader, SdfJoint& joint, std::size_t axes) {
  constexpr std::array<const char*, 2> kAxes{"axis", "axis2"};
  for (std::size_t k = 0; k < kAxes.size(); ++k) {
    auto axis = firstChild(joint.element, kAxes[k]);
    if (!axis) continue;
    checkAxis(*axis);
    if (k >= axes) loseOfType(reader, joint, *axis);
  }
  for (const OfType& row : kOfTypes) {
    const auto part = row.type == joint.type ? std::nullopt : firstChild(joint.element, row.name);
    if (part) loseOfType(reader, joint, *part);
  }
}

void loseRest(Reader& reader, SdfJoint& joint, XmlElement& axis, Unused unused) {
  const UnusedRow& row =
      *std::find_if(kUnused.begin(), kUnused.end(), [&](const UnusedRow& r) { return r.unused == unused; });
  const auto lose = [&](const XmlElement& part, LossEffect effect) {
    reader.losses.add(part, effect, fmt::format("<{}> in <{}> of a {} joint", part.name(), axis.name(), joint.type),
                      shown(joint), std::string(row.why), std::string(row.meaning));
  };
  for (const Part& part : kParts) {
    auto owner = part.owner.empty() ? std::optional(axis) : firstChild(axis, part.owner);
    const auto effect = row.*part.effect;
    if (effect && owner && finiteOr(*owner, part.name, 0) != 0) lose(*firstChild(*owner, part.name), *effect);
  }
  auto limit = firstChild(axis, "limit");
  if (!limit) return;
  const Limit stops = readLimit(*limit, 0);
  if (row.limit && (stops.lower || stops.upper)) lose(*limit, *row.limit);
  reportBounds(reader, shown(joint), *limit);
}

}  // namespace mb::sdf
