// What drives and couplers prescribe, against what the joints leave free.
#pragma once

#include <string>
#include <vector>

#include "formats/model/recursive.h"

namespace mb {

struct PrescribedFreedoms {
  int freedoms = 0;                  // that drives and couplers take: the rank of their rows beyond the joints'
  std::vector<std::string> remarks;  // drives and couplers that hold what is held already
};

// Of an assembled model. Drives and couplers that cannot be obeyed, because the joints hold what they are to move or
// because they prescribe it twice and otherwise, are an error that names them and the loops.
//
// Rows that depend on others at the initial position may do so there only (a slider at its dead centre), or their
// functions may agree (two cranks of a parallelogram): it is a contradiction if the machine cannot be assembled where
// the functions have moved on a little.
PrescribedFreedoms checkPrescribed(const RecursiveModel& model, Diagnostics& diagnostics);

}  // namespace mb
