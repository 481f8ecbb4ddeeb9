#include "formats/model/tracing/trace.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace mb {
namespace {

thread_local Trace* current = nullptr;

// The operation on numbers. Truths are 0 and 1.
double applied(Operation operation, double a, double b) {
  switch (operation) {
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::negate: return -a;
    case Operation::squareRoot: return std::sqrt(a);
    case Operation::magnitude: return a < 0 ? -a : a;
    case Operation::less: return a < b ? 1 : 0;
    case Operation::notMore: return a <= b ? 1 : 0;
    case Operation::equal: return a == b ? 1 : 0;
    default: break;
  }
  throw CannotTrace("no operation on constants");
}

// Of the widest of arguments and results.
std::uint8_t widthOf(const Trace& trace, const TracedFunction& function) {
  std::uint8_t width = 1;
  for (const int argument : function.arguments) width = std::max(width, trace[argument].width);
  if (function.procedure < 0) return width;
  const TracedProcedure& procedure = trace.procedures()[static_cast<std::size_t>(function.procedure)];
  for (const int result : procedure.results) width = std::max(width, (*procedure.body)[result].width);
  return width;
}

}  // namespace

Trace::Trace() {
  constant(0);  // node 0, which every new number is
}

Trace::Trace(Trace& around) : Trace() { around_ = &around; }

Trace& Trace::here() {
  if (!current) throw CannotTrace("nothing records");
  return *current;
}

Recording::Recording(Trace& trace) : before_(current) { current = &trace; }
Recording::~Recording() { current = before_; }

std::size_t Trace::Hash::operator()(const TraceNode& node) const {
  std::size_t hash = static_cast<std::size_t>(node.operation) * 4 + node.width;
  const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29); };
  for (const int operand : node.operands) mix(static_cast<std::uint64_t>(operand));
  mix(static_cast<std::uint64_t>(node.index));
  mix(std::bit_cast<std::uint64_t>(node.value));
  return hash;
}

int Trace::keep(const TraceNode& node) {
  const auto [place, isNew] = places_.emplace(node, static_cast<int>(nodes_.size()));
  if (isNew) nodes_.push_back(node);
  return place->second;
}

int Trace::constant(double value) {
  TraceNode node;
  node.value = value == 0 ? 0 : value;  // zeros have no sign here
  return keep(node);
}

int Trace::input(int number, std::uint8_t width) {
  TraceNode node;
  node.width = width;
  node.operation = Operation::input;
  node.index = number;
  return keep(node);
}

bool Trace::isConstant(int node, double value) const { return isConstant(node) && (*this)[node].value == value; }

bool Trace::lanesAreConstant(int node, std::array<double, 4>& values) const {
  const TraceNode& it = (*this)[node];
  if (it.operation == Operation::constant) {
    values.fill(it.value);
    return true;
  }
  if (it.operation != Operation::pack) return false;
  for (std::size_t l = 0; l < 4; ++l) {
    if (!isConstant(it.operands[l])) return false;
    values[l] = (*this)[it.operands[l]].value;
  }
  return true;
}

// The width of a result is that of its wider operand; a single number among four stands for all of them.
int Trace::keepFoldable(Operation operation, int a, int b) {
  TraceNode node;
  node.operation = operation;
  node.width = std::max((*this)[a].width, b >= 0 ? (*this)[b].width : std::uint8_t{1});
  node.count = b >= 0 ? 2 : 1;
  std::array<double, 4> first{};
  std::array<double, 4> second{};
  if (lanesAreConstant(a, first) && (b < 0 || lanesAreConstant(b, second))) {
    std::array<int, 4> results{};
    for (std::size_t l = 0; l < 4; ++l) results[l] = constant(applied(operation, first[l], second[l]));
    return node.width == 1 ? results[0] : pack(results);
  }
  node.operands[0] = a;
  if (b >= 0) {
    const bool commutes =
        operation == Operation::add || operation == Operation::multiply || operation == Operation::equal;
    node.operands[0] = commutes ? std::min(a, b) : a;
    node.operands[1] = commutes ? std::max(a, b) : b;
  }
  return keep(node);
}

