// The measures of a model at evaluated states: functions that may look at accelerations, reactions and forces, which
// the laws of the mechanism may not.
#pragma once

#include <functional>
#include <span>

#include "runtime/evaluation/stages.h"
#include "runtime/observation/observe.h"

namespace mb {

// Made once for a mechanism, const afterwards.
struct MeasureSet {
  Library library;                           // of these programs
  std::vector<Program> programs;             // by measure
  std::vector<BodyPlace> markers;            // of the model
  std::vector<Mechanism::Term> coordinates;  // as in the library
  std::vector<ForceMeasureRef> forces;       // as Library::forceMeasures
  std::vector<MarkerMeasure> angles;         // those that count turns
};
MeasureSet makeMeasures(const Mechanism& m);
// Where wheels are at the start, from which their travel counts; poseOf: of a marker at the start.
void setTravelStarts(std::vector<Program>& programs, const std::function<Pose(MarkerIndex)>& poseOf);

// What a run remembers between its rows, and scratch memory.
struct MeasureMemory {
  double time = 0;
  AngleMemory angles;
  std::vector<double> rates;  // of the angles
  std::vector<FrameMotion> markers;
  std::vector<FrameAcceleration> accelerations;
  std::vector<CoordinateValue> coordinates;
  std::vector<Vector6> reactions;
  std::vector<double> forces;
  std::vector<double> offered;
  std::vector<double> stack;
};
MeasureMemory makeMemory(const MeasureSet& set);

// All measures in SI. A: accelerations of the links. Angles continue from the last row by their mean rate; in the first
// row they are within half a turn.
void evaluateMeasures(const Mechanism& m, const MeasureSet& set, double time, StateView y, const Workspace& w,
                      const std::vector<Vector6>& A, bool isFirst, MeasureMemory& memory, std::span<double> values);

}  // namespace mb
