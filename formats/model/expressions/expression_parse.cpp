#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <numbers>
#include <system_error>
#include <vector>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/model/basics/units.h"
#include "formats/model/expressions/expression.h"
#include "formats/model/messages/diagnostics.h"

namespace mb {
namespace {

struct Constant {
  std::string_view name;
  double value;
};
constexpr std::array kConstants{Constant{"pi", std::numbers::pi}, Constant{"deg", kDegree}};
constexpr std::string_view kTime = "time";

using Kind = Expression::Kind;
using Argument = ExpressionFunction::Argument;

bool startsName(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool continuesName(char c) { return startsName(c) || isDigit(c) || c == '.'; }

// A minus, digit or letter of another alphabet looks like one that is accepted, but no parameter's name contains any.
bool isPlain(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}
constexpr const char* kPlainHint =
    "the minus is '-', digits are 0 to 9, the decimal point is '.'; blanks and the letters of names are plain ones";

std::string_view wordFor(Argument argument) {
  switch (argument) {
    case Argument::marker: return "marker";
    case Argument::coordinate: return "joint coordinate";
    case Argument::spline: return "spline";
    case Argument::driver: return "driver";
    case Argument::joint: return "joint";
    case Argument::road: return "road";
    case Argument::force: return "force with what it offers";
    case Argument::input: return "input";
    case Argument::value: return "value";
  }
  return {};
}

class Parser {
 public:
  Parser(std::string_view text, const ParameterLookup& parameters, ExpressionError& error,
         std::vector<std::size_t>* references)
      : text_(text), parameters_(parameters), error_(error), references_(references) {}

  std::optional<Expression> parse() {
    skipBlanks();
    if (atEnd()) return fail(0, "the expression is empty", "write a number, or a formula such as 2*sin(time)");
    std::optional<Node> node = parseSum();
    if (!node) return std::nullopt;
    if (!atEnd()) return unexpected();
    return std::move(node->expression);
  }

 private:
  struct Node {
    Expression expression;
    int height = 1;
  };

  std::string_view text_;
  const ParameterLookup& parameters_;
  ExpressionError& error_;
  std::vector<std::size_t>* references_;
  std::size_t at_ = 0;
  int depth_ = 0;

  bool atEnd() const { return at_ == text_.size(); }
  char peek() const { return atEnd() ? '\0' : text_[at_]; }
  void skipBlanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  bool take(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    skipBlanks();
    return true;
  }
  std::string_view takeName() {
    const std::size_t start = at_;
    while (!atEnd() && continuesName(text_[at_])) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    skipBlanks();
    return name;
  }

  // Reads the name of a marker, joint, spline or driver, in which a minus is not an operator because nothing is
  // computed there.
  std::string_view takeReference() {
    const std::size_t start = at_;
    while (!atEnd() && (continuesName(text_[at_]) || text_[at_] == '-')) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    skipBlanks();
    return name;
  }

  std::nullopt_t fail(std::size_t position, std::string message, std::string hint, Code code = Code::expressionSyntax) {
    error_ = {position, std::move(message), std::move(hint), code};
    return std::nullopt;
  }
  std::nullopt_t unexpected() {
    if (atEnd()) return fail(at_, "the expression ends where a value should follow", "complete it");
    const char c = peek();
    if (c == ',') return fail(at_, "unexpected ','", "decimals are written with a point");
    if (startsName(c) || isDigit(c) || c == '(') {
      return fail(at_, fmt::format("an operator is missing before '{}'", wordAt(at_)),
                  isPlain(wordAt(at_)) ? "write a product with '*'" : kPlainHint);
    }
    return fail(at_, fmt::format("unexpected '{}'", c), "a value or an operator is expected here");
  }
  std::string_view wordAt(std::size_t start) const {
    std::size_t end = start;
    while (end < text_.size() && continuesName(text_[end])) ++end;
    return text_.substr(start, std::max<std::size_t>(end - start, 1));
  }

  std::optional<Node> join(Kind kind, Node left, Node right, std::size_t position) {
    Node node;
    node.height = 1 + std::max(left.height, right.height);
    if (node.height - 1 > limits::kMostInARow) {
      return fail(position, fmt::format("the expression has more than {} operations in a row", limits::kMostInARow),
                  "split it with brackets", Code::tooLong);
    }
    node.expression.kind = kind;
    node.expression.arguments.reserve(2);
    node.expression.arguments.push_back(std::move(left.expression));
    node.expression.arguments.push_back(std::move(right.expression));
    return node;
  }

  struct Operator {
    std::string_view token;
    Kind kind;
  };

  // operand (operator operand)*, grouped from the left.
  template <std::size_t size>
  std::optional<Node> parseChain(const std::array<Operator, size>& operators,
                                 std::optional<Node> (Parser::*operand)()) {
    std::optional<Node> left = (this->*operand)();
    while (left) {
      const std::size_t position = at_;
      const auto found =
          std::find_if(operators.begin(), operators.end(), [&](const Operator& o) { return take(o.token); });
      if (found == operators.end()) return left;
      std::optional<Node> right = (this->*operand)();
      if (!right) return std::nullopt;
      left = join(found->kind, std::move(*left), std::move(*right), position);
    }
    return std::nullopt;
  }

  std::optional<Node> parseSum() {
    static constexpr std::array<Operator, 2> kOperators{Operator{"+", Kind::add}, Operator{"-", Kind::subtract}};
    return parseChain(kOperators, &Parser::parseTerm);
  }
  std::optional<Node> parseTerm() {
    static constexpr std::array<Operator, 2> kOperators{Operator{"*", Kind::multiply}, Operator{"/", Kind::divide}};
    return parseChain(kOperators, &Parser::parseFactor);
  }

  std::optional<Node> parseFactor() {
    // Brackets, signs, exponents and arguments all nest through this function.
    if (depth_ > limits::kDeepestBrackets) {
      return fail(at_, fmt::format("the expression is nested more than {} deep", limits::kDeepestBrackets),
                  "compute parts of it in <param>", Code::tooDeep);
    }
    ++depth_;
    std::optional<Node> node = parseSigned();
    --depth_;
    return node;
  }

  std::optional<Node> parseSigned() {
    if (take("+")) return parseFactor();
    if (!take("-")) return parsePower();
    const bool isLiteral = isDigit(peek()) || peek() == '.';
    std::optional<Node> operand = parseFactor();
    if (!operand) return std::nullopt;
    if (isLiteral && operand->expression.kind == Kind::number) {
      if (operand->expression.number != 0) operand->expression.number = -operand->expression.number;
      return operand;
    }
    Node node;
    node.height = operand->height + 1;
    node.expression.kind = Kind::negate;
    node.expression.arguments.push_back(std::move(operand->expression));
    return node;
  }

  std::optional<Node> parsePower() {
    std::optional<Node> base = parsePrimary();
    if (!base) return std::nullopt;
    const std::size_t position = at_;
    if (!take("^") && !take("**")) return base;
    std::optional<Node> exponent = parseFactor();
    if (!exponent) return std::nullopt;
    return join(Kind::power, std::move(*base), std::move(*exponent), position);
  }

  std::optional<Node> parsePrimary() {
    const char c = peek();
    if (isDigit(c) || c == '.') return parseNumber();
    if (startsName(c)) return parseName();
    const std::size_t start = at_;
    if (!take("(")) return unexpected();
    std::optional<Node> node = parseSum();
    if (!node) return std::nullopt;
    return closeBracket(start) ? std::move(node) : std::nullopt;
  }

  bool closeBracket(std::size_t opened) {
    if (take(")")) return true;
    if (atEnd())
      fail(opened, "the bracket is not closed", "close it with ')'");
    else
      unexpected();
    return false;
  }

  static Node numberNode(double value) {
    Node node;
    node.expression.number = value;
    return node;
  }

  std::optional<Node> parseNumber() {
    const std::size_t start = at_;
    double value = 0;
    const auto [end, code] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (code == std::errc::invalid_argument)
      return fail(start, "unexpected '.'", "a digit is needed before or after the point");
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ - start > limits::kLongestNumber) {
      return fail(start, fmt::format("a number of {} characters, the limit is {}", at_ - start, limits::kLongestNumber),
                  "only 17 digits count; write an exponent instead of zeros", Code::tooLong);
    }
    if (code == std::errc::result_out_of_range) {
      return fail(start, fmt::format("the number '{}' is out of range", text_.substr(start, at_ - start)),
                  "numbers go up to about 1e308", Code::outOfRange);
    }
    if (continuesName(peek())) {
      const std::string_view word = wordAt(start);
      return fail(start, fmt::format("'{}' is not a number", word),
                  isPlain(word) ? "write a product with '*'" : kPlainHint, Code::notANumber);
    }
    skipBlanks();
    return numberNode(value);
  }

  std::optional<Node> parseName() {
    const std::size_t start = at_;
    const std::string_view name = takeName();
    if (!isPlain(name)) {
      return fail(start, fmt::format("'{}' has signs, digits or letters beyond ASCII", name), kPlainHint,
                  Code::notANumber);
    }
    if (peek() == '(') return parseCall(name, start);
    if (name == kTime) {
      Node node;
      node.expression.kind = Kind::time;
      return node;
    }
    for (const Constant& constant : kConstants) {
      if (name == constant.name) return numberNode(constant.value);
    }
    if (parameters_) {
      if (const std::optional<double> value = parameters_(name)) return numberNode(*value);
    }
    if (findExpressionFunction(name)) {
      return fail(start, fmt::format("the function '{}' has no arguments", name), "they follow in brackets",
                  Code::wrongArguments);
    }
    return fail(start, fmt::format("'{}' is not a parameter", name), nameHint(name), Code::unknownParameter);
  }

  static std::string nameHint(std::string_view name) {
    std::vector<std::string> known{std::string(kTime)};
    for (const Constant& constant : kConstants) known.emplace_back(constant.name);
    const std::string hint = didYouMean(name, known);
    if (!hint.empty()) return hint;
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return "declare it in <parameters>";
    return fmt::format("a joint's coordinate is joint({}), and what a force offers is force({}), in measures",
                       name.substr(0, dot), name);
  }
  static std::string functionHint(std::string_view name) {
    std::vector<std::string> known;
    for (const ExpressionFunction& function : expressionFunctions()) known.emplace_back(function.name);
    const std::string hint = didYouMean(name, known);
    return hint.empty() ? "use a function that expressions have" : hint;
  }

  std::optional<Node> parseCall(std::string_view name, std::size_t start) {
    const ExpressionFunction* const function = findExpressionFunction(name);
    if (!function)
      return fail(start, fmt::format("'{}' is not a function", name), functionHint(name), Code::unknownFunction);
    const std::size_t opened = at_;
    take("(");
    Node node;
    node.expression.kind = Kind::call;
    node.expression.name = name;
    while (peek() != ')') {
      const Argument kind = argumentKind(*function, node.expression.arguments.size());
      std::optional<Node> argument = kind == Argument::value ? parseSum() : parseReference(*function, kind);
      if (!argument) return std::nullopt;
      node.height = std::max(node.height, argument->height + 1);
      node.expression.arguments.push_back(std::move(argument->expression));
      if (!take(",")) break;
      if (peek() == ')') return unexpected();
    }
    if (!closeBracket(opened)) return std::nullopt;
    const auto count = static_cast<int>(node.expression.arguments.size());
    if (count < function->minimumArguments || count > function->maximumArguments) {
      return fail(start,
                  fmt::format("'{}' takes {}, not {}", name,
                              argumentsText(function->minimumArguments, function->maximumArguments), count),
                  fmt::format("{}{}", name, function->meaning.starts_with('(') ? function->meaning : "(x)"),
                  Code::wrongArguments);
    }
    if (isBlend(name)) {
      const std::string fault = blendFault(node.expression.arguments[1], node.expression.arguments[3]);
      if (!fault.empty()) {
        return fail(start, fmt::format("'{}' {}", name, fault), std::string(kBlendHint), Code::mustIncrease);
      }
    }
    return node;
  }

  std::optional<Node> parseReference(const ExpressionFunction& function, Argument kind) {
    const std::size_t start = at_;
    Node node;
    node.expression.kind = Kind::reference;
    if (peek() == '\'') {
      const std::optional<std::string> name = takeQuoted();
      if (!name) return fail(start, "the quote is not closed", "close it with the quote it began with");
      node.expression.name = *name;
    } else if (startsName(peek())) {
      node.expression.name = takeReference();
    }
    if (node.expression.name.empty()) {
      return fail(start, fmt::format("'{}' needs the name of a {} here", function.name, wordFor(kind)),
                  "write the name, in quotes if it has characters other than letters, digits and '_'",
                  Code::wrongArguments);
    }
    if (!atEnd() && peek() != ',' && peek() != ')') {
      return fail(at_, fmt::format("unexpected '{}' after the name '{}'", peek(), node.expression.name),
                  "only a name is allowed here, in quotes if it has blanks or signs other than '_', '-' and '.'",
                  Code::wrongArguments);
    }
    if (references_) references_->push_back(start + (text_[start] == '\'' ? 1 : 0));
    return node;
  }

  std::optional<std::string> takeQuoted() {
    std::string name;
    for (++at_; !atEnd(); ++at_) {
      if (peek() == '\'') {
        ++at_;
        if (peek() != '\'') {
          skipBlanks();
          return name;
        }
      }
      name += peek();
    }
    return std::nullopt;
  }
};

}  // namespace

std::string argumentsText(int fewest, int most) {
  if (fewest == most) return counted(static_cast<std::size_t>(fewest), "argument");
  return fmt::format("{} to {} arguments", fewest, most);
}

std::optional<Expression> parseExpression(std::string_view text, const ParameterLookup& parameters,
                                          ExpressionError& error, std::vector<std::size_t>* references) {
  return Parser(text, parameters, error, references).parse();
}

bool isReservedWord(std::string_view name) {
  const ExpressionFunction* const function = findExpressionFunction(name);
  return name == kTime || std::ranges::find(kConstants, name, &Constant::name) != kConstants.end() ||
         (function && function->argument == Argument::value);
}

}  // namespace mb
