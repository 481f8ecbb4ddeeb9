#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "formats/shared_xml/elements_xml.h"
#include "formats/shared_xml/field_reader.h"

namespace mb {
namespace {

struct Scales {
  double x = 1;
  double y = 1;
  bool operator==(const Scales&) const = default;
};

// Visits a force to find its splines: in fields, which must be in SI, and by name in expressions.
class SplineUses {
 public:
  struct Use {
    SplineIndex* index;
    Scales scales;
  };
  std::vector<Use> uses;
  std::set<std::string> named;

  explicit SplineUses(const Units& units) : units_(&units) {}

  void spline(std::string_view, SplineIndex& index, const Dimension& x, const Dimension& y) {
    if (index.valid()) uses.push_back({&index, {toSi(*units_, x), toSi(*units_, y)}});
  }
  void expression(std::string_view, std::optional<Expression>& value, const Dimension&, Mirror, int) {
    if (value) add(*value);
  }
  void add(const Expression& expression) {
    forEachReference(expression, [&](ExpressionFunction::Argument kind, const std::string& name) {
      if (kind == ExpressionFunction::Argument::spline) named.insert(name);
    });
  }
  void marker(std::string_view, MarkerIndex&) {}
  void optionalMarker(std::string_view, MarkerIndex&) {}
  void number(std::string_view, double&, const Dimension&, Mirror, int, NumberTraits = {}) {}
  void vector(std::string_view, Vector3&, const Dimension&, Mirror) {}
  void matrix(std::string_view, Matrix6&, const Dimension&) {}
  void road(std::string_view, RoadIndex&) {}
  void tyre(std::string_view, TyreIndex&) {}
  template <class Enum>
  void choice(std::string_view, Enum&, std::initializer_list<std::string_view>) {}

 private:
  const Units* units_;
};

Spline scaled(Spline spline, const Scales& scales) {
  for (double& x : spline.x) x *= scales.x;
  for (double& y : spline.y) y *= scales.y;
  return spline;
}

std::string freeName(const Table<SplineIndex, Spline>& splines, const std::string& base) {
  for (int k = 2;; ++k) {
    std::string name = fmt::format("{}_{}", base, k);
    const auto hasName = [&](const Spline& spline) { return spline.name == name; };
    if (std::none_of(splines.begin(), splines.end(), hasName)) return name;
  }
}

}  // namespace

std::optional<Spline> readSpline(XmlElement& element, const ElementContext& context) {
  Spline spline;
  FieldReader reader(element, context);
  reader.name(spline.name);
  reader.interpolation(spline.interpolation);
  const auto readAxis = [&](std::string_view name, std::string_view unitName, std::vector<double>& values) {
    reader.numbers(name, values, dimension::kNone);
    const auto text = element.attribute(unitName);
    if (!text) return;
    const auto unit = reader.take(parseUnit(text->text));
    if (!unit) {
      element.diagnostics()
          .error(text->valueAt, Code::unknownUnit, fmt::format("'{}' is not a unit", text->text))
          .withHint("products and quotients of unit names, like N/mm or deg/s");
      return;
    }
    const double scale = unit->value / toSi(context.units, unit->dimension);
    for (double& value : values) value *= scale;
  };
  readAxis("x", "x_unit", spline.x);
  readAxis("y", "y_unit", spline.y);
  spline.origin = originOf(element, context);
  element.finish();
  if (!reader.isGood()) return std::nullopt;
  return spline;
}

SplineDimensions dimensionsOf(XmlElement& spline) {
  const auto read = [&](std::string_view name) -> std::optional<Dimension> {
    const auto text = spline.attribute(name);
    const auto unit = text ? parseUnit(text->text) : std::nullopt;
    return unit ? std::optional(unit->dimension) : std::nullopt;
  };
  return {read("x_unit"), read("y_unit")};
}

void convertSplines(Table<SplineIndex, Spline>& splines, std::span<Force> forces, std::span<const Drive> drives,
                    std::span<const Coupler> couplers, std::span<const Measure> measures, const Units& units) {
  SplineUses found(units);
  for (Force& force : forces) describe(force, found);
  for (const Drive& drive : drives) {
    if (const auto* expression = std::get_if<Expression>(&drive.function)) found.add(*expression);
  }
  for (const Coupler& coupler : couplers) {
    if (coupler.function) found.add(*coupler.function);
  }
  for (const Measure& measure : measures) found.add(measure.function);
  struct Variant {
    Scales scales;
    SplineIndex index;
  };
  std::map<SplineIndex, std::vector<Variant>> variants;  // the first one is the spline itself
  for (const SplineUses::Use& use : found.uses) {
    const SplineIndex original = *use.index;
    std::vector<Variant>& known = variants[original];
    if (known.empty() && found.named.contains(splines[original].name)) known.push_back({Scales{}, original});
    auto same = std::find_if(known.begin(), known.end(), [&](const Variant& v) { return v.scales == use.scales; });
    if (same == known.end()) {
      SplineIndex index = original;
      if (!known.empty()) {
        Spline copy = splines[original];
        copy.name = freeName(splines, copy.name);
        index = splines.add(std::move(copy));
      }
      known.push_back({use.scales, index});
      same = known.end() - 1;
    }
    *use.index = same->index;
  }
  for (const auto& [original, known] : variants) {
    for (const Variant& variant : known)
      splines[variant.index] = scaled(std::move(splines[variant.index]), variant.scales);
  }
}

}  // namespace mb
