// Couplers and drives: constraints between the coordinates of joints, and functions of time for them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "formats/model/basics/text.h"
#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {
namespace {

bool isRotation(const CoordinateRef& ref, const ElementContext& context) {
  return coordinateNames(context.jointType(ref.joint))[static_cast<std::size_t>(ref.coordinate)].isRotation;
}

// "joint.rz", or "joint" for a joint with one coordinate.
std::optional<CoordinateRef> readCoordinateRef(const XmlText& text, const ElementContext& context,
                                               Diagnostics& diagnostics) {
  const std::size_t dot = text.text.rfind('.');
  const auto joint = context.joint(slice(text, 0, dot));
  if (!joint) return std::nullopt;
  std::optional<XmlText> dof;
  if (dot != std::string_view::npos) dof = slice(text, dot + 1);
  const auto coordinate = coordinateOf(dof, text.valueAt, context.jointType(*joint), diagnostics);
  if (!coordinate) return std::nullopt;
  return CoordinateRef{*joint, *coordinate};
}

// ---- couplers ----

// One "joint.rz:factor".
std::optional<Coupler::Term> readTerm(const XmlText& text, const ElementContext& context, Diagnostics& diagnostics) {
  const std::size_t colon = text.text.rfind(':');
  if (colon == std::string_view::npos) {
    diagnostics.error(text.valueAt, Code::malformedText, fmt::format("'{}' is not a term", text.text))
        .withHint("joint.coordinate:factor, as in hinge.rz:1");
    return std::nullopt;
  }
  const auto ref = readCoordinateRef(slice(text, 0, colon), context, diagnostics);
  const auto factor = readNumber(slice(text, colon + 1), dimension::kNone, context, diagnostics);
  if (!ref || !factor) return std::nullopt;
  return Coupler::Term{*ref, *factor};
}

// In the file's equation, translations are in its length unit and rotations in radians. With a translation it is an
// equation between lengths, and factors of rotations are lengths per radian; otherwise it is an equation between
// angles. Returns its dimension.
Dimension convertTerms(std::vector<Coupler::Term>& terms, const ElementContext& context) {
  const auto rotates = [&](const Coupler::Term& term) { return isRotation(term.coordinate, context); };
  if (std::all_of(terms.begin(), terms.end(), rotates)) return dimension::kAngle;
  for (Coupler::Term& term : terms) {
    if (rotates(term)) term.factor *= context.units.length;
  }
  return dimension::kLength;
}

bool readTerms(XmlElement& element, const ElementContext& context, FieldReader& reader, Coupler& coupler) {
  const auto text = reader.text("terms");
  if (!text) return false;
  for (const XmlText& word : wordsOf(*text)) {
    const auto term = reader.take(readTerm(word, context, element.diagnostics()));
    if (!term) continue;
    const bool isRepeated = std::any_of(coupler.terms.begin(), coupler.terms.end(), [&](const Coupler::Term& other) {
      return other.coordinate == term->coordinate;
    });
    if (isRepeated) {
      element.diagnostics()
          .error(word.valueAt, Code::givenTwice,
                 fmt::format("the coordinate of '{}' is in the coupler already", word.text))
          .withHint("add the factors up");
      reader.fail();
    }
    coupler.terms.push_back(*term);
  }
  return reader.isGood();
}

void readCouplerFields(XmlElement& element, const ElementContext& context, FieldReader& reader, Coupler& coupler) {
  if (const auto kind = element.attribute("kind")) {
    if (reader.take(readChoice(*kind, kCouplerKinds, element.diagnostics()))) coupler.kind = kind->text;
  }
  const bool isRead = readTerms(element, context, reader, coupler);
  const Dimension sum = isRead ? convertTerms(coupler.terms, context) : dimension::kNone;
  reader.optional("offset", coupler.offset, sum);
  reader.expression("function", coupler.function, sum);
}

// Reported at the number; the check of the model only knows factors.
bool refuseZero(double value, std::string_view noun, const XmlText& text, Diagnostics& diagnostics) {
  if (value != 0) return false;
  diagnostics.error(text.valueAt, Code::mustBePositive, fmt::format("a {} of 0 would couple nothing", noun))
      .withHint(fmt::format("give a {} above 0; a negative one reverses the direction", noun));
  return true;
}

// q1 + ratio q2, r1 q1 + r2 q2, or from the velocity of the teeth.
void readGearFields(XmlElement& element, const ElementContext& context, FieldReader& reader, Coupler& coupler) {
  Diagnostics& diagnostics = element.diagnostics();
  const auto joints = reader.text("joints");
  std::vector<CoordinateRef> refs;
  if (joints) {
    const std::vector<XmlText> words = wordsOf(*joints);
    if (words.size() != 2) {
      diagnostics.error(joints->valueAt, Code::wrongCount, counted(words.size(), "joint") + ", expected 2")
          .withHint("joints=\"j1 j2\"");
      reader.fail();
    }
    for (const XmlText& word : words) {
      const auto ref = reader.take(readCoordinateRef(word, context, diagnostics));
      if (!ref) continue;
      if (std::ranges::find(refs, *ref) != refs.end()) {
        diagnostics.error(word.valueAt, Code::givenTwice, fmt::format("'{}' is in the gear already", word.text))
            .withHint("a gear is between the coordinates of two joints");
        reader.fail();
      }
      refs.push_back(*ref);
    }
  }
  const auto ratio = element.attribute("ratio");
  const auto radii = element.attribute("radii");
  const bool hasCv = context.gearFactors && element.attribute("cv");
  if (const int given = (ratio ? 1 : 0) + (radii ? 1 : 0) + (hasCv ? 1 : 0); given != 1) {
    diagnostics
        .error(element.at(), Code::wrongCount, fmt::format("<gear> is given by {} attributes, expected 1", given))
        .withHint(context.gearFactors ? "one of ratio, radii, cv" : "one of ratio, radii");
    reader.fail();
  }
  std::array<double, 2> factors{1, 1};
  if (ratio) {
    if (const auto n = reader.take(readNumber(*ratio, dimension::kNone, context, diagnostics))) factors[1] = *n;
    if (refuseZero(factors[1], "ratio", *ratio, diagnostics)) reader.fail();
  }
  if (radii) {
    if (const auto r = reader.take(readNumbers(*radii, 2, dimension::kLength, context, diagnostics))) {
      factors = {(*r)[0], (*r)[1]};
      const std::vector<XmlText> words = wordsOf(*radii);
      for (std::size_t k = 0; k < 2; ++k) {
        if (refuseZero(factors[k], "radius", words[k], diagnostics)) reader.fail();
      }
    }
  }
  if (!reader.isGood()) return;
  if (hasCv) {
    const auto found = reader.take(context.gearFactors(refs[0].joint, refs[1].joint, element));
    if (!found) return;
    factors = *found;
  }
  for (std::size_t k = 0; k < 2; ++k) coupler.terms.push_back({refs[k], factors[k]});
  if (ratio) convertTerms(coupler.terms, context);
}

// s - radius theta
void readRackFields(XmlElement& element, const ElementContext& context, FieldReader& reader, Coupler& coupler) {
  const auto read = [&](std::string_view attribute, bool wantsRotation) -> std::optional<CoordinateRef> {
    const auto text = reader.text(attribute);
    if (!text) return std::nullopt;
    const auto ref = reader.take(readCoordinateRef(*text, context, element.diagnostics()));
    if (!ref || isRotation(*ref, context) == wantsRotation) return ref;
    element.diagnostics()
        .error(text->valueAt, Code::otherKindOfThing,
               fmt::format("the {} '{}' does not {}", attribute, text->text, wantsRotation ? "turn" : "slide"))
        .withHint("pinion= names a joint that turns, rack= one that slides");
    reader.fail();
    return std::nullopt;
  };
  const auto pinion = read("pinion", true);
  const auto rack = read("rack", false);
  double radius = 1;
  reader.required("radius", radius, dimension::kLength);
  const auto text = element.attribute("radius");
  if (text && refuseZero(radius, "radius", *text, element.diagnostics())) reader.fail();
  if (rack && pinion) coupler.terms = {{*rack, 1}, {*pinion, -radius}};
}

// ---- drives ----

// Reads the element into the alternative with its name.
template <std::size_t k = 0>
bool readFunctionElement(XmlElement& element, const Dimension& value, const ElementContext& context,
                         TimeFunction& result) {
  if constexpr (k < kFunctionElements.size()) {
    if (element.name() != kFunctionElements[k]) return readFunctionElement<k + 1>(element, value, context, result);
    FieldReader reader(element, context);
    auto& function = result.emplace<k>();
    describeFields(function, reader, value);
    element.finish();
    return reader.isGood();
  }
  return false;
}

bool readFunction(XmlElement& element, const Dimension& value, const ElementContext& context, TimeFunction& result) {
  std::vector<XmlElement> given;
  for (const std::string_view name : kFunctionElements) {
    for (XmlElement& child : element.children(name)) given.push_back(std::move(child));
  }
  const auto text = element.attribute("function");
  if (const std::size_t count = given.size() + (text ? 1 : 0); count != 1) {
    element.diagnostics()
        .error(element.at(), Code::wrongCount,
               fmt::format("<{}> has {} functions of time, expected 1", element.name(), count))
        .withHint(fmt::format("function=\"...\", or one child of {}", fmt::join(kFunctionElements, ", ")));
    return false;
  }
  if (!text) return readFunctionElement(given[0], value, context, result);
  auto expression = readExpression(*text, value, context, element.diagnostics());
  if (!expression) return false;
  result = std::move(*expression);
  return true;
}

// Reads what is driven; returns whether it is a rotation.
std::optional<bool> readDriven(XmlElement& element, const ElementContext& context, FieldReader& reader, Drive& drive) {
  Diagnostics& diagnostics = element.diagnostics();
  const auto jointName = element.attribute("joint");
  const auto dof = element.attribute("dof");
  if (!jointName) {
    reader.marker("i", drive.i);
    reader.marker("j", drive.j);
    if (!dof) {
      diagnostics
          .error(element.at(), Code::missingAttribute,
                 "a drive by markers needs the component it drives, and none is named")
          .withHint(fmt::format("dof= one of {}; or joint= instead of i= and j=", fmt::join(kDrivenNames, ", ")));
      return std::nullopt;
    }
    const auto component = readChoice(*dof, kDrivenNames, diagnostics);
    if (!component) return std::nullopt;
    drive.component = *component;
    return isTurn(drive.component);
  }
  const auto joint = context.joint(*jointName);
  if (!joint) return std::nullopt;
  const JointType& type = context.jointType(*joint);
  if (context.freeDistance && keepsEquationInTree(type) && (!dof || dof->text == kDrivenNames.back())) {
    const auto markers = context.freeDistance(*joint, *jointName);
    if (!markers) return std::nullopt;
    drive.i = markers->first;
    drive.j = markers->second;
    drive.component = kDistanceComponent;
    return false;
  }
  const auto coordinate = coordinateOf(dof, jointName->at, type, diagnostics);
  if (!coordinate) return std::nullopt;
  drive.coordinate = CoordinateRef{*joint, *coordinate};
  return isRotation(*drive.coordinate, context);
}

// A coordinate that follows the driver's steering angle as hands do, with a delay and without jerks. Its acceleration
// is w^2 (ratio steer - q) - 2 w q_dot.
bool readSteering(XmlElement& element, const XmlText& driver, const ElementContext& context, FieldReader& reader,
                  Drive& drive) {
  if (!drive.coordinate || !context.driver) {
    element.diagnostics()
        .error(driver.at, Code::missingAttribute, "a driver moves the coordinate of a joint, and none is named")
        .withHint("give joint= instead of i= and j=");
    return false;
  }
  double ratio = 1;
  double bandwidth = 40;
  reader.kept("ratio", ratio, isRotation(*drive.coordinate, context) ? dimension::kNone : dimension::kLength);
  reader.kept("bandwidth", bandwidth, perTime(dimension::kNone));
  if (!context.driver(driver) || !reader.isGood()) return false;
  if (!(bandwidth > 0) || ratio == 0) {
    element.diagnostics()
        .error(driver.at, Code::mustBePositive,
               fmt::format("ratio {} and bandwidth {}: the ratio must not be 0, and the bandwidth must be above 0",
                           ratio, bandwidth))
        .withHint("ratio: motion of the joint per radian at the wheels; bandwidth: of the hands, in rad/s");
    return false;
  }
  const JointType& type = context.jointType(drive.coordinate->joint);
  const std::string q = fmt::format("'{}.{}'", element.attribute("joint")->text,
                                    coordinateNames(type)[static_cast<std::size_t>(drive.coordinate->coordinate)].name);
  const std::string text = fmt::format("{0}*({1}*steer('{2}') - joint({3})) - {4}*joint_rate({3})",
                                       bandwidth * bandwidth, ratio, driver.text, q, 2 * bandwidth);
  ElementContext inSi = context;
  inSi.units = {};
  auto expression =
      readExpression({text, driver.valueAt, driver.valueAt}, dimension::kNone, inSi, element.diagnostics());
  if (!expression) return false;
  drive.function = std::move(*expression);
  drive.derivative = 2;
  return true;
}

}  // namespace

