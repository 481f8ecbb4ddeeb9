// The kernel with other numbers than the processor's: with numbers that record it fills a trace instead of calculating,
// and duals carry a derivative along one direction.
#pragma once

#include "formats/model/tracing/dual.h"
#include "runtime/solvers/embedded/kernel.h"

namespace mb::embedded {

template <>
const KernelOf<Traced, TracedTruth>& kernelFor<Traced>();
template <>
const KernelOf<Dual, bool>& kernelFor<Dual>();
template <>
const KernelOf<DualOf<Traced>, TracedTruth>& kernelFor<DualOf<Traced>>();

// The kernel's sine and cosine of angles that are not far: their operations, which are one operation elsewhere.
void traceSineCosine(Traced x, Traced& sine, Traced& cosine);
inline constexpr double kFarthestTracedAngle = 5e5;

}  // namespace mb::embedded
