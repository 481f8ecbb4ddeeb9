#include "runtime/implicit/law_variations.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "formats/model/elementary/elementary.h"

namespace mb {
namespace {

// d atan2(s, c)
double angleRate(double s, double c, double s_rate, double c_rate) {
  return (s_rate * c - s * c_rate) / (s * s + c * c);
}

// Variation of the three angles of R when R rotates by phi about fixed axes: R' = skew(phi) R.
Vector3 anglesVariation(AngleDefinition definition, const Matrix3& R, const Vector3& phi) {
  const Matrix3 D = skew(phi) * R;
  const auto about = [&](double s, double c, double ds, double dc) { return angleRate(s, c, ds, dc); };
  switch (definition) {
    case AngleDefinition::projected:
      return {about(-R(1, 2), R(2, 2), -D(1, 2), D(2, 2)), about(R(0, 2), R(2, 2), D(0, 2), D(2, 2)),
              about(R(1, 0), R(0, 0), D(1, 0), D(0, 0))};
    case AngleDefinition::euler123: {
      const double h = elementary::hypot(R(0, 0), R(0, 1));
      const double dh = (R(0, 0) * D(0, 0) + R(0, 1) * D(0, 1)) / h;
      return {about(-R(1, 2), R(2, 2), -D(1, 2), D(2, 2)), about(R(0, 2), h, D(0, 2), dh),
              about(-R(0, 1), R(0, 0), -D(0, 1), D(0, 0))};
    }
    case AngleDefinition::rotationVector: {
      // The inverse of the left Jacobian.
      const Vector3 beta = rotationVectorOf(R);
      const double angle = beta.norm();
      const double share = angle < 1e-3 ? 1.0 / 12 + angle * angle / 720
                                        : (1 - 0.5 * angle / elementary::tan(0.5 * angle)) / (angle * angle);
      return phi - 0.5 * beta.cross(phi) + share * beta.cross(beta.cross(phi));
    }
  }
  return phi;
}

struct Varier {
  const Mechanism& m;
  const Workspace& w;
  std::span<const MarkerVariation> variations;
  const Action* actions;     // the two of the current force
  ActionVariation* results;  // and their variations

  const FrameMotion& motion(MarkerIndex marker) const { return w.markers[at(marker.value)]; }
  const MarkerVariation& variation(MarkerIndex marker) const { return variations[at(marker.value)]; }
  double slopeOf(SplineIndex spline, double x) const {
    return spline.valid() ? valueOf(m.library.curves[at(spline.value)], Jet::time(x)).rate : 0;
  }

  void operator()(const Compiled<Tsda>& compiled) const {
    const Tsda& law = compiled.law;
    const FrameMotion& i = motion(law.i);
    const FrameMotion& j = motion(law.j);
    const MarkerVariation& di = variation(law.i);
    const MarkerVariation& dj = variation(law.j);
    const Vector3 d = i.X.p - j.X.p;
    const double length = d.norm();
    if (!(length > 0)) {
      results[0] = results[1] = {};
      return;
    }
    const Vector3 u = d / length;
    const Vector3 v = i.v - j.v;
    const double longer = u.dot(di.p - dj.p);
    const Vector3 du = (di.p - dj.p - longer * u) / length;
    const double faster = du.dot(v) + u.dot(di.v - dj.v);
    const double change = -(law.stiffness + slopeOf(law.spring, length - law.length)) * longer -
                          (law.damping + slopeOf(law.damper, u.dot(v))) * faster;
    const Vector3 force = change * u + actions[0].force.dot(u) * du;
    results[0] = {di.p, force, Vector3::Zero()};
    results[1] = {dj.p, -force, Vector3::Zero()};
  }

  void operator()(const Compiled<Rsda>& compiled) const {
    const Rsda& law = compiled.law;
    const FrameMotion& i = motion(law.i);
    const FrameMotion& j = motion(law.j);
    const MarkerVariation& di = variation(law.i);
    const MarkerVariation& dj = variation(law.j);
    const Vector3 axis = j.X.R.col(2);
    const Vector3 axisTurns = dj.turn.cross(axis);
    const Matrix3 R = j.X.R.transpose() * i.X.R;
    const Vector3 m_rate = (j.X.R.transpose() * (di.turn - dj.turn)).cross(R.col(0));
    const double turned = angleRate(R(1, 0), R(0, 0), m_rate.y(), m_rate.x());
    const double faster = axisTurns.dot(i.w - j.w) + axis.dot(di.w - dj.w);
    const double x = w.forces.angles.now[at(compiled.angle)] - law.angle;
    const double change = -(law.stiffness + slopeOf(law.spring, x)) * turned -
                          (law.damping + slopeOf(law.damper, axis.dot(i.w - j.w))) * faster;
    const Vector3 torque = change * axis + actions[0].torque.dot(axis) * axisTurns;
    results[0] = {di.p, Vector3::Zero(), torque};
    results[1] = {di.p, Vector3::Zero(), -torque};
  }

  // The variation of Evaluator::relative in runtime/laws/force_set.cpp.
  struct Relative {
    Vector3 d, angle, v, w;
  };
  Relative relative(MarkerIndex onI, MarkerIndex onJ, AngleDefinition angles) const {
    const FrameMotion& i = motion(onI);
    const FrameMotion& j = motion(onJ);
    const MarkerVariation& di = variation(onI);
    const MarkerVariation& dj = variation(onJ);
    const Matrix3 R_jW = j.X.R.transpose();
    const Vector3 d = i.X.p - j.X.p;
    const Vector3 dd = di.p - dj.p;
    const Vector3 v = i.v - j.v - j.w.cross(d);
    const Vector3 dv = di.v - dj.v - dj.w.cross(d) - j.w.cross(dd);
    const Vector3 turning = i.w - j.w;
    return {R_jW * (dd - dj.turn.cross(d)), anglesVariation(angles, R_jW * i.X.R, R_jW * (di.turn - dj.turn)),
            R_jW * (dv - dj.turn.cross(v)), R_jW * (di.w - dj.w - dj.turn.cross(turning))};
  }

