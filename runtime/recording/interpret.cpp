// The operations of a trace, carried out one by one.
#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>

#include "formats/model/elementary/elementary.h"
#include "formats/model/tracing/traced.h"
#include "runtime/laws/roads/mb_curve.h"
#include "runtime/recording/recorded_model.h"
#include "runtime/solvers/embedded/scalar_kernels.h"

namespace mb {
namespace {

using Values = std::array<double, 4>;

struct SineCosine {
  Trace trace;
  int sine = 0;
  int cosine = 0;
  SineCosine() {
    const Recording recording(trace);
    Traced s;
    Traced c;
    embedded::traceSineCosine(Traced::of(trace.input(0)), s, c);
    sine = s.node;
    cosine = c.node;
  }
};

double angleFunction(bool isSine, double angle) {
  static const SineCosine recorded;
  if (!(std::abs(angle) < embedded::kFarthestTracedAngle)) return isSine ? mb_sin(angle) : mb_cos(angle);
  const double inputs[] = {angle};
  return valuesOf(recorded.trace, inputs)[at(isSine ? recorded.sine : recorded.cosine)];
}

// A function on a curve names its tables and how long they are.
double ofCurve(const Trace& trace, const TracedFunction& function, double x) {
  std::array<int, 3> numbers{};  // of the tables, and the count of points
  if (std::sscanf(function.firstArgument.c_str(), "mb_table_%d, mb_table_%d, %d", numbers.data(), numbers.data() + 1,
                  numbers.data() + 2) != 3)
    throw CannotTrace("no tables of " + function.name);
  const double* const points = trace.tables()[at(numbers[0])].data();
  const double* const pieces = trace.tables()[at(numbers[1])].data();
  if (function.name == "mb_curve_value") return mb_curve_value(points, pieces, numbers[2], x);
  if (function.name == "mb_curve_slope") return mb_curve_slope(points, pieces, numbers[2], x);
  if (function.name == "mb_curve_third") return mb_curve_third(points, pieces, numbers[2], x);
  if (function.name == "mb_curve_bend") return mb_curve_bend(points, pieces, numbers[2], x);
  return mb_curve_integral(points, pieces, numbers[2], x);
}

double named(const Trace& trace, const TracedFunction& function, std::span<const double> a) {
  if (!function.firstArgument.empty()) return ofCurve(trace, function, a[0]);
  static const std::map<std::string, std::function<double(std::span<const double>)>> functions{
      {"mb_sin", [](auto x) { return mb_sin(x[0]); }},
      {"mb_cos", [](auto x) { return mb_cos(x[0]); }},
      {"mb_tan", [](auto x) { return mb_tan(x[0]); }},
      {"mb_asin", [](auto x) { return mb_asin(x[0]); }},
      {"mb_acos", [](auto x) { return mb_acos(x[0]); }},
      {"mb_atan", [](auto x) { return mb_atan(x[0]); }},
      {"mb_atan2", [](auto x) { return mb_atan2(x[0], x[1]); }},
      {"mb_exp", [](auto x) { return mb_exp(x[0]); }},
      {"mb_log", [](auto x) { return mb_log(x[0]); }},
      {"mb_log10", [](auto x) { return mb_log10(x[0]); }},
      {"mb_pow", [](auto x) { return mb_pow(x[0], x[1]); }},
      {"mb_sinh", [](auto x) { return mb_sinh(x[0]); }},
      {"mb_cosh", [](auto x) { return mb_cosh(x[0]); }},
      {"mb_tanh", [](auto x) { return mb_tanh(x[0]); }},
      {"mb_hypot", [](auto x) { return mb_hypot(x[0], x[1]); }},
      {"mb_copysign", [](auto x) { return mb_copysign(x[0], x[1]); }},
      {"mb_floor", [](auto x) { return mb_floor(x[0]); }},
      {"mb_ceil", [](auto x) { return mb_ceil(x[0]); }},
      {"mb_trunc", [](auto x) { return mb_trunc(x[0]); }},
      {"mb_fmod", [](auto x) { return mb_fmod(x[0], x[1]); }},
      {"mb_remainder", [](auto x) { return mb_remainder(x[0], x[1]); }},
  };
  const auto found = functions.find(function.name);
  if (found == functions.end()) throw CannotTrace("no interpreter of " + function.name);
  return found->second(a);
}

std::vector<double> resultsOf(const Trace& trace, const TracedFunction& function, std::span<const double> a) {
  std::vector<double> results(at(function.results));
  if (function.evaluate) {
    function.evaluate(a.data(), results.data());
  } else if (function.procedure < 0) {
    results[0] = named(trace, function, a);
  } else {
    const TracedProcedure& procedure = trace.procedures()[at(function.procedure)];
    const std::vector<double> values = valuesOf(*procedure.body, a);
    for (std::size_t k = 0; k < results.size(); ++k) results[k] = values[at(procedure.results[k])];
  }
  return results;
}

double applied(const TraceNode& node, double a, double b, double c) {
  switch (node.operation) {
    case Operation::constant: return node.value;
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::negate: return -a;
    case Operation::squareRoot: return std::sqrt(a);
    case Operation::magnitude: return a < 0 ? -a : a;
    case Operation::sine: return angleFunction(true, a);
    case Operation::cosine: return angleFunction(false, a);
    case Operation::less: return a < b ? 1 : 0;
    case Operation::notMore: return a <= b ? 1 : 0;
    case Operation::equal: return a == b ? 1 : 0;
    case Operation::bits: {
      const auto bits = std::bit_cast<std::int64_t>(a);
      return ((bits + node.index % 16) & (node.index / 16)) != 0 ? 1 : 0;
    }
    case Operation::either: return a != 0 || b != 0 ? 1 : 0;
    case Operation::opposite: return a != 0 ? 0 : 1;
    case Operation::select: return a != 0 ? b : c;
    default: return 0;
  }
}

}  // namespace

std::vector<double> valuesOf(const Trace& trace, std::span<const double> inputs) {
  const std::vector<TraceNode>& nodes = trace.nodes();
  std::vector<Values> values(nodes.size());
  std::vector<std::vector<double>> results(trace.functions().size());
  const auto operand = [&](const TraceNode& node, std::size_t k, std::size_t l) {
    if (k >= node.count) return 0.0;
    const auto other = static_cast<std::size_t>(node.operands[k]);
    return values[other][nodes[other].width == 1 ? 0 : l];
  };
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const TraceNode& node = nodes[n];
    switch (node.operation) {
      case Operation::input:
        values[n][0] = at(node.index) < inputs.size() ? inputs[at(node.index)] : std::nan("");
        break;
      case Operation::lane: values[n][0] = values[at(node.operands[0])][at(node.index)]; break;
      case Operation::pack:
        for (std::size_t l = 0; l < 4; ++l) values[n][l] = operand(node, l, 0);
        break;
      case Operation::call: {
        std::vector<double> arguments;
        const TracedFunction& function = trace.functions()[at(node.index)];
        for (const int argument : function.arguments) arguments.push_back(values[at(argument)][0]);
        results[at(node.index)] = resultsOf(trace, function, arguments);
        break;
      }
      case Operation::result: values[n][0] = results[at(nodes[at(node.operands[0])].index)][at(node.index)]; break;
      default:
        for (std::size_t l = 0; l < node.width; ++l)
          values[n][l] = applied(node, operand(node, 0, l), operand(node, 1, l), operand(node, 2, l));
    }
  }
  std::vector<double> first;
  for (const Values& value : values) first.push_back(value[0]);
  return first;
}

}  // namespace mb
