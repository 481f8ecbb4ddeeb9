// Where frames of joints were idealised, both sides have the new ones. This holds the file's own against the same
// motion: the changes must be as small as the tolerance says, and in maximal coordinates the joints as written must be
// met, but for the tolerance, wherever the machine goes.
#pragma once

#include <vector>

#include "converter/verify/verify.h"
#include "runtime/cartesian/reference.h"

namespace mb {

class WrittenFrames {
 public:
  // `rank` is that of the Cartesian rows with the idealised frames.
  WrittenFrames(const CartesianModel& written, const std::vector<FrameChange>& changes, int rank);

  // Goes from a state of the idealised machine to the nearest one of the written, at the same rank.
  void look(const CartesianState& state);

  const Verification::Written& findings() const { return findings_; }

 private:
  struct Row {
    JointIndex joint;
    double size = 1;  // of its block
    double tolerance = 0;
  };
  double missAt(const CartesianState& state, const Row& row) const;

  CartesianSystem system_;
  std::vector<Row> rows_;
  int rank_ = 0;
  Verification::Written findings_;
};

}  // namespace mb
