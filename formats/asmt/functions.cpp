// Functions of time in the file's language, which is like ours except for numbers like 2.0d, comments in quotation
// marks, <n> for the end of a line, and a few functions.
#include <fmt/format.h>

#include <array>
#include <cctype>

#include "formats/asmt/build.h"
#include "formats/model/basics/text.h"

namespace mb::asmt {
namespace {

constexpr int kDeepest = 40;
constexpr std::size_t kLongest = 1'000'000;

struct Renamed {
  std::string_view theirs;
  std::string_view ours;
};
constexpr std::array kRenamed{
    Renamed{"arcsin", "asin"},
    Renamed{"arccos", "acos"},
    Renamed{"arctan", "atan"},
    Renamed{"ln", "log"},
};

std::optional<double> noParameters(std::string_view) { return std::nullopt; }

// Why there is no function; an empty text: there is one.
struct FunctionFault {
  Code code = Code::expressionSyntax;
  std::string text;
  bool isLegal = false;  // valid in the file, but not modelled here
};
bool isWrong(const FunctionFault& fault) { return !fault.text.empty() && !fault.isLegal; }

// Translates one text to ours. `fault` says what is wrong with it or has no counterpart; reading continues in the
// latter case, because the rest may be wrong.
class Translator {
 public:
  Translator(Build& build, const std::optional<MarkerPair>& markers, const SourceRef& where, FunctionFault& fault)
      : build_(build), markers_(markers), where_(where), fault_(fault) {}

  std::string translate(std::string_view text, int depth = 0) {
    std::string out;
    if (depth > kDeepest) {
      fail(Code::tooDeep, "functions are nested too deeply");
      return out;
    }
    for (std::size_t k = 0; k < text.size() && !isWrong(fault_);) {
      const char c = text[k];
      if (c == '"') {  // a comment
        const std::size_t end = text.find('"', k + 1);
        if (end == std::string_view::npos) fail(Code::expressionSyntax, "a comment is not closed");
        k = end == std::string_view::npos ? text.size() : end + 1;
      } else if (text.substr(k, 3) == "<n>") {
        out += ' ';
        k += 3;
      } else if (isDigit(c) || (c == '.' && k + 1 < text.size() && isDigit(text[k + 1]))) {
        k = number(text, k, out);
      } else if (isLetter(c)) {
        k = word(text, k, depth, out);
      } else {
        out += c;
        ++k;
      }
      if (out.size() > kLongest) fail(Code::tooLong, "the function is too long");
    }
    return out;
  }

 private:
  void fail(Code code, std::string why) {
    if (!isWrong(fault_)) fault_ = {code, std::move(why)};
  }

  // Returns a placeholder until the text is given up: not a constant, which might be wrong in its place.
  std::string lose(Code code, std::string why) {
    if (fault_.text.empty()) fault_ = {code, std::move(why), true};
    return "time";
  }

  std::size_t number(std::string_view text, std::size_t k, std::string& out) {
    while (k < text.size() && (isDigit(text[k]) || text[k] == '.')) out += text[k++];
    if (k == text.size() || std::string_view("dDeE").find(text[k]) == std::string_view::npos) return k;
    const bool isDouble = text[k] == 'd' || text[k] == 'D';
    std::size_t digits = k + 1;
    if (digits < text.size() && (text[digits] == '+' || text[digits] == '-')) ++digits;
    if (digits < text.size() && isDigit(text[digits])) {
      out += 'e';
      for (++k; k < digits || (k < text.size() && isDigit(text[k])); ++k) out += text[k];
      return k;
    }
    return isDouble ? k + 1 : k;  // 2.0d: double precision
  }

  std::size_t word(std::string_view text, std::size_t k, int depth, std::string& out) {
    std::size_t end = k;
    while (end < text.size() && (isLetter(text[end]) || isDigit(text[end]))) ++end;
    const std::string_view name = text.substr(k, end - k);
    const std::size_t open = text.find_first_not_of(" \t", end);
    if (open == std::string_view::npos || text[open] != '(') {
      out += name;
      return end;
    }
    std::vector<std::string_view> arguments;
    const std::size_t after = split(text, open, arguments);
    if (after == 0) {
      fail(Code::expressionSyntax, fmt::format("the bracket of '{}' is not closed", name));
      return text.size();
    }
    out += call(name, arguments, depth + 1);
    return after;
  }

  // The arguments in a bracket and its end; 0 if it is not closed.
  static std::size_t split(std::string_view text, std::size_t open, std::vector<std::string_view>& arguments) {
    int depth = 0;
    bool isComment = false;
    std::size_t start = open + 1;
    for (std::size_t k = open; k < text.size(); ++k) {
      if (text[k] == '"') isComment = !isComment;
      if (isComment) continue;
      if (text[k] == '(') ++depth;
      if (text[k] == ')') --depth;
      if (depth == 0 || (depth == 1 && text[k] == ',')) {
        arguments.push_back(text.substr(start, k - start));
        start = k + 1;
      }
      if (depth == 0) return k + 1;
    }
    return 0;
  }

