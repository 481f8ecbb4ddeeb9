#include "formats/model/tracing/cuts.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace mb {
namespace {

thread_local Cuts* cutting = nullptr;
static_assert(sizeof(Traced) == sizeof(int) && sizeof(TracedTruth) == sizeof(int));

std::vector<int> operandsOf(const Trace& trace, int node) {
  const TraceNode& it = trace[node];
  if (it.operation == Operation::call) return trace.functions()[static_cast<std::size_t>(it.index)].arguments;
  return {it.operands.begin(), it.operands.begin() + it.count};
}

int repeated(Trace& trace, int n, const std::vector<int>& a) {
  const TraceNode it = trace[n];
  switch (it.operation) {
    case Operation::constant:
    case Operation::input: return n;
    case Operation::add: return trace.add(a[0], a[1]);
    case Operation::subtract: return trace.subtract(a[0], a[1]);
    case Operation::multiply: return trace.multiply(a[0], a[1]);
    case Operation::divide: return trace.divide(a[0], a[1]);
    case Operation::negate: return trace.negate(a[0]);
    case Operation::squareRoot:
    case Operation::magnitude:
    case Operation::sine:
    case Operation::cosine: return trace.function(it.operation, a[0]);
    case Operation::less:
    case Operation::notMore:
    case Operation::equal: return trace.compare(it.operation, a[0], a[1]);
    case Operation::bits: return trace.bits(a[0], it.index / 16, it.index % 16);
    case Operation::either: return trace.either(a[0], a[1]);
    case Operation::both: return trace.both(a[0], a[1]);
    case Operation::opposite: return trace.opposite(a[0]);
    case Operation::select: return trace.select(a[0], a[1], a[2]);
    case Operation::pack: return trace.pack({a[0], a[1], a[2], a[3]});
    case Operation::lane: return trace.lane(a[0], it.index);
    case Operation::call:
    case Operation::result: break;
  }
  throw CannotTrace("no way to repeat an operation");
}

}  // namespace

int Pieces::numberOf(const Piece& piece) {
  const auto [place, isNew] = numbers.emplace(piece, static_cast<int>(all.size()));
  if (isNew) all.push_back(piece);
  return place->second;
}

Cuts::Cuts(Trace& trace, Pieces& pieces) : trace_(trace), pieces_(pieces), before_(cutting) { cutting = this; }
Cuts::~Cuts() { cutting = before_; }
Cuts* Cuts::here() { return cutting; }

void Cuts::watch(int* node, std::vector<int> cells) {
  Watched watched{node, std::move(cells), {}};
  watched.before.assign(watched.cells.size(), 0);
  watched_.push_back(std::move(watched));
}
void Cuts::watch(std::span<Traced> numbers, std::vector<int> cells) {
  if (!numbers.empty()) watch(&numbers[0].node, std::move(cells));
}
void Cuts::watch(std::span<Traced> numbers, int firstCell) {
  std::vector<int> cells(numbers.size());
  std::iota(cells.begin(), cells.end(), firstCell);
  watch(numbers, std::move(cells));
}
void Cuts::watch(TracedTruth& truth, int cell) { watch(&truth.node, std::vector<int>{cell}); }

void Cuts::cut() {
  Piece piece;
  for (Watched& watched : watched_) {
    for (std::size_t k = 0; k < watched.cells.size(); ++k) {
      int& node = watched.node[k];
      if (node == watched.before[k]) continue;
      if (!trace_.isConstant(node)) {
        const int input = trace_.input(watched.cells[k]);
        if (node != input) piece.push_back({watched.cells[k], node});
        node = input;
      }
      watched.before[k] = node;
    }
  }
  if (piece.empty()) return;
  std::ranges::sort(piece);
  sequence_.push_back(pieces_.numberOf(piece));
}

std::vector<int> Cuts::takeSequence() {
  cut();
  return std::exchange(sequence_, {});
}

std::vector<int> neededBy(const Trace& trace, std::span<const int> results) {
  std::set<int, std::greater<>> open(results.begin(), results.end());
  std::vector<int> needed;
  while (!open.empty()) {
    const int node = *open.begin();
    open.erase(open.begin());
    needed.push_back(node);
    for (const int operand : operandsOf(trace, node)) open.insert(operand);
  }
  std::ranges::reverse(needed);
  return needed;
}

int replaced(Trace& trace, int node, std::map<int, int>& by) {
  const int results[] = {node};
  for (const int n : neededBy(trace, results)) {
    if (by.contains(n)) continue;
    std::vector<int> operands = operandsOf(trace, n);
    const bool isSame = std::ranges::all_of(operands, [&](int k) { return by.at(k) == k; });
    for (int& k : operands) k = by.at(k);
    if (isSame) {
      by[n] = n;
    } else if (trace[n].operation == Operation::result) {
      // The node of the call stands for its first result here.
      by[n] = operands[0] + trace[n].index;
    } else if (trace[n].operation == Operation::call) {
      TracedFunction function = trace.functions()[static_cast<std::size_t>(trace[n].index)];
      function.arguments = operands;
      by[n] = trace.call(std::move(function))[0];
    } else {
      by[n] = repeated(trace, n, operands);
    }
  }
  return by.at(node);
}

}  // namespace mb
