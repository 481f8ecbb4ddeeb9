// What the handles of mbconvert.h hold, and how the messages of the inner functions get out.
#pragma once

#include "converter/library/mbconvert.h"
#include "formats/model/cartesian.h"
#include "formats/model/messages/diagnostics.h"
#include "formats/model/recursive.h"

namespace mbconvert {

struct CartesianModel::Inside {
  mb::CartesianModel model;
};

struct RecursiveModel::Inside {
  mb::RecursiveModel model;
};

// Passes all messages on. False when there is an error among them.
bool tell(const mb::Diagnostics& inner, Diagnostics& diagnostics);

}  // namespace mbconvert
