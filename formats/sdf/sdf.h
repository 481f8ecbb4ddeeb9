// SDFormat 1.3 to 1.12, as Gazebo and Drake write it: .sdf and .world (docs/sdf.md).
#pragma once

#include <memory>
#include <string_view>

#include "formats/files/format.h"

namespace mb {

// Also accepts <gazebo> and <robot>, which are mistaken for it; the reader reports what they are.
bool looksLikeSdf(std::string_view text);
CartesianModel readSdf(std::shared_ptr<const SourceFile> file, const ReadOptions& options, Diagnostics& diagnostics);

}  // namespace mb
