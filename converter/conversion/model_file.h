// From a path to a Cartesian model: the format is found, the file read, joints locked, losses told.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/formats.h"

namespace mb {

// How a model's file is to be read.
struct ModelOptions {
  std::string format;             // by name; empty: known by its content
  ReadOptions read;               // for the reader
  std::vector<std::string> lock;  // patterns of joints that are held where they are
  std::vector<std::string> hold;  // bodies that are held where they are
  bool mergeLocked = true;        // bodies on both sides become one; otherwise the joints become fixed ones
  bool strict = false;            // losses that change the motion are errors
};

// A file whose format is known; an error when it is none that is read here.
struct OpenedModel {
  std::shared_ptr<const SourceFile> file;
  const Format* format = nullptr;
};
std::optional<OpenedModel> openModel(const std::string& path, Diagnostics& diagnostics,
                                     const ModelOptions& options = {});

// False and an error when there are files of tyres for a format that knows none.
bool knowsTyres(const OpenedModel& opened, const ModelOptions& options, Diagnostics& diagnostics);

// False and an error when parameters are set of a format that has none.
bool hasParameters(const OpenedModel& opened, const ModelOptions& options, Diagnostics& diagnostics);

// Reads a Cartesian model in any format; an error when the file holds something else. What was lost and changes the
// motion is told as a warning, or an error when strict.
std::optional<CartesianModel> readModel(const OpenedModel& opened, Diagnostics& diagnostics,
                                        const ModelOptions& options = {});
std::optional<CartesianModel> readModel(const std::string& path, Diagnostics& diagnostics,
                                        const ModelOptions& options = {});

// The last step of that: the joints that the options lock.
std::optional<CartesianModel> lockModel(CartesianModel model, const ModelOptions& options, Diagnostics& diagnostics);

}  // namespace mb
