// The rows of the catalogue of codes, a list for each hundred, ascending.
//
// Examples that begin with <mbs or <recursive (or another root) are whole files. Others that begin with < stand in
// <mbs> beside two bodies 'frame' and 'arm', each with a marker 'pivot' (and 'arm.tip' 1 m along x). Commands begin
// with mbconvert. The tests read the native ones.
#pragma once

#include <span>

#include "formats/model/messages/codes.h"

namespace mb {

std::span<const CodeRow> fileCodes();        // 1xx
std::span<const CodeRow> textCodes();        // 2xx
std::span<const CodeRow> wordCodes();        // 3xx
std::span<const CodeRow> nameCodes();        // 4xx
std::span<const CodeRow> machineCodes();     // 5xx
std::span<const CodeRow> expressionCodes();  // 6xx
std::span<const CodeRow> modellingCodes();   // 7xx
std::span<const CodeRow> usageCodes();       // 8xx
std::span<const CodeRow> motionCodes();      // 9xx and 10xx

}  // namespace mb
