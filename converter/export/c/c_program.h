// The texts of a generated program: header, source, self-test, Makefile, README.
#pragma once

#include <string>
#include <vector>

#include "converter/export/c/c_functions.h"
#include "converter/export/c/generate_c.h"
#include "runtime/recording/recorded_model.h"

namespace mb {

// One choice of the independent coordinates.
struct CPartition {
  std::vector<int> dependent;  // velocities that follow from the others
  std::vector<int> moved;      // positions that the corrections move
  CFunctions derivatives;
  CFunctions corrections;  // none without closing equations
};

// What the texts are about.
struct CProgram {
  const Mechanism& m;
  StateView start;  // the state at the time 0, on the closing equations
  const GenerateOptions& options;
  const RungeKutta& method;
  std::vector<CPartition> partitions;  // the first is that of the start
  std::string tables;                  // and functions that all use
};

// A state with the accelerations that the runtime computes there.
struct CheckedState {
  double time = 0;
  std::vector<double> y;       // without the work
  std::vector<double> z_ddot;  // by velocity
  double moved = 0;            // how far accelerations move when the state is rounded to single precision
};

extern const char* const kCNote;             // at the top of each file
std::string sharedText(const Trace& trace);  // tables and functions that recorded operations call
std::string upperCase(std::string text);
std::string headerText(const CProgram& program);
std::string sourceText(const CProgram& program);
std::string selfTestText(const CProgram& program, const std::vector<CheckedState>& states);
std::string makefileText(const std::string& name);
std::string readmeText(const CProgram& program);

}  // namespace mb
