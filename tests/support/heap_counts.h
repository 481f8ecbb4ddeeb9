// What this process took from the heap so far. runtime_tests alone counts: see
// tests/runtime/simulation/allocation_test.cpp.
#pragma once

#include <atomic>

namespace mb::testing {

extern std::atomic<long> allocations;
extern std::atomic<long> allocatedBytes;

}  // namespace mb::testing
