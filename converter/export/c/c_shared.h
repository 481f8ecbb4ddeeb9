// What generated functions need beside them: files that the runtime is made of as well, and the constants of a trace.
#pragma once

#include <string>
#include <vector>

#include "converter/export/c/generate_c.h"
#include "formats/model/tracing/trace.h"

namespace mb {

std::vector<GeneratedFile> sharedFiles(const Trace& trace);
std::string constantsText(const Trace& trace);  // tables, structures, and the files that they need

}  // namespace mb