std::optional<Coupler> readCoupler(XmlElement& element, const ElementContext& context) {
  using ReadFields = void (*)(XmlElement&, const ElementContext&, FieldReader&, Coupler&);
  constexpr std::array<ReadFields, 3> kReadFields{readCouplerFields, readGearFields, readRackFields};
  Coupler coupler;
  FieldReader reader(element, context);
  reader.name(coupler.name);
  const auto kind = std::find(kCouplerKinds.begin(), kCouplerKinds.end(), element.name());
  coupler.kind = *kind;
  kReadFields[static_cast<std::size_t>(kind - kCouplerKinds.begin())](element, context, reader, coupler);
  coupler.origin = originOf(element, context);
  element.finish();
  if (!reader.isGood()) return std::nullopt;
  return coupler;
}

std::optional<Drive> readDrive(XmlElement& element, const ElementContext& context) {
  Drive drive;
  FieldReader reader(element, context);
  reader.name(drive.name);
  if (const auto text = element.attribute("derivative")) {
    if (const auto order = reader.take(readChoice(*text, {"0", "1", "2"}, element.diagnostics())))
      drive.derivative = *order;
  }
  const auto rotates = reader.take(readDriven(element, context, reader, drive));
  const Dimension value = perTime(dimensionsOf(rotates.value_or(false)).position, drive.derivative);
  if (const auto driver = element.attribute("driver")) {
    if (!readSteering(element, *driver, context, reader, drive)) reader.fail();
  } else if (!readFunction(element, value, context, drive.function)) {
    reader.fail();
  }
  drive.origin = originOf(element, context);
  element.finish();
  if (!reader.isGood()) return std::nullopt;
  return drive;
}

}  // namespace mb
