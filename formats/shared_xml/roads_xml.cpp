// <road>: its pieces and friction patches.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "formats/shared_xml/element_fields.h"
#include "formats/shared_xml/field_reader.h"
#include "formats/shared_xml/field_writer.h"

namespace mb {
namespace {

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
  return {std::string(std::variant_alternative_t<k, RoadPiece>::kType)..., std::string(FrictionPatch::kType)};
}

void unknownChild(const XmlElement& child) {
  const std::vector<std::string> known = childNames(std::make_index_sequence<std::variant_size_v<RoadPiece>>());
  const std::string hint = didYouMean(child.name(), known);
  child.diagnostics()
      .error(child.at(), Code::unknownElement, fmt::format("<{}> does not belong in <road>", child.name()))
      .withHint(hint.empty() ? fmt::format("the elements here are {}", fmt::join(known, ", ")) : hint);
}

// Finishes a child whose fields have been read; returns false if it cannot be used.
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
  if (child.name() == FrictionPatch::kType) {
    FrictionPatch patch;
    describeFields(patch, reader);
    if (!finishChild(child, reader, patch)) return false;
    road.patches.push_back(patch);
    return true;
  }
  std::optional<RoadPiece> piece = pieceNamed(child.name());
  if (!piece) {
    unknownChild(child);
    return false;
  }
  std::visit([&](auto& p) { describeFields(p, reader); }, *piece);
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
          describeFields(p, writer);
          xml.close();
        },
        piece);
  }
  for (const FrictionPatch& patch : road.patches) {
    xml.open(patch.kType);
    describeFields(patch, writer);
    xml.close();
  }
  xml.close();
}

}  // namespace mb
