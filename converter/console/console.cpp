#include "converter/console/console.h"

#include <fcntl.h>

#include <algorithm>
#include <cstdio>

#include "converter/console/wrap.h"
#include "converter/files/atomic_file.h"
#include "formats/model/messages/source_line.h"

namespace mb {

std::size_t colourLength(std::string_view text) {
  if (!text.starts_with("\033[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end != std::string_view::npos && text[end] == 'm' ? end + 1 : 0;
}

std::string forTerminal(std::string_view report, bool hasColours) {
  std::string text;
  while (!report.empty()) {
    const std::size_t plain = std::min(report.find_first_of(hasColours ? "\n\033" : "\n"), report.size());
    text += printable(report.substr(0, plain));
    report.remove_prefix(plain);
    if (report.empty()) break;
    const std::size_t length = report[0] == '\n' ? 1 : colourLength(report);
    text += length > 0 ? std::string(report.substr(0, length)) : printable(report.substr(0, 1));
    report.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return fitted(text);
}

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
    ::open("/dev/null",
           descriptor == 0 ? O_WRONLY
                           : O_RDONLY);  // takes the lowest free number; the wrong mode makes it act as if closed
  }
}

}  // namespace mb
