#include "tests/random/examined.h"

#include "converter/conversion/model_file.h"
#include "tests/random/draws.h"
#include "tests/random/written.h"

namespace mb::random {

std::optional<CartesianModel> readRandomMachine(std::uint64_t seed, const MachineOptions& options,
                                                const std::filesystem::path& folder, std::string& error) {
  Draws draws(seed);
  const CartesianModel machine = randomMachine(draws.seed(), options);
  const std::string path = writeMachine(machine, draws, folder);
  Diagnostics diagnostics;
  std::optional<CartesianModel> model = readModel(path, diagnostics);
  for (const Diagnostic& one : diagnostics.all()) {
    if (one.severity == Severity::error) error += mb::toText(one);
  }
  if (diagnostics.hasErrors()) return std::nullopt;
  return model;
}

}  // namespace mb::random
