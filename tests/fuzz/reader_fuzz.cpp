// Any bytes through one reader: errors or a model, never a crash. A model that was read without errors is written in
// the native format, or in its own, and reads back from there as the same bytes.
#include <cstdlib>

#include "formats/formats.h"
#include "formats/recursive/recursive_xml.h"
#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {
namespace {

void recursiveRoundTrip(const RecursiveModel& model) {
  Diagnostics diagnostics;
  const auto written = fileOf(writeRecursive(model));
  const std::string again = writeRecursive(readRecursive(written, diagnostics));
  if (diagnostics.hasErrors()) wrong("a recursive model is not read back", written->text + textOf(diagnostics));
  if (again != written->text) wrong("a recursive model is not written twice alike", written->text + again);
}

}  // namespace

void readAs(const Format& format, std::string_view bytes) {
  const auto file = fileOf(bytes);
  static_cast<void>(format.recognises(file->text));
  if (format.readSeries) {
    Diagnostics diagnostics;
    static_cast<void>(format.readSeries(file, diagnostics));
  }
  if (format.readRecursive) {
    Diagnostics diagnostics;
    const RecursiveModel model = format.readRecursive(file, diagnostics);
    if (!diagnostics.hasErrors()) recursiveRoundTrip(model);
  }
  if (format.readCartesian) {
    Diagnostics diagnostics;
    const CartesianModel model = format.readCartesian(file, {}, diagnostics);
    if (!diagnostics.hasErrors()) static_cast<void>(nativeRoundTrip(model));
  }
}

// The format is named by the environment: FUZZ_FORMAT=adams.
void reader(std::string_view bytes) {
  const char* const name = std::getenv("FUZZ_FORMAT");
  const Format* const format = name ? findFormat(name) : nullptr;
  if (!format) wrong("FUZZ_FORMAT names no format");
  readAs(*format, bytes);
}

}  // namespace mb::fuzz
