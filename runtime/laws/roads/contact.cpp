#include "runtime/laws/roads/contact.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

mb_discs tablesOf(const Discs& discs) {
  return {discs.radius, discs.width, discs.full, discs.count, discs.offset.data(), discs.knots.data()};
}

Contact contactOf(const double* found) {
  const auto three = [&](int first) { return Three<double>{found[first], found[first + 1], found[first + 2]}; };
  return {found[MB_TOUCHES] != 0, three(MB_POINT),      three(MB_NORMAL),
          three(MB_HEADING),      found[MB_DEFLECTION], found[MB_FRICTION]};
}

}  // namespace

Discs makeDiscs(double radius, double width, int count) {
  Discs discs;
  discs.radius = radius;
  discs.width = width;
  discs.count = count;
  for (int k = 0; k < count; ++k) discs.offset.push_back(width * ((k + 0.5) / count - 0.5));
  const double fullArea = segmentArea(radius, radius);
  discs.full = width * fullArea;
  // Near zero the area is 4/3 sqrt(2 R) d^(3/2) (1 - 3/20 d/R), which gives the first value and slope.
  const double first = elementary::pow(3 * std::numbers::pi / (8 * std::numbers::sqrt2), 2.0 / 3);
  discs.knots.push_back({first, first * first / 10});
  for (int k = 1; k <= MB_DISC_STEPS; ++k) {
    const double p = static_cast<double>(k) / MB_DISC_STEPS;
    const double area = fullArea * p * std::sqrt(p);
    double d = radius * first * p;
    for (int pass = 0; pass < 8; ++pass) d = mb_improved_depth(radius, area, d);
    const double value = d / (radius * p);
    const double rise = 1.5 * fullArea * std::sqrt(p) / (mb_chord(radius, d) * radius);  // d(d/R) / dp
    discs.knots.push_back({value, (rise - value) / p});
  }
  return discs;
}

double segmentArea(double R, double d) { return mb_segment_area(R, d); }

double deflectionOf(const Discs& discs, double volume) {
  const mb_discs tables = tablesOf(discs);
  return mb_deflection(&tables, volume);
}

Contact pointContact(const RoadSurface& road, const WheelPlace& wheel, double radius) {
  const mb_road tables = tablesOf(road);
  const auto& [centre, axis] = wheel;
  double found[MB_FRICTION + 1];
  mb_point_contact(&tables, radius, centre.x, centre.y, centre.z, axis.x, axis.y, axis.z, found);
  return contactOf(found);
}

Contact discContact(const RoadSurface& road, const WheelPlace& wheel, const Discs& discs) {
  const mb_road tables = tablesOf(road);
  const mb_discs ofDiscs = tablesOf(discs);
  const auto& [centre, axis] = wheel;
  double found[MB_FRICTION + 1];
  mb_disc_contact(&tables, &ofDiscs, centre.x, centre.y, centre.z, axis.x, axis.y, axis.z, found);
  return contactOf(found);
}

// ---- as a call that generated code makes ----

namespace {

using Numbers = std::function<void(const double* at, double* contact)>;

ContactOf<Traced> called(const char* name, const std::string& tables, const WheelPlaceOf<Traced>& wheel,
                         Numbers evaluate) {
  TracedFunction function{name, tables, {}, MB_FRICTION + 1, std::move(evaluate)};
  for (const Three<Traced>& part : {wheel.centre, wheel.axis}) {
    for (const Traced number : {part.x, part.y, part.z}) function.arguments.push_back(number.node);
  }
  const std::vector<int> nodes = Trace::here().call(std::move(function));
  const auto number = [&](int k) { return Traced::of(nodes[static_cast<std::size_t>(k)]); };
  const auto three = [&](int first) { return Three<Traced>{number(first), number(first + 1), number(first + 2)}; };
  return {number(MB_TOUCHES) != Traced(0), three(MB_POINT),    three(MB_NORMAL), three(MB_HEADING),
          number(MB_DEFLECTION),           number(MB_FRICTION)};
}

// By the order of the members in mb_contact.h.
std::string recordedTablesOf(const Discs& discs) {
  Trace& trace = Trace::here();
  TracedStructure knots{"mb_knot", {}, true};
  for (const mb_knot& knot : discs.knots) knots.rows.push_back({knot.value, knot.slope});
  return trace.structure(
      {"mb_discs",
       {{discs.radius, discs.width, discs.full, discs.count, trace.table(discs.offset), trace.structure(knots)}},
       false});
}

}  // namespace

ContactOf<Traced> pointContact(const RoadSurface& road, const WheelPlaceOf<Traced>& wheel, double radius) {
  const std::string tables = fmt::format("&{}, {}", recordedTablesOf(road), radius);
  return called("mb_point_contact", tables, wheel, [road, radius](const double* at, double* contact) {
    const mb_road ofRoad = tablesOf(road);
    mb_point_contact(&ofRoad, radius, at[0], at[1], at[2], at[3], at[4], at[5], contact);
  });
}

ContactOf<Traced> discContact(const RoadSurface& road, const WheelPlaceOf<Traced>& wheel, const Discs& discs) {
  const std::string tables = fmt::format("&{}, &{}", recordedTablesOf(road), recordedTablesOf(discs));
  return called("mb_disc_contact", tables, wheel, [road, discs](const double* at, double* contact) {
    const mb_road ofRoad = tablesOf(road);
    const mb_discs ofDiscs = tablesOf(discs);
    mb_disc_contact(&ofRoad, &ofDiscs, at[0], at[1], at[2], at[3], at[4], at[5], contact);
  });
}

}  // namespace mb
