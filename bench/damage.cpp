// Changes every number of recursive models by one per cent, one at a time, and verifies the result: damage [NUMBERS
// [SAMPLE...]], by default at most 100 numbers per sample. Models that stay equivalent are listed by element and
// attribute.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "converter/verify/verify.h"
#include "formats/recursive/recursive_xml.h"
#include "tests/support/model_numbers.h"
#include "tests/support/samples.h"

using namespace mb;
using namespace mb::testing;

namespace {

enum class Answer { refused, cannotRun, different, equivalent };

Answer answerTo(const CartesianModel& source, const std::string& text) {
  Diagnostics diagnostics;
  const auto file = std::make_shared<const SourceFile>(SourceFile{"damaged.xml", text});
  const RecursiveModel damaged = readRecursive(file, diagnostics);
  if (diagnostics.hasErrors()) return Answer::refused;
  VerifyOptions options;
  options.states = 8;
  options.end = 0.01;
  options.trajectories = false;
  const Verification verification = verify(source, damaged, options);
  if (verification.equivalent()) return Answer::equivalent;
  return verification.verdict() == Verdict::notDecided ? Answer::cannotRun : Answer::different;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t most = std::max(1UL, argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100UL);
  std::vector<std::string> samples(argv + std::min(argc, 2), argv + argc);
  if (samples.empty()) samples = sampleNames();
  std::array<int, 4> all{};
  std::map<std::string, int> stays;
  fmt::print(
      "| sample | numbers | changed | refused | cannot be run | not equivalent | equivalent "
      "|\n|---|---|---|---|---|---|---|\n");
  for (const std::string& sample : samples) {
    const Conversion conversion = convertModel(readSample(sample));
    const std::string text = writeRecursive(conversion.recursive);
    const std::vector<ModelNumber> numbers = numbersIn(text);
    const std::size_t step = std::max<std::size_t>(1, (numbers.size() + most - 1) / most);
    std::array<int, 4> counts{};
    for (std::size_t k = 0; k < numbers.size(); k += step) {
      const ModelNumber& number = numbers[k];
      // Round-off around zero is changed like zero.
      const double changed = std::abs(number.value) > 1e-12 ? 1.01 * number.value : 0.01;
      const Answer answer = answerTo(conversion.source, withNumber(text, number, changed));
      ++counts[static_cast<std::size_t>(answer)];
      if (answer == Answer::equivalent) ++stays[number.field];
    }
    int sum = 0;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      all[k] += counts[k];
      sum += counts[k];
    }
    fmt::print("| {} | {} | {} | {} |\n", sample, numbers.size(), sum, fmt::join(counts, " | "));
    std::fflush(stdout);
  }
  fmt::print("| all | | {} | {} |\n\n| equivalent | times |\n|---|---|\n", all[0] + all[1] + all[2] + all[3],
             fmt::join(all, " | "));
  for (const auto& [field, times] : stays) fmt::print("| {} | {} |\n", field, times);
  return 0;
}
