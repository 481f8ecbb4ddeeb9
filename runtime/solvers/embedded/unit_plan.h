// What the parts of a unit are made from, while it is made.
#pragma once

#include "runtime/solvers/embedded/layout.h"

namespace mb::embedded {

// A group's choice, in numbers within the group, so that groups of one shape can be compared.
struct Choice {
  std::vector<int> rows;        // chosen ones, of the mechanism
  std::vector<int> rowsWithin;  // block by block
  std::vector<int> dependent;   // columns
  bool operator==(const Choice& other) const { return rowsWithin == other.rowsWithin && dependent == other.dependent; }
};

struct UnitPlan {
  const Mechanism& m;
  const Workspace& w;
  Layout& layout;
  std::vector<int> groups;  // by lane
  std::vector<Choice> choices;
  Unit u;
  int next = 0;  // local numbers so far

  int take(int count) {
    const int first = next;
    next += count;
    return first;
  }
};

// In this order. R's entries have negative places until R has its own.
void addEquations(UnitPlan& plan);
void addMasses(UnitPlan& plan);
// Entries of one group whose links and closings share slots, four at a time.
void putSideBySide(UnitPlan& plan);
// Whether the motions of the links are the cheaper way: operations, roughly.
bool isCheaperByMotions(const Unit& u);
void addMotions(UnitPlan& plan, int width);

// Within a group, by link.
std::map<int, int> numbersOf(const Group& group);

// How places stand to each other.
From fromOf(const Source& source, int lanes);

}  // namespace mb::embedded
