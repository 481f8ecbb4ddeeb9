// What is told about a run, for people and for scripts.
#pragma once

#include <string>

#include "runtime/simulation/simulate.h"

namespace mb {

struct RunSummary {
  std::string model;
  std::string integrator;
  std::string solver;
  bool isAdaptive = false;
  double end = 0;
  double step = 0;
  double every = 0;     // time between rows
  int stepsPerRow = 0;  // of fixed steps; above 1 by default when there would be too many rows
  bool isThinned = false;
  long rows = 0;
  int columns = 0;
  std::string output;     // empty: none was asked for, or none written
  double rowSeconds = 0;  // of the wall time: for rows, not for the motion
  std::string driftAt;    // joint, rod, drive or coupler; empty without closing equations
  double driftSize = 0;   // of the mechanism there, m: what the drift is measured by
  RunReport report;
};

std::string runText(const RunSummary& summary);
std::string runJson(const RunSummary& summary);

}  // namespace mb
