// A line on standard error that says what takes so long, for every command alike.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "formats/model/basics/progress.h"

namespace mb {

// What the line says: the stage with the time it has taken, or a bar and an estimate where the share that is done is
// known. Never longer than `width`; times in seconds.
std::string progressText(std::string_view stage, double share, double elapsed, int width);

// The line of a command. A thread draws it, so that a stage that tells nothing of itself is seen, too. Nothing is drawn
// in the first second, and nothing stays.
class ProgressLine {
 public:
  explicit ProgressLine(bool isShown);  // the caller knows whether there is a terminal, and whether it wants a line
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool isShown() const { return isShown_; }
  // A stage begins or goes on. Cheap enough for every step of a run.
  void show(std::string_view stage, double share);
  void erase();  // until a stage is shown again

 private:
  using Clock = std::chrono::steady_clock;
  void drawAgainAndAgain(const std::stop_token& stop);
  void draw();

  bool isShown_;
  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;  // of all below
  std::condition_variable_any wake_;
  std::string stage_;  // empty: none
  double share_ = Progress::kUnknown;
  Clock::time_point stageStart_;
  bool isDrawn_ = false;
  std::jthread drawing_;  // last: it ends before the others do
};

// Work that the line shows while this lives. Results are printed after that, when the line is gone.
class ShownWork {
 public:
  ShownWork(ProgressLine& line, std::string_view stage);
  ~ShownWork();
  ShownWork(const ShownWork&) = delete;
  ShownWork& operator=(const ShownWork&) = delete;

  // For the rooms that work; empty where no line is shown.
  const Progress& progress() const { return progress_; }

 private:
  ProgressLine& line_;
  Progress progress_;
};

}  // namespace mb
