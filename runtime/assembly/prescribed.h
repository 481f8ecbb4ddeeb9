// Compares what drives and couplers prescribe with the freedoms that the joints leave.
#pragma once

#include <string>
#include <vector>

#include "formats/model/recursive.h"

namespace mb {

struct PrescribedFreedoms {
  int freedoms = 0;                  // rank of the rows of drives and couplers beyond the joints'
  std::vector<std::string> remarks;  // drives and couplers that constrain what is constrained already
};

// For an assembled model. Drives and couplers that cannot be obeyed, because the joints hold what they should move or
// because two of them prescribe it differently, are an error that names them and the loops.
//
// Rows that depend on others at the initial position may do so only there (a slider at its dead centre), or their
// functions may agree (two cranks of a parallelogram). It is a contradiction if the machine cannot be assembled after
// the functions have moved on a little.
PrescribedFreedoms checkPrescribed(const RecursiveModel& model, Diagnostics& diagnostics);

}  // namespace mb
