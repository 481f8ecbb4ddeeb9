#include "formats/model/tracing/side_by_side.h"

namespace mb {
namespace {

std::size_t place(int k) { return static_cast<std::size_t>(k); }

class Repeater {
 public:
  Repeater(const Trace& from, Trace& to, std::uint8_t width) : from_(from), to_(to), width_(width) {}

  PlacesOfNodes run() {
    for (const TraceNode& node : from_.nodes()) {
      std::array<int, 4> places{};
      const int count = node.width == 1 ? 1 : 4;
      for (int l = 0; l < count; ++l) places[place(l)] = repeated(node, l);
      for (int l = count; l < 4; ++l) places[place(l)] = places[0];
      places_.push_back(places);
    }
    return std::move(places_);
  }

 private:
  // The number of a lane, by the same operation.
  int repeated(const TraceNode& node, int l) {
    const auto a = [&](std::size_t k) { return places_[place(node.operands[k])][place(l)]; };
    switch (node.operation) {
      case Operation::constant: return to_.constant(node.value);
      case Operation::input: return to_.input(node.index, width_);
      case Operation::add: return to_.add(a(0), a(1));
      case Operation::subtract: return to_.subtract(a(0), a(1));
      case Operation::multiply: return to_.multiply(a(0), a(1));
      case Operation::divide: return to_.divide(a(0), a(1));
      case Operation::negate: return to_.negate(a(0));
      case Operation::squareRoot:
      case Operation::magnitude:
      case Operation::sine:
      case Operation::cosine: return to_.function(node.operation, a(0));
      case Operation::less:
      case Operation::notMore:
      case Operation::equal: return to_.compare(node.operation, a(0), a(1));
      case Operation::bits: return to_.bits(a(0), node.index / 16, node.index % 16);
      case Operation::either: return to_.either(a(0), a(1));
      case Operation::both: return to_.both(a(0), a(1));
      case Operation::opposite: return to_.opposite(a(0));
      case Operation::select: return to_.select(a(0), a(1), a(2));
      case Operation::pack: return places_[place(node.operands[place(l)])][0];
      case Operation::lane: return places_[place(node.operands[0])][place(node.index)];
      case Operation::call: return called(from_.functions()[place(node.index)]);
      case Operation::result: return results_[place(node.index)];
    }
    throw CannotTrace("no operation to repeat");
  }
  // Its results follow a call at once.
  int called(TracedFunction function) {
    for (int& argument : function.arguments) argument = places_[place(argument)][0];
    results_ = to_.call(std::move(function));
    return to_[results_[0]].operands[0];
  }

  const Trace& from_;
  Trace& to_;
  std::uint8_t width_;
  PlacesOfNodes places_;
  std::vector<int> results_;
};

}  // namespace

PlacesOfNodes traceSideBySide(const Trace& from, Trace& to, std::uint8_t width) {
  for (const std::vector<double>& numbers : from.tables()) to.table(numbers);
  for (const TracedStructure& structure : from.structures()) to.structure(structure);
  for (const TracedProcedure& procedure : from.procedures()) {
    const auto body = std::make_shared<Trace>(to);
    const PlacesOfNodes places = Repeater(*procedure.body, *body, width).run();
    TracedProcedure repeated{procedure.name, body, {}};
    for (const int result : procedure.results) repeated.results.push_back(places[place(result)][0]);
    to.addProcedure(std::move(repeated));
  }
  return Repeater(from, to, width).run();
}

}  // namespace mb
