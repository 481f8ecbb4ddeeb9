// Translates functions of ADAMS datasets to our expressions, and recognises springs, dampers and distances in them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/elements/elements.h"
#include "formats/model/expressions/expression.h"

namespace mb::adams {

// Resolves the numbers in an expression. Nothing: the dataset has no such entity, which is an error. Empty: it has one
// without a counterpart here (a floating marker, a spline that is a surface, a variable without a function, an array of
// states), which makes the expression untranslatable.
struct ExpressionScope {
  std::function<std::optional<std::string>(long id)>
      marker;  // our name; 0: a marker at the ground's origin with its axes
  // Our name, for AKISPL (akima) and CUBSPL (cubic): the same SPLINE may be used in both ways.
  std::function<std::optional<std::string>(long id, Interpolation interpolation)> spline;
  std::function<std::optional<std::string>(long id)> variable;       // VARVAL: the text after its `FUNCTION =`
  std::function<std::optional<std::vector<double>>(long id)> array;  // ARYVAL: its constants
  bool isMeasure = false;                                            // of a request: it may look at accelerations
  std::size_t* factorsLeft = nullptr;  // budget of all functions of a file; null: unlimited
};

// Exactly one of the three is set.
struct Translated {
  std::optional<Expression> expression;  // in the file's units; angles in radians
  std::optional<ExpressionError> error;  // malformed, or refers to something that does not exist; position in the text
  std::string untranslatable;            // well-formed but without a counterpart here: the reason
};
// The text after `FUNCTION =`, with continuation marks removed. Case does not matter. Functions of variables (VARVAL)
// are substituted; recursive ones are untranslatable.
Translated translateExpression(std::string_view text, const ExpressionScope& scope);

// F = preload - k (dm(i, j) - length) - c vr(i, j), in any form; lengths and forces in the file's units. k and c are
// not negative, and one of them is not 0.
struct SpringShape {
  double stiffness = 0;
  double damping = 0;
  double length = 0;   // free length or angle; 0 without stiffness
  double preload = 0;  // only if no free length can replace it
};
std::optional<SpringShape> translationalSpring(const Expression& expression, std::string_view i, std::string_view j);
// The same over az(i, j) and wz(i, j, j), about the z axis of j. (Without the axes of j, wz is about z of the ground.)
std::optional<SpringShape> rotationalSpring(const Expression& expression, std::string_view i, std::string_view j);
// The length L if the expression vanishes for dm(i, j) = L: dm(i, j) - L, L - dm(i, j), dm(i,j)**2 - L**2, and
// multiples of them; with the names of the two markers. dx^2 + dy^2 + dz^2 is dm^2.
struct DistanceShape {
  std::string i;
  std::string j;  // empty: the origin of the ground
  double length = 0;
};
std::optional<DistanceShape> distanceOf(const Expression& expression);

}  // namespace mb::adams
