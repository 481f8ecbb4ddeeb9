// Reads the fields of one element into a struct: the reading visitor of describeFields() and of the forces' describe().
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/shared_xml/elements_xml.h"

namespace mb {

class FieldReader {
 public:
  FieldReader(XmlElement& element, const ElementContext& context) : element_(&element), context_(&context) {}

  bool isGood() const { return isGood_; }

  // The value if reading succeeded; otherwise nothing, and the struct must not be used.
  template <class T>
  std::optional<T> take(std::optional<T> value) {
    if (!value) isGood_ = false;
    return value;
  }
  void fail() { isGood_ = false; }

  // The text of a required attribute, which must not be empty.
  std::optional<XmlText> text(std::string_view name);
  void name(std::string& value);  // name=

  void required(std::string_view name, double& value, const Dimension& dimension);
  void number(std::string_view name, double& value, const Dimension& dimension);
  void kept(std::string_view name, double& value, const Dimension& dimension) { number(name, value, dimension); }
  void count(std::string_view name, int& value);  // a whole number
  void optional(std::string_view name, std::optional<double>& value, const Dimension& dimension);
  void numbers(std::string_view name, std::vector<double>& values, const Dimension& dimension);  // required
  void interpolation(Interpolation& value);
  void expression(std::string_view name, std::optional<Expression>& value, const Dimension& dimension);

  // ---- as the forces' describe() calls them ----
  void marker(std::string_view name, MarkerIndex& index);
  void optionalMarker(std::string_view name, MarkerIndex& index);
  void number(std::string_view name, double& value, const Dimension& dimension, Mirror, int, NumberTraits = {}) {
    number(name, value, dimension);
  }
  void vector(std::string_view name, Vector3& value, const Dimension& dimension, Mirror);
  void matrix(std::string_view name, Matrix6& value, const Dimension& force);
  void spline(std::string_view name, SplineIndex& index, const Dimension& x, const Dimension& y);
  void road(std::string_view name, RoadIndex& index);
  void tyre(std::string_view name, TyreIndex& index);
  void expression(std::string_view name, std::optional<Expression>& value, const Dimension& dimension, Mirror, int) {
    expression(name, value, dimension);
  }
  template <class Enum>
  void choice(std::string_view name, Enum& value, std::initializer_list<std::string_view> words) {
    const std::optional<XmlText> found = element_->attribute(name);
    if (!found) return;
    if (const auto index = take(readChoice(*found, {words.begin(), words.end()}, element_->diagnostics()))) {
      value = static_cast<Enum>(*index);
    }
  }

  // Markers i and j that are known already, so that the element does not name them.
  void presetMarkers(const std::pair<MarkerIndex, MarkerIndex>& markers) { preset_ = markers; }

 private:
  XmlElement* element_;
  const ElementContext* context_;
  bool isGood_ = true;
  std::optional<std::pair<MarkerIndex, MarkerIndex>> preset_;
};

// ---- shared by several elements ----

Origin originOf(XmlElement& element, const ElementContext& context);
// The coordinate that `dof` names; optional for a joint with one coordinate.
std::optional<int> coordinateOf(const std::optional<XmlText>& dof, const SourceRef& at, const JointType& type,
                                Diagnostics& diagnostics);

}  // namespace mb
