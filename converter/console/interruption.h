// Signals that end a run (Ctrl-C, `timeout`), held back until what it has so far is written.
#pragma once

#include <atomic>
#include <csignal>

namespace mb {

// From here to its end SIGINT and SIGTERM, unless they are ignored, only set a flag; a second one ends the process at
// once.
class Interruption {
 public:
  explicit Interruption(bool isWanted);
  ~Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;

  static const std::atomic<bool>& flag();
  // Ends the process by the signal that came, if one did.
  void endByIt();

 private:
  bool isWanted_;
  struct sigaction former_[2] = {};
};

}  // namespace mb