  // Changes of force and torque in the axes of j, which rotate too.
  void pair(MarkerIndex onI, MarkerIndex onJ, const Vector3& force, const Vector3& torque) const {
    const Matrix3& R = motion(onJ).X.R;
    const Vector3& turn = variation(onJ).turn;
    const Vector3 f = R * force + turn.cross(actions[0].force);
    const Vector3 t = R * torque + turn.cross(actions[0].torque);
    results[0] = {variation(onI).p, f, t};
    results[1] = {variation(onI).p, -f, -t};
  }

  void operator()(const Compiled<Bushing>& compiled) const {
    const Bushing& law = compiled.law;
    const Relative r = relative(law.i, law.j, law.angles);
    pair(law.i, law.j, -law.k.cwiseProduct(r.d) - law.c.cwiseProduct(r.v),
         -law.kt.cwiseProduct(r.angle) - law.ct.cwiseProduct(r.w));
  }

  void operator()(const Compiled<Field>& compiled) const {
    const Field& law = compiled.law;
    const Relative r = relative(law.i, law.j, law.angles);
    Vector6 x;
    Vector6 x_dot;
    x << r.d, r.angle;
    x_dot << r.v, r.w;
    Vector6 wrench = -(law.stiffness * x);
    wrench.noalias() -= law.damping * x_dot;
    pair(law.i, law.j, wrench.head<3>(), wrench.tail<3>());
  }

  // Never asked for.
  template <class Law>
  requires(Law::kDerivative == Derivative::byDifferences) void operator()(const Compiled<Law>&) const {}
};

bool isDifferenced(const CompiledForce& force) {
  const auto hasNoFormula = []<class Law>(const Compiled<Law>&) {
    return Law::kDerivative == Derivative::byDifferences;
  };
  return std::visit(hasNoFormula, force) || hasFunction(force);
}

}  // namespace

LawVariations::LawVariations(const Mechanism& m)
    : markers_(at(static_cast<int>(m.model.markers.size()))), coordinates_(m.coordinates.size()) {
  for (const CompiledForce& force : m.forces.forces) {
    alone_.emplace_back();
    if (isDifferenced(force)) alone_.back().forces.push_back(force);
  }
  results_ = makeResults(m.forces, m.library);
}

void LawVariations::evaluate(const Mechanism& m, const Workspace& w, double time,
                             std::span<const MarkerVariation> markers, std::span<const CoordinateValue> coordinates,
                             std::span<ActionVariation> actions) {
  for (std::size_t k = 0; k < m.forces.forces.size(); ++k) {
    if (alone_[k].forces.empty()) {
      std::visit(Varier{m, w, markers, w.forces.actions.data() + 2 * k, actions.data() + 2 * k}, m.forces.forces[k]);
    } else {
      difference(m, w, time, k, markers, coordinates, actions.data() + 2 * k);
    }
  }
}

// Positions and velocities are differenced separately, because their magnitudes may be far apart.
void LawVariations::difference(const Mechanism& m, const Workspace& w, double time, std::size_t force,
                               std::span<const MarkerVariation> markers, std::span<const CoordinateValue> coordinates,
                               ActionVariation* actions) {
  constexpr double kMove = 1e-7;  // m or rad; m/s or rad/s
  const Action* const before = w.forces.actions.data() + 2 * force;
  actions[0] = actions[1] = {};
  for (const bool ofPositions : {true, false}) {
    double size = 0;
    for (const MarkerVariation& marker : markers) {
      size =
          std::max({size, (ofPositions ? marker.p : marker.v).norm(), (ofPositions ? marker.turn : marker.w).norm()});
    }
    for (const CoordinateValue& value : coordinates) {
      size = std::max(size, std::abs(ofPositions ? value.q : value.q_dot));
    }
    if (!(size > 0)) continue;
    const double share = kMove / size;
    for (std::size_t k = 0; k < markers_.size(); ++k) {
      FrameMotion& moved = markers_[k] = w.markers[k];
      if (ofPositions) {
        moved.X.p += share * markers[k].p;
        moved.X.R = rotationOf(share * markers[k].turn) * w.markers[k].X.R;
      } else {
        moved.v += share * markers[k].v;
        moved.w += share * markers[k].w;
      }
    }
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      coordinates_[k] = w.coordinates[k];
      (ofPositions ? coordinates_[k].q : coordinates_[k].q_dot) +=
          share * (ofPositions ? coordinates[k].q : coordinates[k].q_dot);
    }
    std::copy(w.forces.angles.last.begin(), w.forces.angles.last.end(), results_.angles.last.begin());
    results_.inputs.now = w.forces.inputs.now;
    mb::evaluate(alone_[force], m.library, markers_, coordinates_, time, {}, results_);
    for (int k = 0; k < 2; ++k) {
      actions[k].point += (results_.actions[at(k)].point - before[k].point) / share;
      actions[k].force += (results_.actions[at(k)].force - before[k].force) / share;
      actions[k].torque += (results_.actions[at(k)].torque - before[k].torque) / share;
    }
  }
}

}  // namespace mb
