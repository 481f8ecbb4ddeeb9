// Every malformed input of every reader is refused: with its exit code, and an error at its line and column, of its
// kind, with a hint. scripts/check malformed does the same with the program itself, and counts.
#include "tests/malformed/malformed.h"

#include <algorithm>
#include <functional>
#include <set>

#include "converter/console/exit_code.h"
#include "converter/conversion/plan_file.h"
#include "converter/tables/table_file.h"
#include "formats/files/read_file.h"
#include "formats/formats.h"
#include "formats/recursive/recursive_xml.h"
#include "tests/support/process.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

using Read = std::function<void(const std::string& path, const ScratchFolder& folder, Diagnostics& diagnostics)>;

void readAs(std::string_view format, const std::string& path, Diagnostics& diagnostics) {
  ModelOptions options;
  options.format = format;
  readModel(path, diagnostics, options);
}

void readAndConvert(const std::string& path, const ScratchFolder&, Diagnostics& diagnostics) {
  if (auto model = readModel(path, diagnostics)) convert(std::move(*model), {}, diagnostics);
}

void readAsRecursive(const std::string& path, const ScratchFolder&, Diagnostics& diagnostics) {
  readRecursive(readSource(path, diagnostics), diagnostics);
}

void readAsPlan(const std::string& path, const ScratchFolder&, Diagnostics& diagnostics) {
  PlanOptions options;
  readPlan(path, options, diagnostics);
}

void compare(const std::string& path, const ScratchFolder& folder, Diagnostics& diagnostics) {
  compareFiles(path, folder / "good.csv", {}, diagnostics);
}

Read readerOf(const std::string& name) {
  if (const Format* const format = findFormat(name)) {
    if (format->readRecursive) return readAsRecursive;
    return [format](const std::string& path, const ScratchFolder&, Diagnostics& diagnostics) {
      readAs(format->name, path, diagnostics);
    };
  }
  if (name == "mbx, converted") return readAndConvert;
  if (name == "plan") return readAsPlan;
  if (name == "tir") return readerOf("mbx");
  return compare;
}

std::string fileName(const std::string& path) { return std::filesystem::path(path).filename().string(); }

bool isAt(const Diagnostic& found, const PlantedError& error, const std::string& file) {
  return found.severity == Severity::error && found.code == error.code && found.at.line == error.line &&
         found.at.column == error.column && found.at.file &&
         fileName(found.at.file->path) == fileName(error.file.empty() ? file : error.file) &&
         contains(found.message, error.message);
}

void checkRefused(const BadInput& input, const std::string& file, const Diagnostics& diagnostics) {
  for (const Diagnostic& found : diagnostics.all()) {
    if (found.severity != Severity::error) continue;
    INFO(toText(found));
    CHECK(found.code != Code::internalFault);
    CHECK(found.at.line > 0);
    CHECK(found.at.column > 0);
    CHECK(!found.hint.empty());
    CHECK(found.message.back() != '.');
  }
  for (const PlantedError& error : input.errors) {
    CAPTURE(error.line, error.column, numberText(error.code), error.message);
    CHECK(std::ranges::any_of(diagnostics.all(), [&](const Diagnostic& found) { return isAt(found, error, file); }));
  }
  CHECK(exitCodeOf(diagnostics) == exitCodeOf(input.errors.front().code));
  // Models that carry their errors beside them carry all of them: no message only follows from another.
  if (!input.path.empty()) CHECK(diagnostics.errorCount() == static_cast<int>(input.errors.size()));
}

}  // namespace

TEST_CASE("malformed inputs are refused where they are wrong, by kind and with a hint") {
  int inputs = 0;
  int several = 0;
  std::set<Code> kinds;
  for (const BadCollection& collection : malformedInputs()) {
    CAPTURE(collection.reader);
    const Read read = readerOf(collection.reader);
    CHECK(collection.inputs.size() > 5);
    const ScratchFolder folder;
    for (const auto& [name, text] : collection.besides) folder.write(name, text);
    for (const BadInput& input : collection.inputs) {
      CAPTURE(input.name);
      const std::string file = input.path.empty() ? folder.write("input." + collection.ending, input.text) : input.path;
      const std::string model = collection.wrapper.empty()
                                    ? file
                                    : folder.write("model.xml", replaced(collection.wrapper, "FILE", fileName(file)));
      Diagnostics diagnostics;
      read(model, folder, diagnostics);
      const std::string messages = textOf(diagnostics);
      CAPTURE(messages);
      checkRefused(input, file, diagnostics);
      ++inputs;
      several += input.errors.size() >= 3 ? 1 : 0;
      for (const PlantedError& error : input.errors) kinds.insert(error.code);
    }
  }
  CHECK(inputs >= 400);
  CHECK(several >= 10);
  CHECK(kinds.size() >= 30);
}
