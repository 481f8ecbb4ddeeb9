// Exit codes of the process.
#pragma once

#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb {

enum class ExitCode {
  done = 0,
  notEquivalent = 1,
  usage = static_cast<int>(ErrorClass::usage),
  inputRejected = static_cast<int>(ErrorClass::input),
  cannotBeModelled = static_cast<int>(ErrorClass::model),
  numericalFailure = static_cast<int>(ErrorClass::numeric),
  io = static_cast<int>(ErrorClass::system),
  internal = static_cast<int>(ErrorClass::internal),
};

const std::vector<std::string>& exitCodeMeanings();  // from 0

ExitCode exitCodeOf(Code code);
// The code of the first error, or `done` without errors.
ExitCode exitCodeOf(const Diagnostics& diagnostics);

}  // namespace mb
