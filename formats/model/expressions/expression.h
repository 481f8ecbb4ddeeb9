// The expression language: one grammar for numbers in files, drives and forces.
//
//   expression := term (('+' | '-') term)*        term   := factor (('*' | '/') factor)*
//   factor     := ('+' | '-') factor | power      power  := primary (('^' | '**') factor)?
//   primary    := number | name | name '(' argument (',' argument)* ')' | '(' expression ')'
//   argument   := expression, or the name of a marker, joint coordinate or spline where the function expects one
//
// Names may contain dots (uca.m1). Names of markers, joints and the like may also contain minus signs (front-left.m1),
// because nothing is computed there; any other such name needs single quotes. A minus before a number belongs to the
// number unless a power follows: -2^2 is -(2^2). `time`, `pi`, `deg` (pi / 180) are built in; angles are in radians.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "formats/model/basics/units.h"
#include "formats/model/expressions/jet.h"
#include "formats/model/messages/codes.h"

namespace mb {

struct Expression {
  enum class Kind { number, time, reference, negate, add, subtract, multiply, divide, power, call };
  Kind kind = Kind::number;
  double number = 0;
  std::string name;                   // of the function or the entity referred to
  std::vector<Expression> arguments;  // operands, or arguments of a call
};

struct ExpressionError {
  std::size_t position = 0;  // offset in the text
  std::string message;
  std::string hint;
  Code code = Code::expressionSyntax;
};

// The value of a parameter by name; nothing for an unknown name.
using ParameterLookup = std::function<std::optional<double>(std::string_view)>;

// Parses text and replaces parameters by their values. On failure returns nothing and fills the error. Calls of known
// functions are checked for their number of arguments; other names must be parameters, `time`, or appear where a
// function expects a marker, coordinate, spline or driver (Kind::reference). If `references` is given, it receives the
// offsets of the latter in the text, in the order of forEachReference.
std::optional<Expression> parseExpression(std::string_view text, const ParameterLookup& parameters,
                                          ExpressionError& error, std::vector<std::size_t>* references = nullptr);
// Whether a word is `time`, a constant or a numeric function. Functions that measure the mechanism are not reserved,
// because they always have names in brackets.
bool isReservedWord(std::string_view name);

// The value of an expression without time or references; nothing if it has them or is not finite.
std::optional<double> constantValue(const Expression& expression);
// The value at a time, for expressions of time alone; nothing if it refers to markers, joints or splines.
std::optional<double> valueAt(const Expression& expression, double time);

// Canonical text with the fewest brackets; reads back as the same tree.
std::string toText(const Expression& expression);

// Result and arguments of a function of the language; for units, mirroring, references and the docs.
struct ExpressionFunction {
  // A force is named with what it offers: force.length. Measures may name joints and forces, forces may not.
  enum class Argument { value, marker, coordinate, spline, driver, joint, road, force, input };
  std::string_view name;
  int minimumArguments = 1;
  int maximumArguments = 1;
  Argument argument = Argument::value;  // of all arguments, or of the first where others follow
  std::optional<Argument> following{};  // kind of all arguments but the first
  Dimension dimension;                  // of the result, if it measures the mechanism
  bool onlyInMeasures = false;          // it needs accelerations, reactions or forces: no function of the state
  enum class Mirror { none, translation, rotation, refused } mirror = Mirror::none;  // in a mirror image
  int component = -1;  // the axis (0, 1, 2) of a component function
  // What a body stands for that a measure of the native format names instead of a marker, by argument.
  enum class BodyAs { nothing, wheel, frame };
  std::array<BodyAs, 3> bodies{};
  std::string_view meaning;
  // For plain numbers, with exact time derivatives (jets) or along a direction (duals), and recorded; null if it
  // depends on the mechanism.
  template <class T>
  using Evaluator = T (*)(std::span<const T> arguments);
  std::tuple<Evaluator<double>, Evaluator<Jet>, Evaluator<DualOf<double>>, Evaluator<JetOf<DualOf<double>>>,
             Evaluator<Traced>, Evaluator<JetOf<Traced>>, Evaluator<DualOf<Traced>>, Evaluator<JetOf<DualOf<Traced>>>>
      evaluators{};
  template <class T>
  Evaluator<T> evaluator() const {
    return std::get<Evaluator<T>>(evaluators);
  }
};
// Whether a function is of the form (x, x0, h0, x1, h1) and goes from h0 at x0 to h1 at x1.
bool isBlend(std::string_view function);
// The error when constants x0 and x1 are in the wrong order. Empty if they are not, or are not constants; equal ones
// give a jump.
std::string blendFault(const Expression& x0, const Expression& x1);
inline constexpr std::string_view kBlendHint =
    "swap x0 and x1 together with h0 and h1; a jump needs two values a little apart";
// The kind of argument that the function expects at `index`.
ExpressionFunction::Argument argumentKind(const ExpressionFunction& function, std::size_t index);
// "1 argument", "2 to 4 arguments".
std::string argumentsText(int fewest, int most);
const ExpressionFunction* findExpressionFunction(std::string_view name);
const std::vector<ExpressionFunction>& expressionFunctions();

// The dimension of what a name stands for: what a force offers, as in force(spring.length), or an input.
using NamedDimension = std::function<Dimension(ExpressionFunction::Argument kind, const std::string& name)>;
// Converts an expression in the source's units to the same function in SI: time, measures and the result are scaled.
// The result, in the source's units, has the given dimension. Unchanged in SI. joint() and joint_rate() are angles
// unless the coordinate's name ends in .tx, .ty or .tz. Numbers of splines stay in the source's units.
Expression toSi(Expression expression, const Units& units, const Dimension& result, const NamedDimension& named = {});
// The dimension of a call that measures, of its opposite and magnitude, and of sums with it; nothing where factors and
// other functions leave it open.
std::optional<Dimension> measuredDimension(const Expression& expression, const NamedDimension& named = {});
Expression negated(Expression expression);

// Calls back for every reference (marker, coordinate or spline name), which may be replaced.
void forEachReference(Expression& expression,
                      const std::function<void(ExpressionFunction::Argument, std::string& name)>& visit);
void forEachReference(const Expression& expression,
                      const std::function<void(ExpressionFunction::Argument, const std::string& name)>& visit);
// The same with the function, and the place of the name among its arguments.
void forEachArgument(
    Expression& expression,
    const std::function<void(const ExpressionFunction& function, std::size_t place, std::string& name)>& visit);
bool hasReferences(const Expression& expression);
// Whether it names something that the motion changes or a spline: anything but inputs.
bool dependsOnMotion(const Expression& expression);
bool usesTime(const Expression& expression);
// The first function in it that only measures may use; null if there is none.
const ExpressionFunction* onlyInMeasures(const Expression& expression);

}  // namespace mb
