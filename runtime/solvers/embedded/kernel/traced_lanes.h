// The kernel's numbers where they record what is done with them: generated code is made of that.
#pragma once

#include "formats/model/tracing/cuts.h"

namespace mb::embedded::MB_VARIANT {

using BaseNumber = Traced;
using BaseTruth = TracedTruth;

// In memory four numbers, which may be those of one node. An operation makes one node for all of them.
struct BaseLanes {
  Traced numbers[4];

  BaseLanes() = default;
  BaseLanes(double value)
      : BaseLanes(Traced(value)) {}  // NOLINT(google-explicit-constructor): as with vectors of the compiler
  BaseLanes(Traced value) : numbers{value, value, value, value} {}  // NOLINT(google-explicit-constructor)
  BaseLanes(Traced a, Traced b, Traced c, Traced d) : numbers{a, b, c, d} {}
  static BaseLanes of(int node) {
    BaseLanes lanes;
    for (int l = 0; l < 4; ++l) lanes.numbers[l].node = Trace::here().lane(node, l);
    return lanes;
  }
  int node() const { return Trace::here().pack({numbers[0].node, numbers[1].node, numbers[2].node, numbers[3].node}); }
  const Traced& operator[](int l) const { return numbers[l]; }
  Traced& operator[](int l) { return numbers[l]; }
  BaseLanes& operator+=(const BaseLanes& b) { return *this = *this + b; }
  BaseLanes& operator-=(const BaseLanes& b) { return *this = *this - b; }

  friend BaseLanes operator+(const BaseLanes& a, const BaseLanes& b) {
    return of(Trace::here().add(a.node(), b.node()));
  }
  friend BaseLanes operator-(const BaseLanes& a, const BaseLanes& b) {
    return of(Trace::here().subtract(a.node(), b.node()));
  }
  friend BaseLanes operator*(const BaseLanes& a, const BaseLanes& b) {
    return of(Trace::here().multiply(a.node(), b.node()));
  }
  friend BaseLanes operator/(const BaseLanes& a, const BaseLanes& b) {
    return of(Trace::here().divide(a.node(), b.node()));
  }
  friend BaseLanes operator-(const BaseLanes& a) { return of(Trace::here().negate(a.node())); }
  friend TracedTruth operator<(const BaseLanes& a, const BaseLanes& b) {
    return TracedTruth::of(Trace::here().compare(Operation::less, a.node(), b.node()));
  }
  friend TracedTruth operator>(const BaseLanes& a, const BaseLanes& b) { return b < a; }
};
inline BaseLanes choose(TracedTruth mask, const BaseLanes& a, const BaseLanes& b) {
  return BaseLanes::of(Trace::here().select(mask.node, a.node(), b.node()));
}
inline Traced squareRoot(Traced value) { return sqrt(value); }
inline BaseLanes squareRoot(const BaseLanes& value) {
  return BaseLanes::of(Trace::here().function(Operation::squareRoot, value.node()));
}

// Sine and cosine are operations here; generated code has the function sineCosine() below as a function of its own.
inline void sineCosineOf(Traced x, Traced& sine, Traced& cosine) {
  sine = Traced::of(Trace::here().function(Operation::sine, x.node));
  cosine = Traced::of(Trace::here().function(Operation::cosine, x.node));
}
inline void sineCosineOf(const BaseLanes& x, BaseLanes& sine, BaseLanes& cosine) {
  sine = BaseLanes::of(Trace::here().function(Operation::sine, x.node()));
  cosine = BaseLanes::of(Trace::here().function(Operation::cosine, x.node()));
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
inline TracedBits bitsOf(Traced value) { return {value.node, 0, 0}; }

}  // namespace mb::embedded::MB_VARIANT
