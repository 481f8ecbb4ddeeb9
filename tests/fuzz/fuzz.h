// What the fuzz targets share. A target is a function of any bytes; it returns when all that it holds true is true, and
// ends the process otherwise. Their names are in CMakeLists.txt, what each holds true is in docs/evidence/fuzzing.md.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "converter/conversion/convert.h"
#include "formats/files/format.h"
#include "formats/model/cartesian.h"
#include "formats/model/messages/diagnostics.h"

namespace mb::fuzz {

// Says what does not hold, with the text that shows it, and ends the process.
[[noreturn]] void wrong(std::string_view what, const std::string& text = {});

std::shared_ptr<const SourceFile> fileOf(std::string_view text);
std::string textOf(const Diagnostics& diagnostics);

// Bytes as a row of choices. When they are used up all further ones are the first of what there is, so that short
// inputs mean simple things.
class Choices {
 public:
  explicit Choices(std::string_view bytes) : bytes_(bytes) {}
  int below(int count);  // 0 ... count - 1, of at most 256
  bool oneIn(int count) { return below(count) == count - 1; }
  double number();    // mostly small and round, now and then of a size that spoils digits
  double positive();  // likewise, above 0
  Vector3 vector() { return {number(), number(), number()}; }

 private:
  std::string_view bytes_;
};

// Any bytes through the reader of a format.
void readAs(const Format& format, std::string_view bytes);

// A model written in the native format reads back from there, and is written again as the same bytes. Nothing when it
// is not read back because of numbers that are beyond any machine.
std::optional<CartesianModel> nativeRoundTrip(const CartesianModel& model);

// Conversion and reports; the recursive file and the plan read back as what they were. Nothing after errors.
std::optional<Conversion> throughFiles(const CartesianModel& source, const PlanOptions& options);

// From a model that was read to a motion: plan, conversion, reports, both files, ten steps. Which solver, side and
// overrides is what the choices say; without any, what a user gets without options.
void throughPipeline(const CartesianModel& source, Choices choices);

}  // namespace mb::fuzz
