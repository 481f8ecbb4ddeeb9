// Delays signals that end a run (Ctrl-C, `timeout`) until the results so far are written.
#pragma once

#include <atomic>
#include <csignal>

namespace mb {

// During the lifetime of this object SIGINT and SIGTERM, unless ignored, only set a flag. A second one of the same kind
// ends the process.
class Interruption {
 public:
  explicit Interruption(bool isWanted);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static const std::atomic<bool>& flag();
  // Ends the process with the signal that was received, if any.
  void endByIt();

 private:
  bool isWanted_;
  struct sigaction former_[2] = {};
};

}  // namespace mb
