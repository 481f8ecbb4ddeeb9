#include "graph/plan/rods.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "formats/model/basics/units.h"
#include "formats/model/elementary/elementary.h"
#include "graph/normalise/model_edit.h"

namespace mb {
namespace {

// Larger deviations from the line or from axial symmetry are not round-off: neglecting them would change the machine.
constexpr double kGeometryTolerance = 1e-11;

// The two origins coincide and rotation is (nearly) free: a ball, cross or constant velocity joint.
bool holdsOnePoint(const JointType& type) {
  const auto equations = type.equations();
  return dofOf(type) >= 2 && std::ranges::count(equations, EquationKind::on, &Equation::kind) == 3;
}
bool isBall(const JointType& type) { return holdsOnePoint(type) && dofOf(type) == 3; }
bool isHinge(const JointType& type) {
  return type.motions().size() == 1 && type.motions().front() == Motion{MotionKind::rotation, Axis::z};
}

// A cross or a constant velocity joint constrains a rotation of the bar in addition to its end point. A spin of the bar
// about its own axis u can satisfy that equation whatever the bar does, as long as the spin acts on it:
//   - c.d = 0 of the cross, with c its arm on the bar and d the other arm. Spun about u, c can become normal to d
//     if and only if |c.u| |d.u| <= |c x u| |d x u|. This always holds for c normal to u. With u in line with d the
//     spin has no effect, and the cross holds the bar's direction instead.
//   - no twist about the shafts: with the shaft along u the spin is that twist, up to a bend by half a turn.
struct TurnHeld {
  std::string defect;  // why the joint constrains more than the distance; empty if it does not
  std::string bound;   // range in which this holds; empty for a ball
};

constexpr double kSquare = 1e-3;  // rad, of arms and shafts; admits arms written with four digits
constexpr double kInLine = 1e-2;  // rad: closer to the other arm, or to a bend by half a turn, the spin has no effect

// Examines the joint of the bar that is not a ball, if there is one.
TurnHeld turnHeld(const CartesianModel& model, const std::vector<JointIndex>& joints, BodyIndex bar,
                  const Vector3& along) {
  const Joint& joint = model.joints[isBall(model.joints[joints[0]].type) ? joints[1] : joints[0]];
  const auto equations = joint.type.equations();
  const auto held = std::ranges::find_if(equations, [](const Equation& e) { return e.kind != EquationKind::on; });
  if (held == equations.end()) return {};
  const bool isI = bodyI(model, joint) == bar;
  const auto axisOf = [&](MarkerIndex marker, Axis axis) -> Vector3 {
    return worldPose(model, marker).R.col(static_cast<int>(axis));
  };
  const Vector3 u = model.bodies[bar].X_WB.R * along;
  const bool isCross = held->kind == EquationKind::perpendicular;
  const Vector3 onF = axisOf(joint.j, held->a);
  const Vector3 onM = axisOf(joint.i, isCross ? held->b : held->a);
  const Vector3& own = isI ? onM : onF;
  const Vector3& other = isI ? onF : onM;
  const auto lineAngle = [](const Vector3& a, const Vector3& b) {  // angle between two lines
    return elementary::atan2(a.cross(b).norm(), std::abs(a.dot(b)));
  };
  const std::string& neighbour = model.bodies[isI ? bodyJ(model, joint) : bodyI(model, joint)].name;
  if (isCross) {
    const double skew = 0.5 * std::numbers::pi - lineAngle(own, u);
    const double aside = lineAngle(other, u);
    if (skew > kSquare) {
      return {fmt::format("the arm of '{}' on it is {:.3g} deg off the perpendicular: the cross holds more than a "
                          "distance",
                          joint.name, skew * kDegreesPerRadian),
              {}};
    }
    if (aside < std::max(kInLine, 2 * skew)) {
      return {fmt::format("it is in line with the arm of '{}' on '{}': there the cross holds more than a distance",
                          joint.name, neighbour),
              {}};
    }
    return {{},
            fmt::format("as long as it is not in line with the arm of '{}' on '{}' (now {:.3g} deg off it)", joint.name,
                        neighbour, aside * kDegreesPerRadian)};
  }
  const double skew = lineAngle(own, u);
  const double bend = elementary::atan2(onF.cross(onM).norm(), onF.dot(onM));
  if (skew > kSquare) {
    return {fmt::format("the shaft of '{}' on it is {:.3g} deg off its line: the joint holds more than a distance",
                        joint.name, skew * kDegreesPerRadian),
            {}};
  }
  if (std::numbers::pi - bend < kInLine) {
    return {
        fmt::format("the shafts of '{}' are folded onto each other: there it holds more than a distance", joint.name),
        {}};
  }
  return {{},
          fmt::format("as long as the shafts of '{}' are not folded onto each other (now bent by {:.3g} deg)",
                      joint.name, bend * kDegreesPerRadian)};
}

// What a body is, given its two joints.
enum class BarKind { none, rod, hingedStrut };
BarKind kindOf(const JointType& a, const JointType& b, const MassProperties& massProperties) {
  if (holdsOnePoint(a) && holdsOnePoint(b) && (isBall(a) || isBall(b))) return BarKind::rod;
  const bool massless = massProperties.mass == 0 && massProperties.inertia.isZero(0);
  if (massless && ((isBall(a) && isHinge(b)) || (isHinge(a) && isBall(b)))) return BarKind::hingedStrut;
  return BarKind::none;
}

// The bar between its two joints; also returns its ends in the frame of the body.
RodCandidate barBetween(const CartesianModel& model, BodyIndex index, const std::vector<JointIndex>& joints,
                        bool isHinged, std::array<Vector3, 2>& ends) {
  RodCandidate rod;
  rod.body = index;
  rod.isHinged = isHinged;
  for (std::size_t k = 0; k < 2; ++k) {
    const Joint& joint = model.joints[joints[k]];
    const bool isI = bodyI(model, joint) == index;
    rod.joints[k] = joints[k];
    rod.neighbours[k] = isI ? bodyJ(model, joint) : bodyI(model, joint);
    const Pose& own = model.markers[isI ? joint.i : joint.j].X_BM;
    // The foot of the perpendicular from the ball to the hinge's axis, which both markers of the hinge share.
    const Vector3 foot = isHinged && k == 1 ? Vector3(0, 0, own.R.col(2).dot(ends[0] - own.p)) : Vector3::Zero();
    ends[k] = own * foot;
    rod.ends[k] = model.markers[isI ? joint.j : joint.i].X_BM * Pose{Matrix3::Identity(), foot};
  }
  rod.length = (ends[1] - ends[0]).norm();
  rod.mass = model.bodies[index].massProperties.mass;
  return rod;
}

// The inertia of a bar, as needed to treat it as an edge.
struct BarInertia {
  double s = 0.5;
  double transverse = 0;
  double axialRatio = 0;
  std::string defect;  // why the edge would change the machine; empty if it would not
};

BarInertia barInertia(const Body& body, const Vector3& end1, const Vector3& end2, bool twoBalls, double tolerance) {
  BarInertia bar;
  const MassProperties& m = body.massProperties;
  const Vector3 u = (end2 - end1).normalized();
  const double length = (end2 - end1).norm();
  if (m.mass > 0) bar.s = (m.com - end1).dot(u) / length;
  const double axial = u.dot(m.inertia * u);
  bar.transverse = 0.5 * (m.inertia.trace() - axial);
  const double lever = std::max(std::abs(bar.s), std::abs(1 - bar.s)) * length;
  const double atEnd = bar.transverse + m.mass * lever * lever;
  bar.axialRatio = atEnd > 0 ? axial / atEnd : (axial > 0 ? 1 : 0);
  if (m.mass == 0 && m.inertia.isZero(0)) return bar;

  const Vector3 across = m.com - end1 - bar.s * length * u;
  // The inertia must be symmetric about the axis of the bar: J = J_t (1 - u u') + J_a u u'.
  const Matrix3 symmetric = bar.transverse * (Matrix3::Identity() - u * u.transpose()) + axial * u * u.transpose();
  const double unevenness = (m.inertia - symmetric).cwiseAbs().maxCoeff();
  const double spin = (body.X_WB.R * u).dot(body.w_WB);
  if (m.mass > 0 && across.norm() > kGeometryTolerance * length) {
    bar.defect = fmt::format("its centre of mass is {:.3g} mm off the line of its joints", across.norm() * 1e3);
  } else if (unevenness > kGeometryTolerance * atEnd) {
    bar.defect = fmt::format("its inertia is not the same all round its axis (by {:.2g} of the transverse one)",
                             unevenness / atEnd);
  } else if (bar.axialRatio > tolerance && !twoBalls) {
    bar.defect = fmt::format("its axial inertia is {:.2g} of the transverse one, above the tolerance {:.2g}",
                             bar.axialRatio, tolerance);
  } else if (bar.axialRatio > tolerance && std::abs(spin) > 1e-9) {
    bar.defect = fmt::format("it has axial inertia and spins about its axis at {:.3g} rad/s", spin);
  }
  return bar;
}

// Looks at the bodies by name; a body that something else needs as it is stays.
class RodFinder {
 public:
  RodFinder(const CartesianModel& model, const RodOptions& options, Diagnostics& diagnostics)
      : model_(model),
        options_(options),
        diagnostics_(diagnostics),
        asked_(options.bodies.begin(), options.bodies.end()),
        referenced_(jointsWithReferences(model)),
        loaded_(bodiesWithForces(model)),
        taken_(at(model.bodies.size())) {
    around_.resize(model.bodies.size());
    for (const JointIndex index : model.joints.indexes()) {
      around_[bodyI(model, model.joints[index])].push_back(index);
      around_[bodyJ(model, model.joints[index])].push_back(index);
    }
  }

