#include "converter/export/c/c_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mb {
namespace {

constexpr int kMostInline = 12;  // operations in one expression

std::size_t at(int k) { return static_cast<std::size_t>(k); }

class Writer {
 public:
  Writer(const Trace& trace, const std::vector<CResult>& results, const CFunctionOptions& options)
      : trace_(trace), options_(options), results_(results) {}

  CFunctions run() {
    markUsed();
    chooseNamed();
    divideIntoParts();
    placeWork();
    writeParts();
    return std::move(result_);
  }

 private:
  const TraceNode& node(int n) const { return trace_[n]; }
  std::vector<int> operandsOf(int n) const {
    const TraceNode& it = node(n);
    if (it.operation == Operation::call) return trace_.functions()[at(it.index)].arguments;
    return {it.operands.begin(), it.operands.begin() + it.count};
  }
  // Written wherever it is used.
  bool isLeaf(int n) const { return node(n).operation == Operation::constant || node(n).operation == Operation::input; }
  // A call with several results, which stand in an array.
  bool hasArray(int n) const {
    return node(n).operation == Operation::call && trace_.functions()[at(node(n).index)].results > 1;
  }
  bool isElement(int n) const { return node(n).operation == Operation::result && hasArray(node(n).operands[0]); }
  bool isAngleFunction(int n) const {
    return node(n).operation == Operation::sine || node(n).operation == Operation::cosine;
  }

  void markUsed() {
    uses_.assign(trace_.nodes().size(), 0);
    for (const CResult& result : results_) ++uses_[at(result.node)];
    for (int n = static_cast<int>(uses_.size()); n-- > 0;) {
      if (uses_[at(n)] == 0) continue;
      for (const int operand : operandsOf(n)) ++uses_[at(operand)];
    }
  }

  // Values with a name of their own: what is used twice, what is too long, results of functions, and single numbers
  // that stand for four.
  void chooseNamed() {
    named_.assign(uses_.size(), 0);
    length_.assign(uses_.size(), 0);
    for (int n = 0; n < static_cast<int>(uses_.size()); ++n) {
      if (uses_[at(n)] == 0 || isLeaf(n)) continue;
      const TraceNode& it = node(n);
      const bool repeats =
          it.width == 4 && (it.operation == Operation::squareRoot || it.operation == Operation::magnitude);
      const bool takesNames = isAngleFunction(n) || it.operation == Operation::lane || repeats;
      int length = 1;
      for (const int operand : operandsOf(n)) {
        const bool isSpread = it.width == 4 && it.operation != Operation::pack && node(operand).width == 1;
        if ((isSpread || takesNames) && !isLeaf(operand)) named_[at(operand)] = 1;
        if (!named_[at(operand)]) length += length_[at(operand)];
      }
      length_[at(n)] = length;
      if (it.operation == Operation::lane) {
        length_[at(n)] = 0;
        continue;
      }
      const bool isFunction = isAngleFunction(n) || it.operation == Operation::call;
      if (uses_[at(n)] > 1 || isFunction || length > kMostInline) named_[at(n)] = 1;
      if (it.operation == Operation::result) named_[at(n)] = isElement(n);
    }
  }

  // Named values that an expression reads.
  void collect(int n, std::vector<int>& found) const {
    for (const int operand : operandsOf(n)) {
      if (isLeaf(operand)) continue;
      if (named_[at(operand)]) {
        found.push_back(operand);
      } else {
        collect(operand, found);
      }
    }
  }

  // Functions of one angle come in pairs, at the first of the two.
  int partnerOf(int n) const {
    const Operation other = node(n).operation == Operation::sine ? Operation::cosine : Operation::sine;
    const auto found = partners_.find({node(n).operands[0], other == Operation::sine ? 0 : 1});
    return found == partners_.end() ? -1 : found->second;
  }

