// Values as SDFormat spells them: the text of an element, numbers separated by blanks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/geometry.h"
#include "formats/xml/xml_reader.h"

namespace mb::sdf {

// A pose as it was written: in the frame `relativeTo`, or where there is none, in the frame that the rules say.
struct GivenPose {
  Pose X;
  int digits = 0;  // the most significant ones among its numbers; see Marker
  std::string relativeTo;
  SourceRef relativeToAt;
  SourceRef at;
};

std::string trimmed(std::string_view text);
// The first child of that name; more are not read, and told.
std::optional<XmlElement> firstChild(XmlElement& parent, std::string_view name);
std::optional<std::string> childText(XmlElement& parent, std::string_view name);

// Errors are in the diagnostics; nothing then.
std::optional<std::vector<double>> readNumbers(const XmlElement& element, std::size_t count);
std::optional<Vector3> readVector(const XmlElement& element);
// `inf` and `-inf` are numbers, as in limits; finiteOr refuses them.
double numberOr(XmlElement& parent, std::string_view child, double fallback);
double finiteOr(XmlElement& parent, std::string_view child, double fallback);
bool isTrue(const XmlElement& element, bool fallback);
bool flagOr(XmlElement& parent, std::string_view child, bool fallback);
// False where it is not given.
bool attributeFlag(XmlElement& element, std::string_view attribute);

GivenPose readPose(XmlElement& pose);
// Of the child <pose>; identity without one.
GivenPose readPoseOf(XmlElement& owner);

}  // namespace mb::sdf
