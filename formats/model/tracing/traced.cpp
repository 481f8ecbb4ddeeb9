#include "formats/model/tracing/traced.h"

namespace mb {
namespace {

thread_local Exploration* exploration = nullptr;

}  // namespace

Exploring::Exploring(Exploration& one) : before_(exploration) { exploration = &one; }
Exploring::~Exploring() { exploration = before_; }

// What was decided on the way stays decided.
bool Exploration::decide(int truth) {
  for (std::size_t k = 0; k < next; ++k) {
    if (decisions[k].truth == truth) return decisions[k].taken;
  }
  if (next == decisions.size()) decisions.push_back({truth, true});
  return decisions[next++].taken;
}

TracedTruth::operator bool() const {
  const Trace& trace = Trace::here();
  if (trace.isConstant(node)) return !trace.isConstant(node, 0);
  if (trace[node].operation == Operation::opposite) return !static_cast<bool>(of(trace[node].operands[0]));
  if (!exploration) throw CannotTrace("a decision by a number that is not known");
  return exploration->decide(node);
}

Traced called(const char* name, std::initializer_list<Traced> arguments) {
  TracedFunction function{name, {}, {}, 1, {}};
  for (const Traced argument : arguments) function.arguments.push_back(argument.node);
  return Traced::of(Trace::here().call(std::move(function))[0]);
}

}  // namespace mb