  RodSearch run() {
    std::vector<BodyIndex> order;
    for (const BodyIndex body : model_.bodies.indexes()) order.push_back(body);
    std::ranges::sort(order, {}, [&](BodyIndex b) { return model_.bodies[b].name; });
    for (const BodyIndex body : order) {
      if (options_.mode == RodOptions::Mode::listed && !isAsked(body)) continue;
      const std::string refusal = tryBody(body);
      if (!refusal.empty()) refuse(body, refusal);
    }
    return std::move(search_);
  }

 private:
  bool isAsked(BodyIndex body) const { return asked_.contains(model_.bodies[body].name); }

  void refuse(BodyIndex index, const std::string& reason) {
    if (!isAsked(index)) {
      search_.refused.push_back({index, reason});
      return;
    }
    const Body& body = model_.bodies[index];
    diagnostics_
        .error(body.origin.at, Code::notARod,
               fmt::format("body '{}' cannot be removed as a rod: {}", body.name, reason))
        .withHint(std::string(kRodHint));
  }

  // Adds the body to the rods, or returns why it cannot be one; empty also for a body that nobody would take for one.
  std::string tryBody(BodyIndex index) {
    const Body& body = model_.bodies[index];
    std::vector<JointIndex>& joints = around_[index];
    const BarKind kind =
        joints.size() != 2 ? BarKind::none
                           : kindOf(model_.joints[joints[0]].type, model_.joints[joints[1]].type, body.massProperties);
    if (body.isGround || kind == BarKind::none) {
      return isAsked(index) ? fmt::format("it has {} joints, not one ball at each end", joints.size()) : std::string();
    }
    std::ranges::sort(joints, {},
                      [&](JointIndex j) { return std::pair(isHinge(model_.joints[j].type), model_.joints[j].name); });
    std::array<Vector3, 2> ends;
    RodCandidate rod = barBetween(model_, index, joints, kind == BarKind::hingedStrut, ends);
    if (std::string need = needFor(rod); !need.empty()) return need;
    const TurnHeld turn = rod.isHinged ? TurnHeld{} : turnHeld(model_, joints, index, (ends[1] - ends[0]).normalized());
    if (!turn.defect.empty()) return turn.defect;
    const bool twoBalls = isBall(model_.joints[joints[0]].type) && isBall(model_.joints[joints[1]].type);
    const BarInertia bar = barInertia(body, ends[0], ends[1], twoBalls, options_.tolerance);
    if (!bar.defect.empty() && !isAsked(index)) return bar.defect;
    if (!bar.defect.empty()) warnOfChange(body, bar.defect);
    if (isKeptAtStart(rod, bar)) return "its pose or velocity at the start is to be kept";
    rod.bound = turn.bound;
    rod.s = bar.s;
    rod.transverseInertia = bar.transverse;
    taken_[at(index.value)] = true;
    search_.rods.push_back(rod);
    return {};
  }

