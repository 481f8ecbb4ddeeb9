// A filtered input as laws see it, for any number.
#pragma once

#include "runtime/laws/inputs/inputs.h"

namespace mb {

// From what arrives, and the two states.
template <class T>
JetOf<T> filtered(const CompiledInput& input, const T& arrives, const T& x, const T& rate) {
  return {x, rate, ((arrives - x) / input.lag - 2.0 * rate) / input.lag};
}

}  // namespace mb
