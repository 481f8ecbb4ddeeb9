#include "formats/import/time_table.h"

#include <algorithm>

namespace mb {
namespace {

// A straight line over time.
struct Line {
  double rate = 0;
  double start = 0;
};

// Sums and products of two terms, in the order of the expression; nothing if it is not a line.
std::optional<Line> lineOf(const Expression& expression) {
  using Kind = Expression::Kind;
  if (const auto value = constantValue(expression)) return Line{0, *value};
  if (expression.kind == Kind::time) return Line{1, 0};
  if (expression.kind == Kind::call) return std::nullopt;
  std::vector<Line> parts;
  for (const Expression& one : expression.arguments) {
    const auto part = lineOf(one);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  if (expression.kind == Kind::negate) return Line{-parts[0].rate, -parts[0].start};
  if (parts.size() != 2) return std::nullopt;
  const Line& a = parts[0];
  const Line& b = parts[1];
  switch (expression.kind) {
    case Kind::add: return Line{a.rate + b.rate, a.start + b.start};
    case Kind::subtract: return Line{a.rate - b.rate, a.start - b.start};
    case Kind::multiply:
      if (a.rate != 0 && b.rate != 0) return std::nullopt;
      return Line{a.rate * b.start + b.rate * a.start, a.start * b.start};
    case Kind::divide:
      if (b.rate != 0 || b.start == 0) return std::nullopt;
      return Line{a.rate / b.start, a.start / b.start};
    default: return std::nullopt;
  }
}

// a spline(r time + s) + b, written in any order.
struct Curve {
  double scale = 0;
  double offset = 0;
  std::string spline;  // empty: a constant
  Line over{1, 0};     // argument of the spline
};

std::optional<Curve> curveOf(const Expression& expression) {
  using Kind = Expression::Kind;
  if (const auto value = constantValue(expression)) return Curve{0, *value, {}};
  const std::vector<Expression>& arguments = expression.arguments;
  if (expression.kind == Kind::call) {
    if (expression.name != "spline" || arguments.size() != 2) return std::nullopt;
    const auto over = lineOf(arguments[1]);
    if (!over || over->rate == 0) return std::nullopt;
    return Curve{1, 0, arguments[0].name, *over};
  }
  std::vector<Curve> parts;
  for (const Expression& one : arguments) {
    const auto part = curveOf(one);
    if (!part) return std::nullopt;
    parts.push_back(*part);
  }
  if (expression.kind == Kind::negate) return Curve{-parts[0].scale, -parts[0].offset, parts[0].spline, parts[0].over};
  if (parts.size() != 2 || (!parts[0].spline.empty() && !parts[1].spline.empty())) return std::nullopt;
  const Curve& curve = parts[0].spline.empty() ? parts[1] : parts[0];
  const double other = parts[0].spline.empty() ? parts[0].offset : parts[1].offset;
  const bool isFirst = !parts[0].spline.empty();
  switch (expression.kind) {
    case Kind::add: return Curve{curve.scale, curve.offset + other, curve.spline, curve.over};
    case Kind::subtract:
      return isFirst ? Curve{curve.scale, curve.offset - other, curve.spline, curve.over}
                     : Curve{-curve.scale, other - curve.offset, curve.spline, curve.over};
    case Kind::multiply: return Curve{curve.scale * other, curve.offset * other, curve.spline, curve.over};
    case Kind::divide:
      if (!isFirst || other == 0) return std::nullopt;
      return Curve{curve.scale / other, curve.offset / other, curve.spline, curve.over};
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<TableFunction> tableOver(const Expression& expression, const Table<SplineIndex, Spline>& splines,
                                       double timeUnit, double valueUnit) {
  const auto curve = curveOf(expression);
  if (!curve || curve->spline.empty()) return std::nullopt;
  for (const Spline& spline : splines) {
    if (spline.name != curve->spline) continue;
    TableFunction table;
    table.interpolation = spline.interpolation;
    for (const double x : spline.x) table.time.push_back((x - curve->over.start) / curve->over.rate * timeUnit);
    for (const double y : spline.y) table.value.push_back((curve->scale * y + curve->offset) * valueUnit);
    if (curve->over.rate < 0) {
      std::ranges::reverse(table.time);
      std::ranges::reverse(table.value);
    }
    return table;
  }
  return std::nullopt;
}

}  // namespace mb
