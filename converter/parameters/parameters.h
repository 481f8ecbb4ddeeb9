// The numbers of a recursive model that can be changed from outside, by path: "fl_spring.k", "wheel.mass".
#pragma once

#include <string>
#include <vector>

#include "formats/model/messages/diagnostics.h"
#include "formats/model/recursive.h"

namespace mb {

struct Parameter {
  std::string path;
  std::string unit;            // as parseUnit() reads it; "1" for a plain number
  double* value = nullptr;     // within the model
  bool isUsual = false;        // among those that are tunable where nothing is said
  bool isNegativeToo = false;  // otherwise below zero means nothing
};

// All of them, in the order of the model. The pointers are valid as long as the model is.
std::vector<Parameter> parametersIn(RecursiveModel& model);

// Those that a pattern matches; the usual ones without patterns. A pattern that matches none is an error.
std::vector<std::string> chosenPaths(RecursiveModel& model, const std::vector<std::string>& patterns,
                                     Diagnostics& diagnostics);

}  // namespace mb
