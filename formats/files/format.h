// A file format: how a file is recognised, and its reader.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/cartesian.h"
#include "formats/model/messages/diagnostics.h"
#include "formats/model/recursive.h"

namespace mb {

// What the user specifies in addition to the file.
struct ReadOptions {
  std::vector<std::string>
      tyres;  // tyre files, for formats that keep them separate from the vehicle: one for all wheels, or one per axle
  std::vector<std::string> parameters{};  // NAME=VALUE, for formats with parameters: instead of the values in the file
};

// Results that a file contains besides its model: columns over time, named as by `mbconvert run`, in SI.
struct Series {
  std::vector<std::string> names;            // `time` first
  std::vector<std::vector<double>> columns;  // as many as names, all of equal length
};

struct Format {
  std::string_view name;
  std::string_view description;
  std::string_view endings;  // of its files, separated by blanks: for people and for tests, files are known by content
  bool writes = false;
  bool takesTyres = false;
  bool takesParameters = false;
  bool (*recognises)(std::string_view text) = nullptr;
  // Readers return whatever could be read; errors are in the diagnostics. Null: the format does not contain this kind
  // of data.
  CartesianModel (*readCartesian)(std::shared_ptr<const SourceFile> file, const ReadOptions& options,
                                  Diagnostics& diagnostics) = nullptr;
  RecursiveModel (*readRecursive)(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) = nullptr;
  std::optional<Series> (*readSeries)(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) = nullptr;
};

}  // namespace mb
