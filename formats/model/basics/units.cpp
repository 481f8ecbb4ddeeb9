#include "formats/model/basics/units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <span>

#include "formats/model/basics/text.h"

namespace mb {
namespace {

// Exact by definition: the international yard and pound (1959), standard gravity (CGPM 1901).
constexpr double kInch = 0.0254;
constexpr double kFoot = 12 * kInch;
constexpr double kPound = 0.45359237;
constexpr double kGravity = 9.80665;
constexpr double kPoundForce = kPound * kGravity;

struct UnitRow {
  std::string_view symbols;  // separated by blanks; the case matters: mN is not MN
  std::string_view words;    // separated by blanks; any case, with or without a plural s
  double value;
};

constexpr std::array kLengths{
    UnitRow{"m", "meter metre", 1},
    UnitRow{"mm", "millimeter millimetre", 1e-3},
    UnitRow{"cm", "centimeter centimetre", 1e-2},
    UnitRow{"dm", "decimeter decimetre", 1e-1},
    UnitRow{"km", "kilometer kilometre", 1e3},
    UnitRow{"um", "micrometer micrometre", 1e-6},
    UnitRow{"nm", "nanometer nanometre", 1e-9},
    UnitRow{"", "angstrom", 1e-10},
    UnitRow{"in", "inch inches", kInch},
    UnitRow{"", "microinch microinches", 1e-6 * kInch},
    UnitRow{"", "mil", 1e-3 * kInch},
    UnitRow{"ft", "foot feet", kFoot},
    UnitRow{"yd", "yard", 3 * kFoot},
    UnitRow{"mi", "mile", 5280 * kFoot},
};

constexpr std::array kMasses{
    UnitRow{"kg", "kilogram", 1},
    UnitRow{"g", "gram", 1e-3},
    UnitRow{"mg", "milligram", 1e-6},
    UnitRow{"ug", "microgram", 1e-9},
    UnitRow{"", "nanogram", 1e-12},
    UnitRow{"t", "tonne metric_ton megagram", 1e3},
    UnitRow{"lb lbm", "pound pound_mass", kPound},
    UnitRow{"klb klbm", "kpound_mass", 1e3 * kPound},
    UnitRow{"oz ozm", "ounce ounce_mass", kPound / 16},
    UnitRow{"", "us_ton", 2000 * kPound},
    UnitRow{"", "slug", kPoundForce / kFoot},    // lbf s^2 / ft
    UnitRow{"", "slinch", kPoundForce / kInch},  // lbf s^2 / in
};

constexpr std::array kTimes{
    UnitRow{"s", "sec second", 1},     UnitRow{"ms", "millisecond", 1e-3}, UnitRow{"us", "microsecond", 1e-6},
    UnitRow{"ns", "nanosecond", 1e-9}, UnitRow{"min", "minute", 60},       UnitRow{"h", "hour", 3600},
    UnitRow{"d", "day", 86400},
};

constexpr std::array kForces{
    UnitRow{"N", "newton", 1},
    UnitRow{"kN", "knewton kilonewton", 1e3},
    UnitRow{"MN", "meganewton", 1e6},
    UnitRow{"cN", "centinewton", 1e-2},
    UnitRow{"mN", "millinewton", 1e-3},
    UnitRow{"uN", "micronewton", 1e-6},
    UnitRow{"nN", "nanonewton", 1e-9},
    UnitRow{"dyn", "dyne", 1e-5},
    UnitRow{"lbf", "pound_force", kPoundForce},
    UnitRow{"klbf", "kpound_force kip", 1e3 * kPoundForce},
    UnitRow{"ozf", "ounce_force", kPoundForce / 16},
    UnitRow{"pdl", "poundal", kPound* kFoot},
    UnitRow{"kgf", "kilogram_force", kGravity},
    UnitRow{"gf", "gram_force", 1e-3 * kGravity},
};

constexpr std::array kAngles{
    UnitRow{"rad", "radian", 1},
    UnitRow{"mrad", "milliradian", 1e-3},
    UnitRow{"deg", "degree", kDegree},
    UnitRow{"rev", "revolution turn", 360 * kDegree},
    UnitRow{"gon", "", 0.9 * kDegree},
    UnitRow{"arcmin", "arcminute", kDegree / 60},
    UnitRow{"arcsec", "arcsecond", kDegree / 3600},
};

constexpr std::array kQuantities{BaseQuantity::length, BaseQuantity::mass, BaseQuantity::time, BaseQuantity::force,
                                 BaseQuantity::angle};

std::span<const UnitRow> rowsOf(BaseQuantity quantity) {
  switch (quantity) {
    case BaseQuantity::length: return kLengths;
    case BaseQuantity::mass: return kMasses;
    case BaseQuantity::time: return kTimes;
    case BaseQuantity::force: return kForces;
    case BaseQuantity::angle: return kAngles;
  }
  return {};
}

Dimension dimensionOf(BaseQuantity quantity) {
  switch (quantity) {
    case BaseQuantity::length: return dimension::kLength;
    case BaseQuantity::mass: return dimension::kMass;
    case BaseQuantity::time: return dimension::kTime;
    case BaseQuantity::force: return dimension::kForce;
    case BaseQuantity::angle: return dimension::kAngle;
  }
  return {};
}

struct DerivedRow {
  std::string_view symbol;
  NamedUnit unit;
};
constexpr std::array kDerived{
    DerivedRow{"Nm", {1, dimension::kTorque}}, DerivedRow{"Nmm", {1e-3, dimension::kTorque}},
    DerivedRow{"J", {1, dimension::kTorque}},  DerivedRow{"Pa", {1, {-2, 0, 0, 1, 0}}},
    DerivedRow{"Hz", {1, {0, 0, -1, 0, 0}}},   DerivedRow{"rpm", {6 * kDegree, dimension::kAngularVelocity}},
};

struct SystemRow {
  std::string_view name;
  std::string_view length;
  std::string_view mass;
  std::string_view time;
  std::string_view force;
};
// FPS and IPS as in ADAMS: pounds of mass together with pounds of force.
constexpr std::array kSystems{
    SystemRow{"SI", "m", "kg", "s", "N"},     SystemRow{"MKS", "m", "kg", "s", "N"},
    SystemRow{"MMKS", "mm", "kg", "s", "N"},  SystemRow{"CGS", "cm", "g", "s", "dyn"},
    SystemRow{"FPS", "ft", "lb", "s", "lbf"}, SystemRow{"IPS", "in", "lb", "s", "lbf"},
    SystemRow{"mmts", "mm", "t", "s", "N"},
};

struct ConventionRow {
  std::string_view name;
  std::string_view forward;
  std::string_view up;
};
constexpr std::array kConventions{
    ConventionRow{"iso", "+x", "+z"},
    ConventionRow{"sae", "+x", "-z"},
    ConventionRow{"dads", "+y", "+z"},
    ConventionRow{"y-up", "+x", "+y"},
};

// Calls back for each word of a list separated by blanks, until one is accepted.
template <class Accept>
bool anyWord(std::string_view list, Accept accept) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (accept(list.substr(0, end))) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

template <class Rows>
std::vector<std::string> namesOf(const Rows& rows) {
  std::vector<std::string> names;
  for (const auto& row : rows) names.emplace_back(row.name);
  return names;
}

template <class Rows>
auto findRow(const Rows& rows, std::string_view name) -> const typename Rows::value_type* {
  for (const auto& row : rows) {
    if (sameWord(row.name, name)) return &row;
  }
  return nullptr;
}

double power(double base, int exponent) {
  double result = 1;
  for (int k = 0; k < std::abs(exponent); ++k) result *= base;
  return exponent < 0 ? 1 / result : result;
}

NamedUnit raised(const NamedUnit& unit, int exponent) {
  const Dimension& d = unit.dimension;
  return {power(unit.value, exponent),
          {d.length * exponent, d.mass * exponent, d.time * exponent, d.force * exponent, d.angle * exponent}};
}

NamedUnit product(const NamedUnit& a, const NamedUnit& b) {
  const Dimension& c = a.dimension;
  const Dimension& d = b.dimension;
  return {a.value * b.value,
          {c.length + d.length, c.mass + d.mass, c.time + d.time, c.force + d.force, c.angle + d.angle}};
}

std::optional<NamedUnit> namedUnit(std::string_view name) {
  for (const BaseQuantity quantity : kQuantities) {
    if (const auto value = unitValue(quantity, name)) return NamedUnit{*value, dimensionOf(quantity)};
  }
  for (const DerivedRow& row : kDerived) {
    if (row.symbol == name) return row.unit;
  }
  return std::nullopt;
}

// product := factor (('*' | '.' | '/') factor)*   factor := ('1' | name | '(' product ')') ('^' '-'? digit)?
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  std::optional<NamedUnit> parse() {
    const std::optional<NamedUnit> unit = parseProduct();
    skipBlanks();
    return text_.empty() ? unit : std::nullopt;
  }

