// The texts of a generated program: header, source, self-test, Makefile, README.
#pragma once

#include <string>
#include <vector>

#include "converter/export/c/c_interface.h"
#include "converter/export/c/generate_c.h"
#include "converter/export/c/writer/c_functions.h"
#include "runtime/recording/recorded_model.h"

namespace mb {

// One choice of the independent coordinates.
struct CPartition {
  std::vector<int> dependent;  // velocities that follow from the others
  // Calls of functions that many choices share.
  std::string place;      // poses from positions: all others work from them
  std::string factorise;  // after place: the closing equations
  std::string evaluate;   // all of an evaluation
  std::string measure;    // how far the closing equations are from zero
  std::string correct;    // dependent positions, by Newton's method
};

// Numbers of the program's memory that are read by name.
struct CMemory {
  int size = 0;
  int work = 0;
  int growth = 0;
  int open = 0;
  int residual = 0;
  int massless = 0;
  int stack = 0;  // bytes of named values in the function that has most of them
};

// What the texts are about.
struct CProgram {
  const Mechanism& m;
  StateView start;  // the state at the time 0, on the closing equations
  const GenerateOptions& options;
  const RungeKutta& method;
  CInterface interface;
  std::vector<CPartition> partitions;  // the first is that of the start
  CFunctions measures;
  int measuredAngles = 0;  // that count turns
  std::string functions;   // and tables that these use
  CMemory memory;
};

// A state with the accelerations that the runtime computes there.
struct CheckedState {
  double time = 0;
  std::vector<double> y;  // without the work
  std::vector<double> inputs;
  std::vector<double> parameters;
  std::vector<double> z_ddot;  // by velocity
  double moved = 0;            // how far accelerations move when all of this is rounded to single precision
};

extern const char* const kCNote;  // at the top of each file
// Where an input of a trace stands, in functions with the parameters m, time, y and u.
CPlace inputPlace(const TraceInputs& places, int input);
std::string headerText(const CProgram& program);
std::string sourceText(const CProgram& program);
std::string selfTestText(const CProgram& program, const std::vector<CheckedState>& states);
std::string makefileText(const GenerateOptions& options);
std::string readmeText(const CProgram& program);

}  // namespace mb
