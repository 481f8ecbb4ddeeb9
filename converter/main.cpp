#include <csignal>
#include <exception>

#include "converter/commands.h"
#include "converter/console.h"
#include "converter/options.h"

int main(int count, char** arguments) {
  mb::reserveStandardDescriptors();
  std::signal(SIGXFSZ, SIG_IGN);  // a file above the limit (ulimit -f) is an error to be told
  try {
    mb::Options options;
    if (const std::optional<int> code = mb::parseCommandLine(count, arguments, options)) return *code;
    return static_cast<int>(mb::run(std::move(options)));
  } catch (const std::exception& error) {
    mb::Diagnostics diagnostics;
    diagnostics.error({}, mb::Code::internalFault, error.what())
        .withHint("please report this with the model that caused it");
    mb::narrate(mb::toText(diagnostics.all().front()));
    return static_cast<int>(mb::ExitCode::internal);
  }
}
