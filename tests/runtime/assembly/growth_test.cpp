// Twice the machine is twice the work, from the file to the file. Seconds depend on who else uses the processor, so
// that what is counted is the memory asked for: every stage works on tables, lists and matrices that it makes for
// itself, and one that looks at the whole model for each of its parts makes a number of them that grows with the
// square.
#include "converter/conversion/convert.h"
#include "formats/native/native.h"
#include "formats/recursive/recursive_xml.h"
#include "tests/support/heap_counts.h"
#include "tests/support/machines/structures.h"
#include "tests/support/test.h"

using namespace mb;
using namespace mb::testing;

namespace {

struct Taken {
  double calls = 0;
  double bytes = 0;
};

// By reading, converting and writing a machine of so many parts.
Taken takenBy(const Structure& structure, int count) {
  const auto file = std::make_shared<const SourceFile>(SourceFile{"model.xml", structureText(structure, count)});
  const long calls = allocations;
  const long bytes = allocatedBytes;
  Diagnostics diagnostics;
  const std::optional<Conversion> conversion = convert(readNative(file, diagnostics), {}, diagnostics);
  REQUIRE(conversion);
  CHECK(!writeRecursive(conversion->recursive).empty());
  return {static_cast<double>(allocations - calls), static_cast<double>(allocatedBytes - bytes)};
}

}  // namespace

TEST_CASE("the work of a conversion grows with the machine, and not faster") {
  constexpr int kCount = 250;
  constexpr double kTwice = 2.2;  // lists that double their capacity are up to twice too large at one of the sizes
  for (const Structure& structure : kStructures) {
    // Gears that hang together are solved together, in dense matrices: those of a block are squares of its size, and
    // blocks are limited.
    if (structure.name == "gears") continue;
    takenBy(structure, 2);  // allocations made once per process
    const Taken once = takenBy(structure, kCount);
    const Taken twice = takenBy(structure, 2 * kCount);
    INFO(structure.name << ": calls " << once.calls << " and " << twice.calls << ", bytes " << once.bytes << " and "
                        << twice.bytes);
    CHECK(twice.calls < kTwice * once.calls);
    CHECK(twice.bytes < kTwice * once.bytes);
  }
}
