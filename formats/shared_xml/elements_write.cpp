#include "formats/model/basics/numbers.h"
#include "formats/model/elements/element_visitors.h"
#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_writer.h"

namespace mb {
namespace {

void writeOrigin(XmlWriter& xml, const Origin& origin, const ElementNames& names) {
  if (names.origin) names.origin(xml, origin);
}

std::string coordinateName(const JointType& type, int coordinate) {
  return coordinateNames(type)[static_cast<std::size_t>(coordinate)].name;
}

// The components that a general joint frees; the inverse of generalJointType.
std::array<bool, 6> freeComponents(const JointType& type) {
  std::array<bool, 6> isFree{};
  for (const Motion& motion : type.motions()) {
    const auto axis = static_cast<std::size_t>(motion.axis);
    switch (motion.kind) {
      case MotionKind::translation: isFree[axis] = true; break;
      case MotionKind::rotation: isFree[3 + axis] = true; break;
      case MotionKind::bend:
        for (std::size_t k = 0; k < 3; ++k) isFree[3 + k] = k != axis;
        break;
      case MotionKind::ball:
        for (std::size_t k = 3; k < 6; ++k) isFree[k] = true;
        break;
      case MotionKind::screw:
      case MotionKind::offset:
      case MotionKind::turn: break;  // never in a general joint
    }
  }
  return isFree;
}

template <class Extra>
void writeExtras(XmlWriter& xml, std::string_view element, const std::vector<Extra>& extras, const JointType& type) {
  const std::vector<CoordinateName> coordinates = coordinateNames(type);
  const ElementNames noNames;
  for (const Extra& extra : extras) {
    xml.open(element);
    xml.attribute("dof", coordinates[static_cast<std::size_t>(extra.coordinate)].name);
    FieldWriter writer(xml, noNames);
    describeFields(extra, writer, CoordinateDimensions{});
    xml.close();
  }
}

}  // namespace

void writeJointType(XmlWriter& xml, const JointType& type) {
  xml.attribute("type", type.name);
  if (findJointType(type.name)) return;
  const std::array<bool, 6> isFree = freeComponents(type);
  for (std::size_t k = 0; k < isFree.size(); ++k) {
    if (isFree[k]) xml.attribute(kComponentNames[k], "free");
  }
}

void writeSpline(XmlWriter& xml, const Spline& spline, const ElementNames& names) {
  FieldWriter writer(xml, names);
  xml.open("spline");
  xml.attribute("name", spline.name);
  writer.interpolation(spline.interpolation);
  xml.attribute("x", spline.x);
  xml.attribute("y", spline.y);
  writeOrigin(xml, spline.origin, names);
  xml.close();
}

void writeCoupler(XmlWriter& xml, const Coupler& coupler, const ElementNames& names) {
  std::string terms;
  for (const Coupler::Term& term : coupler.terms) {
    if (!terms.empty()) terms += ' ';
    const JointIndex joint = term.coordinate.joint;
    terms += names.joint(joint) + '.' + coordinateName(names.jointType(joint), term.coordinate.coordinate) + ':' +
             toText(term.factor);
  }
  FieldWriter writer(xml, names);
  xml.open("coupler");
  xml.attribute("name", coupler.name);
  if (coupler.kind != kCouplerKinds.front()) xml.attribute("kind", coupler.kind);
  xml.attribute("terms", terms);
  writer.optional("offset", coupler.offset, dimension::kNone);
  writer.expression("function", coupler.function);
  writeOrigin(xml, coupler.origin, names);
  xml.close();
}

void writeDrive(XmlWriter& xml, const Drive& drive, const ElementNames& names) {
  FieldWriter writer(xml, names);
  xml.open("motion");
  xml.attribute("name", drive.name);
  if (drive.coordinate) {
    const JointIndex joint = drive.coordinate->joint;
    xml.attribute("joint", names.joint(joint));
    xml.attribute("dof", coordinateName(names.jointType(joint), drive.coordinate->coordinate));
  } else {
    writer.marker("i", drive.i);
    writer.marker("j", drive.j);
    xml.attribute("dof", kDrivenNames[static_cast<std::size_t>(drive.component)]);
  }
  if (drive.derivative != 0) xml.attribute("derivative", drive.derivative);
  const auto* expression = std::get_if<Expression>(&drive.function);
  if (expression) writer.expression("function", *expression);
  writeOrigin(xml, drive.origin, names);
  std::visit(
      [&](const auto& function) {
        if constexpr (!std::is_same_v<std::remove_cvref_t<decltype(function)>, Expression>) {
          xml.open(kFunctionElements[drive.function.index()]);
          describeFields(function, writer, dimension::kNone);
          xml.close();
        }
      },
      drive.function);
  xml.close();
}

void writeForce(XmlWriter& xml, const Force& force, const ElementNames& names) {
  FieldWriter writer(xml, names);
  xml.open("force");
  xml.attribute("name", force.name);
  xml.attribute("type", typeOf(force));
  describe(force, writer);
  // One that does nothing says so: zeros are left out, and what says nothing is not read back.
  std::visit(
      [&](const auto& law) {
        if (!law.kLaw.empty() && law.kWithoutLaw == WithoutLaw::refused && isWithoutForce(law))
          xml.attribute(law.kLaw.front(), 0.0);
      },
      force.law);
  writeOrigin(xml, force.origin, names);
  xml.close();
}

void writeElements(XmlWriter& xml, const ElementTables& tables, const ElementNames& names) {
  for (const Input& input : tables.inputs) writeInput(xml, input, names);
  for (const Spline& spline : tables.splines) writeSpline(xml, spline, names);
  for (const Road& road : tables.roads) writeRoad(xml, road, names);
  for (const Tyre& tyre : tables.tyres) writeTyre(xml, tyre, names);
  for (const Driver& driver : tables.drivers) writeDriver(xml, driver, names);
  for (const Coupler& coupler : tables.couplers) writeCoupler(xml, coupler, names);
  for (const Drive& drive : tables.drives) writeDrive(xml, drive, names);
  for (const Force& force : tables.forces) writeForce(xml, force, names);
  for (const Probe& probe : tables.probes) writeProbe(xml, probe, names);
  for (const Measure& measure : tables.measures) writeMeasure(xml, measure, names);
}

std::string fromFolderOf(const std::string& source, const std::string& path) {
  const std::string folder = source.substr(0, source.rfind('/') + 1);
  return path.starts_with(folder) ? path.substr(folder.size()) : path;
}

void writeJointAttributes(XmlWriter& xml, const JointFields& joint) {
  writeJointType(xml, joint.type);
  if (needsLength(joint.type)) xml.attribute("length", joint.length);
  if (needsPitch(joint.type)) xml.attribute("pitch", joint.pitch);
  if (needsAngle(joint.type)) xml.attribute("angle", joint.angle);
}

void writeJointExtras(XmlWriter& xml, const JointFields& joint) {
  writeExtras(xml, "limit", joint.limits, joint.type);
  writeExtras(xml, "friction", joint.frictions, joint.type);
  writeExtras(xml, "initial", joint.initials, joint.type);
}

}  // namespace mb
