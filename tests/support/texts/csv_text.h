// Tables that are written in a test, or by the program.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "converter/tables/table_file.h"
#include "tests/support/samples.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/test.h"

namespace mb::testing {

inline std::optional<CsvTable> csv(const std::string& text, Diagnostics& diagnostics) {
  return readCsv(std::make_shared<const SourceFile>(SourceFile{"t.csv", text}), diagnostics);
}

// A table in a folder, read without a message.
inline CsvTable tableIn(const ScratchFolder& folder, const std::string& name) {
  Diagnostics diagnostics;
  std::optional<CsvTable> table = readTable(folder / name, diagnostics);
  INFO(textOf(diagnostics));
  REQUIRE(table);
  REQUIRE(diagnostics.all().empty());
  return *std::move(table);
}

}  // namespace mb::testing
