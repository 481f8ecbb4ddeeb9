// Reads and writes numbers of links in slots of any width.
#pragma once

#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/kernel/lanes.h"

namespace mb::embedded::MB_VARIANT {

using Memory = MemoryOf<Number, Truth>;

// Reads N numbers of each place, starting at `part`.
template <class T, int N>
[[gnu::always_inline]] inline void take(const Source& source, const Number* values, int part, T* out) {
  const Place first = source.place[0];
  if constexpr (kWidth<T> == 1) {
    const Number* const p = values + first.at + part * first.stride;
    for (int k = 0; k < N; ++k) out[k] = p[k * first.stride];
  } else if (source.gather == Gather::aligned) {
    const Number* const p = values + first.at + part * 4;
    for (int k = 0; k < N; ++k) out[k] = load<T>(p + 4 * k);
  } else if (source.gather == Gather::broadcast) {
    const Number* const p = values + first.at + part * first.stride;
    for (int k = 0; k < N; ++k) out[k] = all<T>(p[k * first.stride]);
  } else {
    const Number* p[4];
    for (int l = 0; l < 4; ++l) p[l] = values + source.place[l].at + part * source.place[l].stride;
    const int s0 = source.place[0].stride, s1 = source.place[1].stride, s2 = source.place[2].stride,
              s3 = source.place[3].stride;
    for (int k = 0; k < N; ++k) out[k] = Lanes{p[0][k * s0], p[1][k * s1], p[2][k * s2], p[3][k * s3]};
  }
}

// Adds N numbers, S apart, to the places of the lanes in use.
template <class T, int N, int S = kWidth<T>>
[[gnu::always_inline]] inline void give(const Source& target, int lanes, Number* values, int part, const Number* in) {
  if constexpr (kWidth<T> == 1) {
    Number* const p = values + target.place[0].at + part * target.place[0].stride;
    for (int k = 0; k < N; ++k) p[k * target.place[0].stride] += in[k * S];
  } else if (target.gather == Gather::aligned && lanes == 4) {
    Number* const p = values + target.place[0].at + part * 4;
    for (int k = 0; k < N; ++k) store(p + 4 * k, load<T>(p + 4 * k) + load<T>(in + 4 * k));
  } else if (target.gather == Gather::broadcast && lanes == 4) {
    Number* const p = values + target.place[0].at + part * target.place[0].stride;
    for (int k = 0; k < N; ++k)
      p[k * target.place[0].stride] += (in[4 * k] + in[4 * k + 1]) + (in[4 * k + 2] + in[4 * k + 3]);
  } else {
    for (int l = 0; l < lanes; ++l) {
      Number* const p = values + target.place[l].at + part * target.place[l].stride;
      for (int k = 0; k < N; ++k) p[k * target.place[l].stride] += in[4 * k + l];
    }
  }
}

template <class T>
struct Frame {
  Axes<T> R;
  Vec<T> p;
};
template <class T>
[[gnu::always_inline]] inline Frame<T> frameOf(const T* x) {
  return {{{{x[0], x[1], x[2]}, {x[3], x[4], x[5]}, {x[6], x[7], x[8]}}}, {x[9], x[10], x[11]}};
}
template <class T>
[[gnu::always_inline]] inline Six<T> sixOf(const T* x) {
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

}  // namespace mb::embedded::MB_VARIANT
