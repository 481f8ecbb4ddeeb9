// Pieces of one shape: the same operations on numbers in other places, with other constants.
#pragma once

#include "converter/export/c/pieces/piece_graph.h"

namespace mb {

// A piece as a list of what it does, without places and constants; these in the order in which they occur.
struct Outline {
  std::vector<int> operations;  // equal for pieces of one shape
  std::vector<int> cells;
  std::vector<int> constants;  // nodes
  int size = 0;                // operations
};
Outline outlineOf(const PieceGraph& graph, int piece, const CPieceOptions& options);

struct Shape {
  std::vector<int> pieces;
  std::vector<Outline> outlines;  // by piece
};
// Those that are worth a function of their own.
std::vector<Shape> shapesOf(const PieceGraph& graph, const CPieceOptions& options);

// Text of a function for all pieces of a shape, with its tables: rows in the order of the pieces.
struct ShapeText {
  CFunctions function;  // calls are for row k
  std::string tables;
};
ShapeText shapeText(PieceGraph& graph, const Shape& shape, const std::string& name, const CPieceOptions& options);

}  // namespace mb
