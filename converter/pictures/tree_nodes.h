// The boxes of the picture of the tree and what hangs on what: bodies, and ghosts where cuts close.
#pragma once

#include <string>
#include <vector>

#include "converter/conversion/convert.h"

namespace mb {

struct TreeNode {
  BodyIndex body;
  int parent = -1;       // another node; -1: a base
  bool isFirst = false;  // of its parent's children
  int column = 0;
  int row = 0;
  std::string glyphs;  // of the joint to the parent, a letter per elementary motion
  std::string joint;   // its label
  std::string title;   // what is said when it is pointed at
  int cut = -1;        // of a ghost: its number in Plan::cuts
  int block = -1;      // in Plan::blocks
};

struct TreeNodes {
  std::vector<TreeNode> nodes;  // parent before child, row by row
  std::vector<int> numbers;     // by Plan::cuts: the numbers that the picture shows, from 1, top to bottom
  int rows = 0;
  int columns = 0;
};

TreeNodes treeNodes(const Conversion& conversion);

struct CutEnds {
  BodyIndex from;
  BodyIndex to;
};
CutEnds endsOf(const Conversion& conversion, const Plan::CutEdge& cut);

}  // namespace mb
