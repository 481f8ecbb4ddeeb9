// What generated functions need beside them: files that the runtime is made of as well, the constants of a trace, and
// the kernel's sine and cosine.
#pragma once

#include <string>
#include <vector>

#include "converter/export/c/generate_c.h"
#include "formats/model/tracing/trace.h"

namespace mb {

std::vector<GeneratedFile> sharedFiles(const Trace& trace);
std::string constantsText(const Trace& trace);  // tables, structures, and the files that they need
std::string sineCosineText(const Trace& trace);

}  // namespace mb
