// The elements that both formats share, to and from XML: numbers, functions, splines, couplers, drives, forces, what
// hangs on joints. The formats differ only in the context: units, and how names are resolved.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/joints/joint_types.h"
#include "formats/xml/xml_reader.h"
#include "formats/xml/xml_writer.h"

namespace mb {

// What the columns of a spline measure, as far as x_unit= and y_unit= tell.
struct SplineDimensions {
  std::optional<Dimension> x;
  std::optional<Dimension> y;
};

struct ElementContext {
  Units units;
  ParameterLookup parameters;  // may be empty
  // Each reports an unknown name itself. marker() is given the element and the name of the attribute that names the
  // marker.
  std::function<std::optional<MarkerIndex>(XmlElement& element, std::string_view attribute)> marker;
  std::function<std::optional<JointIndex>(const XmlText& name)> joint;
  std::function<const JointType&(JointIndex)> jointType;
  std::function<std::optional<SplineIndex>(const XmlText& name)> spline;
  std::function<std::optional<RoadIndex>(const XmlText& name)> road;
  std::function<std::optional<TyreIndex>(const XmlText& name)> tyre;
  std::function<std::optional<DriverIndex>(const XmlText& name)> driver;
  // A reference inside an expression: returns the canonical name, or reports and returns nothing.
  std::function<std::optional<std::string>(ExpressionFunction::Argument, const std::string& name, const SourceRef& at)>
      reference;

