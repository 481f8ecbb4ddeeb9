// Markers on links and forces on them, by the numbers of a link in the schedule.
#pragma once

#include "runtime/laws/law_frames.h"
#include "runtime/solvers/embedded/layout/schedule.h"

namespace mb::embedded {

// `link`: its numbers up to kForce; X: the marker in the link's frame of the schedule; c: the reference point.
template <class T>
FrameOf<T> markerOn(const T* link, const Pose& X, const Three<T>& c) {
  const auto three = [&](int part) { return Three<T>{link[part], link[part + 1], link[part + 2]}; };
  return frameOn(TurnOf<T>{{three(kR), three(kR + 3), three(kR + 6)}}, three(kP), three(kZ), three(kZ + 3), X, c);
}

// The force that a link needs is less by what acts on it at a point about the reference point.
template <class T>
void applyAt(T* link, int stride, const Three<T>& point, const Three<T>& force, const Three<T>& torque) {
  const Three<T> moment = cross(point, force) + torque;
  const T wrench[6] = {force.x, force.y, force.z, moment.x, moment.y, moment.z};
  for (int n = 0; n < 6; ++n) link[(kForce + n) * stride] -= wrench[n];
}

}  // namespace mb::embedded
