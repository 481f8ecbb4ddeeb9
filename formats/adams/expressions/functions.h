// The functions of ADAMS datasets, one row each: their arguments and their translation.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/model/elements/elements.h"
#include "formats/model/expressions/expression_build.h"

namespace mb::adams {

struct Function {
  enum class Kind {
    constant,  // a name without arguments
    value,     // of values: the function with the same name here, or expanded
    measure,   // of markers: the measure with the same name here
    spline,    // (x, z, id[, order])
    variable,  // (id)
    array,     // (id, component)
    foreign,   // known, but without a counterpart here
  };
  std::string_view name;  // in lower case
  Kind kind = Kind::foreign;
  int minimumArguments = 0;
  int maximumArguments = 0;
  double value = 0;                                                   // of a constant
  Expression (*expand)(std::vector<Expression> arguments) = nullptr;  // in terms of other functions
  Interpolation interpolation = Interpolation::akima;                 // of a spline
  int exactArguments = 0;                                             // expanded with at most this number; 0: all
  std::string_view reason = {};                                       // why it has no counterpart
  bool onlyInMeasures = false;                                        // only requests may use it; else `reason`
};

const Function* findFunction(std::string_view lowerCaseName);
// Suggestions for an unknown name.
std::string functionHint(std::string_view name);

using expressions::binary;
using expressions::call;
using expressions::number;

}  // namespace mb::adams
