// Builds expressions, for readers of other languages.
#pragma once

#include <string_view>
#include <vector>

#include "formats/model/expressions/expression.h"

namespace mb::expressions {

Expression number(double value);
Expression binary(Expression::Kind kind, Expression left, Expression right);
Expression call(std::string_view name, std::vector<Expression> arguments);

}  // namespace mb::expressions
