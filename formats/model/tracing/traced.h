// A number that records what is done with it, and four of them side by side are Lanes of the kernel. Also the truth of
// a comparison, and code that decides by such truths: explored() follows both ways.
#pragma once

#include <cmath>
#include <initializer_list>

#include "formats/model/tracing/explored.h"
#include "formats/model/tracing/trace.h"

namespace mb {

struct TracedTruth {
  int node = 0;
  TracedTruth() = default;
  TracedTruth(bool value) : node(Trace::here().constant(value ? 1 : 0)) {}  // NOLINT(google-explicit-constructor)
  static TracedTruth of(int node) {
    TracedTruth truth;
    truth.node = node;
    return truth;
  }
  explicit operator bool() const;  // asks the exploration; without one a constant only

  friend TracedTruth operator||(TracedTruth a, TracedTruth b) { return of(Trace::here().either(a.node, b.node)); }
  friend TracedTruth operator&&(TracedTruth a, TracedTruth b) { return of(Trace::here().both(a.node, b.node)); }
  friend TracedTruth operator!(TracedTruth a) { return of(Trace::here().opposite(a.node)); }
};

struct Traced {
  int node = 0;  // zero

  Traced() = default;
  Traced(double value) : node(Trace::here().constant(value)) {}  // NOLINT(google-explicit-constructor)
  static Traced of(int node) {
    Traced number;
    number.node = node;
    return number;
  }
  Traced& operator+=(Traced b) { return *this = *this + b; }
  Traced& operator-=(Traced b) { return *this = *this - b; }
  Traced& operator*=(Traced b) { return *this = *this * b; }
  Traced& operator/=(Traced b) { return *this = *this / b; }

  friend Traced operator+(Traced a, Traced b) { return of(Trace::here().add(a.node, b.node)); }
  friend Traced operator-(Traced a, Traced b) { return of(Trace::here().subtract(a.node, b.node)); }
  friend Traced operator*(Traced a, Traced b) { return of(Trace::here().multiply(a.node, b.node)); }
  friend Traced operator/(Traced a, Traced b) { return of(Trace::here().divide(a.node, b.node)); }
  friend Traced operator-(Traced a) { return of(Trace::here().negate(a.node)); }
  friend TracedTruth operator<(Traced a, Traced b) { return compared(Operation::less, a, b); }
  friend TracedTruth operator>(Traced a, Traced b) { return compared(Operation::less, b, a); }
  friend TracedTruth operator<=(Traced a, Traced b) { return compared(Operation::notMore, a, b); }
  friend TracedTruth operator>=(Traced a, Traced b) { return compared(Operation::notMore, b, a); }
  friend TracedTruth operator==(Traced a, Traced b) { return compared(Operation::equal, a, b); }
  friend TracedTruth operator!=(Traced a, Traced b) { return !compared(Operation::equal, a, b); }