  void divideIntoParts() {
    part_.assign(uses_.size(), -1);
    last_.assign(uses_.size(), -1);
    for (int n = 0; n < static_cast<int>(uses_.size()); ++n) {
      if (named_[at(n)] && isAngleFunction(n))
        partners_[{node(n).operands[0], node(n).operation == Operation::sine ? 0 : 1}] = n;
    }
    int count = 0;
    for (int n = 0; n < static_cast<int>(uses_.size()); ++n) {
      if (!named_[at(n)] || part_[at(n)] >= 0) continue;
      if (count >= options_.mostStatements && !options_.isPlain && !isElement(n)) {
        ++parts_;
        count = 0;
      }
      part_[at(n)] = parts_;
      order_.push_back(n);
      if (isAngleFunction(n)) {
        const int partner = partnerOf(n);
        if (partner >= 0) part_[at(partner)] = parts_;
      }
      ++count;
      noteUses(n, parts_);
    }
    // Results follow when all that they need is there.
    for (const CResult& result : results_) {
      std::vector<int> needed;
      if (!isLeaf(result.node)) {
        if (named_[at(result.node)]) {
          needed.push_back(result.node);
        } else {
          collect(result.node, needed);
        }
      }
      int part = 0;
      for (const int n : needed) part = std::max(part, part_[at(n)]);
      for (const int n : needed) last_[at(n)] = std::max(last_[at(n)], part);
      partOfResult_.push_back(part);
    }
    ++parts_;
  }
  void noteUses(int n, int part) {
    std::vector<int> needed;
    collect(n, needed);
    for (const int other : needed) last_[at(other)] = std::max(last_[at(other)], part);
  }

  // Places in the work array, which later values take over.
  void placeWork() {
    work_.assign(uses_.size(), -1);
    std::vector<int> singles;
    std::vector<int> fours;
    int size = 0;
    int next = 0;
    for (int part = 0; part < parts_; ++part) {
      const int from = next;
      while (next < static_cast<int>(order_.size()) && part_[at(order_[at(next)])] == part) ++next;
      std::vector<int> defined(order_.begin() + from, order_.begin() + next);
      for (int k = from; k < next; ++k) {
        if (!isAngleFunction(order_[at(k)])) continue;
        const int partner = partnerOf(order_[at(k)]);
        if (partner >= 0) defined.push_back(partner);
      }
      for (const int n : defined) {
        if (last_[at(n)] <= part) continue;
        const bool isFour = node(n).width == 4;
        std::vector<int>& free = isFour ? fours : singles;
        if (!free.empty()) {
          work_[at(n)] = free.back();
          free.pop_back();
        } else if (isFour) {
          work_[at(n)] = size;
          size += 4;
        } else {
          work_[at(n)] = size;
          for (int k = 3; k > 0; --k) singles.push_back(size + k);
          size += 4;
        }
      }
      // What this part read for the last time.
      for (int n = 0; n < static_cast<int>(uses_.size()); ++n) {
        if (work_[at(n)] >= 0 && last_[at(n)] == part) (node(n).width == 4 ? fours : singles).push_back(work_[at(n)]);
      }
    }
    result_.work = size;
  }

  std::string nameOf(int n) const { return fmt::format("t{}", n); }
  std::string typeOf(int n) const {
    const TraceNode& it = node(n);
    const bool isTruth = it.operation >= Operation::less && it.operation <= Operation::opposite;
    if (it.width == 4) return isTruth ? "mb_truth4" : "mb_four";
    return isTruth ? "int" : options_.isPlain ? "double" : "real_t";
  }
  std::string number(double value) const { return options_.isPlain ? cNumber(value) : "K(" + cNumber(value) + ")"; }

  std::string operand(int n, int width) const {
    std::string text;
    if (node(n).operation == Operation::constant) {
      text = number(node(n).value);
    } else if (node(n).operation == Operation::input) {
      text = options_.input(node(n).index);
    } else if (named_[at(n)]) {
      text = nameOf(n);
    } else {
      text = expression(n);
    }
    return width == 4 && node(n).width == 1 ? "mb_all4(" + text + ")" : text;
  }

