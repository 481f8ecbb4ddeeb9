// The text of a property file taken apart, without knowledge of its keys.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb {

struct TeimEntry {
  std::string section;  // upper case, as are keys
  std::string key;
  std::string value;  // without its quotes
  bool quoted = false;
  SourceRef keyAt;
  SourceRef valueAt;
};

struct TeimRow {
  std::vector<double> numbers;
  SourceRef at;
};

struct TeimTable {
  std::string section;
  SourceRef at;
  std::vector<TeimRow> rows;
};

struct TeimFile {
  std::vector<TeimEntry> entries;
  std::vector<TeimTable> tables;
  std::vector<std::string> refused;  // first words of lines with errors, upper case: keys among them are not missing
};

// A number of the file; nothing and an error for what is none (with that message), too long or beyond all measure.
std::optional<double> readTeimNumber(std::string_view word, const SourceRef& at, std::string_view message,
                                     std::string_view hint, Diagnostics& diagnostics);

// Errors: what is not text, lines that are none of the above, keys given twice. Gives up after a hundred of them.
TeimFile parseTeimOrbit(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics);

}  // namespace mb
