// Which variant of the kernel runs here, by name.
#pragma once

namespace mb::embedded {

const char* kernelVariant();   // "avx2" or "baseline"
const char* kernelVariants();  // all that are compiled

}  // namespace mb::embedded
