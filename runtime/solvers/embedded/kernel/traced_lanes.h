// The kernel's numbers where they record what is done with them: generated code is made of that.
#pragma once

#include "formats/model/tracing/cuts.h"

namespace mb::embedded::MB_VARIANT {

using Number = Traced;
using Truth = TracedTruth;

// In memory four numbers, which may be those of one node. An operation makes one node for all of them.
struct Lanes {
  Traced numbers[4];

  Lanes() = default;
  Lanes(double value) : Lanes(Traced(value)) {}  // NOLINT(google-explicit-constructor): as with vectors of the compiler
  Lanes(Traced value) : numbers{value, value, value, value} {}  // NOLINT(google-explicit-constructor)
  Lanes(Traced a, Traced b, Traced c, Traced d) : numbers{a, b, c, d} {}
  static Lanes of(int node) {
    Lanes lanes;
    for (int l = 0; l < 4; ++l) lanes.numbers[l].node = Trace::here().lane(node, l);
    return lanes;
  }
  int node() const { return Trace::here().pack({numbers[0].node, numbers[1].node, numbers[2].node, numbers[3].node}); }
  const Traced& operator[](int l) const { return numbers[l]; }
  Traced& operator[](int l) { return numbers[l]; }
  Lanes& operator+=(const Lanes& b) { return *this = *this + b; }
  Lanes& operator-=(const Lanes& b) { return *this = *this - b; }

  friend Lanes operator+(const Lanes& a, const Lanes& b) { return of(Trace::here().add(a.node(), b.node())); }
  friend Lanes operator-(const Lanes& a, const Lanes& b) { return of(Trace::here().subtract(a.node(), b.node())); }
  friend Lanes operator*(const Lanes& a, const Lanes& b) { return of(Trace::here().multiply(a.node(), b.node())); }
  friend Lanes operator/(const Lanes& a, const Lanes& b) { return of(Trace::here().divide(a.node(), b.node())); }
  friend Lanes operator-(const Lanes& a) { return of(Trace::here().negate(a.node())); }
  friend TracedTruth operator<(const Lanes& a, const Lanes& b) {
    return TracedTruth::of(Trace::here().compare(Operation::less, a.node(), b.node()));
  }
  friend TracedTruth operator>(const Lanes& a, const Lanes& b) { return b < a; }
};
inline Lanes choose(TracedTruth mask, const Lanes& a, const Lanes& b) {
  return Lanes::of(Trace::here().select(mask.node, a.node(), b.node()));
}
inline Number squareRoot(Number value) { return sqrt(value); }
inline Lanes squareRoot(const Lanes& value) {
  return Lanes::of(Trace::here().function(Operation::squareRoot, value.node()));
}

// Sine and cosine are operations here; generated code has the function sineCosine() below as a function of its own.
inline void sineCosineOf(Number x, Number& sine, Number& cosine) {
  sine = Traced::of(Trace::here().function(Operation::sine, x.node));
  cosine = Traced::of(Trace::here().function(Operation::cosine, x.node));
}
inline void sineCosineOf(const Lanes& x, Lanes& sine, Lanes& cosine) {
  sine = Lanes::of(Trace::here().function(Operation::sine, x.node()));
  cosine = Lanes::of(Trace::here().function(Operation::cosine, x.node()));
}

// One item of a stage is done: what follows may be a piece of its own.
inline void itemEnds() { endPiece(); }

// The bits of a rounded whole number.
struct TracedBits {
  int node = 0;
  int added = 0;
  int mask = 0;
  friend TracedBits operator+(TracedBits a, int b) { return {a.node, b, 0}; }
  friend TracedBits operator&(TracedBits a, int mask) { return {a.node, a.added, mask}; }
  friend TracedTruth operator!=(TracedBits a, int) {
    return TracedTruth::of(Trace::here().bits(a.node, a.mask, a.added));
  }
};
inline TracedBits bitsOf(Number value) { return {value.node, 0, 0}; }

}  // namespace mb::embedded::MB_VARIANT
