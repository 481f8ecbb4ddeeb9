#include "formats/elements/roads_xml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>

#include "formats/elements/element_fields.h"
#include "formats/elements/field_reader.h"

namespace mb {
namespace {

constexpr std::string_view kPatch = "patch";

// ---- the fields of each piece, once for reading and for writing ----

template <Is<HalfRound> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("radius", p.radius, dimension::kLength);
  v.whole("count", p.count, 1);
  v.number("spacing", p.spacing, dimension::kLength);
}
template <Is<Bump> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("length", p.length, dimension::kLength);
  v.required("height", p.height, dimension::kLength);
  v.whole("count", p.count, 1);
  v.number("spacing", p.spacing, dimension::kLength);
}
template <Is<SineRoad> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("length", p.length, dimension::kLength);
  v.required("amplitude", p.amplitude, dimension::kLength);
  v.required("wavelength", p.wavelength, dimension::kLength);
}
template <Is<Ramp> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("length", p.length, dimension::kLength);
  v.required("height", p.height, dimension::kLength);
}
template <Is<RoadProfile> P, class V>
void describeRoad(P& p, V& v) {
  v.interpolation(p.interpolation);
  v.numbers("x", p.x, dimension::kLength);
  v.numbers("z", p.z, dimension::kLength);
}
template <Is<RoadGrid> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("y", p.y, dimension::kLength);
  v.required("dx", p.dx, dimension::kLength);
  v.required("dy", p.dy, dimension::kLength);
  v.whole("columns", p.columns, 0);
  v.numbers("z", p.z, dimension::kLength);
}
template <Is<FrictionPatch> P, class V>
void describeRoad(P& p, V& v) {
  v.bound("x0", p.x0);
  v.bound("x1", p.x1);
  v.bound("y0", p.y0);
  v.bound("y1", p.y1);
  v.required("friction", p.friction, dimension::kNone);
}

class RoadReader : public FieldReader {
 public:
  RoadReader(XmlElement& element, const ElementContext& context) : FieldReader(element, context), element_(&element) {}

  // A whole number; required when its standard is 0.
  void whole(std::string_view name, int& value, int standard) {
    double number = value;
    if (standard == 0)
      required(name, number, dimension::kNone);
    else
      this->number(name, number, dimension::kNone);
    if (number == std::floor(number) && std::abs(number) < std::numeric_limits<int>::max()) {
      value = static_cast<int>(number);
      return;
    }
    const auto text = element_->attribute(name);
    element_->diagnostics()
        .error(text ? text->valueAt : element_->at(), fmt::format("'{}' of <{}> is {}", name, element_->name(), number))
        .withHint("give a whole number");
    fail();
  }
  void bound(std::string_view name, double& value) { number(name, value, dimension::kLength); }

 private:
  XmlElement* element_;
};

// What is at its standard is not written.
class RoadWriter {
 public:
  explicit RoadWriter(XmlWriter& xml) : xml_(&xml) {}

  void required(std::string_view name, double value, const Dimension&) { xml_->attribute(name, value); }
  void number(std::string_view name, double value, const Dimension&) {
    if (value != 0) xml_->attribute(name, value);
  }
  void whole(std::string_view name, int value, int standard) {
    if (value != standard) xml_->attribute(name, value);
  }
  void bound(std::string_view name, double value) {
    if (std::isfinite(value)) xml_->attribute(name, value);
  }
  void numbers(std::string_view name, const std::vector<double>& values, const Dimension&) {
    xml_->attribute(name, values);
  }
  void interpolation(Interpolation value) {
    if (value == Interpolation::linear) return;
    xml_->attribute("interpolation", kInterpolationNames[static_cast<std::size_t>(value)]);
  }

 private:
  XmlWriter* xml_;
};

// ---- reading ----

template <std::size_t k = 0>
std::optional<RoadPiece> pieceNamed(std::string_view name) {
  if constexpr (k < std::variant_size_v<RoadPiece>) {
    using Piece = std::variant_alternative_t<k, RoadPiece>;
    return Piece::kType == name ? RoadPiece(Piece{}) : pieceNamed<k + 1>(name);
  }
  return std::nullopt;
}

template <std::size_t... k>
std::vector<std::string> childNames(std::index_sequence<k...>) {
  return {std::string(std::variant_alternative_t<k, RoadPiece>::kType)..., std::string(kPatch)};
}

void unknownChild(const XmlElement& child) {
  const std::vector<std::string> known = childNames(std::make_index_sequence<std::variant_size_v<RoadPiece>>());
  const std::string hint = didYouMean(child.name(), known);
  child.diagnostics()
      .error(child.at(), fmt::format("<{}> does not belong in <road>", child.name()))
      .withHint(hint.empty() ? fmt::format("the elements here are {}", fmt::join(known, ", ")) : hint);
}

// Finishes a child whose fields have been read; false when it cannot be used.
template <class Part>
bool finishChild(XmlElement& child, const FieldReader& reader, const Part& part) {
  child.finish();
  if (!reader.isGood()) return false;
  const std::optional<RoadFault> fault = faultOf(part);
  if (fault) child.diagnostics().error(child.at(), fault->message).withHint(fault->hint);
  return !fault;
}

bool readChild(XmlElement& child, const ElementContext& context, Road& road) {
  RoadReader reader(child, context);
  if (child.name() == kPatch) {
    FrictionPatch patch;
    describeRoad(patch, reader);
    if (!finishChild(child, reader, patch)) return false;
    road.patches.push_back(patch);
    return true;
  }
  std::optional<RoadPiece> piece = pieceNamed(child.name());
  if (!piece) {
    unknownChild(child);
    return false;
  }
  std::visit([&](auto& p) { describeRoad(p, reader); }, *piece);
  if (!finishChild(child, reader, *piece)) return false;
  road.pieces.push_back(std::move(*piece));
  return true;
}

}  // namespace

std::optional<Road> readRoad(XmlElement& element, const ElementContext& context) {
  Road road;
  FieldReader reader(element, context);
  reader.name(road.name);
  reader.number("height", road.height, dimension::kLength);
  reader.number("friction", road.friction, dimension::kNone);
  road.origin = originOf(element, context);
  for (XmlElement& child : element.children()) {
    if (!readChild(child, context, road)) reader.fail();
  }
  element.finish();
  if (!reader.isGood()) return std::nullopt;
  const int errors = element.diagnostics().errorCount();
  check(road, element.diagnostics());
  if (element.diagnostics().errorCount() > errors) return std::nullopt;
  return road;
}

void writeRoad(XmlWriter& xml, const Road& road, const ElementNames& names) {
  RoadWriter writer(xml);
  xml.open("road");
  xml.attribute("name", road.name);
  writer.number("height", road.height, dimension::kLength);
  if (road.friction != 1) xml.attribute("friction", road.friction);
  if (names.origin) names.origin(xml, road.origin);
  for (const RoadPiece& piece : road.pieces) {
    std::visit(
        [&](const auto& p) {
          xml.open(p.kType);
          describeRoad(p, writer);
          xml.close();
        },
        piece);
  }
  for (const FrictionPatch& patch : road.patches) {
    xml.open(kPatch);
    describeRoad(patch, writer);
    xml.close();
  }
  xml.close();
}

}  // namespace mb
