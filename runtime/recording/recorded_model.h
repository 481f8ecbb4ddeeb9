// One evaluation of the accelerations of a mechanism as a graph of operations: the default solver's kernel run once
// with numbers that record. Generated code repeats the graph.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/model/messages/codes.h"
#include "formats/model/tracing/trace.h"
#include "runtime/mechanism/workspace.h"

namespace mb {

// The inputs of the trace, in this order: the time, the state without the work, the angles of the last accepted state,
// what arrives from outside (held: without rates), parameters.
struct TraceInputs {
  int state = 1;
  int angles = 0;  // the first of them
  int arriving = 0;
  int parameters = 0;
  int count = 0;
};
TraceInputs traceInputs(const Mechanism& m, std::size_t parameters);

// Everything else is a node of the trace.
struct RecordedEvaluation {
  std::vector<int> z_dot;   // by velocity
  std::vector<int> z_ddot;  // by velocity
  std::vector<int> rates;   // by state without the work
  std::vector<int> angles;  // that count turns: for the next step
  int isMassless = 0;       // a truth: a coordinate has no inertia
  int growth = 0;           // how much smaller the worst pivot of Phi_d is than it was chosen
  // What an accepted step does first: up to two corrections of the dependent positions by Newton's method with the
  // factors of the last evaluation, which are inputs after the others. Nothing without closing equations.
  std::vector<int> factors;  // of Phi_d, as far as they are no constants
  std::vector<int> positions;
  int residual = 0;  // the worst of the closing equations afterwards, with lengths divided by the size of their block
};

// What the recording cannot express, with its place in the source.
struct NotRecorded {
  std::string what;  // "measure sway"
  SourceRef at;
};

// With the independent coordinates chosen in the workspace, whose Phi_z is that of a position. Throws CannotTrace where
// a law does what has no operation.
// Several choices may be recorded in one trace: the inputs are the same. Parameters: places of numbers within
// Mechanism::model; all others are constants.
RecordedEvaluation recordEvaluation(Trace& trace, const Mechanism& m, const Workspace& w,
                                    std::span<const double* const> parameters = {});

// The values of nodes for values of the inputs, calculated by the operations: for tests, and slow. Inputs that are not
// given are not numbers.
std::vector<double> valuesOf(const Trace& trace, std::span<const double> inputs);

}  // namespace mb
