// What is reported of a run and of a static equilibrium, for people and for scripts.
#pragma once

#include <string>

#include "formats/model/recursive.h"
#include "runtime/simulation/settle.h"
#include "runtime/simulation/simulate.h"

namespace mb {

struct RunSummary {
  std::string model;
  std::string integrator;
  std::string solver;
  bool isAdaptive = false;
  double end = 0;
  double step = 0;  // fixed, or the first
  bool isStepGiven = true;
  std::string choice;         // why this method, where the tool chose; empty: the user did
  long trialEvaluations = 0;  // that the choice took
  double every = 0;           // time between rows
  int stepsPerRow = 0;        // of fixed size; above 1 by default when there would be too many rows
  bool isThinned = false;
  long rows = 0;
  int columns = 0;
  std::string output;                // empty: none was requested or none was written
  std::string unitsFile;             // beside the output; empty: none
  double rowSeconds = 0;             // part of the wall time spent on rows, not on the motion
  std::string driftAt;               // joint, rod, drive or coupler; empty without closing equations
  double driftSize = 0;              // m: size of the mechanism there, which scales the drift
  std::vector<std::string> played;   // inputs, from a table
  std::vector<std::string> atStart;  // inputs that keep their starts
  std::string playedFrom;
  std::string betweenRows;  // of that table
  double playedUntil = 0;   // s: its last row, whose values stay
  RunReport report;
};

std::string runText(const RunSummary& summary);
std::string runJson(const RunSummary& summary);

// Of the model as it was settled at this time; `output` is empty where it was not written.
std::string settleText(const RecursiveModel& model, const SettleReport& report, double time, const std::string& output);
std::string settleJson(const RecursiveModel& model, const SettleReport& report, double time, const std::string& output);

}  // namespace mb
