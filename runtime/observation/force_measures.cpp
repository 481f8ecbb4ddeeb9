#include "runtime/observation/force_measures.h"

#include <algorithm>

namespace mb {
namespace {

struct OfferedByForce {
  const ForceResults& results;
  std::span<const FrameMotion> markers;
  const Matrix3& R_WS;
  const Action& onI;  // the first of the force's two actions
  std::span<double> values;

  const FrameMotion& motion(MarkerIndex marker) const { return markers[at(marker.value)]; }

  // The axes of `in`, or of the file's world where there could be one; else those of j, or of i.
  template <class Law>
  Matrix3 axesOf(const Law& law) const {
    if constexpr (requires { law.in; })
      return law.in.valid() ? motion(law.in).X.R : R_WS;
    else if constexpr (requires { law.j; })
      return motion(law.j).X.R;
    else
      return motion(law.i).X.R;
  }

  template <class Law>
  void operator()(const Compiled<Law>& force) const {
    const Matrix3 R = axesOf(force.law).transpose();
    const Vector3 f = R * onI.force;
    const Vector3 t = R * onI.torque;
    std::copy(t.begin(), t.end(), std::copy(f.begin(), f.end(), values.begin()));
  }

  void operator()(const Compiled<Tsda>& force) const {
    const FrameMotion& i = motion(force.law.i);
    const FrameMotion& j = motion(force.law.j);
    const Vector3 d = i.X.p - j.X.p;
    const double length = d.norm();
    const Vector3 u = length > 0 ? Vector3(d / length) : Vector3(Vector3::Zero());
    values[0] = length;
    values[1] = u.dot(i.v - j.v);
    values[2] = u.dot(onI.force);
  }

  void operator()(const Compiled<Rsda>& force) const {
    const Vector3 axis = motion(force.law.j).X.R.col(2);
    values[0] = results.angles.now[at(force.angle)];
    values[1] = axis.dot(motion(force.law.i).w - motion(force.law.j).w);
    values[2] = axis.dot(onI.torque);
  }

  // In the air all of them are zero.
  void operator()(const Compiled<TyreForce>& force) const {
    const TyreReading& reading = results.tyres[at(force.tyre.number)];
    const TyreForces& f = reading.forces;
    const TyreSlip& slip = reading.slip;
    const double numbers[] = {f.Fx, f.Fy,       slip.load,  f.Mx,        f.My,
                              f.Mz, slip.kappa, slip.alpha, slip.camber, reading.contact.deflection};
    std::copy(std::begin(numbers), std::end(numbers), values.begin());
  }
};

}  // namespace

void forceMeasures(const ForceSet& set, std::size_t force, const ForceResults& results,
                   std::span<const FrameMotion> markers, const Matrix3& R_WS, std::span<double> values) {
  std::visit(OfferedByForce{results, markers, R_WS, results.actions[2 * force], values}, set.forces[force]);
}

}  // namespace mb
