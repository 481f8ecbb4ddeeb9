#include "converter/console/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "converter/console/console.h"

namespace mb {

ProgressBar::ProgressBar(bool isShown, double end) : isShown_(isShown), end_(end) {}

ProgressBar::~ProgressBar() {
  if (isDrawn_) narrate("\r\033[K");
}

void ProgressBar::show(double time) {
  if (!isShown_) return;
  const Clock::time_point now = Clock::now();
  if (now < due_) return;
  due_ = now + std::chrono::milliseconds(100);
  isDrawn_ = true;
  constexpr int kWidth = 40;
  const double share = std::clamp(time / end_, 0.0, 1.0);
  const int done = static_cast<int>(share * kWidth);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string left = share > 0 ? fmt::format(", {:.0f} s left", elapsed * (1 - share) / share) : "";
  narrate(fmt::format("\r[{:=<{}}{:{}}] {:3.0f} %  {:.4g} of {:.4g} s{}\033[K", "", done, "", kWidth - done,
                      100 * share, time, end_, left));
}

}  // namespace mb
