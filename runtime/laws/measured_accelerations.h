// What functions measure of accelerations between markers, for any number.
#pragma once

#include "runtime/laws/law_frames.h"
#include "runtime/laws/program.h"

namespace mb {

// Of a marker's origin, and of its rotation.
template <class T>
struct AccelerationOf {
  Three<T> v;
  Three<T> w;
};

// Of a solved state: kinds from accm on. i is seen from j, along the axes of k, by an observer on l.
template <class T>
T accelerationBetween(MarkerMeasure::Kind kind, const FrameOf<T>& i, const FrameOf<T>& j, const FrameOf<T>& k,
                      const FrameOf<T>& l, const AccelerationOf<T>& of_i, const AccelerationOf<T>& of_j,
                      const AccelerationOf<T>& of_l) {
  using enum MarkerMeasure::Kind;
  const auto turning = [&]() -> Three<T> { return of_i.w - of_j.w - cross(l.w, i.w - j.w); };
  // The second derivative of the difference of positions as an observer sees it who turns.
  const auto moving = [&]() -> Three<T> {
    const Three<T> d = i.p - j.p;
    const Three<T> v = i.v - j.v - cross(l.w, d);
    return of_i.v - of_j.v - cross(of_l.w, d) - T(2) * cross(l.w, v) - cross(l.w, cross(l.w, d));
  };
  const Three<T> a = kind >= wdtm ? turning() : moving();
  switch (kind) {
    case accm:
    case wdtm: return norm(a);
    case accx:
    case wdtx: return dot(k.R.e[0], a);
    case accy:
    case wdty: return dot(k.R.e[1], a);
    default: return dot(k.R.e[2], a);
  }
}

}  // namespace mb
