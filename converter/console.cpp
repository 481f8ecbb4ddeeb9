#include "converter/console.h"

#include <fcntl.h>

#include <cstdio>

#include "converter/atomic_file.h"

namespace mb {

void narrate(const std::string& text) { std::fwrite(text.data(), 1, text.size(), stderr); }

void summarise(const std::string& output, const std::string& text, Diagnostics& diagnostics) {
  if (output == "-")
    narrate(text);
  else
    writeFile("-", text, diagnostics);
}

void reserveStandardDescriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    ::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);  // the lowest free number; to be used it is as closed
  }
}

}  // namespace mb
