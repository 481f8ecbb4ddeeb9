// Ends of forces and drives: markers, or points on bodies in the world at the initial position, with the frames of such
// points.
#include <fmt/format.h>

#include <algorithm>

#include "formats/model/checks/loop_tolerance.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

EndAxes endAxesOf(XmlElement& element) {
  if (element.name() == "motion") return EndAxes::frame;
  if (element.name() == "driver") return EndAxes::forward;
  EndAxes axes = EndAxes::none;
  const auto type = element.attribute("type");
  forEachForceType([&](const auto& law) {
    if (type && type->text == law.kType) axes = law.kEndAxes;
  });
  return axes;
}

bool namesMarker(XmlElement& element, std::string_view attribute) {
  const auto text = element.attribute(attribute);
  return text && text->text.find('.') != std::string_view::npos;
}

// The frame of an end given as a point on a body.
struct EndReader {
  Build& build;
  File& file;
  XmlElement& element;
  Diagnostics& diagnostics;
  int digits = 0;  // of the numbers of the frame

  std::optional<Vector3> direction(std::string_view name) {
    const XmlText text = *element.attribute(name);
    digits = std::max(digits, mostDigits(text.text));
    const auto v = readVector(text, dimension::kNone, file.context, diagnostics);
    if (!v || v->norm() > 0) return v;
    diagnostics.error(text.valueAt, Code::noDirection, fmt::format("'{}' is zero, it has no direction", name))
        .withHint("give a vector along the axis, of any length");
    return std::nullopt;
  }

  // From axis= and xaxis=, in the file's world.
  std::optional<Matrix3> axes() {
    const auto axis = direction("axis");
    const bool hasX = element.has("xaxis");
    const auto xaxis = hasX ? direction("xaxis") : std::nullopt;
    if (!axis || (hasX && !xaxis)) return std::nullopt;
    const auto R = hasX ? rotationFromZX(*axis, *xaxis) : rotationFromAxis(file, *axis);
    if (!R) {
      diagnostics.error(element.attribute("xaxis")->valueAt, Code::noDirection, "axis and xaxis are parallel")
          .withHint("they must span a plane");
    }
    return R;
  }

  // The initial orientation of the marker at the other end, so that all angles start at 0; a bushing may have other
  // axes.
  std::optional<Pose> likeMarker(std::string_view other) {
    if (other == "i" && endAxesOf(element) == EndAxes::axis) {
      refuseNoAxis();
      return std::nullopt;
    }
    const auto text = element.attribute(other);
    const auto marker = lookUpMarker(build, file, text->text, text->valueAt);
    if (!marker) return std::nullopt;
    Pose X = poseIn(build, file, {{}, *marker});
    digits = std::max(digits, digitsIn(build, file, {{}, *marker}));
    if (other == "j" || !element.has("axis")) return X;
    const auto R = axes();
    if (!R) return std::nullopt;
    X.R = *R;
    return X;
  }

  std::optional<Matrix3> refuseNoAxis() {
    const auto j = element.attribute("j");
    for (const char* const known : {"axis", "xaxis"}) element.attribute(known);  // prevents further errors
    if (namesMarker(element, "i")) {
      diagnostics
          .error(j->valueAt, Code::otherKindOfThing,
                 fmt::format("'{}' is a body, and the angle is measured from a marker", j->text))
          .withHint("name a marker as j, or both bodies with point and axis");
    } else {
      diagnostics
          .error(element.at(), Code::missingAttribute,
                 fmt::format("'{}' between bodies has no axis that it turns about", element.attribute("type")->text))
          .withHint("give axis=\"x y z\" in the world at the start; between markers it is z of j");
    }
    return std::nullopt;
  }

  std::optional<Matrix3> rotation() {
    const EndAxes endAxes = endAxesOf(element);
    if (endAxes == EndAxes::forward) return Matrix3(file.R_axes.transpose());
    if (endAxes != EndAxes::none) {
      if (namesMarker(element, "j")) {
        const auto X = likeMarker("j");
        return X ? std::optional(X->R) : std::nullopt;
      }
      if (endAxes == EndAxes::axis && (namesMarker(element, "i") || !element.has("axis"))) return refuseNoAxis();
      if (element.has("axis")) return axes();
    }
    return Matrix3(Matrix3::Identity());
  }

  std::optional<Pose> pose(std::string_view pointName) {
    const XmlText text = *element.attribute(pointName);
    digits = std::max(digits, mostDigits(text.text));
    const auto p = readVector(text, dimension::kLength, file.context, build.diagnostics);
    const auto R = rotation();
    if (!p || !R) return std::nullopt;
    return Pose{*R, *p};
  }
};

// Between markers, the axes are those of j.
void refuseAxis(Diagnostics& diagnostics, XmlElement& element) {
  const EndAxes endAxes = endAxesOf(element);
  if ((endAxes != EndAxes::axis && endAxes != EndAxes::frame) || !element.has("axis")) return;
  diagnostics
      .error(element.attribute("axis")->at, Code::excludeEachOther,
             fmt::format("both axis and the axes of marker '{}' are given", element.attribute("j")->text))
      .withHint("remove axis, or name a body as j with point2");
}

// Torsion springs and bushings without a point on j have both ends at the same place at the start.
bool sharesPlace(XmlElement& element, std::string_view attribute) {
  const EndAxes endAxes = endAxesOf(element);
  return attribute == "j" && element.name() == "force" && (endAxes == EndAxes::axis || endAxes == EndAxes::frame) &&
         !element.has("point2");
}

}  // namespace

std::optional<MarkerIndex> readMarkerOrPoint(Build& build, File& file, XmlElement& element,
                                             std::string_view attribute) {
  const auto text = element.requiredAttribute(attribute);
  if (!text) return std::nullopt;
  const bool isMarker = namesMarker(element, attribute);
  if (isMarker && attribute == "j") refuseAxis(build.diagnostics, element);
  const bool isEnd = attribute == "i" || attribute == "j";
  const bool isShared = sharesPlace(element, attribute);
  const std::string_view pointName = attribute == "i" || isShared ? "point" : "point2";
  const bool isLikeMarker = isShared && !isMarker && namesMarker(element, "i");
  if (!isMarker && isEnd && !isLikeMarker && !element.has(pointName) && findBody(build, file, text->text)) {
    build.diagnostics
        .error(text->valueAt, Code::missingAttribute,
               fmt::format("'{}' is a body, but {}= is missing: the point on it", text->text, pointName))
        .withHint(fmt::format("add {}=\"x y z\" in the world, or name a marker: {}.marker", pointName, text->text));
    return std::nullopt;
  }
  if (isMarker || !isEnd || !(isLikeMarker || element.has(pointName))) {
    return lookUpMarker(build, file, text->text, text->valueAt);
  }
  // An error of axes that both ends share is reported once.
  Diagnostics reportedAlready;
  const bool isSecond = attribute == "j" && !namesMarker(element, "i");
  EndReader reader{build, file, element, isSecond ? reportedAlready : build.diagnostics};
  const auto body = lookUpBody(build, file, text->text, text->valueAt);
  const auto X = isLikeMarker ? reader.likeMarker("i") : reader.pose(pointName);
  if (!body || !X) return std::nullopt;
  const auto name = element.attribute("name");
  const std::string owner = file.prefix + std::string(name ? name->text : element.name());
  return addWorldMarker(build, file, *body, owner, attribute, *X, reader.digits, element.at());
}

}  // namespace mb::native
