// Reading and converting the bundled samples in tests.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "tests/support/brief.h"

namespace mb::testing {

inline std::string sourcePath(const std::string& relative) { return std::string(MB_SOURCE_DIR) + "/" + relative; }
inline std::string samplePath(const std::string& name) { return sourcePath("samples/" + name + "/model.xml"); }

inline std::vector<std::string> sampleNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(sourcePath("samples"))) {
    if (std::filesystem::exists(entry.path() / "model.xml")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline std::string textOf(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics.all()) text += brief(diagnostic);
  return text;
}

inline CartesianModel readSample(const std::string& name) {
  Diagnostics diagnostics;
  auto model = readModel(samplePath(name), diagnostics);
  if (!model) throw std::runtime_error(textOf(diagnostics));
  return *model;
}

inline Conversion convertModel(const CartesianModel& model, const PlanOptions& options = {}) {
  Diagnostics diagnostics;
  auto conversion = convert(model, options, diagnostics);
  if (!conversion) throw std::runtime_error(textOf(diagnostics));
  return *conversion;
}

// Models of other formats, one file each, with their paths.
inline std::vector<std::string> foreignSamples() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath("samples/foreign"))) {
    // Of Chrono's files, the vehicle is the model and the others are its parts.
    const bool isPart = entry.path().extension() == ".json" && entry.path().parent_path().filename() != "vehicle";
    if (entry.is_regular_file() && !isPart) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string readText(const std::string& path);

// Files of the samples that put a vehicle on a road, as "folder/file.xml".
inline std::vector<std::string> roadFiles() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sourcePath("samples"))) {
    if (entry.path().extension() != ".xml" || readText(entry.path().string()).find("<road ") == std::string::npos)
      continue;
    files.push_back(entry.path().parent_path().filename().string() + "/" + entry.path().filename().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string readText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace mb::testing
