#include <csignal>
#include <exception>

#include "converter/cli/options.h"
#include "converter/commands/commands.h"
#include "converter/console/console.h"
#include "converter/console/messages.h"

int main(int count, char** arguments) {
  mb::reserveStandardDescriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a file above the limit (ulimit -f) is an error to be told
  mb::Options options;
  try {
    if (const std::optional<int> code = mb::parseCommandLine(count, arguments, options)) return *code;
    return static_cast<int>(mb::run(options));
  } catch (const std::exception& error) {
    const mb::Diagnostic fault = mb::faultOf(error);
    mb::narrate(mb::messageIn(options.diagnosticsFormat, fault));
    return static_cast<int>(mb::rowOf(fault.code).exit);
  }
}
