// Loop groups: links whose coordinates depend on each other, each group hanging on one base link.
#pragma once

#include <string>
#include <vector>

#include "runtime/mechanism/mechanism.h"

namespace mb::embedded {

struct Group {
  std::vector<int> links;   // in tree order
  int base = -1;            // the link it hangs on; -1: the ground
  int level = 0;            // groups between it and the ground
  std::vector<int> blocks;  // of closing equations
  std::vector<int> closings;
  std::vector<int> rods;  // that couple
  std::string shape;      // the same for groups that differ in numbers alone
};

// Bases come before what hangs on them.
std::vector<Group> groupsOf(const Mechanism& m);

// How a link moves, as text: links with the same one can be worked on side by side.
std::string motionShape(const Mechanism& m, int link);
// Which rows a closing has, as text.
std::string rowsShape(const Mechanism& m, int closing);

}  // namespace mb::embedded
