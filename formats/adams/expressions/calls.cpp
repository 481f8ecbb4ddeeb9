#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "formats/adams/expressions/parser.h"
#include "formats/model/basics/text.h"

namespace mb::adams {
namespace {

using Kind = Expression::Kind;

std::string reasonOf(const Function& function) {
  return fmt::format("it uses {}: {}", upperCase(function.name), function.reason);
}

std::size_t sizeOf(const Expression& expression) {
  std::size_t size = 1;
  for (const Expression& argument : expression.arguments) size += sizeOf(argument);
  return size;
}

}  // namespace

std::optional<Node> Parser::parseName() {
  const std::size_t start = scan_.at;
  while (isLetter(scan_.peek()) || isDigit(scan_.peek())) ++scan_.at;
  const std::string name = lowerCase(scan_.text.substr(start, scan_.at - start));
  scan_.skipBlanks();
  if (name == "time") {
    Node node;
    node.expression.kind = Kind::time;
    return node;
  }
  const Function* const function = findFunction(name);
  if (!function) {
    return fail(start, Code::unknownFunction, fmt::format("there is no function '{}'", scan_.wordAt(start)),
                functionHint(name));
  }
  if (function->kind == Function::Kind::constant) return Node{number(function->value), 1, 1};
  if (scan_.peek() != '(') {
    if (function->kind == Function::Kind::foreign) return foreign(reasonOf(*function));
    return fail(start, Code::wrongArguments, fmt::format("the function {} has no arguments", upperCase(name)),
                "they follow in brackets");
  }
  return parseCall(*function, start);
}

std::optional<Node> Parser::parseCall(const Function& function, std::size_t start) {
  const std::size_t opened = scan_.at;
  scan_.take("(");
  std::vector<Argument> arguments;
  if (!parseArguments(function, opened, arguments)) return std::nullopt;
  const bool isRefused = function.onlyInMeasures && !scope_.isMeasure;
  if (function.kind == Function::Kind::foreign || isRefused) return foreign(reasonOf(function));
  const auto count = static_cast<int>(arguments.size());
  if (count < function.minimumArguments || count > function.maximumArguments) {
    return fail(start, Code::wrongArguments,
                fmt::format("{} takes {}, not {}", upperCase(function.name),
                            argumentsText(function.minimumArguments, function.maximumArguments), count),
                "see the function in the manual of ADAMS/Solver");
  }
  switch (function.kind) {
    case Function::Kind::value: return valueCall(function, start, arguments);
    case Function::Kind::measure: return measureCall(function, arguments);
    case Function::Kind::spline: return splineCall(function, arguments);
    case Function::Kind::variable: return variableCall(function, arguments[0]);
    case Function::Kind::array: return arrayCall(function, arguments);
    case Function::Kind::constant:
    case Function::Kind::foreign: break;
  }
  return std::nullopt;
}

bool Parser::parseArguments(const Function& function, std::size_t opened, std::vector<Argument>& arguments) {
  constexpr std::size_t kMostArguments = 100;
  if (scan_.take(")")) return true;
  while (true) {
    Argument& argument = arguments.emplace_back();
    argument.position = scan_.at;
    if (scan_.peek() != ',' && scan_.peek() != ')') {
      argument.node = parseSum();
      if (!argument.node) return false;
    }
    if (arguments.size() > kMostArguments) {
      fail(argument.position, Code::tooMany,
           fmt::format("{} has more than {} arguments", upperCase(function.name), kMostArguments),
           "close its bracket earlier");
      return false;
    }
    const bool isTest = function.name == "if" && arguments.size() == 1;
    if (!(isTest && scan_.take(":")) && !scan_.take(",")) break;
  }
  return close(")", opened);
}

bool Parser::given(const Function& function, const Argument& argument) {
  if (argument.node) return true;
  fail(argument.position, Code::wrongArguments, fmt::format("{} needs a value here", upperCase(function.name)),
       "this argument cannot be left out");
  return false;
}

std::optional<Node> Parser::valueCall(const Function& function, std::size_t start, std::vector<Argument>& arguments) {
  std::vector<Expression> values;
  int height = 0;
  std::size_t size = 1;
  for (Argument& argument : arguments) {
    if (!given(function, argument)) return std::nullopt;
    height = std::max(height, argument.node->height);
    size += argument.node->size;
    values.push_back(std::move(argument.node->expression));
  }
  if (const std::string fault = isBlend(function.name) ? blendFault(values[1], values[3]) : ""; !fault.empty()) {
    return fail(start, Code::mustIncrease, fmt::format("{} {}", upperCase(function.name), fault),
                std::string(kBlendHint));
  }
  if (!function.expand) return counted(call(function.name, std::move(values)), height + 1, size);
  if (function.exactArguments > 0 && arguments.size() > static_cast<std::size_t>(function.exactArguments)) {
    return foreign(reasonOf(function));
  }
  // An expansion repeats its arguments, at most once per argument and a few times more.
  if (size * (arguments.size() + 4) > kMostFactors) return tooBig();
  Expression expanded = function.expand(std::move(values));
  size = sizeOf(expanded);
  return counted(std::move(expanded), height + static_cast<int>(arguments.size()) + 8, size);
}

// The number of an element; 0 if omitted.
std::optional<long> Parser::idOf(const Function& function, const Argument& argument, std::string_view what) {
  if (!argument.node) return 0;
  const Expression& expression = argument.node->expression;
  constexpr double kGreatest = 2147483647;
  if (expression.kind == Kind::number && expression.number >= 0 && expression.number <= kGreatest &&
      expression.number == std::floor(expression.number)) {
    return static_cast<long>(expression.number);
  }
  fail(argument.position, Code::wrongArguments, fmt::format("{} wants {} here", upperCase(function.name), what),
       "write a whole number");
  return std::nullopt;
}

// The scope's entity with this number. Nothing after an error.
template <class Lookup>
auto Parser::lookedUp(const Lookup& lookup, std::string_view statement, long id, std::size_t position)
    -> decltype(lookup()) {
  auto found = lookup();
  if (!found) {
    fail(position, Code::unknownName, fmt::format("there is no {}/{}", statement, id),
         fmt::format("a function may use the {} statements of the dataset", statement));
  }
  return found;
}

std::optional<Node> Parser::measureCall(const Function& function, const std::vector<Argument>& arguments) {
  std::vector<long> ids;
  for (const Argument& argument : arguments) {
    const std::optional<long> id = idOf(function, argument, "the number of a MARKER");
    if (!id) return std::nullopt;
    ids.push_back(*id);
  }
  // Measures refer to the ground by default; the rate of a distance is the same in every frame.
  if (function.name == "vr") ids.resize(std::min<std::size_t>(ids.size(), 2));
  while (ids.size() > 1 && ids.back() == 0) ids.pop_back();
  std::vector<Expression> markers;
  for (std::size_t k = 0; k < ids.size(); ++k) {
    if (k == 0 && !given(function, arguments[k])) return std::nullopt;
    const auto name = lookedUp([&] { return scope_.marker ? scope_.marker(ids[k]) : std::nullopt; }, "MARKER", ids[k],
                               arguments[k].position);
    if (!name) return std::nullopt;
    if (name->empty()) return foreign(fmt::format("MARKER/{} that it measures has no counterpart here", ids[k]));
    Expression& marker = markers.emplace_back();
    marker.kind = Kind::reference;
    marker.name = *name;
  }
  Expression measured = function.expand ? function.expand(std::move(markers)) : call(function.name, std::move(markers));
  const std::size_t size = sizeOf(measured);
  return counted(std::move(measured), 3, size);
}

std::optional<Node> Parser::splineCall(const Function& function, std::vector<Argument>& arguments) {
  if (!given(function, arguments[0]) || !given(function, arguments[2])) return std::nullopt;
  const std::optional<long> id = idOf(function, arguments[2], "the number of a SPLINE");
  if (!id) return std::nullopt;
  if (arguments.size() == 4) {
    const std::optional<long> order = idOf(function, arguments[3], "the order of a derivative");
    if (!order) return std::nullopt;
    if (*order > 0) return foreign(fmt::format("it uses a derivative of SPLINE/{}", *id));
  }
  const auto name = lookedUp([&] { return scope_.spline ? scope_.spline(*id, function.interpolation) : std::nullopt; },
                             "SPLINE", *id, arguments[2].position);
  if (!name) return std::nullopt;
  if (name->empty()) return foreign(fmt::format("SPLINE/{} that it uses has no counterpart here", *id));
  // z selects a curve of a surface; a spline with a single curve ignores it.
  Expression spline;
  spline.kind = Kind::reference;
  spline.name = *name;
  Node& x = *arguments[0].node;
  return counted(call("spline", {std::move(spline), std::move(x.expression)}), x.height + 1, x.size + 2);
}

std::optional<Node> Parser::variableCall(const Function& function, const Argument& argument) {
  if (!given(function, argument)) return std::nullopt;
  const std::optional<long> id = idOf(function, argument, "the number of a VARIABLE");
  if (!id) return std::nullopt;
  if (std::find(work_.variables.begin(), work_.variables.end(), *id) != work_.variables.end()) {
    return foreign(fmt::format("VARIABLE/{} that it uses depends on itself", *id));
  }
  const auto text = lookedUp([&] { return scope_.variable ? scope_.variable(*id) : std::nullopt; }, "VARIABLE", *id,
                             argument.position);
  if (!text) return std::nullopt;
  if (text->empty()) return foreign(fmt::format("VARIABLE/{} that it uses has no function", *id));
  work_.characters += text->size();
  if (work_.characters > kMostCharacters) return tooBig();
  work_.variables.push_back(*id);
  Parser inner(*text, scope_, work_);
  std::optional<Node> node = inner.parse();
  work_.variables.pop_back();
  if (inner.error()) {
    return fail(argument.position, inner.error()->code, fmt::format("in VARIABLE/{}: {}", *id, inner.error()->message),
                inner.error()->hint);
  }
  return node;
}

std::optional<Node> Parser::arrayCall(const Function& function, const std::vector<Argument>& arguments) {
  if (!given(function, arguments[0]) || !given(function, arguments[1])) return std::nullopt;
  const std::optional<long> id = idOf(function, arguments[0], "the number of an ARRAY");
  const std::optional<long> place = id ? idOf(function, arguments[1], "a place in the ARRAY") : std::nullopt;
  if (!place) return std::nullopt;
  const auto values =
      lookedUp([&] { return scope_.array ? scope_.array(*id) : std::nullopt; }, "ARRAY", *id, arguments[0].position);
  if (!values) return std::nullopt;
  if (values->empty()) return foreign(fmt::format("ARRAY/{} that it uses does not hold constants", *id));
  if (*place < 1 || static_cast<std::size_t>(*place) > values->size()) {
    return fail(arguments[1].position, Code::outOfRange,
                fmt::format("ARRAY/{} has {} values, and no value {}", *id, values->size(), *place),
                "places are counted from 1");
  }
  return Node{number((*values)[static_cast<std::size_t>(*place) - 1]), 1, 1};
}

}  // namespace mb::adams
