#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "formats/model/elements/element_visitors.h"
#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {
namespace {

// ---- forces ----

bool emplaceForce(std::string_view type, ForceLaw& law) {
  bool isFound = false;
  forEachForceType([&](auto one) {
    if (one.kType != type) return;
    law = std::move(one);
    isFound = true;
  });
  return isFound;
}

// A spring without a relaxed length. The program's own files omit a length of 0.
bool isRelaxed(XmlElement& element, const Force& force) {
  const auto& spring = std::get<Tsda>(force.law);
  return !element.has("length") && force.origin.from.empty() && (spring.stiffness != 0 || spring.spring.valid());
}

// Allowed, because other tools write it, but hardly intended.
void warnOfNothing(XmlElement& element, std::string what, std::string hint) {
  element.diagnostics().warning(element.at(), Code::ignoredInput, std::move(what)).withHint(std::move(hint));
}

// Whether nothing says what the force is.
template <class Law>
bool isRefusedWithoutLaw(XmlElement& element, const Law& law) {
  if (law.kLaw.empty()) return false;
  const std::string what = fmt::format("a {} without a law: there is no force", law.kType);
  const std::string hint = fmt::format("give one of {}", fmt::join(law.kLaw, ", "));
  if constexpr (Law::kWithoutLaw == WithoutLaw::told) {
    if (isWithoutForce(law)) warnOfNothing(element, what, hint);
    return false;
  } else {
    if (std::ranges::any_of(law.kLaw, [&](const char* name) { return element.has(name); })) return false;
    element.diagnostics().error(element.at(), Code::missingElement, what).withHint(hint);
    return true;
  }
}

bool isRefused(XmlElement& element, const Force& force, const ElementContext& context) {
  return std::visit(
      [&](const auto& law) {
        if (isRefusedWithoutLaw(element, law)) return true;
        if constexpr (requires { law.j; }) {
          if (!context.bodyOf || !law.j.valid() || context.bodyOf(law.i) != context.bodyOf(law.j)) return false;
          const auto j = element.attribute("j");
          element.diagnostics()
              .error(j ? j->valueAt : element.at(), Code::sameBody, "both ends of the force are on the same body")
              .withHint("i and j are on two bodies: between points of one there is nothing to move");
          return true;
        }
        return false;
      },
      force.law);
}

// A force about an axis may name a joint, whose markers are its ends.
bool mayNameJoint(const Force& force) {
  return std::visit([](const auto& law) { return law.kEndAxes == EndAxes::axis; }, force.law);
}

// ---- what hangs on a joint ----

// Reported at the number; the check of the model only knows the joint.
bool refuseNegative(XmlElement& element, std::string_view attribute, double value, std::string_view why) {
  if (value >= 0) return false;
  const XmlText text = *element.attribute(attribute);
  element.diagnostics()
      .error(text.valueAt, Code::mustBePositive, fmt::format("{} {}: it must not be negative", attribute, text.text))
      .withHint(std::string(why));
  return true;
}

bool isRefused(XmlElement& element, const Limit& limit) {
  constexpr std::string_view kWhy = "the stop pushes back with stiffness times penetration: give positive numbers";
  bool refused = refuseNegative(element, "stiffness", limit.stiffness, kWhy);
  refused = refuseNegative(element, "damping", limit.damping, kWhy) || refused;
  if (!limit.lower && !limit.upper)
    warnOfNothing(element, "a <limit> without a bound limits nothing", "give lower, upper or both");
  if (!limit.lower || !limit.upper || *limit.lower < *limit.upper) return refused;
  const std::string lower(element.attribute("lower")->text);
  const XmlText upper = *element.attribute("upper");
  element.diagnostics()
      .error(upper.valueAt, Code::noRoom,
             fmt::format("the limits leave no room: lower {}, upper {}", lower, upper.text))
      .withHint("lower must be below upper; a joint that cannot move is a fixed one");
  return true;
}

bool isRefused(XmlElement& element, const Friction& friction) {
  constexpr std::string_view kWhy = "friction opposes the motion by itself: give magnitudes";
  bool refused = false;
  for (const auto& [name, value] : {std::pair{"coulomb", friction.coulomb}, std::pair{"stiction", friction.stiction},
                                    std::pair{"viscous", friction.viscous}, std::pair{"velocity", friction.velocity}}) {
    refused = refuseNegative(element, name, value, kWhy) || refused;
  }
  if (friction.coulomb == 0 && friction.stiction == 0 && friction.viscous == 0) {
    warnOfNothing(element, "a <friction> without a force", "give coulomb, stiction or viscous");
  } else if (element.has("stiction") && friction.stiction < friction.coulomb) {
    warnOfNothing(element, "stiction below coulomb is not used: sliding friction would exceed static friction",
                  "the force at rest is then coulomb; omit stiction or make it the larger one");
  }
  return refused;
}

bool isRefused(XmlElement& element, const InitialCoordinate& initial) {
  if (!initial.value && !initial.rate)
    warnOfNothing(element, "an <initial> without value or rate", "give value, rate or both");
  return false;
}

template <class Extra>
void readExtras(std::string_view name, XmlElement& joint, const JointType& type, const ElementContext& context,
                std::vector<Extra>& extras) {
  for (XmlElement& element : joint.children(name)) {
    Extra extra;
    const auto coordinate = coordinateOf(element.attribute("dof"), element.at(), type, element.diagnostics());
    const bool rotates = coordinate && coordinateNames(type)[static_cast<std::size_t>(*coordinate)].isRotation;
    FieldReader reader(element, context);
    describeFields(extra, reader, dimensionsOf(rotates));
    element.finish();
    if (!coordinate || !reader.isGood() || isRefused(element, extra)) continue;
    extra.coordinate = *coordinate;
    if (std::ranges::find(extras, extra.coordinate, &Extra::coordinate) != extras.end()) {
      element.diagnostics()
          .error(element.at(), Code::givenTwice,
                 fmt::format("a second <{}> for '{}' of the joint", name,
                             coordinateNames(type)[static_cast<std::size_t>(*coordinate)].name))
          .withHint("keep one of them; dof= says which coordinate is meant");
      continue;
    }
    extras.push_back(extra);
  }
}

}  // namespace

