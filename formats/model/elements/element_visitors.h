// Visitors of the fields that elements describe: a base that looks at nothing, and the two questions asked most.
#pragma once

#include <initializer_list>
#include <set>
#include <string>

#include "formats/model/elements/element_tables.h"

namespace mb {

// Derive and hide the members of interest.
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

// Calls visit(marker) for every marker that a force has; it may be changed.
template <class ForceT, class Visit>
void forEachMarker(ForceT& force, Visit visit) {
  MarkerVisitor<Visit> visitor(visit);
  describe(force, visitor);
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

// Names that the expressions of forces and drives refer to, of one kind: "body.marker", "joint.coordinate", a spline or
// a driver.
std::set<std::string> namesInExpressions(const ElementTables& elements, ExpressionFunction::Argument kind);

}  // namespace mb
