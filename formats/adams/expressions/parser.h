// The grammar of functions: parse.cpp has the operators, calls.cpp the functions called.
//
//   sum     := term (('+' | '-') term)*            term  := factor (('*' | '/' | '%') factor)*
//   factor  := ('+' | '-') factor | power          power := primary ('**' factor)?
//   primary := number | name | name '(' [sum] (',' [sum])* ')' | '(' sum ')' | '[' sum ',' sum ',' sum ']'
//
// with a ':' after the first argument of IF. Vectors, in square brackets and with their product '%', are read but have
// no counterpart.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/adams/expressions/expression.h"
#include "formats/adams/expressions/functions.h"
#include "formats/adams/expressions/scan.h"
#include "formats/model/basics/limits.h"

namespace mb::adams {

// Limit of the factors read for one function, including its variables.
constexpr std::size_t kMostFactors = 4 * limits::kMostOperations;
constexpr std::size_t kMostCharacters = 1 << 22;

struct Node {
  Expression expression;
  int height = 1;
  std::size_t size = 1;
};

// Shared by an expression and the functions of its variables.
struct Work {
  int depth = 0;
  std::size_t factors = 0;  // read so far
  std::size_t most = kMostFactors;
  std::size_t characters = 0;   // of variables, read so far
  std::vector<long> variables;  // variables whose functions are being read
  std::string untranslatable;   // the first reason
};

class Parser {
 public:
  Parser(std::string_view text, const ExpressionScope& scope, Work& work) : scan_{text}, scope_(scope), work_(work) {}

  // Nothing after an error, or if it is too big, which `work` records.
  std::optional<Node> parse();
  const std::optional<ExpressionError>& error() const { return error_; }

 private:
  struct Operator {
    std::string_view token;
    Expression::Kind kind;
  };
  struct Argument {
    std::optional<Node> node;  // empty: omitted
    std::size_t position = 0;
  };

  Scanner scan_;
  const ExpressionScope& scope_;
  Work& work_;
  std::optional<ExpressionError> error_;

  std::nullopt_t fail(std::size_t position, Code code, std::string message, std::string hint);
  std::nullopt_t unexpected();
  // Continues with a placeholder, so that later errors are found.
  Node foreign(std::string reason);
  std::nullopt_t tooBig();
  // A new node, unless the expression has grown too big.
  std::optional<Node> counted(Expression expression, int height, std::size_t size);
  std::optional<Node> join(Expression::Kind kind, Node left, Node right, std::size_t position);

  template <std::size_t size>
  std::optional<Node> parseChain(const std::array<Operator, size>& operators, std::optional<Node> (Parser::*operand)());
  std::optional<Node> parseSum();
  std::optional<Node> parseTerm();
  std::optional<Node> parseFactor();
  std::optional<Node> parseSigned();
  std::optional<Node> parsePower();
  std::optional<Node> parsePrimary();
  std::optional<Node> parseNumber();
  std::optional<Node> parseVector(std::size_t opened);
  bool close(std::string_view bracket, std::size_t opened);

  std::optional<Node> parseName();
  std::optional<Node> parseCall(const Function& function, std::size_t start);
  bool parseArguments(const Function& function, std::size_t opened, std::vector<Argument>& arguments);
  bool given(const Function& function, const Argument& argument);
  std::optional<long> idOf(const Function& function, const Argument& argument, std::string_view what);
  template <class Lookup>
  auto lookedUp(const Lookup& lookup, std::string_view statement, long id, std::size_t position) -> decltype(lookup());
  std::optional<Node> valueCall(const Function& function, std::size_t start, std::vector<Argument>& arguments);
  std::optional<Node> measureCall(const Function& function, const std::vector<Argument>& arguments);
  std::optional<Node> splineCall(const Function& function, std::vector<Argument>& arguments);
  std::optional<Node> variableCall(const Function& function, const Argument& argument);
  std::optional<Node> arrayCall(const Function& function, const std::vector<Argument>& arguments);
};

}  // namespace mb::adams
