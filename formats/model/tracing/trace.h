// What was done with numbers, recorded as a graph: code that is a template over its numbers runs once with Traced
// (traced.h), and generated code repeats it.
//
// Equal operations on equal operands are one node (value numbering), and what depends on constants alone is calculated
// at once, by the same operation. Beyond that only rules apply that give the same number for finite operands:
//   x + 0, x - 0, x * 1, x / 1  ->  x          x * 0, 0 / x  ->  0
//   x * -1, x / -1  ->  -x                     signs of factors move out of products, and into sums
// They keep every bit but the sign of a zero. Nothing is reordered, and no division becomes a multiplication.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace mb {

enum class Operation : std::uint8_t {
  constant,
  input,
  add,
  subtract,
  multiply,
  divide,
  negate,
  squareRoot,
  magnitude,
  sine,     // of the kernel's pair of sine and cosine
  cosine,   //
  less,     // truths, from here
  notMore,  // a <= b
  equal,
  bits,  // whether bits of a rounded whole number plus `index` are set: index is {mask, added}
  either,
  both,
  opposite,  // to here
  select,    // a ? b : c
  pack,      // four numbers side by side
  lane,      // one of them: number `index`
  call,      // of the function `index` of the trace
  result,    // number `index` of the results of a call
};

struct TraceNode {
  Operation operation = Operation::constant;
  std::uint8_t width = 1;  // numbers side by side: 1 or 4
  std::uint8_t count = 0;  // operands
  std::array<int, 4> operands{};
  int index = 0;
  double value = 0;  // of a constant
  friend bool operator==(const TraceNode& a, const TraceNode& b) = default;
};

// A function of generated code that is no part of the graph. One of several results has an array of arguments and an
// array of results, doubles if it is written in C.
struct TracedFunction {
  std::string name;  // in C; a table's name is its first argument
  std::string firstArgument;
  std::vector<int> arguments;
  int results = 1;  // more than one: arguments and results are arrays, of double where it is written in C
  // What it does with numbers; empty where its name says it.
  std::function<void(const double* arguments, double* results)> evaluate;
  int procedure = -1;  // of the trace; -1: written in C
};

// A structure, or an array of them, that generated code keeps as a constant: its members in C's order.
struct TracedStructure {
  using Member = std::variant<double, int, std::string>;  // text: the name of a table or of another constant
  std::string type;
  std::vector<std::vector<Member>> rows;
  bool isArray = false;
  friend bool operator==(const TracedStructure& a, const TracedStructure& b) = default;
};

// Code that cannot be recorded: it decides by a number where nobody explores both ways, or does what has no operation.
struct CannotTrace : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Trace;
// A function that is a graph of its own: its inputs are the arguments.
struct TracedProcedure {
  std::string name;
  std::shared_ptr<const Trace> body;
  std::vector<int> results;
};

class Trace {
 public:
  Trace();
  explicit Trace(Trace& around);  // of a procedure: tables and procedures are those of the trace around it
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;
  static Trace& here();  // the one that records in this thread

  int constant(double value);
  int input(int number, std::uint8_t width = 1);
  int add(int a, int b);
  int subtract(int a, int b);
  int multiply(int a, int b);
  int divide(int a, int b);
  int negate(int a);
  int function(Operation operation, int a);  // squareRoot, magnitude, sine, cosine
  int compare(Operation operation, int a, int b);
  int bits(int a, int mask, int added);
  int either(int a, int b);
  int both(int a, int b);
  int opposite(int a);
  int select(int truth, int a, int b);
  int pack(const std::array<int, 4>& numbers);  // four times the same number is that number
  int lane(int a, int number);
  std::vector<int> call(TracedFunction function);
  // Their names in generated code; of a table or an array without rows, that of no object.
  std::string table(const std::vector<double>& numbers);
  std::string structure(const TracedStructure& structure);
  int findProcedure(const std::string& name) const;  // -1: none
  int addProcedure(TracedProcedure procedure);
  std::vector<int> callProcedure(int number, std::vector<int> arguments);

  const std::vector<TraceNode>& nodes() const { return nodes_; }
  const TraceNode& operator[](int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  const std::vector<TracedFunction>& functions() const { return functions_; }
  const std::vector<std::vector<double>>& tables() const { return around_ ? around_->tables() : tables_; }
  // Those that name others after them.
  const std::vector<TracedStructure>& structures() const { return around_ ? around_->structures() : structures_; }
  // In an order in which each calls only those before it.
  const std::vector<TracedProcedure>& procedures() const { return around_ ? around_->procedures() : procedures_; }
  bool isConstant(int node) const { return (*this)[node].operation == Operation::constant; }
  bool isConstant(int node, double value) const;
  // A constant, or four of them: the number in a lane.
  bool lanesAreConstant(int node, std::array<double, 4>& values) const;

 private:
  int keep(const TraceNode& node);
  int keepFoldable(Operation operation, int a, int b = -1);
  struct Hash {
    std::size_t operator()(const TraceNode& node) const;
  };
  std::vector<TraceNode> nodes_;
  std::unordered_map<TraceNode, int, Hash> places_;
  std::vector<TracedFunction> functions_;
  Trace* around_ = nullptr;
  std::vector<std::vector<double>> tables_;
  std::vector<TracedStructure> structures_;
  std::vector<TracedProcedure> procedures_;
  std::unordered_map<std::string, int> calls_;  // the first result, by what is called with what
};

// Makes a trace the one that records, while it lives.
class Recording {
 public:
  explicit Recording(Trace& trace);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  Trace* before_;
};

}  // namespace mb