 private:
  std::string_view text_;

  void skipBlanks() { text_.remove_prefix(std::min(text_.find_first_not_of(' '), text_.size())); }
  bool take(char c) {
    skipBlanks();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }

  std::optional<NamedUnit> parseProduct() {
    std::optional<NamedUnit> result = parseFactor();
    while (result) {
      const bool divides = take('/');
      if (!divides && !take('*') && !take('.')) return result;
      const std::optional<NamedUnit> factor = parseFactor();
      if (!factor) return std::nullopt;
      result = product(*result, divides ? raised(*factor, -1) : *factor);
    }
    return std::nullopt;
  }

  std::optional<NamedUnit> parseFactor() {
    std::optional<NamedUnit> unit = parsePrimary();
    if (!unit || !take('^')) return unit;
    const int sign = take('-') ? -1 : 1;
    if (text_.empty() || text_.front() < '0' || text_.front() > '9') return std::nullopt;
    const int digit = text_.front() - '0';
    text_.remove_prefix(1);
    return raised(*unit, sign * digit);
  }

  std::optional<NamedUnit> parsePrimary() {
    if (take('1')) return NamedUnit{};
    if (take('(')) {
      const std::optional<NamedUnit> unit = parseProduct();
      return take(')') ? unit : std::nullopt;
    }
    const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    const auto end = std::find_if_not(text_.begin(), text_.end(), isLetter);
    const std::string_view name = text_.substr(0, static_cast<std::size_t>(end - text_.begin()));
    text_.remove_prefix(name.size());
    return namedUnit(name);
  }
};

std::optional<Vector3> signedAxis(std::string_view name) {
  double sign = 1;
  if (name.starts_with('+') || name.starts_with('-')) {
    sign = name.front() == '-' ? -1 : 1;
    name.remove_prefix(1);
  }
  if (name.size() != 1) return std::nullopt;
  const std::size_t axis = std::string_view("xyz").find(lowerCase(name.front()));
  if (axis == std::string_view::npos) return std::nullopt;
  return sign * Vector3::Unit(static_cast<Eigen::Index>(axis));
}

Dimension withoutForce(const Dimension& d) {
  return {d.length + d.force, d.mass + d.force, d.time - 2 * d.force, 0, 0};
}

// The symbol of a unit, whatever the source calls it: MILLIMETER is mm.
std::string symbolOf(BaseQuantity quantity, double value, const std::string& name) {
  for (const std::string& symbol : unitNames(quantity)) {
    if (unitValue(quantity, symbol) == value) return symbol;
  }
  return name;
}

}  // namespace

