// One target for libFuzzer: MB_FUZZ_TARGET is its name. An input that takes long is found by the time of the processor,
// which others on the same machine do not change.
#include <cstdint>
#include <ctime>

#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {

void MB_FUZZ_TARGET(std::string_view bytes);

}  // namespace mb::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr double kMostSeconds = 10;  // with sanitizers, which take about five times as long
  const std::clock_t start = std::clock();
  mb::fuzz::MB_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (seconds > kMostSeconds) mb::fuzz::wrong("it took " + std::to_string(seconds) + " s");
  return 0;
}
