#include "formats/model/checks/plausibility.h"
#include "formats/model/basics/decompositions.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "formats/model/checks/spring_axes.h"

namespace mb {
namespace {

// The bounds are wide, because nobody reads a warning that was wrong before.
constexpr double kLargestMass = 1e7;     // kg: a loaded ore train
constexpr double kLeastMass = 1e-9;      // kg: a grain of sand has 1e-6
constexpr double kDensest = 1e6;         // kg/m^3: osmium has 22,600; published machines reach 3e5
constexpr double kLightest = 1e-3;       // kg/m^3: air has 1.2
constexpr double kFarOut = 20;           // radius of gyration relative to the distance of the farthest marker
constexpr double kLargestMachine = 1e5;  // m
constexpr double kLeastGravity = 0.1;    // m/s^2: Pluto has 0.6; 9.81 in mm would be 0.0098
constexpr double kLargestGravity = 30;   // m/s^2: Jupiter has 25; the Earth's in ft/s^2 would be 32
constexpr double kStiffest = 1e13;       // N/m: a cubic metre of steel has 2e11

// Figures of a body that the rules use, computed once.
struct BodyFigures {
  const Body* body = nullptr;
  double mass = 0;
  double gyration = 0;    // radius about the axis of the largest moment
  double halfLength = 0;  // longest semi-axis of the solid ellipsoid of the same mass and moments
  double volume = 0;      // of that ellipsoid
  double reach = 0;       // of its markers, from the centre of mass
  double machine = 0;     // size of the whole model
};

// The size of the box around all points of the model.
double sizeOf(const CartesianModel& model) {
  Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity());
  Vector3 high = -low;
  const auto include = [&](const Vector3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  };
  for (const Marker& marker : model.markers) include(model.bodies[marker.body].X_WB * marker.X_BM.p);
  for (const Body& body : model.bodies) {
    if (!body.isGround) include(body.X_WB * body.massProperties.com);
  }
  return (high.array() < low.array()).any() ? 0 : (high - low).norm();
}

std::vector<BodyFigures> figuresOf(const CartesianModel& model, double machine) {
  std::vector<BodyFigures> all;
  for (const Body& body : model.bodies) {
    const MassProperties& own = body.massProperties;
    BodyFigures& figures = all.emplace_back(BodyFigures{&body, own.mass, 0, 0, 0, 0, machine});
    if (body.isGround || !(own.mass > 0)) continue;
    const Vector3 J = principalValues(own.inertia);
    figures.gyration = std::sqrt(std::max(J(2), 0.0) / own.mass);
    // J1 = m (b^2 + c^2) / 5 and so on.
    const Vector3 squares = 2.5 / own.mass * (Vector3::Constant(J.sum()) - 2 * J);
    const Vector3 axes = squares.cwiseMax(0).cwiseSqrt();
    figures.halfLength = axes.maxCoeff();
    figures.volume = 4 * std::numbers::pi / 3 * axes.prod();
  }
  for (const Marker& marker : model.markers) {
    BodyFigures& figures = all[static_cast<std::size_t>(marker.body.value)];
    figures.reach = std::max(figures.reach, (marker.X_BM.p - figures.body->massProperties.com).norm());
  }
  return all;
}

// ---- bodies ----

struct Rule {
  Code code;
  bool (*isOdd)(const BodyFigures& body);
  std::string (*message)(const BodyFigures& body);
  std::string_view hint;
};

double leastDensity(const BodyFigures& body) {
  return body.mass / (4 * std::numbers::pi / 3 * std::pow(body.halfLength, 3));
}

constexpr std::string_view kUnitsHint = "check the units of mass, length and inertia";
constexpr std::array kRules{
    Rule{Code::implausibleValue,
         [](const BodyFigures& body) { return body.mass > kLargestMass || (body.mass > 0 && body.mass < kLeastMass); },
         [](const BodyFigures& body) { return fmt::format("has a mass of {:.4g} kg", body.mass); }, kUnitsHint},
    // A body without inertia is an intended point mass.
    Rule{Code::implausibleDensity,
         [](const BodyFigures& body) { return body.halfLength > 0 && leastDensity(body) > kDensest; },
         [](const BodyFigures& body) {
           return fmt::format(
               "has the inertia of a body of {:.4g} mm, which with {:.4g} kg is denser than any matter ({:.3g} kg/m^3 "
               "at least)",
               2e3 * body.halfLength, body.mass, leastDensity(body));
         },
         kUnitsHint},
    // A rod or a disc has no volume, which says nothing.
    Rule{Code::implausibleDensity,
         [](const BodyFigures& body) { return body.volume > 0 && body.mass / body.volume < kLightest; },
         [](const BodyFigures& body) {
           return fmt::format(
               "has the inertia of a body of {:.4g} m, which with {:.4g} kg is lighter than air "
               "({:.3g} kg/m^3)",
               2 * body.halfLength, body.mass, body.mass / body.volume);
         },
         "check the units of mass, length and inertia: kg mm^2 are 1e-6 kg m^2"},
    // A flywheel may extend past its markers, but not past the machine.
    Rule{Code::implausibleGyration,
         [](const BodyFigures& body) {
           return body.reach > 0 && body.gyration > kFarOut * body.reach && body.gyration > 2 * body.machine;
         },
         [](const BodyFigures& body) {
           return fmt::format(
               "has a radius of gyration of {:.4g} m, and no marker farther than {:.4g} m from its "
               "centre of mass",
               body.gyration, body.reach);
         },
         "check the units of the inertia: kg mm^2 are 1e-6 kg m^2"},
};

void warnOfBodies(const std::vector<BodyFigures>& bodies, Diagnostics& diagnostics) {
  for (const Rule& rule : kRules) {
    const BodyFigures* first = nullptr;
    int others = -1;
    for (const BodyFigures& body : bodies) {
      if (!rule.isOdd(body)) continue;
      if (!first) first = &body;
      ++others;
    }
    if (!first) continue;
    const std::string more =
        others > 0 ? fmt::format("; likewise {} more bod{}", others, others == 1 ? "y" : "ies") : std::string();
    diagnostics
        .warning(first->body->origin.at, rule.code,
                 fmt::format("body '{}' {}{}", first->body->name, rule.message(*first), more))
        .withHint(std::string(rule.hint));
  }
}

// ---- the rest ----

double stiffnessOf(const Force& force) {
  if (const auto* spring = std::get_if<Tsda>(&force.law)) return spring->stiffness;
  if (const auto* bushing = std::get_if<Bushing>(&force.law)) return bushing->k.cwiseAbs().maxCoeff();
  return 0;
}

// Empty if nothing is unusual.
std::string oddStiffness(const Force& force) {
  const double stiffness = stiffnessOf(force);
  return std::abs(stiffness) > kStiffest ? fmt::format("a stiffness of {:.4g} N/m", stiffness) : std::string();
}

// Allowed but seldom intended: a force that increases as it gives way.
std::string oddSigns(const Force& force) {
  std::string found;
  const auto look = [&](std::string_view name, double value) {
    if (value < 0) found += fmt::format("{}{} = {:.4g}", found.empty() ? "" : ", ", name, value);
  };
  if (const auto* spring = std::get_if<Tsda>(&force.law)) {
    look("k", spring->stiffness);
    look("c", spring->damping);
    look("length", spring->length);
  } else if (const auto* turning = std::get_if<Rsda>(&force.law)) {
    look("kt", turning->stiffness);
    look("ct", turning->damping);
  }
  return found;
}

// Reported once, for the first unusual force.
void warnOfForces(const CartesianModel& model, std::string (*oddityOf)(const Force&), std::string_view hint,
                  Diagnostics& diagnostics) {
  const Force* first = nullptr;
  std::string oddity;
  int others = -1;
  for (const Force& force : model.forces) {
    std::string found = oddityOf(force);
    if (found.empty()) continue;
    if (!first) {
      first = &force;
      oddity = std::move(found);
    }
    ++others;
  }
  if (!first) return;
  const std::string more = others > 0 ? fmt::format("; likewise {} more", others) : std::string();
  diagnostics
      .warning(first->origin.at, Code::implausibleValue, fmt::format("force '{}' has {}{}", first->name, oddity, more))
      .withHint(std::string(hint));
}

}  // namespace

void warnOfImplausible(const CartesianModel& model, Diagnostics& diagnostics) {
  const double machine = sizeOf(model);
  warnOfBodies(figuresOf(model, machine), diagnostics);
  warnOfForces(model, &oddStiffness, "a metre of solid steel has 2e11 N/m; check the units of force and length",
               diagnostics);
  warnOfForces(model, &oddSigns,
               "a spring pulls back with k times its elongation beyond length, a damper with c times its rate: none of "
               "the three is negative",
               diagnostics);
  warnOfSpringAxes(model, diagnostics);
  if (machine > kLargestMachine) {
    diagnostics.warning(model.origin.at, Code::implausibleValue, fmt::format("the model measures {:.4g} m", machine))
        .withHint("check the unit of length, and look for a body far away");
  }
  const double g = model.gravity.norm();
  if (g > 0 && (g < kLeastGravity || g > kLargestGravity)) {
    diagnostics.warning(model.origin.at, Code::implausibleValue, fmt::format("gravity is {:.4g} m/s^2", g))
        .withHint("the Earth's is 9.81 m/s^2; check the units of length and time");
  }
}

}  // namespace mb
