// Selects the kernel variant for this processor.
#include "runtime/solvers/embedded/dispatch.h"

#include "runtime/solvers/embedded/kernel.h"
#include "runtime/solvers/embedded/traced_kernel.h"

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

template <>
const KernelOf<Traced, TracedTruth>& kernelFor<Traced>() {
  return traced::kernel;
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
