// The kernel with numbers that record: it fills a trace instead of calculating.
#pragma once

#include "formats/model/tracing/traced.h"
#include "runtime/solvers/embedded/kernel.h"

namespace mb::embedded {

template <>
const KernelOf<Traced, TracedTruth>& kernelFor<Traced>();
// The kernel's sine and cosine of angles that are not far: their operations, which are one operation elsewhere.
void traceSineCosine(Traced x, Traced& sine, Traced& cosine);
inline constexpr double kFarthestTracedAngle = 5e5;

}  // namespace mb::embedded