  // ---- optional: what is not set is not part of the format ----
  // The body of a marker. Without it, the ends of a force may be on one: bodies that were welded together.
  std::function<BodyIndex(MarkerIndex)> bodyOf;
  // What a parameter measures, where it says so.
  std::function<std::optional<Dimension>(std::string_view)> parameterDimension;
  // What the columns of a spline measure, where it says so.
  std::function<SplineDimensions(SplineIndex)> splineDimensions;
  // The markers i and j of a joint, for <force type="rsda" joint=>.
  std::function<std::optional<std::pair<MarkerIndex, MarkerIndex>>(JointIndex)> markersOf;
  // The markers of a distance joint whose length a drive takes over: the joint itself leaves them free from then on.
  std::function<std::optional<std::pair<MarkerIndex, MarkerIndex>>(JointIndex, const XmlText& name)> freeDistance;
  // Whether a spring without length= is relaxed as the file places it; its length is then not a number until all is
  // placed.
  bool relaxesSprings = false;
  // The SI factors of <gear cv=>, which only the markers' geometry tells; reads the attribute cv itself and reports.
  std::function<std::optional<std::array<double, 2>>(JointIndex, JointIndex, XmlElement& gear)> gearFactors;
  // The name of an element that has none; without it, a name is required.
  std::function<std::string(XmlElement& element)> unnamed;
  // The file that an attribute names, with its text; reports what cannot be read.
  std::function<std::shared_ptr<const SourceFile>(const XmlText& name)> file;
  // Where the entity of an element comes from; without it, the element's own place.
  std::function<Origin(XmlElement& element)> origin;
};

// ---- parts of an attribute's text, with their places ----
XmlText slice(const XmlText& text, std::size_t offset, std::size_t length = std::string_view::npos);
std::vector<XmlText> wordsOf(const XmlText& text);  // separated by blanks outside brackets

// ---- numbers; results in SI, errors reported at the place of the text ----
std::optional<double> readNumber(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                 Diagnostics& diagnostics);
// Exactly `count` numbers, or any number of them for count 0.
std::optional<std::vector<double>> readNumbers(const XmlText& text, int count, const Dimension& dimension,
                                               const ElementContext& context, Diagnostics& diagnostics);
std::optional<Vector3> readVector(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                  Diagnostics& diagnostics);
std::optional<Expression> readExpression(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                         Diagnostics& diagnostics);
// One of the words; the index of the one found. Unknown words get a spelling hint.
std::optional<int> readChoice(const XmlText& text, const std::vector<std::string>& words, Diagnostics& diagnostics,
                              Code code = Code::unknownWord);
// "true" or "false"; false without such an attribute.
bool readFlag(XmlElement& element, std::string_view attribute);

// The type= of a joint's element, with the mask tx= ... rz= of a general one.
std::optional<JointType> readJointType(XmlElement& joint);

// ---- elements; nothing when the element cannot be used, with the errors reported. Each calls finish() on the element.
// ---- In the file's units: only its uses tell what a spline measures, see convertSplines.
std::optional<Spline> readSpline(XmlElement& element, const ElementContext& context);
SplineDimensions dimensionsOf(XmlElement& spline);
std::optional<Coupler> readCoupler(XmlElement& element, const ElementContext& context);
std::optional<Drive> readDrive(XmlElement& element, const ElementContext& context);
std::optional<Force> readForce(XmlElement& element, const ElementContext& context);
std::optional<Road> readRoad(XmlElement& element, const ElementContext& context);
std::optional<Tyre> readTyre(XmlElement& element, const ElementContext& context);
std::optional<Driver> readDriver(XmlElement& element, const ElementContext& context);
std::optional<Probe> readProbe(XmlElement& element, const ElementContext& context);

// Another tool's text, with what its loss means. Always usable: what is wrong with it is reported.
ForeignText readForeign(XmlElement& element, const ElementContext& context);

// Once after all elements of a file are read: splines that are fields of forces become SI (a second use with other
// dimensions gets a copy of its own); those named in expressions stay, since expressions compute in the file's units.
// Nothing changes in SI.
void convertSplines(Table<SplineIndex, Spline>& splines, std::span<Force> forces, std::span<const Drive> drives,
                    std::span<const Coupler> couplers, const Units& units);

struct JointExtras {
  std::vector<Limit> limits;
  std::vector<Friction> frictions;
  std::vector<InitialCoordinate> initials;
};
// The children <limit>, <friction> and <initial> of a joint's element (does not finish the joint's element).
JointExtras readJointExtras(XmlElement& joint, const JointType& type, const ElementContext& context);

// "rz" and the like for a joint type; reports unknown ones with those it has.
std::optional<int> readCoordinate(const XmlText& text, const JointType& type, Diagnostics& diagnostics);

// ---- writing, in SI ----
struct ElementNames {
  std::function<std::string(MarkerIndex)> marker;
  std::function<std::string(JointIndex)> joint;
  std::function<const JointType&(JointIndex)> jointType;
  std::function<std::string(SplineIndex)> spline;
  std::function<std::string(RoadIndex)> road;
  std::function<std::string(TyreIndex)> tyre;
  std::function<void(XmlWriter& xml, const Origin& origin)> origin;  // optional: further attributes of an element
};
// Names by the model's tables; jointType and origin are the format's own.
template <class Model>
ElementNames namesIn(const Model& model) {
  ElementNames names;
  names.marker = [&model](MarkerIndex index) { return model.markers[index].name; };
  names.joint = [&model](JointIndex index) { return model.joints[index].name; };
  names.spline = [&model](SplineIndex index) { return model.splines[index].name; };
  names.road = [&model](RoadIndex index) { return model.roads[index].name; };
  names.tyre = [&model](TyreIndex index) { return model.tyres[index].name; };
  return names;
}
// A path without the folder of the source, so that the bytes do not depend on where the model was read from.
std::string fromFolderOf(const std::string& source, const std::string& path);

void writeJointType(XmlWriter& xml, const JointType& type);  // type=, and the mask of a general one
// What a joint has as attributes whichever the format: its type and the numbers that the type asks for.
template <class J>
void writeJointAttributes(XmlWriter& xml, const J& joint) {
  writeJointType(xml, joint.type);
  if (needsLength(joint.type)) xml.attribute("length", joint.length);
  if (needsPitch(joint.type)) xml.attribute("pitch", joint.pitch);
  if (needsAngle(joint.type)) xml.attribute("angle", joint.angle);
}
void writeSpline(XmlWriter& xml, const Spline& spline, const ElementNames& names);
void writeCoupler(XmlWriter& xml, const Coupler& coupler, const ElementNames& names);
void writeDrive(XmlWriter& xml, const Drive& drive, const ElementNames& names);
void writeForce(XmlWriter& xml, const Force& force, const ElementNames& names);
void writeRoad(XmlWriter& xml, const Road& road, const ElementNames& names);
void writeTyre(XmlWriter& xml, const Tyre& tyre, const ElementNames& names);
void writeDriver(XmlWriter& xml, const Driver& driver, const ElementNames& names);
void writeProbe(XmlWriter& xml, const Probe& probe, const ElementNames& names);
void writeForeign(XmlWriter& xml, const ForeignText& foreign, const ElementNames& names);
// All splines, roads, tyres, drivers, couplers, drives, forces and probes.
void writeElements(XmlWriter& xml, const ElementTables& tables, const ElementNames& names);
void writeJointExtras(XmlWriter& xml, const JointExtras& extras, const JointType& type);

}  // namespace mb
