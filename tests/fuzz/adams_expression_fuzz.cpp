// The first line as a function of an ADAMS dataset, the lines behind it as the functions of its variables 1, 2 ...:
// exactly one of expression, error and reason. An expression is one of ours: its text reads back.
#include <cstdlib>

#include "formats/adams/expressions/expression.h"
#include "tests/fuzz/fuzz.h"

namespace mb::fuzz {
namespace {

// Small numbers exist, larger ones exist without a counterpart, others do not exist.
std::optional<std::string> named(std::string_view kind, long id) {
  if (id < 0 || id >= 30) return std::nullopt;
  return id < 20 ? std::string(kind) + std::to_string(id) : std::string();
}

}  // namespace

void adams_expression(std::string_view bytes) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start <= bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    lines.emplace_back(bytes.substr(start, end - start));
    start = end + 1;
  }
  adams::ExpressionScope scope;
  scope.marker = [](long id) { return named("part.m", id); };
  scope.spline = [](long id, Interpolation interpolation) {
    return named(interpolation == Interpolation::akima ? "s" : "c", id);
  };
  scope.variable = [&](long id) -> std::optional<std::string> {
    if (id < 1 || static_cast<std::size_t>(id) >= lines.size()) return std::nullopt;
    return lines[static_cast<std::size_t>(id)];
  };
  scope.array = [](long id) -> std::optional<std::vector<double>> {
    if (id < 1 || id > 3) return std::nullopt;
    return std::vector<double>(static_cast<std::size_t>(id - 1), 1.5);
  };
  const adams::Translated translated = adams::translateExpression(lines.front(), scope);
  const int filled =
      (translated.expression ? 1 : 0) + (translated.error ? 1 : 0) + (translated.untranslatable.empty() ? 0 : 1);
  if (filled != 1) wrong("not one of expression, error and reason", std::string(bytes));
  if (!translated.expression) return;
  const std::string text = toText(*translated.expression);
  ExpressionError error;
  if (!parseExpression(
          text, [](std::string_view) { return std::nullopt; }, error)) {
    wrong("a translated expression is none of ours: " + error.message, text);
  }
  static_cast<void>(adams::translationalSpring(*translated.expression, "part.m1", "part.m2"));
  static_cast<void>(adams::rotationalSpring(*translated.expression, "part.m1", "part.m2"));
  static_cast<void>(adams::distanceOf(*translated.expression));
}

}  // namespace mb::fuzz
