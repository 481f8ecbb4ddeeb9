// Parses the text of a property file without knowing its keys.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/messages/diagnostics.h"

namespace mb {

struct TeimEntry {
  std::string section;  // upper case, like keys
  std::string key;
  std::string value;  // without quotes
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

// Reads a number of the file. Returns nothing and reports an error if it is not a number (with the given message), too
// long or absurdly large.
std::optional<double> readTeimNumber(std::string_view word, const SourceRef& at, std::string_view message,
                                     std::string_view hint, Diagnostics& diagnostics);

// Reports text that is not UTF-8, lines of no known form, and duplicate keys. Gives up after a hundred errors.
TeimFile parseTeimOrbit(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics);

}  // namespace mb
