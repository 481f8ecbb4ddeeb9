// The boxes of the picture of the tree and what hangs on what: bodies, and ghosts where cuts close.
#pragma once

#include <string>
#include <vector>

#include "converter/conversion/convert.h"
#include "converter/pictures/picture_parts.h"

namespace mb {

// Two kinds of bodies are left out to keep pictures small: bodies without mass that only divide a joint into its
// elementary motions (their glyphs go into one line), and the middle of long chains of alike bodies.
struct TreeNode {
  BodyIndex body;
  std::string name;      // of the body, or how many are left out here
  int leftOut = 0;       // bodies that have no box, between the parent and this one or instead of this one
  bool isGap = false;    // stands for bodies that are left out; `body` is the last of them
  int parent = -1;       // another node; -1: a base
  bool isFirst = false;  // of its parent's children
  int column = 0;
  int row = 0;
  std::string glyphs;  // of the joint to the parent, a letter per elementary motion
  std::string joint;   // its name, or those of the first and the last
  std::string note;    // what follows the name
  std::vector<PictureSubject> glyphSubjects;
  PictureSubject line;  // the joint to the parent; the last one where several are in one line
  PictureSubject box;
  std::string title;  // what is said when it is pointed at
  int cut = -1;       // of a ghost: its number in Plan::cuts
  int block = -1;     // in Plan::blocks
};

// Rows that stand for several alike ones, and for which.
struct TreeFold {
  int firstRow = 0;
  int lastRow = 0;
  std::string text;
  std::vector<std::string> parts;  // in which the names of the alike ones differ; first that of those which are drawn
};

struct TreeNodes {
  std::vector<TreeNode> nodes;    // parent before child, row by row
  std::vector<int> numbers;       // by Plan::cuts: the numbers that the picture shows, from 1, top to bottom
  std::vector<int> blockNumbers;  // by Plan::blocks, likewise
  std::vector<TreeFold> folds;
  int foldedAway = 0;  // boxes that are not drawn for this
  int rows = 0;
  int columns = 0;
};

// Appends a node in its parent's row, or in a new one.
void addInRow(TreeNode node, TreeNodes& tree);

// A letter per elementary motion; D is a distance, which has none of its own.
std::string glyphsOf(const JointType& type);

// Folded as asked for; numbers do not depend on it.
TreeNodes treeNodes(const Conversion& conversion, Fold fold = Fold::automatic);

struct CutEnds {
  BodyIndex from;
  BodyIndex to;
};
CutEnds endsOf(const Conversion& conversion, const Plan::CutEdge& cut);

}  // namespace mb
