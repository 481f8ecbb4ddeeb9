// Which columns of a table are drawn in one panel: those of one unit.
#pragma once

#include "converter/tables/files/csv.h"

namespace mb {

// Of a column as the table states it; empty: unknown.
std::string unitOf(const CsvTable& table, int column);

// The columns in groups of one unit each, in the order of their first columns. Without stated units, the endings of a
// run's columns tell positions from velocities, forces and so on; columns of which nothing is known join the first.
std::vector<std::vector<int>> groupedByUnit(const CsvTable& table, const std::vector<int>& columns);

}  // namespace mb
