// The whole state of an instance as a value, and as bytes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/simulation/saved_motion.h"

namespace mb::fmi {

struct Snapshot {
  std::string token;    // of the FMU that it belongs to
  int kind = 0;         // Co-Simulation or Model Exchange
  int phase = 0;        // of the instance
  double first = 0;     // time where it started
  long long steps = 0;  // made since then
  bool isRunning = false;
  SavedMotion motion;              // once it runs
  std::vector<double> start;       // before that: the state to start from
  std::vector<double> parameters;  // in SI
  std::vector<double> inputs;      // likewise
  std::vector<double> before;      // the row of the last communication point, from which angles continue
  double measuredAt = 0;           // the same for measures
  std::vector<double> measuredAngles;
  std::vector<double> measuredRates;
};

std::vector<char> bytesOf(const Snapshot& snapshot);
std::size_t sizeOf(const Snapshot& snapshot);
// Nothing where the bytes are no snapshot.
std::optional<Snapshot> snapshotFrom(std::span<const char> bytes);

}  // namespace mb::fmi
