// Statements divided into functions that a compiler likes, and the work array for what crosses between them.
#pragma once

#include "converter/export/c/writer/values.h"

namespace mb {

struct Division {
  int parts = 0;
  std::vector<int> order;     // of statements, by one of the values that each makes
  std::vector<int> part;      // by value: which part makes it; -1: none, it stands in memory
  std::vector<int> last;      // by value: the last part that reads it
  std::vector<int> storedIn;  // by store: its part
  std::vector<int> work;      // by value: its place in the work array; -1: none
  int workSize = 0;
};

Division divided(const Values& values);

}  // namespace mb
