// The functions of ADAMS datasets, one row each: what their arguments are, and what becomes of them here.
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
    value,     // of values: the function of the same name here, or expanded
    measure,   // of markers: the measure of the same name here
    spline,    // (x, z, id[, order])
    variable,  // (id)
    array,     // (id, component)
    foreign,   // known, without counterpart here
  };
  std::string_view name;  // in lower case
  Kind kind = Kind::foreign;
  int minimumArguments = 0;
  int maximumArguments = 0;
  double value = 0;                                                   // of a constant
  Expression (*expand)(std::vector<Expression> arguments) = nullptr;  // written with other functions
  Interpolation interpolation = Interpolation::akima;                 // of a spline
  int exactArguments = 0;                                             // expanded with so many at most; 0: all
  std::string_view reason = {};                                       // why it has no counterpart
};

const Function* findFunction(std::string_view lowerCaseName);
// What may have been meant by a name that is none of them.
std::string functionHint(std::string_view name);

using expressions::binary;
using expressions::call;
using expressions::number;

}  // namespace mb::adams
