// Any bytes through whichever reader knows them, then all the way to a motion. Bytes behind the first 0, if there is
// one, choose solver, side and overrides.
#include "converter/report/loss_report.h"
#include "formats/formats.h"
#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {

void pipeline(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  const auto file = fileOf(bytes.substr(0, end));
  const Format* format = recogniseFormat(file->text);
  if (!format || !format->readCartesian) return;
  Diagnostics diagnostics;
  const CartesianModel model = format->readCartesian(file, {}, diagnostics);
  if (diagnostics.hasErrors()) return;
  static_cast<void>(lossesText(model));
  static_cast<void>(lossesJson(model));
  throughPipeline(model, Choices(bytes.substr(std::min(end + 1, bytes.size()))));
}

}  // namespace mb::fuzz
