// The kernel's numbers where they carry a derivative along one direction; values and derivatives are plain or record.
#pragma once

#include "formats/model/tracing/dual.h"

namespace mb::embedded::MB_VARIANT {

using Number = DualOf<BaseNumber>;

// In memory four numbers. An operation takes the four values, and the four derivatives, side by side.
struct Lanes {
  using Pair = DualOf<BaseLanes>;
  Number numbers[4];

  Lanes() = default;
  Lanes(double value) : Lanes(Number(value)) {}  // NOLINT(google-explicit-constructor): as with vectors of the compiler
  Lanes(const Number& value) : numbers{value, value, value, value} {}  // NOLINT(google-explicit-constructor)
  Lanes(const Number& a, const Number& b, const Number& c, const Number& d) : numbers{a, b, c, d} {}
  Lanes(const Pair& pair) {  // NOLINT(google-explicit-constructor)
    for (int l = 0; l < 4; ++l) numbers[l] = {pair.value[l], pair.derivative[l]};
  }
  Pair pair() const {
    return {BaseLanes{numbers[0].value, numbers[1].value, numbers[2].value, numbers[3].value},
            BaseLanes{numbers[0].derivative, numbers[1].derivative, numbers[2].derivative, numbers[3].derivative}};
  }
  const Number& operator[](int l) const { return numbers[l]; }
  Number& operator[](int l) { return numbers[l]; }
  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }

  friend Lanes operator+(const Lanes& a, const Lanes& b) { return a.pair() + b.pair(); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return a.pair() - b.pair(); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return a.pair() * b.pair(); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return a.pair() / b.pair(); }
  friend Lanes operator-(const Lanes& a) { return -a.pair(); }
  friend auto operator<(const Lanes& a, const Lanes& b) { return a.pair().value < b.pair().value; }
  friend auto operator>(const Lanes& a, const Lanes& b) { return a.pair().value > b.pair().value; }
};
template <class Mask>
inline Lanes choose(const Mask& mask, const Lanes& a, const Lanes& b) {
  const Lanes::Pair first = a.pair();
  const Lanes::Pair second = b.pair();
  return Lanes::Pair{choose(mask, first.value, second.value), choose(mask, first.derivative, second.derivative)};
}

// Of lengths: where one is zero, so is its rate times it.
template <class T>
inline DualOf<T> rootOf(const DualOf<T>& square) {
  const T root = squareRoot(square.value);
  return {root, choose(root > 0.0, T(0.5 * square.derivative / root), T{})};
}
inline Number squareRoot(const Number& square) { return rootOf(square); }
inline Lanes squareRoot(const Lanes& square) { return rootOf(square.pair()); }

template <class T>
inline void turnOf(const DualOf<T>& x, DualOf<T>& sine, DualOf<T>& cosine) {
  T s{};
  T c{};
  sineCosineOf(x.value, s, c);
  sine = {s, c * x.derivative};
  cosine = {c, -(s * x.derivative)};
}
inline void sineCosineOf(const Number& x, Number& sine, Number& cosine) { turnOf(x, sine, cosine); }
inline void sineCosineOf(const Lanes& x, Lanes& sine, Lanes& cosine) {
  Lanes::Pair s;
  Lanes::Pair c;
  turnOf(x.pair(), s, c);
  sine = s;
  cosine = c;
}

}  // namespace mb::embedded::MB_VARIANT
