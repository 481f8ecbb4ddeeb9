// How far long work has come: a plain callback from the room that works to whoever shows it.
#pragma once

#include <functional>
#include <string_view>

namespace mb {

// Told which stage begins or goes on and, where its length is known, the share of it that is done. An empty one costs a
// comparison.
struct Progress {
  static constexpr double kUnknown = -1;

  std::function<void(std::string_view stage, double share)> tell = {};

  void operator()(std::string_view stage, double share = kUnknown) const {
    if (tell) tell(stage, share);
  }
};

}  // namespace mb
