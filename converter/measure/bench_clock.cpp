#include "converter/measure/bench_clock.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace mb {
namespace {

double timed(const std::function<void()>& call, long count) {
  const auto begin = std::chrono::steady_clock::now();
  for (long k = 0; k < count; ++k) call();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

double quantile(std::span<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double place = std::ceil(share * static_cast<double>(values.size())) - 1;
  return values[static_cast<std::size_t>(std::max(place, 0.0))];
}

void measureInTurns(std::span<const Measurable> all, const Batches& batches, const Progress& progress) {
  struct Timed {
    const std::function<void()>& call;
    long count;
    std::vector<double> microseconds;
  };
  std::vector<Timed> list;
  for (const Measurable& measurable : all) {
    for (const std::function<void()>& call : measurable.calls) {
      long count = 1;
      while (timed(call, count) < batches.seconds) count *= 2;
      list.push_back({call, std::max(count, batches.calls), {}});
    }
  }
  for (int round = 0; round < batches.rounds; ++round) {
    progress("evaluations", static_cast<double>(round) / batches.rounds);
    for (Timed& one : list) {
      one.microseconds.push_back(1e6 * timed(one.call, one.count) / static_cast<double>(one.count));
    }
  }
  std::vector<CallTime> times;
  for (Timed& one : list) times.push_back({quantile(one.microseconds, 0), quantile(one.microseconds, 0.5)});
  std::span<const CallTime> rest = times;
  for (const Measurable& measurable : all) {
    measurable.take(rest.first(measurable.calls.size()));
    rest = rest.subspan(measurable.calls.size());
  }
}

}  // namespace mb
