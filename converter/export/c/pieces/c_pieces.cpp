#include "converter/export/c/pieces/c_pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "converter/export/c/pieces/shapes.h"

namespace mb {
namespace {

class PieceWriter {
 public:
  PieceWriter(Trace& trace, const Pieces& pieces, const std::vector<CRoutine>& routines, const CPieceOptions& options)
      : options_(options) {
    int firstResult = kResults;
    for (const CRoutine& routine : routines) {
      for (const CResult& result : routine.results) results_[firstResult++] = result.place;
    }
    options_.cell = [this, cell = options.cell](int k) { return k >= kResults ? results_.at(k) : cell(k); };
    graph_ = std::make_unique<PieceGraph>(pieceGraph(trace, pieces, routines, options.kept, kResults));
  }

  CPieces run() {
    if (mergeRoutines(*graph_, kMostRepeated)) {
      classes_.assign(graph_->pieces.size(), -1);
    } else {
      makeShapes();
      mergeFollowers(*graph_, classes_);
    }
    for (const std::vector<int>& routine : graph_->routines) result_.routines.push_back(routineText(routine));
    return std::move(result_);
  }

 private:
  static constexpr int kResults = 1 << 28;
  static constexpr std::size_t kMostRepeated = 6'000;  // operations of a program that shares nothing

  void makeShapes() {
    std::vector<Shape> shapes = shapesOf(*graph_, options_);
    classes_.assign(graph_->pieces.size(), -1);
    rows_.assign(graph_->pieces.size(), -1);
    for (std::size_t s = 0; s < shapes.size(); ++s) {
      for (const int p : shapes[s].pieces) classes_[at(p)] = static_cast<int>(s);
    }
    if (shapes.empty()) return;
    bringTogether(*graph_, classes_);
    for (std::size_t s = 0; s < shapes.size(); ++s) writeShape(sorted(shapes[s]), static_cast<int>(s));
  }
  // Rows in the order in which routines come to them.
  Shape sorted(const Shape& shape) {
    Shape result;
    for (const std::vector<int>& routine : graph_->routines) {
      for (const int p : routine) {
        const auto found = std::ranges::find(shape.pieces, p);
        if (found == shape.pieces.end() || rows_[at(p)] >= 0) continue;
        rows_[at(p)] = static_cast<int>(result.pieces.size());
        result.pieces.push_back(p);
        result.outlines.push_back(shape.outlines[at(static_cast<int>(found - shape.pieces.begin()))]);
      }
    }
    return result;
  }
  void writeShape(const Shape& shape, int number) {
    const ShapeText text = shapeText(*graph_, shape, fmt::format("{}_shape{}", options_.name, number + 1), options_);
    result_.text += text.tables + text.function.text;
    shapeCalls_.push_back(text.function.calls);
    note(text.function);
  }
  void note(const CFunctions& function) {
    result_.work = std::max(result_.work, function.work);
    result_.statements += function.statements;
    result_.stack = std::max(result_.stack, function.stack);
    result_.procedures.insert(result_.procedures.end(), function.procedures.begin(), function.procedures.end());
  }

  std::string routineText(const std::vector<int>& routine) {
    std::string text;
    for (std::size_t k = 0; k < routine.size();) {
      const int shape = classes_[at(routine[k])];
      if (shape < 0) {
        text += callsOf(routine[k++]);
        continue;
      }
      std::size_t end = k + 1;
      while (end < routine.size() && classes_[at(routine[end])] == shape &&
             rows_[at(routine[end])] == rows_[at(routine[end - 1])] + 1)
        ++end;
      text += fmt::format("  for (k = {}; k < {}; ++k) {{\n{}  }}\n", rows_[at(routine[k])],
                          rows_[at(routine[end - 1])] + 1, shapeCalls_[at(shape)]);
      k = end;
    }
    return text;
  }

  const std::string& callsOf(int p) {
    const auto found = calls_.find(p);
    if (found != calls_.end()) return found->second;
    CFunctionOptions how;
    how.name = fmt::format("{}_part{}", options_.name, calls_.size() + 1);
    how.parameters = options_.parameters;
    how.arguments = options_.arguments;
    how.work = options_.work;
    how.input = options_.cell;
    std::vector<CResult> results;
    for (const PieceResult& result : graph_->pieces[at(p)])
      results.push_back({options_.cell(result.cell), result.node});
    const CFunctions function = cFunctions(graph_->trace, results, how);
    result_.text += function.text;
    const std::string& calls = calls_.emplace(p, function.calls).first->second;
    note(function);
    return calls;
  }

  CPieceOptions options_;
  std::map<int, CPlace> results_;
  std::unique_ptr<PieceGraph> graph_;
  std::vector<int> classes_;
  std::vector<int> rows_;
  std::vector<std::string> shapeCalls_;
  std::map<int, std::string> calls_;
  CPieces result_;
};

}  // namespace

CPieces cPieces(Trace& trace, const Pieces& pieces, std::vector<CRoutine> routines, const CPieceOptions& options) {
  return PieceWriter(trace, pieces, routines, options).run();
}

}  // namespace mb