  static bool isSelf(const std::vector<std::string_view>& arguments) {
    return arguments.size() == 1 && words(arguments[0]) == std::vector<std::string_view>{"self"};
  }

  std::string call(std::string_view name, const std::vector<std::string_view>& arguments, int depth) {
    if (name == "piecewise") return piecewise(arguments, depth);
    if (name == "rampstep") return rampStep(arguments, depth);
    if (name == "spline") return spline(arguments, depth);
    if (name == "rIJ" || name == "vrIJ") return distance(name, arguments);
    if (name == "integral") return lose(Code::unknownFunction, "integrals are not modelled");
    std::string text(name);
    for (const Renamed& renamed : kRenamed) {
      if (renamed.theirs == name) text = renamed.ours;
    }
    // The file's tool can measure more than distances; what exactly is not known here.
    if (markers_ && isSelf(arguments) && !findExpressionFunction(text)) {
      return lose(Code::unknownFunction, fmt::format("{}() of the force's own markers is not modelled", name));
    }
    text += '(';
    for (std::size_t k = 0; k < arguments.size(); ++k) text += (k > 0 ? ", " : "") + translate(arguments[k], depth);
    return text + ")";
  }

  // The arguments of functions(...) or transitions(...).
  std::vector<std::string> list(std::string_view text, std::string_view name, int depth) {
    const std::size_t start = text.find_first_not_of(" \t");
    std::vector<std::string_view> arguments;
    const bool isList = start != std::string_view::npos && text.substr(start).starts_with(name);
    const std::size_t open = isList ? text.find('(', start) : std::string_view::npos;
    if (open == std::string_view::npos || split(text, open, arguments) == 0) {
      fail(Code::wrongArguments, fmt::format("piecewise() needs {}(...) among its arguments", name));
      return {};
    }
    std::vector<std::string> texts;
    for (const std::string_view argument : arguments) texts.push_back("(" + translate(argument, depth + 1) + ")");
    return texts;
  }

  // piecewise(x, functions(f0, f1, ...), transitions(x0, ...)): f0 below x0, then f1, and so on.
  std::string piecewise(const std::vector<std::string_view>& arguments, int depth) {
    if (arguments.size() != 3) {
      fail(Code::wrongArguments, "piecewise() has three arguments");
      return {};
    }
    const std::string x = translate(arguments[0], depth);
    const std::vector<std::string> functions = list(arguments[1], "functions", depth);
    const std::vector<std::string> transitions = list(arguments[2], "transitions", depth);
    if (!isWrong(fault_) && functions.size() != transitions.size() + 1) {
      fail(Code::wrongArguments, fmt::format("{} functions have {} transitions between them, not {}", functions.size(),
                                             functions.size() - 1, transitions.size()));
    }
    if (isWrong(fault_)) return {};
    std::string text = functions.back();
    for (std::size_t k = transitions.size(); k-- > 0;) {
      // The next function applies at the transition itself, and only there: naming it twice keeps the text short.
      text = fmt::format("if(({}) - {}, {}, {}, {})", x, transitions[k], functions[k], functions[k + 1], text);
      if (text.size() > kLongest) {
        fail(Code::tooLong, "the function is too long");
        return {};
      }
    }
    return text;
  }

  std::optional<double> constantOf(std::string_view argument, int depth) {
    ExpressionError error;
    const std::optional<Expression> expression = parseExpression(translate(argument, depth), noParameters, error);
    return expression ? constantValue(*expression) : std::nullopt;
  }

  // rampstep(x, x0, y0, x1, y1): y0 before x0, y1 after x1, linear between.
  std::string rampStep(const std::vector<std::string_view>& arguments, int depth) {
    if (arguments.size() != 5) {
      fail(Code::wrongArguments, "rampstep() has five arguments");
      return {};
    }
    const std::optional<double> x0 = constantOf(arguments[1], depth);
    const std::optional<double> x1 = constantOf(arguments[3], depth);
    if (x0 && x1 && *x0 >= *x1) {
      fail(Code::mustIncrease, fmt::format("rampstep() from {} to {}: the second must be larger", *x0, *x1));
      return {};
    }
    std::array<std::string, 5> a;
    for (std::size_t k = 0; k < a.size(); ++k) a[k] = "(" + translate(arguments[k], depth) + ")";
    return fmt::format("({2} + ({4} - {2})*max(0, min(1, ({0} - {1})/({3} - {1}))))", a[0], a[1], a[2], a[3], a[4]);
  }