bool contradict(const Dimension& a, const Dimension& b) { return withoutForce(a) != withoutForce(b); }

double toSi(const Units& units, const Dimension& dimension) {
  return power(units.length, dimension.length) * power(units.mass, dimension.mass) * power(units.time, dimension.time) *
         power(units.force, dimension.force) * power(units.angle, dimension.angle);
}

std::optional<double> unitValue(BaseQuantity quantity, std::string_view name) {
  std::string_view singular = name;
  if (name.size() > 3 && (name.back() == 's' || name.back() == 'S')) singular.remove_suffix(1);
  for (const UnitRow& row : rowsOf(quantity)) {
    const bool isSymbol = anyWord(row.symbols, [&](std::string_view symbol) { return symbol == name; });
    if (isSymbol ||
        anyWord(row.words, [&](std::string_view word) { return sameWord(word, name) || sameWord(word, singular); })) {
      return row.value;
    }
  }
  return std::nullopt;
}

std::vector<std::string> unitNames(BaseQuantity quantity) {
  std::vector<std::string> names;
  const auto collect = [&](std::string_view word) {
    names.emplace_back(word);
    return false;
  };
  for (const UnitRow& row : rowsOf(quantity)) {
    anyWord(row.symbols, collect);
    anyWord(row.words, collect);
  }
  return names;
}

