// The expression language: one grammar for numbers in files, drives and forces.
//
//   expression := term (('+' | '-') term)*        term   := factor (('*' | '/') factor)*
//   factor     := ('+' | '-') factor | power      power  := primary (('^' | '**') factor)?
//   primary    := number | name | name '(' argument (',' argument)* ')' | '(' expression ')'
//   argument   := expression, or the name of a marker, joint coordinate or spline where the function wants one
//
// Names may contain dots (uca.m1), those of markers, joints and the like also minuses (front-left.m1), since nothing is
// computed where they stand; other odd names of those stand in single quotes. A minus before a number
// belongs to it unless a power follows: -2^2 is -(2^2). `time`, `pi`, `deg` (pi / 180) are built in; angles are in
// radians.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/basics/units.h"
#include "formats/model/expressions/jet.h"
#include "formats/model/messages/codes.h"

namespace mb {

struct Expression {
  enum class Kind { number, time, reference, negate, add, subtract, multiply, divide, power, call };
  Kind kind = Kind::number;
  double number = 0;
  std::string name;                   // of the function called or the thing referred to
  std::vector<Expression> arguments;  // operands, or arguments of a call
};

struct ExpressionError {
  std::size_t position = 0;  // offset in the text
  std::string message;
  std::string hint;
  Code code = Code::expressionSyntax;
};

// Values of parameters, by name; nothing for an unknown name.
using ParameterLookup = std::function<std::optional<double>(std::string_view)>;

// Parses text; parameters are replaced by their values. On failure returns nothing and fills the error.
// Names of known functions are checked with their number of arguments; other names must be parameters, `time`,
// or stand where a function wants a marker, coordinate, spline or driver (Kind::reference). `references`, where wanted,
// gets the offsets of the latter in the text, in the order of forEachReference.
std::optional<Expression> parseExpression(std::string_view text, const ParameterLookup& parameters,
                                          ExpressionError& error, std::vector<std::size_t>* references = nullptr);
// Whether a word is `time`, a constant or a function of numbers. What measures the mechanism leaves its name free: it
// is never without names in brackets.
bool isReservedWord(std::string_view name);

// The value of an expression without time or references; nothing when it has them, or is not finite.
std::optional<double> constantValue(const Expression& expression);
// The value at a time, for expressions of time alone; nothing when it refers to markers, joints or splines.
std::optional<double> valueAt(const Expression& expression, double time);

// Canonical text with the fewest brackets; reads back as the same tree.
std::string toText(const Expression& expression);

// What a function of the language returns and wants; for units, mirroring, references and the docs.
struct ExpressionFunction {
  enum class Argument { value, marker, coordinate, spline, driver };
  std::string_view name;
  int minimumArguments = 1;
  int maximumArguments = 1;
  Argument argument = Argument::value;  // of the leading arguments; splines take one name, then values
  Dimension dimension;                  // of the result, where it measures the mechanism
  enum class Mirror { none, translation, rotation, refused } mirror = Mirror::none;  // how it changes in a mirror image
  int component = -1;  // the axis (0, 1, 2) that a component function measures along
  std::string_view meaning;
  double (*evaluate)(std::span<const double> arguments) = nullptr;  // null for what depends on the mechanism
  Jet (*evaluateJet)(std::span<const Jet> arguments) = nullptr;     // the same with exact derivatives by time
};
// Whether a function is one of (x, x0, h0, x1, h1) that runs from h0 at x0 to h1 at x1.
bool isBlend(std::string_view function);
// What is wrong with constants x0 above x1. Empty when they are not, or no constants; equal ones jump.
std::string blendFault(const Expression& x0, const Expression& x1);
inline constexpr std::string_view kBlendHint =
    "exchange x0 and x1 together with h0 and h1; a jump needs two a little apart";
// What the function wants as argument `index`.
ExpressionFunction::Argument argumentKind(const ExpressionFunction& function, std::size_t index);
// "1 argument", "2 to 4 arguments".
std::string argumentsText(int fewest, int most);
const ExpressionFunction* findExpressionFunction(std::string_view name);
const std::vector<ExpressionFunction>& expressionFunctions();

// An expression in the source's units as the same function in SI: time, measures and the result are scaled.
// The result, in the source's units, has the given dimension. Unchanged in SI.
// joint() and joint_rate() are angles unless the coordinate's name ends in .tx, .ty or .tz. A spline's numbers stay in
// the source's units.
Expression toSi(Expression expression, const Units& units, const Dimension& result);
Expression negated(Expression expression);

// Calls back for every reference (marker, coordinate or spline name), which may be replaced.
void forEachReference(Expression& expression,
                      const std::function<void(ExpressionFunction::Argument, std::string& name)>& visit);
void forEachReference(const Expression& expression,
                      const std::function<void(ExpressionFunction::Argument, const std::string& name)>& visit);
bool hasReferences(const Expression& expression);
bool usesTime(const Expression& expression);

}  // namespace mb
