#include "converter/export/recursive/recursive_target.h"

#include <cmath>

#include "formats/recursive/recursive_xml.h"

namespace mb {

std::optional<Exported> makeRecursive(const ExportJob& job, Diagnostics&) {
  return Exported{{{"", job.recursiveText}}, {}};
}

// The file is read back and runs beside the model: numbers are written with all digits, so that every bit must agree.
std::optional<std::vector<ExportCheck>> verifyRecursive(const ExportJob& job, const Exported& exported,
                                                        Diagnostics& diagnostics) {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"export", exported.files.front().bytes});
  const RecursiveModel model = readRecursive(file, diagnostics);
  if (diagnostics.hasErrors()) return std::nullopt;
  constexpr int kSteps = 100;
  RunOptions options;
  options.step = job.stepping.step;
  options.end = kSteps * options.step;
  options.method = job.stepping.method;
  ExportCheck check{"positions and velocities after 100 steps, read back", 0, 0, ""};
  std::vector<double> ends[2];
  const Mechanism machines[] = {makeMechanism(job.model), makeMechanism(model)};
  for (int side = 0; side < 2; ++side) {
    simulate(machines[side], initialState(machines[side]), options, [&](double, StateView y, const Workspace&) {
      ends[side].assign(y.begin(), y.end());
      return true;
    });
  }
  check.difference = ends[0].size() == ends[1].size() ? 0 : std::nan("");
  for (std::size_t k = 0; k < std::min(ends[0].size(), ends[1].size()); ++k) {
    const double difference = std::abs(ends[0][k] - ends[1][k]);
    if (!(difference <= check.difference)) check.difference = difference;
  }
  return std::vector{check};
}

}  // namespace mb
