#include "converter/export/c/writer/values.h"

#include <algorithm>

namespace mb {
namespace {

constexpr int kMostInline = 12;  // operations in one expression

// Four results side by side that are the numbers of one node are one store.
std::vector<CStore> storesOf(const Trace& trace, std::vector<CResult> results) {
  std::ranges::stable_sort(results, {}, &CResult::place);
  const auto isLane = [&](std::size_t k, int of, int number) {
    const TraceNode& it = trace[results[k].node];
    return it.operation == Operation::lane && it.index == number && (of < 0 || it.operands[0] == of);
  };
  std::vector<CStore> stores;
  for (std::size_t k = 0; k < results.size(); ++k) {
    bool isFour = k + 3 < results.size() && isLane(k, -1, 0);
    for (int l = 1; l < 4 && isFour; ++l) {
      isFour = isNext(results[k + at(l) - 1].place, results[k + at(l)].place) &&
               isLane(k + at(l), trace[results[k].node].operands[0], l);
    }
    stores.push_back({results[k].place, isFour ? trace[results[k].node].operands[0] : results[k].node, isFour});
    if (isFour) k += 3;
  }
  return stores;
}

void countUses(Values& values) {
  values.uses.assign(values.trace.nodes().size(), 0);
  for (const CStore& store : values.stores) ++values.uses[at(store.node)];
  for (int n = static_cast<int>(values.uses.size()); n-- > 0;) {
    if (values.uses[at(n)] == 0) continue;
    for (const int operand : values.operandsOf(n)) ++values.uses[at(operand)];
    if (values.node(n).operation == Operation::result) values.results[values.node(n).operands[0]].push_back(n);
    if (values.isAngleFunction(n))
      values.partners[{values.node(n).operands[0], values.node(n).operation == Operation::sine ? 1 : 0}] = n;
  }
  for (auto& [call, results] : values.results) std::ranges::sort(results);
}

// What is used twice, what is too long, results of functions, and single numbers that stand for four.
void chooseNamed(Values& values) {
  values.named.assign(values.uses.size(), 0);
  std::vector<int> length(values.uses.size(), 0);
  const auto name = [&](int n) {
    if (!values.isConstant(n) && !(values.isInput(n) && values.placeOf(n).index < 0)) values.named[at(n)] = 1;
  };
  for (int n = 0; n < static_cast<int>(values.uses.size()); ++n) {
    if (values.uses[at(n)] == 0 || values.isConstant(n)) continue;
    const TraceNode& it = values.node(n);
    if (it.operation == Operation::input) {
      if (values.uses[at(n)] > 1) name(n);
      continue;
    }
    if (it.operation == Operation::call) continue;  // its results have names
    const bool repeats =
        it.width == 4 && (it.operation == Operation::squareRoot || it.operation == Operation::magnitude);
    const bool takesNames = values.isAngleFunction(n) || it.operation == Operation::lane || repeats;
    const bool isFunction = values.isAngleFunction(n) || it.operation == Operation::result;
    int own = 1;
    for (const int operand : values.operandsOf(n)) {
      const bool isSpread = it.width == 4 && it.operation != Operation::pack && values.node(operand).width == 1;
      if (isSpread || takesNames) name(operand);
      if (!values.isNamed(operand)) own += length[at(operand)];
    }
    length[at(n)] = it.operation == Operation::lane ? 0 : own;
    if (it.operation != Operation::lane && (values.uses[at(n)] > 1 || isFunction || own > kMostInline)) name(n);
  }
  for (const CStore& store : values.stores) {
    if (store.isFour) name(store.node);
  }
}

void collect(const Values& values, int n, std::vector<int>& found) {
  if (values.isNamed(n)) {
    found.push_back(n);
  } else {
    for (const int operand : values.operandsOf(n)) collect(values, operand, found);
  }
}

}  // namespace

std::vector<int> Values::operandsOf(int n) const {
  const TraceNode& it = node(n);
  if (it.operation == Operation::call) return functionOf(n).arguments;
  if (isRow(n)) return {};
  return {it.operands.begin(), it.operands.begin() + it.count};
}

bool Values::isRow(int n) const {
  const TraceNode& it = node(n);
  if (it.operation != Operation::pack) return false;
  for (std::size_t l = 0; l < 4; ++l) {
    if (!isInput(it.operands[l])) return false;
    if (l > 0 && !isNext(placeOf(it.operands[l - 1]), placeOf(it.operands[l]))) return false;
  }
  return true;
}

bool Values::isAngleFunction(int n) const {
  return node(n).operation == Operation::sine || node(n).operation == Operation::cosine;
}

std::vector<int> Values::madeWith(int n) const {
  if (node(n).operation == Operation::result) return results.at(node(n).operands[0]);
  if (!isAngleFunction(n)) return {n};
  std::vector<int> made;
  for (const int isSine : {1, 0}) {
    const auto found = partners.find({node(n).operands[0], isSine});
    if (found != partners.end()) made.push_back(found->second);
  }
  return made;
}

std::vector<int> Values::readBy(int n) const {
  std::vector<int> found;
  if (isInput(n)) return found;
  const std::vector<int> operands =
      node(n).operation == Operation::result ? operandsOf(node(n).operands[0]) : operandsOf(n);
  for (const int operand : operands) collect(*this, operand, found);
  return found;
}

std::vector<int> Values::readBy(const CStore& store) const {
  std::vector<int> found;
  collect(*this, store.node, found);
  return found;
}

bool Values::isTruth(int n) const {
  return node(n).operation >= Operation::less && node(n).operation <= Operation::opposite;
}

std::string Values::typeOf(int n) const {
  if (node(n).width == 4 && options.isPlain) return isTruth(n) ? "mb_long_truths" : "mb_doubles";
  if (node(n).width == 4) return isTruth(n) ? "mb_truths" : "mb_lanes";
  return isTruth(n) ? "int" : options.isPlain ? "double" : "real_t";
}

Values cValues(const Trace& trace, const std::vector<CResult>& results, const CFunctionOptions& options) {
  Values values{trace, options, storesOf(trace, results), {}, {}, {}, {}};
  countUses(values);
  chooseNamed(values);
  return values;
}

}  // namespace mb
