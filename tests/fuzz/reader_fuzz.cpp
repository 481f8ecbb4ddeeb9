// Any bytes through one reader: errors or a model, never a crash. A model that was read without errors is written in
// the native format, and must read back from there.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "formats/formats.h"
#include "formats/native/native.h"

namespace {

std::shared_ptr<const mb::SourceFile> fileOf(std::string text) {
  return std::make_shared<const mb::SourceFile>(mb::SourceFile{"input", std::move(text)});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mb::Format& format = *mb::findFormat(MB_FUZZ_FORMAT);
  const auto file = fileOf(std::string(reinterpret_cast<const char*>(data), size));
  mb::Diagnostics diagnostics;
  static_cast<void>(format.recognises(file->text));
  if (format.readSeries) {
    mb::Diagnostics ofSeries;
    static_cast<void>(format.readSeries(file, ofSeries));
  }
  if (format.readRecursive) static_cast<void>(format.readRecursive(file, diagnostics));
  if (!format.readCartesian) return 0;
  const mb::CartesianModel model = format.readCartesian(file, {}, diagnostics);
  if (diagnostics.hasErrors()) return 0;
  mb::Diagnostics again;
  const auto written = fileOf(mb::writeNative(model));
  static_cast<void>(mb::readNative(written, again));
  // Numbers beyond any machine are not read in the native format.
  const auto isTooLarge = [](const mb::Diagnostic& one) {
    return one.message.find("more than 1e") != std::string::npos;
  };
  if (again.hasErrors() && std::ranges::none_of(again.all(), isTooLarge)) {
    std::fputs(written->text.c_str(), stderr);
    for (const mb::Diagnostic& diagnostic : again.all()) std::fputs(mb::toText(diagnostic).c_str(), stderr);
    std::abort();
  }
  return 0;
}