  static TracedTruth compared(Operation operation, Traced a, Traced b) {
    return TracedTruth::of(Trace::here().compare(operation, a.node, b.node));
  }
};

inline Traced choose(TracedTruth truth, Traced a, Traced b) {
  return Traced::of(Trace::here().select(truth.node, a.node, b.node));
}
inline Traced sqrt(Traced a) { return Traced::of(Trace::here().function(Operation::squareRoot, a.node)); }
inline Traced fabs(Traced a) { return Traced::of(Trace::here().function(Operation::magnitude, a.node)); }
inline Traced abs(Traced a) { return fabs(a); }
// A function of generated code, "mb_sin" for one.
Traced called(const char* name, std::initializer_list<Traced> arguments);
inline Traced sin(Traced a) { return called("mb_sin", {a}); }
inline Traced cos(Traced a) { return called("mb_cos", {a}); }
inline Traced tan(Traced a) { return called("mb_tan", {a}); }
inline Traced asin(Traced a) { return called("mb_asin", {a}); }
inline Traced acos(Traced a) { return called("mb_acos", {a}); }
inline Traced atan(Traced a) { return called("mb_atan", {a}); }
inline Traced atan2(Traced y, Traced x) { return called("mb_atan2", {y, x}); }
inline Traced sinh(Traced a) { return called("mb_sinh", {a}); }
inline Traced cosh(Traced a) { return called("mb_cosh", {a}); }
inline Traced tanh(Traced a) { return called("mb_tanh", {a}); }
inline Traced exp(Traced a) { return called("mb_exp", {a}); }
inline Traced log(Traced a) { return called("mb_log", {a}); }
inline Traced log10(Traced a) { return called("mb_log10", {a}); }
inline Traced pow(Traced a, Traced b) { return called("mb_pow", {a, b}); }
inline Traced hypot(Traced a, Traced b) { return called("mb_hypot", {a, b}); }
inline Traced floor(Traced a) { return called("mb_floor", {a}); }
inline Traced ceil(Traced a) { return called("mb_ceil", {a}); }
inline Traced trunc(Traced a) { return called("mb_trunc", {a}); }
inline Traced fmod(Traced a, Traced b) { return called("mb_fmod", {a, b}); }
inline Traced remainder(Traced a, Traced b) { return called("mb_remainder", {a, b}); }
inline Traced copysign(Traced a, Traced b) { return called("mb_copysign", {a, b}); }

// The decisions of one way through a piece of code: those to take, then those that it took.
struct Exploration {
  struct Decision {
    int truth = 0;
    bool taken = true;
  };
  std::vector<Decision> decisions;
  std::size_t next = 0;

  bool decide(int truth);
};
class Exploring {
 public:
  explicit Exploring(Exploration* exploration);  // none: nothing may be decided
  ~Exploring();
  Exploring(const Exploring&) = delete;
  Exploring& operator=(const Exploring&) = delete;

 private:
  Exploration* before_;
};

namespace tracing {

// Runs f by the given decisions and true ones beyond, then by the others.
template <class F>
auto exploreFrom(const F& f, std::vector<Exploration::Decision> given, int& ways) -> decltype(f()) {
  if (++ways > 1024) throw CannotTrace("too many ways through one law");
  Exploration exploration{given, 0};
  auto result = [&] {
    const Exploring scope(&exploration);
    return f();
  }();
  for (std::size_t k = exploration.decisions.size(); k-- > given.size();) {
    std::vector<Exploration::Decision> other(exploration.decisions.begin(),
                                             exploration.decisions.begin() + static_cast<std::ptrdiff_t>(k) + 1);
    other.back().taken = false;
    result = choose(TracedTruth::of(other.back().truth), result, exploreFrom(f, other, ways));
  }
  return result;
}
template <class F>
auto explore(const F& f) -> decltype(f()) {
  int ways = 0;
  return exploreFrom(f, {}, ways);
}

template <class F, std::size_t N>
auto callRecorded(const std::string& name, const std::array<Traced, N>& arguments, const F& f)
    -> decltype(f(arguments)) {
  Trace& trace = Trace::here();
  int number = trace.findProcedure(name);
  if (number < 0) {
    const auto body = std::make_shared<Trace>(trace);
    TracedProcedure recorded{name, body, {}};
    const Recording recording(*body);
    const Exploring scope(nullptr);  // the decisions around it are about other numbers
    std::array<Traced, N> inputs;
    for (std::size_t k = 0; k < N; ++k) inputs[k] = Traced::of(body->input(static_cast<int>(k)));
    for (const Traced result : f(inputs)) recorded.results.push_back(result.node);
    number = trace.addProcedure(std::move(recorded));
  }
  std::vector<int> nodes;
  for (const Traced argument : arguments) nodes.push_back(argument.node);
  const std::vector<int> called = trace.callProcedure(number, std::move(nodes));
  decltype(f(arguments)) results;
  for (std::size_t k = 0; k < results.size(); ++k) results[k] = Traced::of(called[k]);
  return results;
}

}  // namespace tracing

}  // namespace mb
