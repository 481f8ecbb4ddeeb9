// What calls take: batches long enough for the clock, taken in turns, so that what else the machine does meets all
// alike.
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace mb {

struct Batches {
  int rounds = 100;
  long calls = 1;         // a batch, at least
  double seconds = 1e-3;  // a batch, at least
};

// Microseconds a call. What else the machine does can only add to it, so that the least says most about the code, and
// the median about the machine as it was.
struct CallTime {
  double least = 0;
  double median = 0;
};

// Calls to be measured, and who takes what they took, in their order.
struct Measurable {
  std::vector<std::function<void()>> calls;
  std::function<void(std::span<const CallTime>)> take;
};

// All calls of all in turns.
void measureInTurns(std::span<const Measurable> all, const Batches& batches);

// The smallest value that this share of all does not exceed; sorts them.
double quantile(std::span<double> values, double share);

}  // namespace mb
