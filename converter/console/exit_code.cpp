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

ExitCode exitCodeOf(Code code) { return static_cast<ExitCode>(classOf(code)); }

ExitCode exitCodeOf(const Diagnostics& diagnostics) {
  const Diagnostic* const error = diagnostics.firstError();
  return error ? exitCodeOf(error->code) : ExitCode::done;
}

}  // namespace mb
