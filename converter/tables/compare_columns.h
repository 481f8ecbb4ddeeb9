// Which columns of two tables correspond, and what a column's name says about it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "converter/tables/compare_tables.h"

namespace mb {

struct ColumnPair {
  ColumnMap map;
  int ours = 0;  // columns of the tables
  int theirs = 0;
};

struct ColumnPairs {
  ColumnPair time;
  std::vector<ColumnPair> columns;  // in the order of our table
  std::vector<std::string> onlyOurs;
  std::vector<std::string> onlyTheirs;
};

// Pairs columns by the maps, then by name, then by name regardless of case where that is unique.
std::optional<ColumnPairs> pairColumns(const CsvTable& ours, const CsvTable& theirs, const std::vector<ColumnMap>& maps,
                                       Diagnostics& diagnostics);

// `bar.vx` is component x of the quantity `v` of `bar`; `X_Vel` is component x of the quantity `_vel` without an owner.
struct ColumnKind {
  std::string owner;
  std::string quantity;
  char component = '\0';  // '\0': the quantity is a scalar
};
ColumnKind kindOf(const std::string& name);

// Groups the four columns of a quaternion, w x y z, by their positions in the list: qw qx qy qz, q0 to q3 or e0 to e3
// of one owner.
std::vector<std::array<std::size_t, 4>> quaternionsIn(const std::vector<ColumnPair>& columns);

}  // namespace mb