  std::string expression(int n) const {
    const TraceNode& it = node(n);
    const auto a = [&](std::size_t k) { return operand(it.operands[k], it.width); };
    const auto two = [&](const char* sign, const char* function) {
      return it.width == 4 ? fmt::format("{}({}, {})", function, a(0), a(1))
                           : fmt::format("({} {} {})", a(0), sign, a(1));
    };
    const auto one = [&](const char* function) {
      return fmt::format("{}{}({})", function, it.width == 4 ? "4" : "", a(0));
    };
    switch (it.operation) {
      case Operation::add: return two("+", "mb_add4");
      case Operation::subtract: return two("-", "mb_subtract4");
      case Operation::multiply: return two("*", "mb_multiply4");
      case Operation::divide: return two("/", "mb_divide4");
      case Operation::less: return two("<", "mb_less4");
      case Operation::notMore: return two("<=", "mb_not_more4");
      case Operation::equal: return two("==", "mb_equal4");
      case Operation::either: return two("||", "mb_either4");
      case Operation::negate: return it.width == 4 ? one("mb_negate") : "(-" + a(0) + ")";
      case Operation::opposite: return it.width == 4 ? one("mb_opposite") : "(!" + a(0) + ")";
      case Operation::squareRoot: return options_.isPlain ? "sqrt(" + a(0) + ")" : one("mb_root");
      case Operation::magnitude: return one("mb_magnitude");
      case Operation::bits:
        return it.width == 4 ? fmt::format("mb_bits_set4({}, {}, {})", a(0), it.index % 16, it.index / 16)
                             : fmt::format("(((mb_bits({}) + {}u) & {}u) != 0u)", a(0), it.index % 16, it.index / 16);
      case Operation::select:
        return it.width == 4 && node(it.operands[0]).width == 4
                   ? fmt::format("mb_select4({}, {}, {})", a(0), a(1), a(2))
                   : fmt::format("({} ? {} : {})", operand(it.operands[0], 1), a(1), a(2));
      case Operation::pack: {
        const auto single = [&](std::size_t k) { return operand(it.operands[k], 1); };
        return fmt::format("mb_four_of({}, {}, {}, {})", single(0), single(1), single(2), single(3));
      }
      case Operation::lane: return fmt::format("mb_lane({}, {})", operand(it.operands[0], 4), it.index);
      case Operation::call: return callText(trace_.functions()[at(it.index)]);
      case Operation::result:
        return isElement(n) ? fmt::format("(real_t){}[{}]", nameOf(it.operands[0]), it.index) : nameOf(it.operands[0]);
      default: throw CannotTrace("no text of an operation");
    }
  }
  std::string callText(const TracedFunction& function) const {
    std::string text = (function.results > 1 ? "" : "(real_t)") + function.name + "(" + function.firstArgument;
    bool isFirst = function.firstArgument.empty();
    for (const int argument : function.arguments) {
      text += (isFirst ? "" : ", ") + fmt::format("(double)({})", operand(argument, 1));
      isFirst = false;
    }
    return text + (function.results > 1 ? ", " : ")");
  }

