// The recorded evaluation in pieces (formats/model/tracing/cuts.h): what several choices of coordinates and the
// corrections have in common is recorded as the same pieces.
#pragma once

#include "formats/model/tracing/cuts.h"
#include "runtime/recording/recorded_model.h"

namespace mb {

// Where memory stands among the inputs of the trace: after those of recordEvaluation().
struct RecordedCells {
  int first = 0;
  int growth = 0;    // how much smaller the worst pivot is than it was chosen
  int residual = 0;  // the worst of the closing equations
  int massless = 0;  // a truth: a coordinate has no inertia
  int end = 0;
  std::map<std::vector<int>, int> batches;  // numbers of a batch, by what it eliminates
};

// Sequences of pieces.
struct RecordedProgram {
  std::vector<int> place;  // poses from positions; all begin with it
  std::vector<int> factorise;
  std::vector<int> accelerate;    // after place, factorise: what the evaluation results from
  RecordedEvaluation evaluation;  // from what these leave
  // A correction: place, measure, factorise at the first, correct. Nothing without closing equations.
  std::vector<int> measure;
  std::vector<int> correct;
};

RecordedProgram recordProgram(Trace& trace, Pieces& pieces, RecordedCells& cells, const Mechanism& m,
                              const Workspace& w);

}  // namespace mb
