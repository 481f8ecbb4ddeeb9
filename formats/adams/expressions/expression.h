// Functions of ADAMS datasets as expressions of ours, and the shapes in them that are springs, dampers and distances.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/model/elements/elements.h"
#include "formats/model/expressions/expression.h"

namespace mb::adams {

// What the numbers in an expression mean. Nothing: the dataset has no such thing, an error. Empty: it has one that
// has no counterpart here (a floating marker, a spline that is a surface, a variable without a function, an array of
// states), which makes the expression untranslatable.
struct ExpressionScope {
  std::function<std::optional<std::string>(long id)> marker;  // our name of it; 0: one at the ground's origin and axes
  // Our name of it, for AKISPL (akima) and CUBSPL (cubic): the same SPLINE may be asked for in both ways.
  std::function<std::optional<std::string>(long id, Interpolation interpolation)> spline;
  std::function<std::optional<std::string>(long id)> variable;       // VARVAL: the text after its `FUNCTION =`
  std::function<std::optional<std::vector<double>>(long id)> array;  // ARYVAL: its constants
  std::size_t* factorsLeft = nullptr;  // what all functions of a file may still read; null: no matter
};

// One of the three is filled.
struct Translated {
  std::optional<Expression> expression;  // in the file's units; angles in radians
  std::optional<ExpressionError> error;  // it is not well formed, or names what does not exist; position in the text
  std::string untranslatable;            // it is well formed but has no counterpart here: why, in words
};
// The text after `FUNCTION =`, continuation marks already taken out. Case does not matter. Functions of variables
// (VARVAL) are put in place of them; those that depend on themselves are untranslatable.
Translated translateExpression(std::string_view text, const ExpressionScope& scope);

// F = preload - k (dm(i, j) - length) - c vr(i, j), in any arrangement; lengths and forces in the file's units. Neither
// k nor c is negative, and one is not 0.
struct SpringShape {
  double stiffness = 0;
  double damping = 0;
  double length = 0;   // free length or angle; 0 when there is no stiffness
  double preload = 0;  // only where no free length makes up for it
};
std::optional<SpringShape> translationalSpring(const Expression& expression, std::string_view i, std::string_view j);
// The same over az(i, j) and wz(i, j, j), about the z axis of j. (Without the axes of j, wz is about z of the ground.)
std::optional<SpringShape> rotationalSpring(const Expression& expression, std::string_view i, std::string_view j);
// The length L when the expression vanishes for dm(i, j) = L: dm(i, j) - L, L - dm(i, j), dm(i,j)**2 - L**2, and
// multiples of them; with the names of the two markers. dx^2 + dy^2 + dz^2 is dm^2.
struct DistanceShape {
  std::string i;
  std::string j;  // empty: the origin of the ground
  double length = 0;
};
std::optional<DistanceShape> distanceOf(const Expression& expression);

}  // namespace mb::adams