std::optional<JointType> readJointType(XmlElement& joint) {
  const auto text = joint.requiredAttribute("type");
  if (!text) return std::nullopt;
  std::vector<std::string> names;
  for (const JointType& type : jointTypes()) names.emplace_back(type.name);
  names.emplace_back("general");
  const auto index = readChoice(*text, names, joint.diagnostics());
  if (!index) return std::nullopt;
  if (static_cast<std::size_t>(*index) < jointTypes().size()) return jointTypes()[static_cast<std::size_t>(*index)];
  std::array<bool, 6> isFree{};
  for (std::size_t k = 0; k < isFree.size(); ++k) {
    const auto word = joint.attribute(kComponentNames[k]);
    if (!word) continue;
    const auto choice = readChoice(*word, {"lock", "free"}, joint.diagnostics());
    if (!choice) return std::nullopt;
    isFree[k] = *choice == 1;
  }
  return generalJointType(isFree);
}

std::optional<Force> readForce(XmlElement& element, const ElementContext& context) {
  Force force;
  const int errorsBefore = element.diagnostics().errorCount();
  FieldReader reader(element, context);
  reader.name(force.name);
  const auto type = reader.text("type");
  if (!type) return std::nullopt;
  if (!emplaceForce(type->text, force.law)) {
    readChoice(*type, forceTypes(), element.diagnostics());
    return std::nullopt;
  }
  if (context.markersOf && mayNameJoint(force)) {
    if (const auto name = element.attribute("joint")) {
      const auto joint = reader.take(context.joint(*name));
      const auto markers = joint ? reader.take(context.markersOf(*joint)) : std::nullopt;
      reader.presetMarkers(markers.value_or(std::pair<MarkerIndex, MarkerIndex>{}));
    }
  }
  describe(force, reader);
  force.origin = originOf(element, context);
  if (auto* spring = std::get_if<Tsda>(&force.law); spring && context.relaxesSprings && isRelaxed(element, force)) {
    spring->length = std::numeric_limits<double>::quiet_NaN();
  }
  element.finish();
  if (!reader.isGood()) return std::nullopt;
  // A misspelt law was reported already.
  if (element.diagnostics().errorCount() == errorsBefore && isRefused(element, force, context)) return std::nullopt;
  return force;
}

void readJointExtras(XmlElement& element, const ElementContext& context, JointFields& joint) {
  readExtras("limit", element, joint.type, context, joint.limits);
  readExtras("friction", element, joint.type, context, joint.frictions);
  readExtras("initial", element, joint.type, context, joint.initials);
}

}  // namespace mb
