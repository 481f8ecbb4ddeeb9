// Any text as an expression: an error at a place inside of it, or a tree whose text reads back as itself and whose
// values and conversions can be asked for.
#include "formats/model/expressions/expression.h"

#include <cmath>

#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {
namespace {

std::optional<double> parameter(std::string_view name) {
  if (name == "a") return 0.5;
  if (name == "zero") return 0;
  return std::nullopt;
}

Expression readBack(const Expression& expression) {
  const std::string text = toText(expression);
  ExpressionError error;
  const std::optional<Expression> again = parseExpression(text, parameter, error);
  if (!again) wrong("an expression is not read back: " + error.message, text);
  if (toText(*again) != text) wrong("an expression is not written twice alike", text + "\n" + toText(*again));
  return *again;
}

}  // namespace

void expression(std::string_view bytes) {
  ExpressionError error;
  const std::optional<Expression> parsed = parseExpression(bytes, parameter, error);
  if (!parsed) {
    if (error.message.empty()) wrong("neither an expression nor an error");
    if (error.position > bytes.size()) wrong("an error behind the end of the text");
    return;
  }
  const Expression again = readBack(*parsed);
  if (const auto constant = constantValue(*parsed)) {
    const auto value = constantValue(again);
    if (!std::isfinite(*constant) || !value || *value != *constant) wrong("a constant changes its value");
  }
  static_cast<void>(valueAt(*parsed, 0.5));
  static_cast<void>(hasReferences(*parsed));
  for (const Expression& changed : {negated(*parsed), toSi(*parsed, *unitSystem("MMKS"), dimension::kTorque)}) {
    // It has brackets more, which may be too many: models with such functions are refused.
    if (!parseExpression(toText(changed), parameter, error) && error.code != Code::tooDeep &&
        error.code != Code::tooLong)
      wrong("an expression, negated or in other units, is not read back: " + error.message, toText(changed));
  }
}

}  // namespace mb::fuzz