int Trace::add(int a, int b) {
  if (isConstant(a, 0)) return b;
  if (isConstant(b, 0)) return a;
  if ((*this)[b].operation == Operation::negate) return subtract(a, (*this)[b].operands[0]);
  if ((*this)[a].operation == Operation::negate) return subtract(b, (*this)[a].operands[0]);
  return keepFoldable(Operation::add, a, b);
}

int Trace::subtract(int a, int b) {
  if (isConstant(b, 0)) return a;
  if (isConstant(a, 0)) return negate(b);
  if ((*this)[b].operation == Operation::negate) return add(a, (*this)[b].operands[0]);
  return keepFoldable(Operation::subtract, a, b);
}

int Trace::multiply(int a, int b) {
  if (isConstant(b, 1)) return a;
  if (isConstant(a, 1)) return b;
  if (isConstant(b, -1)) return negate(a);
  if (isConstant(a, -1)) return negate(b);
  if (isConstant(a, 0) || isConstant(b, 0)) return constant(0);
  if ((*this)[a].operation == Operation::negate) return negate(multiply((*this)[a].operands[0], b));
  if ((*this)[b].operation == Operation::negate) return negate(multiply(a, (*this)[b].operands[0]));
  return keepFoldable(Operation::multiply, a, b);
}

int Trace::divide(int a, int b) {
  if (isConstant(b, 1)) return a;
  if (isConstant(b, -1)) return negate(a);
  if (isConstant(a, 0) && !isConstant(b, 0)) return constant(0);
  if ((*this)[a].operation == Operation::negate) return negate(divide((*this)[a].operands[0], b));
  if ((*this)[b].operation == Operation::negate) return negate(divide(a, (*this)[b].operands[0]));
  return keepFoldable(Operation::divide, a, b);
}

int Trace::negate(int a) {
  if ((*this)[a].operation == Operation::negate) return (*this)[a].operands[0];
  return keepFoldable(Operation::negate, a);
}

int Trace::function(Operation operation, int a) {
  if (operation == Operation::sine || operation == Operation::cosine) {
    TraceNode node;
    node.operation = operation;
    node.width = (*this)[a].width;
    node.count = 1;
    node.operands[0] = a;
    return keep(node);
  }
  return keepFoldable(operation, a);
}

int Trace::compare(Operation operation, int a, int b) { return keepFoldable(operation, a, b); }

int Trace::bits(int a, int mask, int added) {
  TraceNode node;
  node.operation = Operation::bits;
  node.width = (*this)[a].width;
  node.count = 1;
  node.operands[0] = a;
  node.index = mask * 16 + added;
  return keep(node);
}

int Trace::either(int a, int b) {
  if (isConstant(a, 0) || a == b) return b;
  if (isConstant(b, 0)) return a;
  if (isConstant(a) || isConstant(b)) return constant(1);
  TraceNode node;
  node.operation = Operation::either;
  node.width = (*this)[a].width;
  node.count = 2;
  node.operands = {std::min(a, b), std::max(a, b)};
  return keep(node);
}

int Trace::both(int a, int b) { return opposite(either(opposite(a), opposite(b))); }

int Trace::opposite(int a) {
  if (isConstant(a)) return constant(isConstant(a, 0) ? 1 : 0);
  if ((*this)[a].operation == Operation::opposite) return (*this)[a].operands[0];
  TraceNode node;
  node.operation = Operation::opposite;
  node.width = (*this)[a].width;
  node.count = 1;
  node.operands[0] = a;
  return keep(node);
}

int Trace::select(int truth, int a, int b) {
  if (isConstant(truth)) return isConstant(truth, 0) ? b : a;
  if (a == b) return a;
  TraceNode node;
  node.operation = Operation::select;
  node.count = 3;
  node.width = std::max({(*this)[truth].width, (*this)[a].width, (*this)[b].width});
  if ((*this)[truth].operation == Operation::opposite) {
    truth = (*this)[truth].operands[0];
    std::swap(a, b);
  }
  node.operands = {truth, a, b};
  return keep(node);
}

