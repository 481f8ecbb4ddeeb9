// A recording cut into pieces. Between two cuts a piece reads numbers in memory and leaves numbers there: at each cut
// what memory holds is put down as a result, and becomes an input of what follows. Pieces that do the same with the
// same memory are one, wherever they come from.
#pragma once

#include <map>
#include <span>

#include "formats/model/tracing/traced.h"

namespace mb {

// Memory is numbered as the inputs of the trace are: a cell.
struct PieceResult {
  int cell = 0;
  int node = 0;
  friend auto operator<=>(const PieceResult& a, const PieceResult& b) = default;
};
using Piece = std::vector<PieceResult>;  // by cell; constants are known without a store

// All pieces of a trace.
struct Pieces {
  std::vector<Piece> all;
  std::map<Piece, int> numbers;
  int numberOf(const Piece& piece);
};

class Cuts {
 public:
  Cuts(Trace& trace, Pieces& pieces);  // those of this thread, while it lives
  ~Cuts();
  Cuts(const Cuts&) = delete;
  Cuts& operator=(const Cuts&) = delete;
  static Cuts* here();  // null: nothing is cut

  // Numbers that stand in memory from now on, in consecutive cells: nothing but zeros stood there before.
  void watch(std::span<Traced> numbers, int firstCell);
  void watch(TracedTruth& truth, int cell);
  void watch(std::span<Traced> numbers, std::vector<int> cells);
  void cut();
  std::vector<int> takeSequence();  // the pieces since the last call

 private:
  struct Watched {
    int* node = nullptr;
    std::vector<int> cells;
    std::vector<int> before;
  };
  void watch(int* node, std::vector<int> cells);
  Trace& trace_;
  Pieces& pieces_;
  Cuts* before_;
  std::vector<Watched> watched_;
  std::vector<int> sequence_;
};

// What one item of a loop did is a piece of its own, if anything is cut.
inline void endPiece() {
  if (Cuts* const cuts = Cuts::here()) cuts->cut();
}

// The nodes that results need, with their operands before them.
std::vector<int> neededBy(const Trace& trace, std::span<const int> results);
// The same operations in the same trace on other operands, by what takes the place of a node. Later nodes that follow
// from them are entered.
int replaced(Trace& trace, int node, std::map<int, int>& by);

}  // namespace mb
