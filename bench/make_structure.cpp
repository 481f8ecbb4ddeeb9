// Writes a machine of N parts in the native format: make_structure STRUCTURE N > model.xml. The structures are defined
// in tests/support/machines/structures.h.
#include <charconv>
#include <cstdio>
#include <cstring>

#include "tests/support/machines/structures.h"

int main(int argc, char** argv) {
  int count = 0;
  const mb::testing::Structure* const structure = argc == 3 ? mb::testing::findStructure(argv[1]) : nullptr;
  const char* const last = argc == 3 ? argv[2] + std::strlen(argv[2]) : nullptr;
  if (!structure || std::from_chars(argv[2], last, count).ptr != last || count < 1) {
    std::fputs("usage: make_structure STRUCTURE N, the number of its parts, at least 1\n", stderr);
    for (const mb::testing::Structure& one : mb::testing::kStructures) {
      std::fputs(fmt::format("  {:8} {}\n", one.name, one.what).c_str(), stderr);
    }
    return 2;
  }
  std::fputs(mb::testing::structureText(*structure, count).c_str(), stdout);
  return std::fflush(stdout) == 0 ? 0 : 1;
}
