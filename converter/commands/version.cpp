#include <fmt/format.h>

#include "converter/files/build_facts.h"
#include "runtime/solvers/embedded/dispatch.h"

namespace mb {

std::string versionText() {
  const BuildFacts& facts = buildFacts();
  std::string text = fmt::format("mbconvert {}\n", facts.version);
  const auto line = [&text](std::string_view name, std::string_view value) {
    text += fmt::format("  {:<11} {}\n", name, value);
  };
  line("commit", facts.commit);
  line("compiler", facts.compiler);
  line("build", fmt::format("{}, {}", facts.buildType, facts.flags));
  line("sanitizers", facts.sanitizers);
  line("libraries", facts.libraries);
  line("kernel",
       fmt::format("{} on this processor; compiled: {}", embedded::kernelVariant(), embedded::kernelVariants()));
  text.pop_back();  // who prints it ends the line
  return text;
}

}  // namespace mb