int Trace::pack(const std::array<int, 4>& numbers) {
  // Four times the same number is that number, and the four numbers of one node in their order are that node.
  if (numbers[0] == numbers[1] && numbers[0] == numbers[2] && numbers[0] == numbers[3]) return numbers[0];
  const TraceNode& first = (*this)[numbers[0]];
  if (first.operation == Operation::lane) {
    bool isWhole = true;
    for (int l = 0; l < 4; ++l) {
      const TraceNode& it = (*this)[numbers[static_cast<std::size_t>(l)]];
      isWhole = isWhole && it.operation == Operation::lane && it.index == l && it.operands[0] == first.operands[0];
    }
    if (isWhole) return first.operands[0];
  }
  TraceNode node;
  node.operation = Operation::pack;
  node.width = 4;
  node.count = 4;
  node.operands = numbers;
  return keep(node);
}

int Trace::lane(int a, int number) {
  const TraceNode& it = (*this)[a];
  if (it.width == 1) return a;
  if (it.operation == Operation::pack) return it.operands[static_cast<std::size_t>(number)];
  TraceNode node;
  node.operation = Operation::lane;
  node.count = 1;
  node.operands[0] = a;
  node.index = number;
  return keep(node);
}

std::string Trace::table(const std::vector<double>& numbers) {
  if (numbers.empty()) return "0";
  if (around_) return around_->table(numbers);
  const auto found = std::find(tables_.begin(), tables_.end(), numbers);
  const std::string name = "mb_table_" + std::to_string(found - tables_.begin());
  if (found == tables_.end()) tables_.push_back(numbers);
  return name;
}

std::string Trace::structure(const TracedStructure& structure) {
  if (structure.rows.empty()) return "0";
  if (around_) return around_->structure(structure);
  const auto found = std::find(structures_.begin(), structures_.end(), structure);
  const std::string name = structure.type + "_" + std::to_string(found - structures_.begin());
  if (found == structures_.end()) structures_.push_back(structure);
  return name;
}

int Trace::findProcedure(const std::string& name) const {
  const auto found = std::ranges::find(procedures(), name, &TracedProcedure::name);
  return found == procedures().end() ? -1 : static_cast<int>(found - procedures().begin());
}

int Trace::addProcedure(TracedProcedure procedure) {
  if (around_) return around_->addProcedure(std::move(procedure));
  procedures_.push_back(std::move(procedure));
  return static_cast<int>(procedures_.size()) - 1;
}

std::vector<int> Trace::callProcedure(int number, std::vector<int> arguments) {
  const TracedProcedure& procedure = procedures()[static_cast<std::size_t>(number)];
  return call({procedure.name, {}, std::move(arguments), static_cast<int>(procedure.results.size()), {}, number});
}

std::vector<int> Trace::call(TracedFunction function) {
  std::string key = function.name + "(" + function.firstArgument;
  for (const int argument : function.arguments) key += "," + std::to_string(argument);
  const int count = function.results;
  const auto [place, isNew] = calls_.emplace(key, static_cast<int>(nodes_.size()));
  if (isNew) {
    TraceNode node;
    node.operation = Operation::call;
    node.index = static_cast<int>(functions_.size());
    node.width = widthOf(*this, function);
    functions_.push_back(std::move(function));
    const int call = keep(node);
    place->second = static_cast<int>(nodes_.size());
    for (int k = 0; k < count; ++k) {
      TraceNode result;
      result.operation = Operation::result;
      result.width = nodes_[static_cast<std::size_t>(call)].width;
      result.count = 1;
      result.operands[0] = call;
      result.index = k;
      keep(result);
    }
  }
  std::vector<int> results;
  for (int k = 0; k < count; ++k) results.push_back(place->second + k);
  return results;
}

}  // namespace mb
