// Writes the fields of a struct as attributes: the counterpart of field_reader.h.
#pragma once

#include <cmath>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/elements_xml.h"

namespace mb {

// The writing visitor of describeFields() and of the forces' describe(). Defaults are not written.
class FieldWriter {
 public:
  FieldWriter(XmlWriter& xml, const ElementNames& names) : xml_(&xml), names_(&names) {}

  void required(std::string_view name, double value, const Dimension&) { xml_->attribute(name, value); }
  void number(std::string_view name, double value, const Dimension&) {
    if (value != 0) xml_->attribute(name, value);
  }
  // A value whose default is not zero is always written. Infinite values are omitted.
  void kept(std::string_view name, double value, const Dimension&) {
    if (std::isfinite(value)) xml_->attribute(name, value);
  }
  void count(std::string_view name, int value) { xml_->attribute(name, value); }
  void optional(std::string_view name, const std::optional<double>& value, const Dimension&) {
    if (value) xml_->attribute(name, *value);
  }
  void numbers(std::string_view name, const std::vector<double>& values, const Dimension&) {
    xml_->attribute(name, values);
  }
  void interpolation(Interpolation value) {
    if (value == Interpolation::akima) return;
    xml_->attribute("interpolation", kInterpolationNames[static_cast<std::size_t>(value)]);
  }
  void expression(std::string_view name, const std::optional<Expression>& value) {
    if (value) xml_->attribute(name, toText(*value));
  }

  void marker(std::string_view name, MarkerIndex index) { xml_->attribute(name, names_->marker(index)); }
  void optionalMarker(std::string_view name, MarkerIndex index) {
    if (index.valid()) marker(name, index);
  }
  void number(std::string_view name, double value, const Dimension&, Mirror, int, NumberTraits traits = {}) {
    if (value != 0 || traits.keepsZero) xml_->attribute(name, value);
  }
  void vector(std::string_view name, const Vector3& value, const Dimension&, Mirror) {
    if (value != Vector3::Zero()) xml_->attribute(name, value);
  }
  void matrix(std::string_view name, const Matrix6& value, const Dimension&) {
    if (value == Matrix6::Zero()) return;
    const Matrix6 columns = value.transpose();  // stored by columns, so these are the rows of the value
    xml_->attribute(name, std::vector<double>(columns.data(), columns.data() + columns.size()));
  }
  void spline(std::string_view name, SplineIndex index, const Dimension&, const Dimension&) {
    if (index.valid()) xml_->attribute(name, names_->spline(index));
  }
  void road(std::string_view name, RoadIndex index) { xml_->attribute(name, names_->road(index)); }
  void tyre(std::string_view name, TyreIndex index) { xml_->attribute(name, names_->tyre(index)); }
  void expression(std::string_view name, const std::optional<Expression>& value, const Dimension&, Mirror, int) {
    expression(name, value);
  }
  template <class Enum>
  void choice(std::string_view name, Enum value, std::initializer_list<std::string_view> words) {
    if (value != Enum{}) xml_->attribute(name, words.begin()[static_cast<std::size_t>(value)]);
  }

 private:
  XmlWriter* xml_;
  const ElementNames* names_;
};

}  // namespace mb
