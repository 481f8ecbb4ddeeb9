#include <fmt/format.h>

#include <exception>

#include "converter/commands.h"
#include "converter/options.h"

int main(int count, char** arguments) {
  try {
    mb::Options options;
    if (const std::optional<int> code = mb::parseCommandLine(count, arguments, options)) return *code;
    return static_cast<int>(mb::run(std::move(options)));
  } catch (const std::exception& error) {
    fmt::print(stderr, "mbconvert: internal error: {}\n  hint: please report this with the model that caused it\n",
               error.what());
    return static_cast<int>(mb::ExitCode::internal);
  }
}
