// Tables that are written in a test.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "converter/tables/files/csv.h"

namespace mb::testing {

inline std::optional<CsvTable> csv(const std::string& text, Diagnostics& diagnostics) {
  return readCsv(std::make_shared<const SourceFile>(SourceFile{"t.csv", text}), diagnostics);
}

}  // namespace mb::testing
