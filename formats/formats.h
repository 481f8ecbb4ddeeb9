// The table of file formats: one row each, recognised by content. No format knows another.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/model/cartesian.h"
#include "formats/model/diagnostics.h"
#include "formats/model/recursive.h"

namespace mb {

struct Format {
  std::string_view name;
  std::string_view description;
  bool (*recognises)(std::string_view text);
  // Readers return whatever could be read; errors are in the diagnostics.
  CartesianModel (*readCartesian)(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);  // or null
  RecursiveModel (*readRecursive)(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics);  // or null
};

std::span<const Format> formats();
// The format that recognises the text, or null.
const Format* recogniseFormat(std::string_view text);

// Reads a file, or standard input for "-". Nothing and an error (ExitCode::io) when it cannot be read.
std::shared_ptr<const SourceFile> readSource(const std::string& path, Diagnostics& diagnostics);

}  // namespace mb
