// Measures the time of calls in batches long enough for the clock. The calls take turns, so that other load on the
// machine affects all of them alike.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "formats/model/basics/progress.h"

namespace mb {

struct Batches {
  int rounds = 100;
  long calls = 1;         // per batch, at least
  double seconds = 1e-3;  // per batch, at least
};

// Microseconds per call. Other load on the machine can only add time, so the minimum describes the code and the median
// describes the machine as it was.
struct CallTime {
  double least = 0;
  double median = 0;
};

// Calls to measure, and a function that receives their times in the same order.
struct Measurable {
  std::vector<std::function<void()>> calls;
  std::function<void(std::span<const CallTime>)> take;
};

// Measures all calls of all entries in turns.
void measureInTurns(std::span<const Measurable> all, const Batches& batches, const Progress& progress = {});

// The smallest value that this share of all values does not exceed. Sorts the values.
double quantile(std::span<double> values, double share);

}  // namespace mb
