#include "converter/export/c/pieces/shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mb {
namespace {

// Worth a function: the statements that are saved.
constexpr int kLeastPieces = 4;
constexpr int kLeastSaved = 400;

class Outliner {
 public:
  Outliner(const Trace& trace, const CPieceOptions& options) : trace_(trace), options_(options) {}

  Outline run(const Piece& piece) {
    std::vector<int> nodes;
    for (const PieceResult& result : piece) nodes.push_back(result.node);
    hash(neededBy(trace_, nodes));
    for (const PieceResult& result : piece) visit(result.node);
    for (const PieceResult& result : piece) {
      add({-2, numbers_.at(result.node), numberOfCell(result.cell)});
    }
    outline_.size = static_cast<int>(numbers_.size());
    return std::move(outline_);
  }

 private:
  void add(std::initializer_list<int> tokens) {
    outline_.operations.insert(outline_.operations.end(), tokens.begin(), tokens.end());
  }
  static std::size_t mixed(std::size_t seed, std::size_t value) {
    return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 29);
  }
  std::string placeKind(int cell) const {
    const CPlace place = options_.cell(cell);
    return place.index < 0 ? place.array + "!" : place.array;
  }
  std::string functionKey(int node) const {
    const TracedFunction& function = trace_.functions()[at(trace_[node].index)];
    return function.name + "(" + function.firstArgument;
  }
  std::vector<int> operandsOf(int node) const {
    const TraceNode& it = trace_[node];
    if (it.operation == Operation::call) return trace_.functions()[at(it.index)].arguments;
    return {it.operands.begin(), it.operands.begin() + it.count};
  }

  // Of what a node does, whatever the places and constants: operands that may change places are sorted by it.
  void hash(const std::vector<int>& nodes) {
    for (const int node : nodes) {
      const TraceNode& it = trace_[node];
      std::size_t value = static_cast<std::size_t>(it.operation) * 8 + it.width;
      if (it.operation == Operation::input) {
        value = mixed(value, std::hash<std::string>()(placeKind(it.index)));
      } else if (it.operation == Operation::call) {
        value = mixed(value, std::hash<std::string>()(functionKey(node)));
      } else {
        value = mixed(value, static_cast<std::size_t>(it.index));
      }
      const bool commutes = isFree(it.operation);
      for (const int operand : operandsOf(node)) {
        value = commutes ? value + hashes_.at(operand) * hashes_.at(operand) : mixed(value, hashes_.at(operand));
      }
      hashes_[node] = value;
    }
  }
  static bool isFree(Operation operation) {
    return operation == Operation::add || operation == Operation::multiply || operation == Operation::equal ||
           operation == Operation::either;
  }

  int numberOfCell(int cell) {
    const auto [place, isNew] = cells_.emplace(cell, static_cast<int>(outline_.cells.size()));
    if (isNew) {
      outline_.cells.push_back(cell);
      const std::string kind = placeKind(cell);
      add({-3, static_cast<int>(std::hash<std::string>()(kind) & 0x7fffffff)});
    }
    return place->second;
  }

  void visit(int node) {
    if (numbers_.contains(node)) return;
    const TraceNode& it = trace_[node];
    std::vector<int> operands = operandsOf(node);
    if (isFree(it.operation)) {
      std::ranges::stable_sort(operands, [&](int a, int b) {
        if (hashes_.at(a) != hashes_.at(b)) return hashes_.at(a) < hashes_.at(b);
        const bool areInputs = trace_[a].operation == Operation::input && trace_[b].operation == Operation::input;
        return areInputs ? trace_[a].index < trace_[b].index : a < b;
      });
    }
    for (const int operand : operands) visit(operand);
    const int number = static_cast<int>(numbers_.size());
    numbers_[node] = number;
    add({static_cast<int>(it.operation), it.width});
    if (it.operation == Operation::input) {
      add({numberOfCell(it.index)});
    } else if (it.operation == Operation::constant) {
      outline_.constants.push_back(node);
    } else if (it.operation == Operation::call) {
      add({static_cast<int>(std::hash<std::string>()(functionKey(node)) & 0x7fffffff)});
    } else {
      add({it.index, it.operation == Operation::pack ? isRow(it) : 0});
    }
    for (const int operand : operands) add({numbers_.at(operand)});
  }
  int isRow(const TraceNode& it) const {
    for (std::size_t l = 0; l < 4; ++l) {
      if (trace_[it.operands[l]].operation != Operation::input) return 0;
      if (l > 0 &&
          !isNext(options_.cell(trace_[it.operands[l - 1]].index), options_.cell(trace_[it.operands[l]].index)))
        return 0;
    }
    return 1;
  }

  const Trace& trace_;
  const CPieceOptions& options_;
  Outline outline_;
  std::map<int, std::size_t> hashes_;
  std::map<int, int> numbers_;
  std::map<int, int> cells_;
};

std::string tableText(const char* type, const std::string& name, const std::vector<std::vector<std::string>>& columns,
                      std::size_t rows) {
  std::string text = fmt::format("static const {} {}[{}][{}] = {{\n", type, name, rows, columns.size());
  for (std::size_t r = 0; r < rows; ++r) {
    text += "    {";
    for (std::size_t c = 0; c < columns.size(); ++c) text += (c > 0 ? ", " : "") + columns[c][r];
    text += "},\n";
  }
  return text + "};\n";
}

