#include "converter/cli/colour.h"

#include <unistd.h>

#include <cstdlib>

namespace mb {

bool wantsColour(const Options& options, int descriptor) {
  if (options.colour != "auto") return options.colour == "always";
  const char* const no = std::getenv("NO_COLOR");
  return ::isatty(descriptor) != 0 && (no == nullptr || *no == '\0');
}

}  // namespace mb
