#include "formats/model/expressions/expression.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "formats/model/basics/numbers.h"
#include "formats/model/elementary/elementary.h"
#include "formats/model/expressions/expression_build.h"

namespace mb {
namespace {

using Kind = Expression::Kind;
using Argument = ExpressionFunction::Argument;

// ---- values ----

// With a null time, an expression of time has no value.
std::optional<double> evaluate(const Expression& expression, const double* time) {
  if (expression.kind == Kind::number) return expression.number;
  if (expression.kind == Kind::time) return time ? std::optional(*time) : std::nullopt;
  if (expression.kind == Kind::reference) return std::nullopt;

  constexpr std::size_t kFew = 8;  // enough for all but long lists, without the heap
  const std::size_t count = expression.arguments.size();
  std::array<double, kFew> few{};
  std::vector<double> many;
  if (count > kFew) many.resize(count);
  const std::span<double> a = count > kFew ? std::span<double>(many) : std::span<double>(few.data(), count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::optional<double> value = evaluate(expression.arguments[k], time);
    if (!value) return std::nullopt;
    a[k] = *value;
  }
  switch (expression.kind) {
    case Kind::negate: return -a[0];
    case Kind::add: return a[0] + a[1];
    case Kind::subtract: return a[0] - a[1];
    case Kind::multiply: return a[0] * a[1];
    case Kind::divide: return a[0] / a[1];
    case Kind::power: return elementary::pow(a[0], a[1]);
    case Kind::call: {
      const ExpressionFunction* const function = findExpressionFunction(expression.name);
      if (function && function->evaluator<double>()) return function->evaluator<double>()(a);
      return std::nullopt;
    }
    case Kind::number:
    case Kind::time:
    case Kind::reference: break;
  }
  return std::nullopt;
}

std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

// ---- text ----

// How tightly an expression binds; an operand that binds less tightly than its position requires gets brackets.
enum class Binding { sum, term, factor, power, primary };

Binding bindingOf(const Expression& expression) {
  switch (expression.kind) {
    case Kind::add:
    case Kind::subtract: return Binding::sum;
    case Kind::multiply:
    case Kind::divide: return Binding::term;
    case Kind::negate: return Binding::factor;
    case Kind::power: return Binding::power;
    case Kind::number: return expression.number < 0 ? Binding::factor : Binding::primary;
    case Kind::time:
    case Kind::reference:
    case Kind::call: break;
  }
  return Binding::primary;
}

std::string quotedIfNeeded(const std::string& name) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  const bool starts = !name.empty() && name.front() != '.' && !(name.front() >= '0' && name.front() <= '9');
  if (starts && std::all_of(name.begin(), name.end(), plain)) return name;
  std::string quoted = "'";
  for (const char c : name) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

void append(std::string& text, const Expression& expression, Binding place);

void appendOperation(std::string& text, const Expression& expression, Binding left, std::string_view sign,
                     Binding right) {
  append(text, expression.arguments[0], left);
  text += sign;
  append(text, expression.arguments[1], right);
}

void append(std::string& text, const Expression& expression, Binding place) {
  const bool brackets = bindingOf(expression) < place;
  if (brackets) text += '(';
  switch (expression.kind) {
    case Kind::number: text += toText(expression.number); break;
    case Kind::time: text += "time"; break;
    case Kind::reference: text += quotedIfNeeded(expression.name); break;
    case Kind::negate: {
      // A bare number would absorb the sign: -2 is a number, -(2) the negative of one.
      const Expression& operand = expression.arguments[0];
      const bool isNumber = operand.kind == Kind::number && operand.number >= 0;
      text += isNumber ? "-(" : "-";
      append(text, operand, isNumber ? Binding::sum : Binding::factor);
      if (isNumber) text += ')';
      break;
    }
    case Kind::add: appendOperation(text, expression, Binding::sum, " + ", Binding::term); break;
    case Kind::subtract: appendOperation(text, expression, Binding::sum, " - ", Binding::term); break;
    case Kind::multiply: appendOperation(text, expression, Binding::term, "*", Binding::factor); break;
    case Kind::divide: appendOperation(text, expression, Binding::term, "/", Binding::factor); break;
    case Kind::power: appendOperation(text, expression, Binding::primary, "^", Binding::factor); break;
    case Kind::call: {
      text += expression.name;
      const char* separator = "(";
      for (const Expression& argument : expression.arguments) {
        text += separator;
        append(text, argument, Binding::sum);
        separator = ", ";
      }
      text += ')';
      break;
    }
  }
  if (brackets) text += ')';
}

// ---- units ----

Dimension dimensionOf(const Expression& call, const ExpressionFunction& function, const NamedDimension& named) {
  if (function.argument == Argument::force || function.argument == Argument::input)
    return named ? named(function.argument, call.arguments[0].name) : Dimension{};
  if (function.argument != Argument::coordinate) return function.dimension;
  const std::string& name = call.arguments[0].name;
  const bool isLength = name.ends_with(".tx") || name.ends_with(".ty") || name.ends_with(".tz");
  const bool isRate = function.name == "joint_rate";
  if (isLength) return isRate ? dimension::kVelocity : dimension::kLength;
  return isRate ? dimension::kAngularVelocity : dimension::kAngle;
}

// Converts every SI quantity that the expression measures on the mechanism to the source's units.
void measureInSource(Expression& expression, const Units& units, const NamedDimension& named) {
  for (Expression& argument : expression.arguments) measureInSource(argument, units, named);
  double unit = 1;
  if (expression.kind == Kind::time) {
    unit = units.time;
  } else if (expression.kind == Kind::call) {
    if (const ExpressionFunction* const function = findExpressionFunction(expression.name)) {
      unit = toSi(units, dimensionOf(expression, *function, named));
    }
  }
  if (unit != 1) expression = expressions::binary(Kind::divide, std::move(expression), expressions::number(unit));
}

template <class ExpressionT, class Visit>
void walkReferences(ExpressionT& expression, const Visit& visit) {
  const ExpressionFunction* const function =
      expression.kind == Kind::call ? findExpressionFunction(expression.name) : nullptr;
  for (std::size_t k = 0; k < expression.arguments.size(); ++k) {
    auto& argument = expression.arguments[k];
    if (function && argument.kind == Kind::reference)
      visit(*function, k, argument.name);
    else
      walkReferences(argument, visit);
  }
}

}  // namespace

std::optional<double> constantValue(const Expression& expression) { return finite(evaluate(expression, nullptr)); }
std::optional<double> valueAt(const Expression& expression, double time) { return finite(evaluate(expression, &time)); }

std::string toText(const Expression& expression) {
  std::string text;
  append(text, expression, Binding::sum);
  return text;
}

Expression toSi(Expression expression, const Units& units, const Dimension& result, const NamedDimension& named) {
  measureInSource(expression, units, named);
  const double factor = toSi(units, result);
  if (factor == 1) return expression;
  if (expression.kind == Kind::number) return expressions::number(expression.number * factor);
  return expressions::binary(Kind::multiply, expressions::number(factor), std::move(expression));
}

std::optional<Dimension> measuredDimension(const Expression& expression, const NamedDimension& named) {
  const auto ofArguments = [&]() -> std::optional<Dimension> {
    for (const Expression& argument : expression.arguments) {
      if (const auto found = measuredDimension(argument, named)) return found;
    }
    return std::nullopt;
  };
  switch (expression.kind) {
    case Kind::negate:
    case Kind::add:
    case Kind::subtract: return ofArguments();
    case Kind::call: {
      const ExpressionFunction* const function = findExpressionFunction(expression.name);
      if (!function || function->argument == Argument::spline) return std::nullopt;
      if (function->argument != Argument::value) return dimensionOf(expression, *function, named);
      return function->name == "abs" || function->name == "min" || function->name == "max" ? ofArguments()
                                                                                           : std::nullopt;
    }
    default: return std::nullopt;
  }
}

Expression negated(Expression expression) {
  if (expression.kind == Kind::number) return expressions::number(expression.number == 0 ? 0 : -expression.number);
  if (expression.kind == Kind::negate) {
    Expression operand = std::move(expression.arguments[0]);
    return operand;
  }
  Expression result;
  result.kind = Kind::negate;
  result.arguments.push_back(std::move(expression));
  return result;
}

void forEachReference(Expression& expression, const std::function<void(Argument, std::string& name)>& visit) {
  walkReferences(expression, [&](const ExpressionFunction& function, std::size_t k, std::string& name) {
    visit(argumentKind(function, k), name);
  });
}

void forEachReference(const Expression& expression,
                      const std::function<void(Argument, const std::string& name)>& visit) {
  walkReferences(expression, [&](const ExpressionFunction& function, std::size_t k, const std::string& name) {
    visit(argumentKind(function, k), name);
  });
}

void forEachArgument(Expression& expression,
                     const std::function<void(const ExpressionFunction&, std::size_t, std::string&)>& visit) {
  walkReferences(expression, visit);
}

bool hasReferences(const Expression& expression) {
  return expression.kind == Kind::reference ||
         std::any_of(expression.arguments.begin(), expression.arguments.end(), hasReferences);
}

bool dependsOnMotion(const Expression& expression) {
  bool depends = false;
  forEachReference(expression,
                   [&](Argument kind, const std::string&) { depends = depends || kind != Argument::input; });
  return depends;
}

const ExpressionFunction* onlyInMeasures(const Expression& expression) {
  if (expression.kind == Kind::call) {
    const ExpressionFunction* const function = findExpressionFunction(expression.name);
    if (function && function->onlyInMeasures) return function;
  }
  for (const Expression& argument : expression.arguments) {
    if (const ExpressionFunction* const found = onlyInMeasures(argument)) return found;
  }
  return nullptr;
}

bool usesTime(const Expression& expression) {
  return expression.kind == Kind::time ||
         std::any_of(expression.arguments.begin(), expression.arguments.end(), usesTime);
}

}  // namespace mb
