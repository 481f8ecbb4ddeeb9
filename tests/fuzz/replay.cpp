// Inputs through their targets, without libFuzzer: fuzz_replay FOLDER... takes FOLDER/TARGET/*, for the tests.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {

#define MB_FUZZ_TARGET(name) void name(std::string_view bytes);
#include "fuzz_targets.inc"
#undef MB_FUZZ_TARGET

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
};
constexpr Target kTargets[]{
#define MB_FUZZ_TARGET(name) {#name, &name},
#include "fuzz_targets.inc"
#undef MB_FUZZ_TARGET
};

}  // namespace mb::fuzz

int main(int count, char** arguments) {
  namespace fs = std::filesystem;
  int replayed = 0;
  for (int k = 1; k < count; ++k) {
    for (const mb::fuzz::Target& target : mb::fuzz::kTargets) {
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
