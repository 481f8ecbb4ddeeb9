// The elements that both formats share, to and from XML: numbers, functions, splines, couplers, drives, forces,
// elements on joints. The formats differ only in the context: units and the resolution of names.
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

// Dimensions of a spline's columns, as far as x_unit= and y_unit= give them.
struct SplineDimensions {
  std::optional<Dimension> x;
  std::optional<Dimension> y;
};

struct ElementContext {
  Units units;
  ParameterLookup parameters;  // may be empty
  // Each reports an unknown name itself. marker() gets the element and the attribute that names the marker.
  std::function<std::optional<MarkerIndex>(XmlElement& element, std::string_view attribute)> marker;
  std::function<std::optional<JointIndex>(const XmlText& name)> joint;
  std::function<const JointType&(JointIndex)> jointType;
  std::function<std::optional<SplineIndex>(const XmlText& name)> spline;
  std::function<std::optional<RoadIndex>(const XmlText& name)> road;
  std::function<std::optional<TyreIndex>(const XmlText& name)> tyre;
  std::function<std::optional<DriverIndex>(const XmlText& name)> driver;
  // Resolves a reference inside an expression: returns the canonical name, or reports an error and returns nothing.
  std::function<std::optional<std::string>(ExpressionFunction::Argument, const std::string& name, const SourceRef& at)>
      reference;

  // ---- optional: an unset function is not part of the format ----
  // Of inputs, and of what forces offer to measures: the format has them all when expressions and measures are read.
  NamedDimension namedDimension;
  // The marker that a body named in a measure stands for; reports an error and returns nothing if there is none.
  std::function<std::optional<std::string>(ExpressionFunction::BodyAs, const std::string& body, const SourceRef& at)>
      markerOfBody;
  // The body of a marker. Without it, both ends of a force may be on the same body, as after welding.
  std::function<BodyIndex(MarkerIndex)> bodyOf;
  // The dimension of a parameter, if declared.
  std::function<std::optional<Dimension>(std::string_view)> parameterDimension;
  // The dimensions of a spline's columns, if declared.
  std::function<SplineDimensions(SplineIndex)> splineDimensions;
  // The markers i and j of a joint, for <force type="rsda" joint=>.
  std::function<std::optional<std::pair<MarkerIndex, MarkerIndex>>(JointIndex)> markersOf;
  // The markers of a distance joint whose length a drive takes over; the joint itself no longer constrains them.
  std::function<std::optional<std::pair<MarkerIndex, MarkerIndex>>(JointIndex, const XmlText& name)> freeDistance;
  // Whether a spring without length= is relaxed at its initial position; its length is NaN until everything is placed.
  bool relaxesSprings = false;
  // The SI factors of <gear cv=>, which depend on the geometry of the markers; reads the attribute cv itself and
  // reports errors.
  std::function<std::optional<std::array<double, 2>>(JointIndex, JointIndex, XmlElement& gear)> gearFactors;
  // The name of an unnamed element; without this function, a name is required.
  std::function<std::string(XmlElement& element)> unnamed;
  // The file that an attribute names, with its text; reports errors.
  std::function<std::shared_ptr<const SourceFile>(const XmlText& name)> file;
  // The origin of an element's entity; without it, the element's own place.
  std::function<Origin(XmlElement& element)> origin;
};

// ---- parts of an attribute's text, with their places ----
XmlText slice(const XmlText& text, std::size_t offset, std::size_t length = std::string_view::npos);
std::vector<XmlText> wordsOf(const XmlText& text);  // separated by blanks outside brackets

// ---- numbers; results in SI, errors reported at the place of the text ----
std::optional<double> readNumber(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                 Diagnostics& diagnostics);
// Exactly `count` numbers, or any number of them if count is 0.
std::optional<std::vector<double>> readNumbers(const XmlText& text, int count, const Dimension& dimension,
                                               const ElementContext& context, Diagnostics& diagnostics);
std::optional<Vector3> readVector(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                  Diagnostics& diagnostics);
std::optional<Expression> readExpression(const XmlText& text, const Dimension& dimension, const ElementContext& context,
                                         Diagnostics& diagnostics);
// The same before its conversion: it computes in the file's units. Measures may name bodies instead of some markers.
enum class Naming { markers, bodiesToo };
std::optional<Expression> readInSourceUnits(const XmlText& text, const ElementContext& context,
                                            Diagnostics& diagnostics, Naming naming = Naming::markers);
