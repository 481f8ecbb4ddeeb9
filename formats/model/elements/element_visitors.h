// Visitors of the fields that elements describe: a base that ignores everything, and the two most frequent queries.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "formats/model/elements/element_tables.h"

namespace mb {

// Derive from this and hide the members of interest.
struct FieldVisitor {
  template <class... T>
  void marker(T&&...) {}
  template <class... T>
  void optionalMarker(T&&...) {}
  template <class... T>
  void number(T&&...) {}
  template <class... T>
  void vector(T&&...) {}
  template <class... T>
  void matrix(T&&...) {}
  template <class... T>
  void spline(T&&...) {}
  template <class... T>
  void road(T&&...) {}
  template <class... T>
  void tyre(T&&...) {}
  template <class... T>
  void expression(T&&...) {}
  template <class E>
  void choice(std::string_view, E&, std::initializer_list<const char*>) {}
};

template <class Visit>
struct MarkerVisitor : FieldVisitor {
  explicit MarkerVisitor(Visit& visitMarker) : visit(visitMarker) {}
  template <class M>
  void marker(std::string_view, M& marker) {
    visit(marker);
  }
  template <class M>
  void optionalMarker(std::string_view, M& marker) {
    if (marker.valid()) visit(marker);
  }
  Visit& visit;
};

// Calls visit(marker) for every marker of a force; the visitor may change it.
template <class ForceT, class Visit>
void forEachMarker(ForceT& force, Visit visit) {
  MarkerVisitor<Visit> visitor(visit);
  describe(force, visitor);
}

// Whether a field of a force does something.
struct EffectVisitor : FieldVisitor {
  std::span<const char* const> names;
  bool isFound = false;
  void add(std::string_view name, bool acts) { isFound = isFound || (acts && std::ranges::count(names, name) > 0); }
  template <class... T>
  void number(std::string_view name, double value, T&&...) {
    add(name, value != 0);
  }
  template <class... T>
  void vector(std::string_view name, const Vector3& value, T&&...) {
    add(name, !value.isZero(0));
  }
  template <class... T>
  void matrix(std::string_view name, const Matrix6& value, T&&...) {
    add(name, !value.isZero(0));
  }
  template <class... T>
  void spline(std::string_view name, SplineIndex index, T&&...) {
    add(name, index.valid());
  }
  template <class... T>
  void expression(std::string_view name, const std::optional<Expression>& value, T&&...) {
    add(name, value.has_value());
  }
};
// Nothing of what says what the force is does anything.
template <class Law>
bool isWithoutForce(const Law& law) {
  EffectVisitor visitor;
  visitor.names = Law::kLaw;
  Law::describe(law, visitor);
  return !visitor.isFound;
}

// Calls visit(marker) for every marker that an element has, but for those inside expressions; it may be changed.
template <class Tables, class Visit>
void forEachElementMarker(Tables& elements, Visit visit) {
  for (auto& force : elements.forces) forEachMarker(force, visit);
  for (auto& drive : elements.drives) {
    for (auto* marker : {&drive.i, &drive.j}) {
      if (marker->valid()) visit(*marker);
    }
  }
  for (auto& driver : elements.drivers) visit(driver.i);
  for (auto& probe : elements.probes) visit(probe.marker);
}

// The drives and couplers that take a position or a rate from an input that is not filtered: where it jumps, they tear.
std::vector<std::string> followersWithoutFilter(const ElementTables& elements, const Input& input);

// Names of one kind that the expressions of forces, drives and measures refer to: "body.marker", "joint.coordinate",
// a joint, a spline or a driver.
std::set<std::string> namesInExpressions(const ElementTables& elements, ExpressionFunction::Argument kind);

}  // namespace mb
