// The text of a property file taken apart, without knowledge of its keys.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/model/diagnostics.h"

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
};

// Errors: what is not text, lines that are none of the above, keys given twice. Gives up after a hundred of them.
TeimFile parseTeimOrbit(const std::shared_ptr<const SourceFile>& file, Diagnostics& diagnostics);

}  // namespace mb
