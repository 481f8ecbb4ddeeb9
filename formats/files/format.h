// What a file format is: how a file of it is recognised, and what reads it.
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

// What the user says beside the file.
struct ReadOptions {
  std::vector<std::string> tyres;  // files of tyres, for formats that keep them apart from the vehicle: one for all
                                   // wheels, or one an axle
};

// Results that a file carries beside its model: columns over time, as `mbconvert run` names them, in SI.
struct Series {
  std::vector<std::string> names;            // `time` first
  std::vector<std::vector<double>> columns;  // as many as names, all of one length
};

struct Format {
  std::string_view name;
  std::string_view description;
  bool writes = false;
  bool takesTyres = false;
  bool (*recognises)(std::string_view text) = nullptr;
  // Readers return whatever could be read; errors are in the diagnostics. Null: the format holds no such thing.
  CartesianModel (*readCartesian)(std::shared_ptr<const SourceFile> file, const ReadOptions& options,
                                  Diagnostics& diagnostics) = nullptr;
  RecursiveModel (*readRecursive)(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) = nullptr;
  std::optional<Series> (*readSeries)(std::shared_ptr<const SourceFile> file, Diagnostics& diagnostics) = nullptr;
};

}  // namespace mb
