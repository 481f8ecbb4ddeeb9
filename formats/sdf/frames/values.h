// Values in SDFormat notation: the text of an element, numbers separated by blanks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/geometry.h"
#include "formats/xml/xml_reader.h"

namespace mb::sdf {

// A pose as written: relative to `relativeTo`, or else to the default frame.
struct GivenPose {
  Pose X;
  int digits = 0;  // most significant digits among its numbers; see Marker
  std::string relativeTo;
  SourceRef relativeToAt;
  SourceRef at;
};

// The first child with this name; further ones are not read and reported.
std::optional<XmlElement> firstChild(XmlElement& parent, std::string_view name);
std::optional<std::string> childText(XmlElement& parent, std::string_view name);

// Nothing after errors, which are reported.
std::optional<std::vector<double>> readNumbers(const XmlElement& element, std::size_t count);
std::optional<Vector3> readVector(const XmlElement& element);
// `inf` and `-inf` are numbers, as in limits; finiteOr refuses them.
double numberOr(XmlElement& parent, std::string_view child, double fallback);
double finiteOr(XmlElement& parent, std::string_view child, double fallback);
bool isTrue(const XmlElement& element, bool fallback);
bool flagOr(XmlElement& parent, std::string_view child, bool fallback);
// False if missing.
bool attributeFlag(XmlElement& element, std::string_view attribute);

GivenPose readPose(XmlElement& pose);
// The child <pose>; identity if missing.
GivenPose readPoseOf(XmlElement& owner);

}  // namespace mb::sdf
