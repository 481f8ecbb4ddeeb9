#include "converter/console/interruption.h"

#include <cstddef>

namespace mb {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};
std::atomic<bool> isInterrupted{false};
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free &&
              std::atomic<int>::is_always_lock_free);  // required in signal handlers

void noteSignal(int number) {
  received = number;
  isInterrupted = true;
}

}  // namespace

Interruption::Interruption(bool isWanted) : isWanted_(isWanted) {
  if (!isWanted_) return;
  for (std::size_t k = 0; k < std::size(kSignals); ++k) {
    struct sigaction action = {};
    action.sa_handler = noteSignal;
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    sigaction(kSignals[k], nullptr, &former_[k]);
    if (former_[k].sa_handler != SIG_IGN) sigaction(kSignals[k], &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (std::size_t k = 0; isWanted_ && k < std::size(kSignals); ++k) sigaction(kSignals[k], &former_[k], nullptr);
}

const std::atomic<bool>& Interruption::flag() { return isInterrupted; }

void Interruption::endByIt() {
  if (!isInterrupted) return;
  std::signal(received, SIG_DFL);
  std::raise(received);
}

}  // namespace mb
