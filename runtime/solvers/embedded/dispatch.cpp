// Selects the kernel variant for this processor.
#include "runtime/solvers/embedded/dispatch.h"

#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb::embedded {

namespace baseline {
extern const Kernel kernel;
}
#ifdef MB_KERNEL_AVX2
namespace avx2 {
extern const Kernel kernel;
}
#endif

namespace traced {
extern const KernelOf<Traced, TracedTruth> kernel;
void sineCosineRecorded(Traced x, Traced& sine, Traced& cosine);
}  // namespace traced
namespace dual {
extern const KernelOf<Dual, bool> kernel;
}
namespace traced_dual {
extern const KernelOf<DualOf<Traced>, TracedTruth> kernel;
}

template <>
const KernelOf<Traced, TracedTruth>& kernelFor<Traced>() {
  return traced::kernel;
}
template <>
const KernelOf<Dual, bool>& kernelFor<Dual>() {
  return dual::kernel;
}
template <>
const KernelOf<DualOf<Traced>, TracedTruth>& kernelFor<DualOf<Traced>>() {
  return traced_dual::kernel;
}
void traceSineCosine(Traced x, Traced& sine, Traced& cosine) { traced::sineCosineRecorded(x, sine, cosine); }

const Kernel& baselineKernel() { return baseline::kernel; }

const Kernel& kernelHere() {
#ifdef MB_KERNEL_AVX2
  if (__builtin_cpu_supports("avx2")) return avx2::kernel;
#endif
  return baseline::kernel;
}

const char* kernelVariant() { return &kernelHere() == &baseline::kernel ? "baseline" : "avx2"; }

const char* kernelVariants() {
#ifdef MB_KERNEL_AVX2
  return "baseline, avx2";
#else
  return "baseline";
#endif
}

}  // namespace mb::embedded
