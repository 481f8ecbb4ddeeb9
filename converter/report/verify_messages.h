// Errors of a verification that has no verdict: a failed run certifies nothing, nor do runs whose own errors are too
// large.
#pragma once

#include "converter/verify/verify.h"

namespace mb {

void reportUnverified(const RunFailure& failure, const std::string& model, Diagnostics& diagnostics);
void reportUndecided(const Verification& verification, const std::string& model, Diagnostics& diagnostics);

}  // namespace mb
