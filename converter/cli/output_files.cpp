#include "converter/cli/output_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "converter/files/atomic_file.h"

namespace mb {
namespace {

// What a command's default output adds to the model's name; empty: it has none.
std::string endingOf(const Options& options) {
  if (options.command == Command::convert && !options.listRods) return ".recursive.xml";
  if (options.command == Command::import) return ".model.xml";
  if (options.command == Command::plot) return ".svg";
  return {};
}

std::vector<std::string> inputsOf(const Options& options) {
  std::vector<std::string> inputs = options.input.read.tyres;
  for (const std::string& path : {options.model, options.planFile, options.verify.recursiveFile, options.plot.compare,
                                  options.compare.ours, options.compare.theirs}) {
    inputs.push_back(path);
  }
  return inputs;
}

}  // namespace

std::string outputOf(const Options& options) {
  const std::string ending = endingOf(options);
  if (!options.output.empty() || ending.empty()) return options.output;
  return options.model == "-" ? "-" : std::filesystem::path(options.model).stem().string() + ending;
}

bool readsInputOnce(const Options& options, Diagnostics& diagnostics) {
  const std::vector<std::string> inputs = inputsOf(options);
  if (std::count(inputs.begin(), inputs.end(), "-") < 2) return true;
  diagnostics.error({}, Code::badOption, "standard input ('-') is named twice, and can be read only once")
      .withHint("give one of the two as a file");
  return false;
}

bool checkOutputsAreNotInputs(const Options& options, Diagnostics& diagnostics) {
  const std::string output = outputOf(options);
  const auto refuse = [&](const std::string& path, std::string_view what) {
    diagnostics.error({}, Code::badOption, fmt::format("'{}' would be overwritten: {}", path, what))
        .withHint("give another file to write");
    return false;
  };
  for (const std::string& input : inputsOf(options)) {
    for (const std::string& written : {output, options.seriesFile}) {
      if (isSameFile(input, written)) return refuse(input, "it is read, and the result was to be written to it");
    }
  }
  const bool isTwice =
      !options.seriesFile.empty() && options.seriesFile != "-" &&
      std::filesystem::path(options.seriesFile).lexically_normal() == std::filesystem::path(output).lexically_normal();
  return !isTwice || refuse(output, "the model and the results that it carries were to be written to it");
}

}  // namespace mb
