// Checks the joint frames as written where they were idealised; both models of the comparison have the idealised ones.
// The changes must be as small as the tolerance says, and in maximal coordinates the joints as written must hold within
// the tolerance wherever the machine goes.
#pragma once

#include <vector>

#include "converter/verify/verify.h"
#include "runtime/cartesian/reference.h"

namespace mb {

class WrittenFrames {
 public:
  // `rank` is that of the Cartesian rows with the idealised frames.
  WrittenFrames(const CartesianModel& written, const std::vector<FrameChange>& changes, int rank);

  // Moves from a state of the idealised machine to the nearest state of the machine as written, at the same rank.
  void look(const CartesianState& state);

  const Verification::Written& findings() const { return findings_; }

 private:
  struct Row {
    JointIndex joint;
    double size = 1;  // of the joint's block
    double tolerance = 0;
  };
  double missAt(const CartesianState& state, const Row& row) const;

  CartesianSystem system_;
  std::vector<Row> rows_;
  int rank_ = 0;
  Verification::Written findings_;
};

}  // namespace mb