  // spline(x, degree, x1, y1, x2, y2, ...)
  std::string spline(const std::vector<std::string_view>& arguments, int depth) {
    std::vector<double> numbers;
    for (std::size_t k = 1; k < arguments.size(); ++k) {
      if (const std::optional<double> value = constantOf(arguments[k], depth)) numbers.push_back(*value);
    }
    if (arguments.size() < 6 || numbers.size() + 1 != arguments.size() || numbers.size() % 2 == 0) {
      fail(Code::wrongArguments, "a spline needs its argument, its degree and pairs of constant numbers");
      return {};
    }
    if (numbers[0] != 1 && numbers[0] != 3) {
      return lose(Code::outOfRange,
                  fmt::format("splines of degree {} are not modelled, only of degree 1 and 3", numbers[0]));
    }
    Spline table;
    for (std::size_t k = 1; k < numbers.size(); k += 2) {
      if (!table.x.empty() && numbers[k] <= table.x.back()) {
        fail(Code::mustIncrease, "the numbers of a spline do not increase");
        return {};
      }
      table.x.push_back(numbers[k]);
      table.y.push_back(numbers[k + 1]);
    }
    const std::string x = translate(arguments[0], depth);
    const SplineIndex index = addSpline(build_.import, "", where_);
    Spline& made = build_.import.model.splines[index];
    made.interpolation = numbers[0] == 1 ? Interpolation::linear : Interpolation::cubic;
    made.x = std::move(table.x);
    made.y = std::move(table.y);
    return fmt::format("spline('{}', {})", made.name, x);
  }

  // rIJ(self), vrIJ(self): the distance of the force's own markers and its rate.
  std::string distance(std::string_view name, const std::vector<std::string_view>& arguments) {
    for (const std::string_view argument : arguments) {
      if (!words(argument).empty()) continue;
      fail(Code::wrongArguments, fmt::format("{}() does not say of which markers", name));
      return {};
    }
    if (!markers_ || !isSelf(arguments)) {
      return lose(Code::wrongArguments,
                  fmt::format("{}() of anything but the force's own markers is not modelled", name));
    }
    const CartesianModel& model = build_.import.model;
    return fmt::format("{}('{}', '{}')", name == "rIJ" ? "dm" : "vr", model.markers[markers_->I].name,
                       model.markers[markers_->J].name);
  }

  Build& build_;
  const std::optional<MarkerPair>& markers_;
  SourceRef where_;
  FunctionFault& fault_;
};

void shiftTime(Expression& expression, double start) {
  for (Expression& argument : expression.arguments) shiftTime(argument, start);
  if (expression.kind != Expression::Kind::time) return;
  Expression number;
  number.number = start;
  Expression sum;
  sum.kind = Expression::Kind::add;
  sum.arguments = {expression, number};
  expression = sum;
}

std::optional<Expression> parse(Build& build, const Line& line, const std::optional<MarkerPair>& markers,
                                FunctionFault& fault) {
  std::string text;
  for (const int index : line.children) {
    text += lineAt(build.outline, index).text;
    text += ' ';
  }
  if (words(text).empty()) text = "0";  // of a motion, as the file's own tool reads it
  const std::string translated = Translator(build, markers, at(build.outline, line), fault).translate(text);
  if (isWrong(fault)) return std::nullopt;
  ExpressionError error;
  std::optional<Expression> expression = parseExpression(translated, noParameters, error);
  if (!expression) fault = {error.code, error.message};
  if (!fault.text.empty()) return std::nullopt;
  if (build.startTime != 0) shiftTime(*expression, build.startTime);
  return expression;
}

void reportFault(Build& build, const Line& line, const FunctionFault& fault, std::string_view examples) {
  const Line& where = line.children.empty() ? line : lineAt(build.outline, line.children[0]);
  build.import.diagnostics
      .error(at(build.outline, where), fault.code,
             fmt::format("the function {} cannot be read: {}", line.text, fault.text))
      .withHint(fmt::format("functions look like {}; docs/asmt.md lists what they may contain", examples));
}

}  // namespace

std::optional<Expression> readFunction(Build& build, const Line& line) {
  FunctionFault fault;
  std::optional<Expression> expression = parse(build, line, std::nullopt, fault);
  if (!expression) reportFault(build, line, fault, "2.0d*pi*time or 0.5*sin(3*time)");
  return expression;
}

std::optional<Expression> readFunction(Build& build, const Line& line, const MarkerPair& markers,
                                       std::string& unmodelled) {
  FunctionFault fault;
  std::optional<Expression> expression = parse(build, line, markers, fault);
  if (isWrong(fault)) reportFault(build, line, fault, "0.5*sin(3*time) or 800.0d*(rIJ(self) - 0.3)");
  if (fault.isLegal) unmodelled = fault.text;
  return expression;
}

}  // namespace mb::asmt
