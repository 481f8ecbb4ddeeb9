#include "converter/console/exit_code.h"

namespace mb {

const std::vector<std::string>& exitCodeMeanings() {
  static const std::vector<std::string> meanings{"done",
                                                 "not equivalent, or not within the tolerance",
                                                 "wrong usage",
                                                 "input rejected",
                                                 "cannot be modelled",
                                                 "numerical failure",
                                                 "cannot read or write",
                                                 "internal error"};
  return meanings;
}

ExitCode exitCodeOf(Code code) {
  switch (classOf(code)) {
    case ErrorClass::input: return ExitCode::inputRejected;
    case ErrorClass::model: return ExitCode::cannotBeModelled;
    case ErrorClass::usage: return ExitCode::usage;
    case ErrorClass::numeric: return ExitCode::numericalFailure;
    case ErrorClass::system: return ExitCode::io;
    case ErrorClass::internal: break;
  }
  return ExitCode::internal;
}

ExitCode exitCodeOf(const Diagnostics& diagnostics) {
  const Diagnostic* const error = diagnostics.firstError();
  return error ? exitCodeOf(error->code) : ExitCode::done;
}

}  // namespace mb
