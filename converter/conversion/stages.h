// The stages of a conversion, and the time that each takes.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mb {

// Those that change the model, in their order.
enum class ConversionStage { read, lock, merge, idealise, fuse, plan, lower, assemble };
inline constexpr std::string_view kConversionStages[] = {"read", "lock", "merge", "idealise",
                                                         "fuse", "plan", "lower", "assemble"};
constexpr std::string_view nameOf(ConversionStage stage) { return kConversionStages[static_cast<int>(stage)]; }

struct StageTime {
  std::string stage;
  double seconds = 0;
};

// Every lap is the time since the one before, or since the watch was made.
class Stopwatch {
 public:
  explicit Stopwatch(std::vector<StageTime>& times) : times_(times) {}
  void lap(std::string_view stage) {
    const auto now = std::chrono::steady_clock::now();
    times_.push_back({std::string(stage), std::chrono::duration<double>(now - last_).count()});
    last_ = now;
  }

 private:
  std::vector<StageTime>& times_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace mb