// Numbers that the rows of a table have in common are one column.
template <class Value>
struct ColumnsOf {
  std::map<std::vector<Value>, int> numbers;
  std::vector<std::vector<Value>> all;
  int numberOf(const std::vector<Value>& column) {
    const auto [place, isNew] = numbers.emplace(column, static_cast<int>(all.size()));
    if (isNew) all.push_back(column);
    return place->second;
  }
};
template <class Value, class ToText>
std::vector<std::vector<std::string>> textsOf(const ColumnsOf<Value>& columns, const ToText& text) {
  std::vector<std::vector<std::string>> texts;
  for (const auto& column : columns.all) {
    texts.emplace_back();
    for (const Value& value : column) texts.back().push_back(text(value));
  }
  return texts;
}

}  // namespace

Outline outlineOf(const PieceGraph& graph, int piece, const CPieceOptions& options) {
  return Outliner(graph.trace, options).run(graph.pieces[at(piece)]);
}

std::vector<Shape> shapesOf(const PieceGraph& graph, const CPieceOptions& options) {
  std::map<std::vector<int>, Shape> found;
  std::set<int> seen;
  for (const std::vector<int>& routine : graph.routines) {
    for (const int p : routine) {
      if (!seen.insert(p).second) continue;
      Outline outline = outlineOf(graph, p, options);
      Shape& shape = found[outline.operations];
      shape.pieces.push_back(p);
      shape.outlines.push_back(std::move(outline));
    }
  }
  std::vector<Shape> shapes;
  for (auto& [operations, shape] : found) {
    const int count = static_cast<int>(shape.pieces.size());
    if (count >= kLeastPieces && (count - 1) * shape.outlines[0].size >= kLeastSaved)
      shapes.push_back(std::move(shape));
  }
  // The same input gives the same text.
  std::ranges::sort(shapes, {}, [](const Shape& shape) { return shape.pieces[0]; });
  return shapes;
}

ShapeText shapeText(PieceGraph& graph, const Shape& shape, const std::string& name, const CPieceOptions& options) {
  const Outline& first = shape.outlines[0];
  // Cells that keep their distances have one pointer; constants that all pieces share are written out.
  ColumnsOf<int> places;
  std::map<int, CPlace> placeOf;
  std::vector<std::string> arrays;
  for (std::size_t n = 0; n < first.cells.size(); ++n) {
    const CPlace own = options.cell(first.cells[n]);
    if (own.index < 0) {
      placeOf[first.cells[n]] = own;
      continue;
    }
    std::vector<int> column{static_cast<int>(std::hash<std::string>()(own.array) & 0xffff)};  // arrays apart
    for (const Outline& outline : shape.outlines) column.push_back(options.cell(outline.cells[n]).index - own.index);
    if (std::ranges::all_of(std::span(column).subspan(1), [](int moved) { return moved == 0; })) {
      placeOf[first.cells[n]] = own;
      continue;
    }
    const int group = places.numberOf(column);
    if (at(group) == arrays.size()) arrays.push_back(own.array);
    placeOf[first.cells[n]] = {fmt::format("p{}", group), own.index};
  }
  ColumnsOf<std::string> numbers;
  constexpr int kNumber = 1 << 29;  // inputs that are columns of numbers
  std::map<int, int> by;
  for (std::size_t n = 0; n < first.constants.size(); ++n) {
    std::vector<std::string> column;
    for (const Outline& outline : shape.outlines) column.push_back(cNumber(graph.trace[outline.constants[n]].value));
    if (std::ranges::any_of(column, [&](const std::string& one) { return one != column[0]; }))
      by[first.constants[n]] = graph.trace.input(kNumber + numbers.numberOf(column));
  }
  std::vector<CResult> results;
  for (const PieceResult& result : graph.pieces[at(shape.pieces[0])])
    results.push_back({placeOf.at(result.cell), replaced(graph.trace, result.node, by)});
  CFunctionOptions how;
  how.name = name;
  how.parameters = options.parameters;
  how.arguments = options.arguments;
  how.work = options.work;
  if (!places.all.empty()) {
    how.parameters += ", const int* at";
    how.arguments += fmt::format(", {}_at[k]", name);
    for (std::size_t g = 0; g < arrays.size(); ++g)
      how.prologue += fmt::format("  real_t* const p{0} = {1} + at[{0}];\n", g, arrays[g]);
    for (std::size_t g = 0; g < arrays.size(); ++g) how.prologue += fmt::format("  (void)p{};\n", g);
  }
  if (!numbers.all.empty()) {
    how.parameters += ", const double* numbers";
    how.arguments += fmt::format(", {}_numbers[k]", name);
  }
  how.input = [&](int cell) {
    return cell >= kNumber ? CPlace{fmt::format("((real_t)numbers[{}])", cell - kNumber), -1} : placeOf.at(cell);
  };
  ShapeText text;
  text.function = cFunctions(graph.trace, results, how);
  const std::size_t rows = shape.pieces.size();
  std::vector<std::vector<std::string>> offsets = textsOf(places, [](int moved) { return std::to_string(moved); });
  for (std::vector<std::string>& column : offsets) column.erase(column.begin());
  if (!offsets.empty()) text.tables += tableText("int", name + "_at", offsets, rows);
  if (!numbers.all.empty())
    text.tables +=
        tableText("double", name + "_numbers", textsOf(numbers, [](const std::string& one) { return one; }), rows);
  return text;
}

}  // namespace mb