  // What its ends, or something else in the model, need it for.
  std::string needFor(const RodCandidate& rod) const {
    if (rod.neighbours[0] == rod.neighbours[1]) return "both its joints are on the same body";
    if (!(rod.length > 0)) return "its two joints are at the same point";
    // A rod's neighbour cannot be a rod: its ends must stay.
    if (taken_[at(rod.neighbours[0].value)] || taken_[at(rod.neighbours[1].value)])
      return "it is attached to another rod";
    if (loaded_[at(rod.body.value)]) return "a force or drive acts on it, or a measure looks at it";
    if (referenced_[at(rod.joints[0].value)] || referenced_[at(rod.joints[1].value)])
      return "something refers to the coordinates of its joints";
    return {};
  }

  void warnOfChange(const Body& body, const std::string& defect) {
    diagnostics_
        .warning(body.origin.at, Code::rodChangesMachine,
                 fmt::format("removing rod '{}' changes the machine a little: {}", body.name, defect))
        .withHint("it is removed because it was named; leave it out of the list of rods to keep it exactly",
                  Topic::rods);
  }

  // If the bar is removed, only the bodies at its ends can preserve its initial state. A bar without axial inertia
  // cannot spin as a body and may be removed anyway.
  bool isKeptAtStart(const RodCandidate& rod, const BarInertia& bar) const {
    const bool isKeptByEnds = std::ranges::all_of(
        rod.neighbours, [&](BodyIndex end) { return model_.bodies[end].isGround || keepsAny(model_.bodies[end]); });
    return keepsAny(model_.bodies[rod.body]) && !isKeptByEnds && bar.axialRatio > 0;
  }

  const CartesianModel& model_;
  const RodOptions& options_;
  Diagnostics& diagnostics_;
  std::set<std::string_view> asked_;
  std::vector<bool> referenced_;  // by joint
  std::vector<bool> loaded_;      // by body
  std::vector<bool> taken_;       // by body: is a rod
  Table<BodyIndex, std::vector<JointIndex>> around_;
  RodSearch search_;
};

}  // namespace

const JointType& closingType(const RodCandidate& rod) { return rodClosingType(rod.isHinged); }

RodSearch findRods(const CartesianModel& model, const RodOptions& options, Diagnostics& diagnostics) {
  if (options.mode == RodOptions::Mode::keep) return {};
  return RodFinder(model, options, diagnostics).run();
}

}  // namespace mb
