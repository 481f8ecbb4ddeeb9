// Assemblies of FreeCAD and OndselSolver (.asmt): docs/asmt.md.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "formats/files/format.h"

namespace mb {

bool looksLikeAsmt(std::string_view text);
CartesianModel readAsmt(std::shared_ptr<const SourceFile> file, const ReadOptions& options, Diagnostics& diagnostics);
// The motion of the parts that the file contains; nothing if there is none.
std::optional<Series> readAsmtSeries(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);

}  // namespace mb
