#include "formats/shared_xml/field_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "formats/shared_xml/element_fields.h"

namespace mb {
namespace {

// The dimension of an entry of a 6 x 6 matrix over {translation; rotation}: torques are forces times a length.
Dimension entryDimension(Dimension force, Eigen::Index row, Eigen::Index column) {
  if (row >= 3) ++force.length;
  if (column < 3)
    --force.length;
  else
    --force.angle;
  return force;
}

}  // namespace

std::optional<XmlText> FieldReader::text(std::string_view name) {
  std::optional<XmlText> found = take(element_->requiredAttribute(name));
  if (!found || !found->text.empty()) return found;
  element_->diagnostics()
      .error(found->at, Code::missingValue, fmt::format("attribute '{}' of <{}> is empty", name, element_->name()))
      .withHint("give it a value");
  return take(std::optional<XmlText>{});
}

void FieldReader::name(std::string& value) {
  if (context_->unnamed && !element_->has("name")) {
    element_->attribute("name");  // marks it as known, for the spelling hints
    value = context_->unnamed(*element_);
    return;
  }
  if (const auto found = text("name")) value = found->text;
}

void FieldReader::required(std::string_view name, double& value, const Dimension& dimension) {
  const auto found = take(element_->requiredAttribute(name));
  if (!found) return;
  if (const auto number = take(readNumber(*found, dimension, *context_, element_->diagnostics()))) value = *number;
}

void FieldReader::number(std::string_view name, double& value, const Dimension& dimension) {
  std::optional<double> number;
  optional(name, number, dimension);
  if (number) value = *number;
}

void FieldReader::optional(std::string_view name, std::optional<double>& value, const Dimension& dimension) {
  if (const auto found = element_->attribute(name)) {
    value = take(readNumber(*found, dimension, *context_, element_->diagnostics()));
  }
}

void FieldReader::numbers(std::string_view name, std::vector<double>& values, const Dimension& dimension) {
  const auto found = take(element_->requiredAttribute(name));
  if (!found) return;
  if (auto list = take(readNumbers(*found, 0, dimension, *context_, element_->diagnostics()))) {
    values = std::move(*list);
  }
}

void FieldReader::interpolation(Interpolation& value) {
  const auto found = element_->attribute("interpolation");
  if (!found) return;
  if (const auto index = take(readChoice(*found, kInterpolationNames, element_->diagnostics()))) {
    value = static_cast<Interpolation>(*index);
  }
}

void FieldReader::expression(std::string_view name, std::optional<Expression>& value, const Dimension& dimension) {
  if (const auto found = element_->attribute(name)) {
    value = take(readExpression(*found, dimension, *context_, element_->diagnostics()));
  }
}

void FieldReader::marker(std::string_view name, MarkerIndex& index) {
  if (preset_) {
    index = name == "i" ? preset_->first : preset_->second;
  } else if (const auto found = take(context_->marker(*element_, name))) {
    index = *found;
  }
}

void FieldReader::optionalMarker(std::string_view name, MarkerIndex& index) {
  if (element_->has(name))
    marker(name, index);
  else
    element_->attribute(name);  // marks it as known, for the spelling hints
}

void FieldReader::vector(std::string_view name, Vector3& value, const Dimension& dimension, Mirror) {
  const auto found = element_->attribute(name);
  if (!found) return;
  if (const auto read = take(readVector(*found, dimension, *context_, element_->diagnostics()))) value = *read;
}

void FieldReader::matrix(std::string_view name, Matrix6& value, const Dimension& force) {
  const auto found = element_->attribute(name);
  if (!found) return;
  const auto entries = take(readNumbers(*found, 36, dimension::kNone, *context_, element_->diagnostics()));
  if (!entries) return;
  for (Eigen::Index row = 0; row < 6; ++row) {
    for (Eigen::Index column = 0; column < 6; ++column) {
      value(row, column) = (*entries)[static_cast<std::size_t>(6 * row + column)] *
                           toSi(context_->units, entryDimension(force, row, column));
    }
  }
}

void FieldReader::spline(std::string_view name, SplineIndex& index, const Dimension& x, const Dimension& y) {
  const auto found = element_->attribute(name);
  if (!found) return;
  const auto read = take(context_->spline(*found));
  if (!read) return;
  index = *read;
  if (!context_->splineDimensions) return;
  const SplineDimensions given = context_->splineDimensions(*read);
  const auto isOther = [](const std::optional<Dimension>& is, const Dimension& wanted) {
    return is && *is != dimension::kNone && contradict(*is, wanted);
  };
  if (!isOther(given.x, x) && !isOther(given.y, y)) return;
  element_->diagnostics()
      .error(found->valueAt, Code::otherType,
             fmt::format("spline '{}' has other quantities than a {}", found->text, name))
      .withHint(
          "check x_unit and y_unit: a spring is a force over a length or a torque over an angle, a damper over a "
          "rate");
  fail();
}

void FieldReader::road(std::string_view name, RoadIndex& index) {
  const auto found = text(name);
  if (!found) return;
  if (const auto read = take(context_->road(*found))) index = *read;
}

void FieldReader::tyre(std::string_view name, TyreIndex& index) {
  const auto found = text(name);
  if (!found) return;
  if (const auto read = take(context_->tyre(*found))) index = *read;
}

void FieldReader::count(std::string_view name, int& value) {
  const auto found = element_->attribute(name);
  if (!found) return;
  const auto number = take(readNumber(*found, dimension::kNone, *context_, element_->diagnostics()));
  if (!number) return;
  if (*number >= 0 && *number <= 1e6 && *number == std::floor(*number)) {
    value = static_cast<int>(*number);
    return;
  }
  element_->diagnostics()
      .error(found->valueAt, Code::outOfRange, fmt::format("'{}' is not a whole number from 0 to 1000000", found->text))
      .withHint("a number like 3");
  fail();
}

Origin originOf(XmlElement& element, const ElementContext& context) {
  return context.origin ? context.origin(element) : Origin{element.at(), {}};
}

std::optional<int> coordinateOf(const std::optional<XmlText>& dof, const SourceRef& at, const JointType& type,
                                Diagnostics& diagnostics) {
  if (dof) return readCoordinate(*dof, type, diagnostics);
  if (dofOf(type) == 1) return 0;
  std::vector<std::string> names;
  for (CoordinateName& coordinate : coordinateNames(type)) names.push_back(std::move(coordinate.name));
  diagnostics
      .error(at, Code::missingAttribute,
             fmt::format("a joint of type '{}' has {} coordinates, and none is named", type.name, names.size()))
      .withHint(names.empty() ? "it cannot be used here" : fmt::format("name one of {}", fmt::join(names, ", ")));
  return std::nullopt;
}

}  // namespace mb