std::optional<NamedUnit> readUnit(const XmlText& text, Diagnostics& diagnostics);
// The index of the word found. Unknown words get a spelling hint.
std::optional<int> readChoice(const XmlText& text, const std::vector<std::string>& words, Diagnostics& diagnostics,
                              Code code = Code::unknownWord);
// "true" or "false"; false if the attribute is missing.
bool readFlag(XmlElement& element, std::string_view attribute);

// The type= of a joint's element, with the mask tx= ... rz= of a general one.
std::optional<JointType> readJointType(XmlElement& joint);

// ---- elements; nothing if the element cannot be used, after reporting errors. Each calls finish() on the element.
// ----
// In the file's units: the dimensions of a spline depend on its uses, see convertSplines.
std::optional<Spline> readSpline(XmlElement& element, const ElementContext& context);
SplineDimensions dimensionsOf(XmlElement& spline);
std::optional<Input> readInput(XmlElement& element, const ElementContext& context);
std::optional<Coupler> readCoupler(XmlElement& element, const ElementContext& context);
std::optional<Drive> readDrive(XmlElement& element, const ElementContext& context);
std::optional<Force> readForce(XmlElement& element, const ElementContext& context);
std::optional<Road> readRoad(XmlElement& element, const ElementContext& context);
std::optional<Tyre> readTyre(XmlElement& element, const ElementContext& context);
std::optional<Driver> readDriver(XmlElement& element, const ElementContext& context);
std::optional<Probe> readProbe(XmlElement& element, const ElementContext& context);
std::optional<Measure> readMeasure(XmlElement& element, const ElementContext& context);

// Another tool's text with the meaning of its loss. Always usable; its errors are reported.
ForeignText readForeign(XmlElement& element, const ElementContext& context);

// Called once after all elements of a file are read. Splines in fields of forces are converted to SI (a second use with
// other dimensions gets its own copy); those named in expressions stay, because expressions compute in the file's
// units. Nothing changes in SI.
void convertSplines(Table<SplineIndex, Spline>& splines, std::span<Force> forces, std::span<const Drive> drives,
                    std::span<const Coupler> couplers, std::span<const Measure> measures, const Units& units);

// The children <limit>, <friction> and <initial> of the element of a joint whose type is known. Does not finish the
// element.
void readJointExtras(XmlElement& element, const ElementContext& context, JointFields& joint);

// "rz" etc. for a joint type; unknown ones are reported together with those that exist.
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
// Names from the model's tables; jointType and origin belong to the format.
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
// A path relative to the folder of the source, so that the bytes do not depend on where the model was read from.
std::string fromFolderOf(const std::string& source, const std::string& path);

void writeJointType(XmlWriter& xml, const JointType& type);  // type=, and the mask of a general one
// The attributes of a joint in either format: its type and the numbers that the type needs.
void writeJointAttributes(XmlWriter& xml, const JointFields& joint);
void writeSpline(XmlWriter& xml, const Spline& spline, const ElementNames& names);
void writeInput(XmlWriter& xml, const Input& input, const ElementNames& names);
void writeCoupler(XmlWriter& xml, const Coupler& coupler, const ElementNames& names);
void writeDrive(XmlWriter& xml, const Drive& drive, const ElementNames& names);
void writeForce(XmlWriter& xml, const Force& force, const ElementNames& names);
void writeRoad(XmlWriter& xml, const Road& road, const ElementNames& names);
void writeTyre(XmlWriter& xml, const Tyre& tyre, const ElementNames& names);
void writeDriver(XmlWriter& xml, const Driver& driver, const ElementNames& names);
void writeProbe(XmlWriter& xml, const Probe& probe, const ElementNames& names);
void writeMeasure(XmlWriter& xml, const Measure& measure, const ElementNames& names);
void writeForeign(XmlWriter& xml, const ForeignText& foreign, const ElementNames& names);
// All inputs, splines, roads, tyres, drivers, couplers, drives, forces, probes and measures.
void writeElements(XmlWriter& xml, const ElementTables& tables, const ElementNames& names);
void writeJointExtras(XmlWriter& xml, const JointFields& joint);

}  // namespace mb
