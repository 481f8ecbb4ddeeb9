// Pieces by what they read and write, without what nobody reads; in an order that keeps alike ones together, and as few
// of them as possible.
#pragma once

#include "converter/export/c/pieces/c_pieces.h"
#include "formats/model/basics/index.h"

namespace mb {

struct PieceGraph {
  Trace& trace;
  std::vector<Piece> pieces;
  std::vector<std::vector<int>> reads;  // cells
  std::vector<std::vector<int>> routines;
  std::vector<char> isWhole;  // by routine: nothing else reads what it leaves
  std::set<int> kept;
};

// Takes the results of routines as pieces that write to cells of their own, from `firstResult` on in their order.
PieceGraph pieceGraph(Trace& trace, const Pieces& pieces, const std::vector<CRoutine>& routines,
                      const std::set<int>& kept, int firstResult);
// Drops results that no piece reads and nobody keeps.
void dropUnread(PieceGraph& graph);
// Moves pieces of one class together where what they read and write allows it. Classes by piece; -1: none.
void bringTogether(PieceGraph& graph, const std::vector<int>& classes);
// Makes one piece of those without a class that follow one another wherever they stand.
void mergeFollowers(PieceGraph& graph, const std::vector<int>& classes);

// Makes one piece of each routine, if that repeats so little that all of them have no more operations than that.
bool mergeRoutines(PieceGraph& graph, std::size_t mostOperations);

}  // namespace mb
