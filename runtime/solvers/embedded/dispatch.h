// Names of the kernel variants.
#pragma once

namespace mb::embedded {

const char* kernelVariant();   // the one in use: "avx2" or "baseline"
const char* kernelVariants();  // all compiled ones

}  // namespace mb::embedded
