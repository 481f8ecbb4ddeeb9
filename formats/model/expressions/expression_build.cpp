#include "formats/model/expressions/expression_build.h"

#include <utility>

namespace mb::expressions {

Expression number(double value) {
  Expression expression;
  expression.number = value;
  return expression;
}

Expression binary(Expression::Kind kind, Expression left, Expression right) {
  Expression expression;
  expression.kind = kind;
  expression.arguments.reserve(2);
  expression.arguments.push_back(std::move(left));
  expression.arguments.push_back(std::move(right));
  return expression;
}

Expression call(std::string_view name, std::vector<Expression> arguments) {
  Expression expression;
  expression.kind = Expression::Kind::call;
  expression.name = name;
  expression.arguments = std::move(arguments);
  return expression;
}

}  // namespace mb::expressions
