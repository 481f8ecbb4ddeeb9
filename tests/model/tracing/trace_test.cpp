#include "formats/model/tracing/side_by_side.h"
#include "formats/model/tracing/traced.h"

#include "tests/support/test.h"

using namespace mb;

TEST_CASE("equal operations are one node, and only what keeps the number is folded") {
  Trace trace;
  const Recording recording(trace);
  const Traced x = Traced::of(trace.input(0));
  const Traced y = Traced::of(trace.input(1));
  CHECK((x + y).node == (y + x).node);
  CHECK((x * y + 1.0).node == (y * x + 1.0).node);
  CHECK((x - y).node != (y - x).node);
  CHECK((x * 1.0).node == x.node);
  CHECK((x + 0.0).node == x.node);
  CHECK(trace.isConstant((x * 0.0).node, 0));
  CHECK((-(-x)).node == x.node);
  CHECK((x * -y).node == (-(x * y)).node);
  CHECK((x + -y).node == (x - y).node);
  CHECK(((x + y) - y).node != x.node);  // no reordering
  CHECK((x / 3.0).node != (x * (1 / 3.0)).node);
  CHECK(trace.isConstant((Traced(0.1) + 0.2).node, 0.1 + 0.2));
}

TEST_CASE("code that decides by a number is recorded both ways") {
  Trace trace;
  const Recording recording(trace);
  const Traced x = Traced::of(trace.input(0));
  const auto law = [](const auto& a) {
    using T = std::remove_cvref_t<decltype(a)>;
    return explored<T>([&]() -> T {
      if (a < 0.0) return -a;
      if (a > 2.0) return T(4) * a;
      return a * a;
    });
  };
  const Traced result = law(x);
  CHECK(trace[result.node].operation == Operation::select);
  CHECK_THROWS_AS(static_cast<bool>(x < 1.0), CannotTrace);
}

TEST_CASE("a procedure is recorded once, whoever calls it") {
  Trace trace;
  const Recording recording(trace);
  int runs = 0;
  const auto law = [&](const auto& a) {
    ++runs;
    return std::remove_cvref_t<decltype(a)>{a[0] * a[1], a[0] - a[1]};
  };
  const auto callWith = [&](double number) {
    return procedure<Traced>("law", std::array{Traced::of(trace.input(0)), Traced(number)}, law);
  };
  const auto first = callWith(2);
  CHECK(callWith(2)[1].node == first[1].node);
  CHECK(callWith(3)[1].node != first[1].node);
  CHECK(trace.procedures().size() == 1);
  CHECK(runs == 1);
  CHECK(procedure<double>("law", std::array{5.0, 3.0}, law) == std::array{15.0, 2.0});
}

TEST_CASE("four numbers side by side are one node while they stay in order") {
  Trace trace;
  const Recording recording(trace);
  const int four = trace.input(0, 4);
  std::array<int, 4> lanes{};
  for (int l = 0; l < 4; ++l) lanes[static_cast<std::size_t>(l)] = trace.lane(four, l);
  CHECK(trace.pack(lanes) == four);
  std::swap(lanes[0], lanes[1]);
  CHECK(trace.pack(lanes) != four);
  CHECK(trace.pack({lanes[2], lanes[2], lanes[2], lanes[2]}) == lanes[2]);
  CHECK(trace.lane(trace.pack(lanes), 3) == lanes[3]);
}

TEST_CASE("for several states, four numbers of one are four wide nodes") {
  Trace trace;
  const Recording recording(trace);
  std::array<int, 4> numbers{};
  for (int l = 0; l < 4; ++l) numbers[static_cast<std::size_t>(l)] = trace.input(l);
  const int four = trace.multiply(trace.pack(numbers), trace.constant(2));
  const int sum = trace.add(trace.lane(four, 1), trace.lane(four, 3));
  const int root = trace.call({"mb_sin", {}, {sum}, 1, {}})[0];

  Trace wide;
  const PlacesOfNodes places = traceSideBySide(trace, wide, 4);
  const TraceNode repeated = wide[places[static_cast<std::size_t>(sum)][0]];
  CHECK(repeated.operation == Operation::add);
  CHECK(repeated.width == 4);
  const TraceNode product = wide[repeated.operands[0]];
  CHECK(product.operation == Operation::multiply);
  CHECK(wide[places[static_cast<std::size_t>(root)][0]].width == 4);
  for (const TraceNode& node : wide.nodes()) {
    CHECK(node.operation != Operation::pack);
    CHECK(node.operation != Operation::lane);
  }
}
