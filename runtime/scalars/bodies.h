// How the bodies of the source move, as motionOf() of runtime/observation/ tells it of a workspace.
#pragma once

#include "formats/model/body_places.h"
#include "runtime/scalars/stages.h"

namespace mb {

template <class T>
struct BodyMotionOf {
  TurnOf<T> R;
  Three<T> p;
  Three<T> v;
  Three<T> w;
  Three<T> v_dot;
  Three<T> w_dot;
};

// A motion of a link about the reference point.
template <class T>
struct TwistOf {
  Three<T> v;
  Three<T> w;
};

// After begin(): poses and velocities of the links by the state's own velocities, dependent ones included.
template <class T>
void moveLinks(EvaluationOf<T>& e) {
  const auto& kernel = embedded::kernelFor<T>();
  setGround(e);
  kernel.positions(e.memory);
  std::copy_n(e.memory.given, e.m.vCount, e.z_dot.begin());
  kernel.motions(e.memory);
}

template <class T>
TwistOf<T> twistAt(const T* numbers, int stride) {
  const auto n = [&](int k) { return numbers[k * stride]; };
  return {{n(0), n(1), n(2)}, {n(3), n(4), n(5)}};
}

// After moveLinks(): accelerations of the links about the reference point, as linkAccelerations().
template <class T>
std::vector<TwistOf<T>> linkAccelerations(const EvaluationOf<T>& e, const std::vector<T>& z_ddot) {
  const Mechanism& m = e.m;
  std::vector<TwistOf<T>> moved;  // by the accelerations of the coordinates alone
  std::vector<TwistOf<T>> all;
  for (std::size_t i = 0; i < m.links.size(); ++i) {
    const Mechanism::Link& link = m.links[i];
    const embedded::Place place = e.layout.links[i];
    TwistOf<T> a = link.parent >= 0 ? moved[at(link.parent)] : TwistOf<T>{};
    for (int v = link.v; v < link.v + link.vCount; ++v) {
      const TwistOf<T> b = twistAt(e.memory.values + e.layout.columns[at(v)], place.stride);
      a.v = a.v + z_ddot[at(v)] * b.v;
      a.w = a.w + z_ddot[at(v)] * b.w;
    }
    moved.push_back(a);
    const TwistOf<T> bias = twistAt(e.memory.values + place.at + embedded::kA * place.stride, place.stride);
    all.push_back({a.v + bias.v + threeOf<T>(m.gravity), a.w + bias.w});
  }
  return all;
}

// After moveLinks(), of a body on a link. A: of all links.
template <class T>
BodyMotionOf<T> motionOf(const EvaluationOf<T>& e, const std::vector<TwistOf<T>>& A, const BodyPlace& body) {
  const embedded::Place place = e.layout.links[at(body.link)];
  T part[embedded::kForce];
  for (int n = 0; n < embedded::kForce; ++n) part[n] = e.memory.values[place.at + n * place.stride];
  const FrameOf<T> frame = embedded::markerOn(part, e.layout.T[at(body.link)] * body.X_LB, e.c);
  const TwistOf<T>& a = A[at(body.link)];
  return {frame.R, frame.p, frame.v, frame.w, a.v + cross(a.w, frame.p - e.c) + cross(frame.w, frame.v), a.w};
}

}  // namespace mb
