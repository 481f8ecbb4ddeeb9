// A progress bar on standard error.
#pragma once

#include <chrono>

namespace mb {

class ProgressBar {
 public:
  // The caller decides about isShown; the bar appears only after about a second.
  ProgressBar(bool isShown, double end);
  ~ProgressBar();  // clears it
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  // Cheap: draws at most ten times per second.
  void show(double time);

 private:
  using Clock = std::chrono::steady_clock;
  bool isShown_;
  bool isDrawn_ = false;
  double end_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point due_ = start_ + std::chrono::seconds(1);
};

}  // namespace mb
