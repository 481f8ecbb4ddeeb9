// What `mbconvert explain` says, a list for each hundred of codes, ascending.
//
// Examples that begin with <mbs or <recursive (or another root) are whole files. Others that begin with < stand in
// <mbs> beside two bodies 'frame' and 'arm', each with a marker 'pivot' (and 'arm.tip' 1 m along x). Commands begin
// with mbconvert. The tests read the native ones.
#pragma once

#include <span>

#include "converter/explain/explanations.h"

namespace mb {

std::span<const Explanation> fileCodes();        // 1xx
std::span<const Explanation> textCodes();        // 2xx
std::span<const Explanation> wordCodes();        // 3xx
std::span<const Explanation> nameCodes();        // 4xx
std::span<const Explanation> machineCodes();     // 5xx
std::span<const Explanation> expressionCodes();  // 6xx
std::span<const Explanation> modellingCodes();   // 7xx
std::span<const Explanation> usageCodes();       // 8xx
std::span<const Explanation> motionCodes();      // 9xx and 10xx

}  // namespace mb
