#include "converter/export/c/writer/expressions.h"

#include <fmt/format.h>

namespace mb {
namespace {

std::string numberText(const Values& values, double value) {
  return values.options.isPlain ? cNumber(value) : "K(" + cNumber(value) + ")";
}

std::string bitsText(const TraceNode& it, const std::string& a) {
  return it.width == 4 ? fmt::format("mb_bits_set_doubles({}, {}, {})", a, it.index % 16, it.index / 16)
                       : fmt::format("(((mb_bits({}) + {}u) & {}u) != 0u)", a, it.index % 16, it.index / 16);
}

std::string angleText(const Values& values, int n) {
  const TraceNode& it = values.node(n);
  const std::vector<int> made = values.madeWith(n);
  const auto nameOr = [&](Operation operation) {
    for (const int one : made) {
      if (values.node(one).operation == operation) return values.nameOf(one);
    }
    return values.nameOf(n) + "_unused";
  };
  const std::string sine = nameOr(Operation::sine);
  const std::string cosine = nameOr(Operation::cosine);
  return fmt::format("  {} {}, {};\n  mb_sine_cosine{}({}{}, &{}, &{});\n", values.typeOf(n), sine, cosine,
                     it.width == 4 ? "_lanes" : "", it.width == 4 ? "&" : "", operandText(values, it.operands[0]), sine,
                     cosine);
}

// Arguments and results of a procedure stand as numbers of a batch do; a function that is written in C is called for
// one state after the other.
std::string batchCallText(const Values& values, int n) {
  const int call = values.node(n).operands[0];
  const TracedFunction& function = values.functionOf(call);
  const std::size_t count = function.arguments.size();
  std::string text =
      fmt::format("  real_t a{0}[MB_LANES * {1}];\n  real_t r{0}[MB_LANES * {2}];\n", call, count, function.results);
  for (std::size_t k = 0; k < count; ++k) {
    text += fmt::format("  mb_store_lanes(a{} + MB_LANES * {}, {});\n", call, k,
                        operandText(values, function.arguments[k], 4));
  }
  if (function.procedure >= 0) {
    text += fmt::format("  {0}(a{1}, r{1});\n", function.name, call);
  } else {
    std::string arguments;
    for (std::size_t k = 0; k < count; ++k)
      arguments += fmt::format("{}(double)a{}[MB_LANES * {} + l]", k == 0 ? "" : ", ", call, k);
    const std::string first = function.firstArgument + (function.firstArgument.empty() ? "" : ", ");
    text += "  {\n    int l;\n    for (l = 0; l < MB_LANES; ++l) {\n";
    if (function.results == 1) {
      text += fmt::format("      r{}[l] = (real_t){}({}{});\n", call, function.name, first, arguments);
    } else {
      text += fmt::format("      const double of[{}] = {{{}}};\n      double found[{}];\n      int k;\n", count,
                          arguments, function.results);
      text += fmt::format("      {}({}of, found);\n", function.name, first);
      text += fmt::format("      for (k = 0; k < {}; ++k) r{}[MB_LANES * k + l] = (real_t)found[k];\n",
                          function.results, call);
    }
    text += "    }\n  }\n";
  }
  for (const int made : values.madeWith(n)) {
    text += fmt::format("  const {} {} = mb_load_lanes(r{} + MB_LANES * {});\n", values.typeOf(made),
                        values.nameOf(made), call, values.node(made).index);
  }
  return text;
}

// Functions that are written in C have doubles, procedures the numbers of the program.
std::string callText(const Values& values, int n) {
  const int call = values.node(n).operands[0];
  const TracedFunction& function = values.functionOf(call);
  if (values.node(n).width == 4) return batchCallText(values, n);
  const std::string first = function.firstArgument + (function.firstArgument.empty() ? "" : ", ");
  const bool isOne = function.results == 1 && function.procedure < 0;
  std::string arguments;
  for (const int argument : function.arguments) {
    if (!arguments.empty()) arguments += ", ";
    arguments += function.procedure < 0 ? fmt::format("(double)({})", operandText(values, argument))
                                        : operandText(values, argument);
  }
  const std::string type = values.typeOf(n);
  if (isOne) {
    return fmt::format("  const {0} {1} = ({0}){2}({3}{4});\n", type, values.nameOf(n), function.name, first,
                       arguments);
  }
  const char* const element = function.procedure < 0 ? "double" : "real_t";
  std::string text = fmt::format("  {} r{}[{}];\n", element, call, function.results);
  text += fmt::format("  const {} a{}[{}] = {{{}}};\n", element, call, function.arguments.size(), arguments);
  text += fmt::format("  {0}({1}a{2}, r{2});\n", function.name, first, call);
  for (const int made : values.madeWith(n)) {
    text +=
        fmt::format("  const {0} {1} = ({0})r{2}[{3}];\n", type, values.nameOf(made), call, values.node(made).index);
  }
  return text;
}

}  // namespace

std::string inputText(const Values& values, int n) {
  const CPlace place = values.placeOf(n);
  return values.node(n).width == 1 || place.index < 0 ? textOf(place) : "mb_load_lanes(" + batchAddressOf(place) + ")";
}

std::string operandText(const Values& values, int n, int width) {
  std::string text;
  if (values.isNamed(n)) {
    text = values.nameOf(n);
  } else if (values.isConstant(n)) {
    text = numberText(values, values.node(n).value);
  } else if (values.isInput(n)) {
    text = inputText(values, n);
  } else {
    text = expressionText(values, n);
  }
  const char* const spread = values.options.isPlain ? "mb_all_doubles(" : "mb_all_lanes(";
  return width == 4 && values.node(n).width == 1 ? spread + text + ")" : text;
}

// Truths in memory are numbers.
static std::string truthText(const Values& values, int n) {
  const std::string text = operandText(values, n);
  return values.isTruth(n) ? text : "(" + text + " != K(0.0))";
}

std::string expressionText(const Values& values, int n) {
  const TraceNode& it = values.node(n);
  const auto a = [&](std::size_t k) { return operandText(values, it.operands[k], it.width); };
  const auto two = [&](const char* sign, const char* function) {
    return it.width == 4 ? fmt::format("{}({}, {})", function, a(0), a(1))
                         : fmt::format("({} {} {})", a(0), sign, a(1));
  };
  const auto one = [&](const char* function) {
    return fmt::format("{}{}({})", function, it.width == 4 ? "_lanes" : "", a(0));
  };
  switch (it.operation) {
    case Operation::add: return two("+", "mb_add_lanes");
    case Operation::subtract: return two("-", "mb_subtract_lanes");
    case Operation::multiply: return two("*", "mb_multiply_lanes");
    case Operation::divide: return two("/", "mb_divide_lanes");
    case Operation::less: return two("<", "mb_less_lanes");
    case Operation::notMore: return two("<=", "mb_not_more_lanes");
    case Operation::equal: return two("==", "mb_equal_lanes");
    case Operation::either:
      return it.width == 4
                 ? two("", "mb_either_lanes")
                 : fmt::format("({} || {})", truthText(values, it.operands[0]), truthText(values, it.operands[1]));
    case Operation::negate: return it.width == 4 ? one("mb_negate") : "(-" + a(0) + ")";
    case Operation::opposite:
      return it.width == 4 ? one("mb_opposite") : "(!" + truthText(values, it.operands[0]) + ")";
    case Operation::squareRoot: return values.options.isPlain ? "sqrt(" + a(0) + ")" : one("mb_root");
    case Operation::magnitude: return one("mb_magnitude");
    case Operation::bits: return bitsText(it, a(0));
    case Operation::select:
      return it.width == 4 && values.node(it.operands[0]).width == 4
                 ? fmt::format("mb_select_{}({}, {}, {})", values.options.isPlain ? "doubles" : "lanes", a(0), a(1),
                               a(2))
                 : fmt::format("({} ? {} : {})", truthText(values, it.operands[0]), a(1), a(2));
    case Operation::pack: {
      if (values.isRow(n)) return "mb_load_lanes(" + addressOf(values.placeOf(it.operands[0])) + ")";
      const auto single = [&](std::size_t k) { return operandText(values, it.operands[k]); };
      return fmt::format("mb_lanes_of({}, {}, {}, {})", single(0), single(1), single(2), single(3));
    }
    case Operation::lane: return fmt::format("mb_lane({}, {})", operandText(values, it.operands[0], 4), it.index);
    default: throw CannotTrace("no text of an operation");
  }
}

std::string statementText(const Values& values, int n) {
  if (values.isAngleFunction(n)) return angleText(values, n);
  if (values.node(n).operation == Operation::result) return callText(values, n);
  return fmt::format("  const {} {} = {};\n", values.typeOf(n), values.nameOf(n), expressionText(values, n));
}

}  // namespace mb
