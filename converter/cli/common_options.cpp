#include "converter/cli/common_options.h"

#include <unistd.h>

#include <cstdlib>

namespace mb {
namespace {

constexpr const char* kMessages = "Messages";

}  // namespace

Option outputOption(CommonOptions& common, const std::string& what) {
  return alsoCalled(file("-o,--output", "FILE", common.output, what), "--out,--outfile");
}

Option jsonOption(CommonOptions& common, const std::string& what) { return flag("--json", common.json, what); }

Option timesOption(CommonOptions& common) {
  return flag("--times", common.times, "report the time of each stage on standard error");
}

std::vector<Option> messageOptions(CommonOptions& common) {
  return inGroup(kMessages,
                 {flag("-q,--quiet", common.quiet,
                       "results and errors only: no summary of what was written, no warnings, no progress"),
                  oneOf("--diagnostics", "TEXT", common.diagnosticsFormat, {"text", "json", "sarif"},
                        "form of errors and warnings"),
                  flag("--werror", common.werror, "treat warnings as errors"),
                  wholeNumber("--max-messages", "N", common.maxMessages, {0, 1'000'000'000},
                              "how many messages to show, 0 for all; by default all as json and sarif, 100 as text"),
                  oneOf("--color,--colour", "TEXT", common.colour, {"auto", "always", "never"},
                        "colours; auto: on a terminal, unless NO_COLOR is set")});
}

bool isCommon(const Option& option) {
  return option.group == kMessages || option.isCalled("--output") || option.isCalled("--json") ||
         option.isCalled("--times");
}

bool wantsColour(const CommonOptions& common, int descriptor) {
  if (common.colour != "auto") return common.colour == "always";
  const char* const no = std::getenv("NO_COLOR");
  return ::isatty(descriptor) != 0 && (no == nullptr || *no == '\0');
}

}  // namespace mb