std::optional<Units> unitSystem(std::string_view name) {
  const SystemRow* const row = findRow(kSystems, name);
  if (!row) return std::nullopt;
  Units units;
  units.length = *unitValue(BaseQuantity::length, row->length);
  units.mass = *unitValue(BaseQuantity::mass, row->mass);
  units.time = *unitValue(BaseQuantity::time, row->time);
  units.force = *unitValue(BaseQuantity::force, row->force);
  units.lengthName = row->length;
  units.massName = row->mass;
  units.timeName = row->time;
  units.forceName = row->force;
  return units;
}

std::string unitText(const Units& units, const Dimension& dimension) {
  struct Factor {
    std::string symbol;
    int power;
  };
  const std::array factors{
      Factor{symbolOf(BaseQuantity::force, units.force, units.forceName), dimension.force},
      Factor{symbolOf(BaseQuantity::mass, units.mass, units.massName), dimension.mass},
      Factor{symbolOf(BaseQuantity::length, units.length, units.lengthName), dimension.length},
      Factor{symbolOf(BaseQuantity::angle, units.angle, units.angleName), dimension.angle},
      Factor{symbolOf(BaseQuantity::time, units.time, units.timeName), dimension.time},
  };
  std::string above;
  std::string below;
  for (const auto& [symbol, power] : factors) {
    if (power == 0) continue;
    const std::string factor = std::abs(power) == 1 ? symbol : symbol + "^" + std::to_string(std::abs(power));
    if (power > 0)
      above += (above.empty() ? "" : "*") + factor;
    else
      below += "/" + factor;
  }
  return (above.empty() ? "1" : above) + below;
}

std::vector<std::string> unitSystemNames() { return namesOf(kSystems); }

std::optional<NamedUnit> parseUnit(std::string_view text) {
  constexpr std::size_t kLongest = 100;  // bounds the nesting of brackets too
  if (text.size() > kLongest) return std::nullopt;
  return UnitParser(text).parse();
}

std::optional<Matrix3> axesRotation(std::string_view forward, std::string_view up) {
  const std::optional<Vector3> x = signedAxis(forward);
  const std::optional<Vector3> z = signedAxis(up);
  if (!x || !z || x->dot(*z) != 0) return std::nullopt;
  Matrix3 R_WS;
  R_WS.row(0) = x->transpose();
  R_WS.row(1) = z->cross(*x).transpose();
  R_WS.row(2) = z->transpose();
  return R_WS;
}

std::optional<AxesNames> axesConvention(std::string_view name) {
  const ConventionRow* const row = findRow(kConventions, name);
  if (!row) return std::nullopt;
  return AxesNames{std::string(row->forward), std::string(row->up)};
}

std::vector<std::string> axesConventionNames() { return namesOf(kConventions); }

}  // namespace mb
