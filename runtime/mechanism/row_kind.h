// The kinds of scalar equations that hold a mechanism together. A header of its own: the kernel of the default solver
// reads it, and nothing else of the mechanism.
#pragma once

#include <cstdint>

namespace mb {

enum class RowKind : std::uint8_t {
  // of closings: see EquationKind
  on,
  onMoving,
  perpendicular,  // also an angle other than 90 degrees
  noTwist,
  length,
  radius,
  pitch,
  angle,        // of a drive: M rotates relative to F about an axis of F
  coordinates,  // of couplers and drives: a sum of coordinates
};

}  // namespace mb
