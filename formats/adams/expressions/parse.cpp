#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "formats/adams/expressions/parser.h"

namespace mb::adams {

using Kind = Expression::Kind;

std::optional<Node> Parser::parse() {
  scan_.skipBlanks();
  if (scan_.atEnd()) return fail(0, Code::expressionSyntax, "the function is empty", "a value is expected, such as 0");
  std::optional<Node> node = parseSum();
  if (!node) return std::nullopt;
  if (!scan_.atEnd()) return unexpected();
  return node;
}

std::nullopt_t Parser::fail(std::size_t position, Code code, std::string message, std::string hint) {
  if (!error_) error_ = ExpressionError{position, std::move(message), std::move(hint), code};
  return std::nullopt;
}

std::nullopt_t Parser::unexpected() {
  if (scan_.atEnd())
    return fail(scan_.at, Code::expressionSyntax, "the function ends where a value should follow", "complete it");
  const char c = scan_.peek();
  if (isLetter(c) || isDigit(c) || c == '(') {
    return fail(scan_.at, Code::expressionSyntax,
                fmt::format("an operator is missing before '{}'", scan_.wordAt(scan_.at)), "write a product with '*'");
  }
  if (c == '^') return fail(scan_.at, Code::expressionSyntax, "unexpected '^'", "a power is written with '**'");
  if (c == '<' || c == '>' || c == '=') {
    return fail(scan_.at, Code::expressionSyntax, fmt::format("unexpected '{}'", c),
                "write IF(a - b: less, equal, greater) to compare a with b");
  }
  if (c == ')')
    return fail(scan_.at, Code::expressionSyntax, "unexpected ')'",
                "there is no open bracket, or a value is missing before it");
  if (c > ' ' && c <= '~') {
    return fail(scan_.at, Code::expressionSyntax, fmt::format("unexpected '{}'", c),
                "a value or an operator is expected here");
  }
  return fail(scan_.at, Code::expressionSyntax,
              fmt::format("unexpected character (code {})", static_cast<unsigned char>(c)),
              "only plain text is allowed here");
}

Node Parser::foreign(std::string reason) {
  if (work_.untranslatable.empty()) work_.untranslatable = std::move(reason);
  return {};
}

std::nullopt_t Parser::tooBig() {
  foreign(work_.most < kMostFactors
              ? fmt::format("the functions of the file have more than {} operations with their variables written out",
                            limits::kMostOperationsRead)
              : fmt::format("it has more than {} operations with its variables and series written out",
                            limits::kMostOperations));
  return std::nullopt;
}

std::optional<Node> Parser::counted(Expression expression, int height, std::size_t size) {
  if (size > limits::kMostOperations) return tooBig();
  return Node{std::move(expression), height, size};
}

std::optional<Node> Parser::join(Kind kind, Node left, Node right, std::size_t position) {
  const int height = 1 + std::max(left.height, right.height);
  if (height > limits::kMostInARowOfFunction) {
    return fail(position, Code::tooDeep,
                fmt::format("the function has more than {} operations in a row", limits::kMostInARowOfFunction),
                "split it with brackets, or into VARIABLE statements");
  }
  return counted(binary(kind, std::move(left.expression), std::move(right.expression)), height,
                 left.size + right.size + 1);
}

template <std::size_t size>
std::optional<Node> Parser::parseChain(const std::array<Operator, size>& operators,
                                       std::optional<Node> (Parser::*operand)()) {
  std::optional<Node> left = (this->*operand)();
  while (left) {
    const std::size_t position = scan_.at;
    const auto found =
        std::find_if(operators.begin(), operators.end(), [&](const Operator& o) { return scan_.take(o.token); });
    if (found == operators.end()) return left;
    if (found->token == "%") foreign("functions have no vectors here");
    std::optional<Node> right = (this->*operand)();
    if (!right) return std::nullopt;
    left = join(found->kind, std::move(*left), std::move(*right), position);
  }
  return std::nullopt;
}

std::optional<Node> Parser::parseSum() {
  static constexpr std::array<Operator, 2> kOperators{Operator{"+", Kind::add}, Operator{"-", Kind::subtract}};
  return parseChain(kOperators, &Parser::parseTerm);
}

std::optional<Node> Parser::parseTerm() {
  static constexpr std::array<Operator, 3> kOperators{Operator{"*", Kind::multiply}, Operator{"/", Kind::divide},
                                                      Operator{"%", Kind::multiply}};
  return parseChain(kOperators, &Parser::parseFactor);
}

// Brackets, signs, exponents, arguments and the functions of variables all nest through this function.
std::optional<Node> Parser::parseFactor() {
  if (work_.depth >= limits::kDeepestFunction) {
    if (work_.variables.empty()) {
      return fail(scan_.at, Code::tooDeep,
                  fmt::format("the function is nested more than {} deep", limits::kDeepestFunction),
                  "split it into VARIABLE statements");
    }
    foreign(fmt::format("it is nested more than {} deep with its variables written out", limits::kDeepestFunction));
    return std::nullopt;
  }
  if (++work_.factors > work_.most) return tooBig();
  ++work_.depth;
  std::optional<Node> node = parseSigned();
  --work_.depth;
  return node;
}

// A power binds more tightly than the sign to its left: -a**b is -(a**b).
std::optional<Node> Parser::parseSigned() {
  if (scan_.take("+")) return parseFactor();
  if (!scan_.take("-")) return parsePower();
  const bool isLiteral = isDigit(scan_.peek()) || scan_.peek() == '.';
  std::optional<Node> operand = parseFactor();
  if (!operand) return std::nullopt;
  if (isLiteral && operand->expression.kind == Kind::number) {
    if (operand->expression.number != 0) operand->expression.number = -operand->expression.number;
    return operand;
  }
  Expression negative;
  negative.kind = Kind::negate;
  negative.arguments.push_back(std::move(operand->expression));
  return counted(std::move(negative), operand->height + 1, operand->size + 1);
}

// Right-associative, a**b**c is a**(b**c), and looser than a sign in the exponent: a**-b.
std::optional<Node> Parser::parsePower() {
  std::optional<Node> base = parsePrimary();
  if (!base) return std::nullopt;
  const std::size_t position = scan_.at;
  if (!scan_.take("**")) return base;
  std::optional<Node> exponent = parseFactor();
  if (!exponent) return std::nullopt;
  return join(Kind::power, std::move(*base), std::move(*exponent), position);
}

std::optional<Node> Parser::parsePrimary() {
  const char c = scan_.peek();
  if (isDigit(c) || (c == '.' && isDigit(scan_.peek(1)))) return parseNumber();
  if (isLetter(c)) return parseName();
  const std::size_t opened = scan_.at;
  if (scan_.take("[")) return parseVector(opened);
  if (!scan_.take("(")) return unexpected();
  std::optional<Node> node = parseSum();
  if (!node || !close(")", opened)) return std::nullopt;
  return node;
}

std::optional<Node> Parser::parseNumber() {
  const std::size_t start = scan_.at;
  const ScannedNumber scanned = takeNumber(scan_);
  switch (scanned.fault) {
    case ScannedNumber::Fault::none: break;
    case ScannedNumber::Fault::notANumber:
      return fail(start, Code::notANumber, fmt::format("'{}' is not a number", scan_.wordAt(start)),
                  "write a product with '*'");
    case ScannedNumber::Fault::outOfRange:
      return fail(start, Code::outOfRange, fmt::format("the number '{}' is out of range", scan_.wordAt(start)),
                  "write a smaller number");
  }
  return Node{number(scanned.value), 1, 1};
}

std::optional<Node> Parser::parseVector(std::size_t opened) {
  for (int k = 0; k < 3; ++k) {
    if (!parseSum()) return std::nullopt;
    if (k < 2 && !scan_.take(","))
      return fail(scan_.at, Code::expressionSyntax, "a vector has three components", "write [x, y, z]");
  }
  if (!close("]", opened)) return std::nullopt;
  return foreign("functions have no vectors here");
}

bool Parser::close(std::string_view bracket, std::size_t opened) {
  if (scan_.take(bracket)) return true;
  if (scan_.atEnd())
    fail(opened, Code::expressionSyntax, "the bracket is not closed", fmt::format("close it with '{}'", bracket));
  else
    unexpected();
  return false;
}

Translated translateExpression(std::string_view text, const ExpressionScope& scope) {
  Work work;
  if (scope.factorsLeft) work.most = std::min(work.most, *scope.factorsLeft);
  Parser parser(text, scope, work);
  std::optional<Node> node = parser.parse();
  if (scope.factorsLeft) *scope.factorsLeft -= std::min(*scope.factorsLeft, work.factors);
  Translated result;
  if (parser.error()) {
    result.error = parser.error();
  } else if (!work.untranslatable.empty() || !node) {
    result.untranslatable = std::move(work.untranslatable);
  } else {
    result.expression = std::move(node->expression);
  }
  return result;
}

}  // namespace mb::adams
