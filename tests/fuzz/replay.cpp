// Inputs through their targets, without libFuzzer: fuzz_replay FOLDER... takes FOLDER/TARGET/*, for the tests.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

#include "formats/formats.h"
#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {

#define MB_FUZZ_TARGET(name) void name(std::string_view bytes);
#include "fuzz_targets.inc"
#undef MB_FUZZ_TARGET

struct Target {
  std::string_view name;
  std::function<void(std::string_view bytes)> run;
};
// One per format, and those that are not about formats.
std::vector<Target> targets() {
  std::vector<Target> all{
#define MB_FUZZ_TARGET(name) {#name, &name},
#include "fuzz_targets.inc"
#undef MB_FUZZ_TARGET
  };
  for (const Format& format : formats()) {
    all.push_back({format.name, [&format](std::string_view bytes) { readAs(format, bytes); }});
  }
  return all;
}

}  // namespace mb::fuzz

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  int replayed = 0;
  for (int k = 1; k < count; ++k) {
    for (const mb::fuzz::Target& target : mb::fuzz::targets()) {
      const fs::path folder = fs::path(arguments[k]) / target.name;
      if (!fs::is_directory(folder)) continue;
      for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
        std::fprintf(stderr, "%s\n", entry.path().c_str());
        std::ifstream file(entry.path(), std::ios::binary);
        target.run(std::string(std::istreambuf_iterator<char>(file), {}));
        ++replayed;
      }
    }
  }
  std::printf("%d inputs\n", replayed);
  return replayed > 0 ? 0 : 1;
}
