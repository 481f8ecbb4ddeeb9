// Heap allocations of this process so far. Only runtime_tests counts them: see
// tests/runtime/simulation/allocation_test.cpp.
#pragma once

#include <atomic>

namespace mb::testing {

extern std::atomic<long> allocations;
extern std::atomic<long> allocatedBytes;

}  // namespace mb::testing