  void writeParts() {
    int next = 0;
    for (int part = 0; part < parts_; ++part) {
      std::string body;
      std::set<int> loaded;
      const auto load = [&](const std::vector<int>& needed) {
        for (const int n : needed) {
          if (part_[at(n)] == part || !loaded.insert(n).second) continue;
          body += fmt::format("  const {} {} = {};\n", typeOf(n), nameOf(n), loadText(n));
          ++result_.statements;
        }
      };
      for (; next < static_cast<int>(order_.size()) && part_[at(order_[at(next)])] == part; ++next) {
        const int n = order_[at(next)];
        std::vector<int> needed;
        collect(n, needed);
        load(needed);
        writeNamed(n, body);
      }
      for (std::size_t k = 0; k < results_.size(); ++k) {
        if (partOfResult_[k] != part) continue;
        std::vector<int> needed;
        const int n = results_[k].node;
        if (!isLeaf(n)) {
          if (named_[at(n)]) {
            needed.push_back(n);
          } else {
            collect(n, needed);
          }
        }
        load(needed);
        const bool isTruth = !isLeaf(n) && typeOf(n) == "int";
        body += fmt::format("  {} = {}{};\n", results_[k].place, operand(n, 1), isTruth ? " ? K(1.0) : K(0.0)" : "");
        ++result_.statements;
      }
      writePart(part, body);
    }
    for (const TraceNode& it : trace_.nodes()) {
      if (it.operation == Operation::call) result_.called.push_back(trace_.functions()[at(it.index)].name);
    }
  }
  void writeNamed(int n, std::string& body) {
    const std::string type = typeOf(n);
    ++result_.statements;
    if (isAngleFunction(n)) {
      const int partner = partnerOf(n);
      const int angle = node(n).operands[0];
      const std::string other = partner >= 0 ? nameOf(partner) : nameOf(n) + "_unused";
      const bool isSine = node(n).operation == Operation::sine;
      body += fmt::format("  {} {}, {};\n", type, nameOf(n), other);
      body += fmt::format("  mb_sine_cosine{}({}{}, &{}, &{});\n", node(n).width == 4 ? "4" : "",
                          node(n).width == 4 ? "&" : "", operand(angle, 1), isSine ? nameOf(n) : other,
                          isSine ? other : nameOf(n));
      keep(n, body);
      if (partner >= 0) keep(partner, body);
      return;
    }
    if (hasArray(n)) {
      const TracedFunction& function = trace_.functions()[at(node(n).index)];
      body += fmt::format("  double {0}[{1}];\n  {2}{0});\n", nameOf(n), function.results, callText(function));
      return;
    }
    body += fmt::format("  const {} {} = {};\n", type, nameOf(n), expression(n));
    keep(n, body);
  }
  void keep(int n, std::string& body) const {
    if (work_[at(n)] < 0) return;
    if (node(n).width == 4) {
      const std::string four =
          typeOf(n) == "mb_truth4" ? "mb_select4(" + nameOf(n) + ", mb_all4(K(1.0)), mb_all4(K(0.0)))" : nameOf(n);
      body += fmt::format("  mb_store4(work + {}, {});\n", work_[at(n)], four);
    } else {
      body += fmt::format("  work[{}] = {}{};\n", work_[at(n)], typeOf(n) == "int" ? "(real_t)" : "", nameOf(n));
    }
  }
  std::string loadText(int n) const {
    if (node(n).width == 4) {
      return typeOf(n) == "mb_truth4" ? fmt::format("mb_load_truth4(work + {})", work_[at(n)])
                                      : fmt::format("mb_load4(work + {})", work_[at(n)]);
    }
    return typeOf(n) == "int" ? fmt::format("(work[{}] != K(0.0))", work_[at(n)])
                              : fmt::format("work[{}]", work_[at(n)]);
  }
  // Not every part uses every parameter.
  std::string unusedText() const {
    std::string text;
    std::size_t from = 0;
    while (from < options_.parameters.size()) {
      const std::size_t end = std::min(options_.parameters.find(',', from), options_.parameters.size());
      const std::string one = options_.parameters.substr(from, end - from);
      text += "  (void)" + one.substr(one.find_last_of(" *") + 1) + ";\n";
      from = end + 1;
    }
    return text;
  }
  void writePart(int part, const std::string& body) {
    if (options_.isPlain) {
      result_.text += fmt::format("static void {}({}) {{\n{}}}\n\n", options_.name, options_.parameters, body);
      return;
    }
    result_.text += fmt::format("static void {}_{}({}, real_t* work) {{\n  (void)work;\n{}{}}}\n\n", options_.name,
                                part + 1, options_.parameters, unusedText(), body);
    result_.calls += fmt::format("  {}_{}({}, work);\n", options_.name, part + 1, options_.arguments);
  }

  const Trace& trace_;
  const CFunctionOptions& options_;
  std::vector<CResult> results_;
  CFunctions result_;
  std::vector<int> uses_;
  std::vector<char> named_;
  std::vector<int> length_;
  std::vector<int> part_;   // of named values
  std::vector<int> last_;   // part that reads it
  std::vector<int> order_;  // of named values
  std::vector<int> partOfResult_;
  std::vector<int> work_;
  std::map<std::pair<int, int>, int> partners_;
  int parts_ = 0;
};

}  // namespace

CFunctions cFunctions(const Trace& trace, const std::vector<CResult>& results, const CFunctionOptions& options) {
  return Writer(trace, results, options).run();
}

std::string cNumber(double value) {
  if (std::isnan(value)) return "MB_NAN";
  if (std::isinf(value)) return value > 0 ? "MB_INFINITY" : "(-MB_INFINITY)";
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return value < 0 ? "(" + text + ")" : text;
}

}  // namespace mb
