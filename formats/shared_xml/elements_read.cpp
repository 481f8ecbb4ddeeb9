#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {
namespace {

// ---- forces ----

template <std::size_t k = 0>
bool emplaceForce(std::string_view type, decltype(Force::law)& law) {
  using Law = decltype(Force::law);
  if constexpr (k < std::variant_size_v<Law>) {
    if (std::variant_alternative_t<k, Law>::kType != type) return emplaceForce<k + 1>(type, law);
    law.template emplace<k>();
    return true;
  }
  return false;
}

template <std::size_t... k>
std::vector<std::string> forceTypes(std::index_sequence<k...>) {
  return {std::string(std::variant_alternative_t<k, decltype(Force::law)>::kType)...};
}
std::vector<std::string> forceTypes() {
  return forceTypes(std::make_index_sequence<std::variant_size_v<decltype(Force::law)>>());
}

bool isEmpty(const GeneralForce& force) {
  const auto isAbsent = [](const std::optional<Expression>& component) { return !component; };
  return std::all_of(force.force.begin(), force.force.end(), isAbsent) &&
         std::all_of(force.torque.begin(), force.torque.end(), isAbsent);
}

// The attributes that say what the force is, where the others only say when it is zero.
template <class Law>
std::vector<std::string> lawAttributes() {
  if constexpr (std::is_same_v<Law, Tsda>) return {"k", "c", "preload", "spring", "damper", "function"};
  if constexpr (std::is_same_v<Law, Rsda>) return {"kt", "ct", "torque", "spring", "damper", "function"};
  return {};
}

// A spring that does not say where it is relaxed. The program's own files left a length of 0 out.
bool isRelaxed(XmlElement& element, const Force& force) {
  const auto& spring = std::get<Tsda>(force.law);
  return !element.has("length") && force.origin.from.empty() && (spring.stiffness != 0 || spring.spring.valid());
}

// Allowed, as other tools write such things, and yet hardly meant.
void warnOfNothing(XmlElement& element, std::string what, std::string hint) {
  element.diagnostics().warning(element.at(), Code::ignoredInput, std::move(what)).withHint(std::move(hint));
}

bool isRefused(XmlElement& element, const Force& force, const ElementContext& context) {
  return std::visit(
      [&]<class Law>(const Law& law) {
        const std::vector<std::string> wanted = lawAttributes<Law>();
        const auto isThere = [&](const std::string& name) { return element.has(name); };
        if (!wanted.empty() && std::ranges::none_of(wanted, isThere)) {
          element.diagnostics()
              .error(element.at(), Code::missingElement,
                     fmt::format("a {} without a law: there is no force", Law::kType))
              .withHint(fmt::format("give one of {}", fmt::join(wanted, ", ")));
          return true;
        }
        if constexpr (std::is_same_v<Law, Bushing>) {
          if (law.k.isZero(0) && law.c.isZero(0) && law.kt.isZero(0) && law.ct.isZero(0) && law.force.isZero(0) &&
              law.torque.isZero(0))
            warnOfNothing(element, "a bushing without a law: there is no force",
                          "give one of k, c, kt, ct, force, torque");
        }
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

// ---- what hangs on a joint ----

// Where the number stands; the check of the model knows the joint only.
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
  constexpr std::string_view kWhy = "friction acts against the motion by itself: give magnitudes";
  bool refused = false;
  for (const auto& [name, value] : {std::pair{"coulomb", friction.coulomb}, std::pair{"stiction", friction.stiction},
                                    std::pair{"viscous", friction.viscous}, std::pair{"velocity", friction.velocity}}) {
    refused = refuseNegative(element, name, value, kWhy) || refused;
  }
  if (friction.coulomb == 0 && friction.stiction == 0 && friction.viscous == 0) {
    warnOfNothing(element, "a <friction> without a force", "give coulomb, stiction or viscous");
  } else if (element.has("stiction") && friction.stiction < friction.coulomb) {
    warnOfNothing(element, "stiction below coulomb is not used: what slides would hold better than what rests",
                  "the force at rest is coulomb then; leave stiction out or make it the larger one");
  }
  return refused;
}

bool isRefused(XmlElement& element, const InitialCoordinate& initial) {
  if (!initial.value && !initial.rate)
    warnOfNothing(element, "an <initial> that gives nothing", "give value, rate or both");
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
          .withHint("keep one of them; dof= tells which coordinate is meant");
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
  if (context.markersOf && std::holds_alternative<Rsda>(force.law)) {
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
  const auto* general = std::get_if<GeneralForce>(&force.law);
  if (general && reader.isGood() && isEmpty(*general)) {
    element.diagnostics()
        .error(element.at(), Code::missingElement, "a general force with 0 components, at least 1 is needed")
        .withHint("give fx, fy, fz, tx, ty or tz");
    reader.fail();
  }
  if (!reader.isGood()) return std::nullopt;
  // A misspelt law is told already.
  if (element.diagnostics().errorCount() == errorsBefore && isRefused(element, force, context)) return std::nullopt;
  return force;
}

JointExtras readJointExtras(XmlElement& joint, const JointType& type, const ElementContext& context) {
  JointExtras extras;
  readExtras("limit", joint, type, context, extras.limits);
  readExtras("friction", joint, type, context, extras.frictions);
  readExtras("initial", joint, type, context, extras.initials);
  return extras;
}

}  // namespace mb
