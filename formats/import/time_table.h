// Turns motions of other tools that follow a spline over time into tables.
#pragma once

#include <optional>

#include "formats/model/elements/elements.h"

namespace mb {

// The points of a function a spline(r time + s) + b, written in any order; nothing for any other function. Times and
// values are multiplied by their units.
std::optional<TableFunction> tableOver(const Expression& expression, const Table<SplineIndex, Spline>& splines,
                                       double timeUnit, double valueUnit);

}  // namespace mb
