// <road>: its pieces and friction patches.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/field_reader.h"
#include "formats/shared_xml/field_writer.h"

namespace mb {
namespace {

constexpr std::string_view kPatch = "patch";

// ---- the fields of each piece, once for reading and for writing ----

template <Is<HalfRound> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("radius", p.radius, dimension::kLength);
  v.count("count", p.count);
  v.number("spacing", p.spacing, dimension::kLength);
}
template <Is<Bump> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("length", p.length, dimension::kLength);
  v.required("height", p.height, dimension::kLength);
  v.count("count", p.count);
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
  v.choice("interpolation", p.interpolation, {"linear", "akima", "cubic"});
  v.numbers("x", p.x, dimension::kLength);
  v.numbers("z", p.z, dimension::kLength);
}
template <Is<RoadGrid> P, class V>
void describeRoad(P& p, V& v) {
  v.required("x", p.x, dimension::kLength);
  v.required("y", p.y, dimension::kLength);
  v.required("dx", p.dx, dimension::kLength);
  v.required("dy", p.dy, dimension::kLength);
  v.count("columns", p.columns);
  v.numbers("z", p.z, dimension::kLength);
}
template <Is<FrictionPatch> P, class V>
void describeRoad(P& p, V& v) {
  v.kept("x0", p.x0, dimension::kLength);
  v.kept("x1", p.x1, dimension::kLength);
  v.kept("y0", p.y0, dimension::kLength);
  v.kept("y1", p.y1, dimension::kLength);
  v.required("friction", p.friction, dimension::kNone);
}

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
      .error(child.at(), Code::unknownElement, fmt::format("<{}> does not belong in <road>", child.name()))
      .withHint(hint.empty() ? fmt::format("the elements here are {}", fmt::join(known, ", ")) : hint);
}

// Finishes a child whose fields have been read; false when it cannot be used.
template <class Part>
bool finishChild(XmlElement& child, const FieldReader& reader, const Part& part) {
  child.finish();
  if (!reader.isGood()) return false;
  const std::optional<RoadFault> fault = faultOf(part);
  if (fault) child.diagnostics().error(child.at(), Code::impossibleRoad, fault->message).withHint(fault->hint);
  return !fault;
}

bool readChild(XmlElement& child, const ElementContext& context, Road& road) {
  FieldReader reader(child, context);
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
  FieldWriter writer(xml, names);
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
