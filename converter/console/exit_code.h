// What the process returns to its caller.
#pragma once

#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb {

enum class ExitCode {
  done = 0,
  notEquivalent = 1,
  usage = 2,
  inputRejected = 3,
  cannotBeModelled = 4,
  numericalFailure = 5,
  io = 6,
  internal = 7,
};

const std::vector<std::string>& exitCodeMeanings();  // from 0

ExitCode exitCodeOf(Code code);
// done without errors; otherwise what the first error leads to.
ExitCode exitCodeOf(const Diagnostics& diagnostics);

}  // namespace mb
