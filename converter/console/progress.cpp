#include "converter/console/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "converter/console/console.h"

namespace mb {
namespace {

constexpr auto kQuiet = std::chrono::seconds(1);  // a command that ends within this time shows nothing
constexpr auto kBetween = std::chrono::milliseconds(100);

int terminalWidth() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

std::string duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  return seconds < 6000 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.0f} h", seconds / 3600);
}

double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

std::string progressText(std::string_view stage, double share, double elapsed, int width) {
  constexpr int kBar = 30;
  constexpr double kEnough = 0.01;  // of a stage, to tell how long the rest will take
  std::string text;
  if (share < 0) {
    text = fmt::format("{}: {}", stage, duration(elapsed));
  } else {
    const double done = std::min(share, 1.0);
    const int marks = static_cast<int>(done * kBar);
    text = fmt::format("{} [{:=<{}}{:{}}] {:3.0f} %", stage, "", marks, "", kBar - marks, 100 * done);
    if (done > kEnough) text += fmt::format(", about {} left", duration(elapsed * (1 - done) / done));
  }
  return text.substr(0, static_cast<std::size_t>(std::max(width, 0)));
}

ProgressLine::ProgressLine(bool isShown) : isShown_(isShown) {
  if (isShown_) drawing_ = std::jthread([this](const std::stop_token& stop) { drawAgainAndAgain(stop); });
}

ProgressLine::~ProgressLine() {
  if (!isShown_) return;
  drawing_.request_stop();
  drawing_.join();
  erase();
}

void ProgressLine::show(std::string_view stage, double share) {
  if (!isShown_) return;
  const std::lock_guard lock(mutex_);
  const bool isNew = stage != stage_ || share < share_;
  if (isNew) {
    stage_ = stage;
    stageStart_ = Clock::now();
  }
  share_ = share;
}

void ProgressLine::erase() {
  const std::lock_guard lock(mutex_);
  stage_.clear();
  share_ = Progress::kUnknown;
  if (isDrawn_) narrate("\r\033[K");
  isDrawn_ = false;
}

void ProgressLine::drawAgainAndAgain(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  wake_.wait_until(lock, stop, start_ + kQuiet, [] { return false; });
  while (!stop.stop_requested()) {
    draw();
    wake_.wait_for(lock, stop, kBetween, [] { return false; });
  }
}

void ProgressLine::draw() {
  if (stage_.empty()) return;
  // One column less than the terminal has: a line that wraps cannot be erased.
  narrate("\r" + progressText(stage_, share_, secondsSince(stageStart_), terminalWidth() - 1) + "\033[K");
  isDrawn_ = true;
}

ShownWork::ShownWork(ProgressLine& line, std::string_view stage) : line_(line) {
  line_.show(stage, Progress::kUnknown);
  if (line_.isShown()) progress_.tell = [&line](std::string_view now, double share) { line.show(now, share); };
}

ShownWork::~ShownWork() { line_.erase(); }

}  // namespace mb
