// The columns of measures and of what forces offer by name.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/observation/measures.h"

namespace mb {

struct Trajectory;

struct MeasureColumns {
  struct OfForce {
    std::size_t force = 0;
    int first = 0;
    int count = 0;
  };
  std::vector<OfForce> forces;
  int first = 0;  // of the measures, which stand in the model's order
  MeasureSet set;
  std::shared_ptr<MeasureMemory> memory;  // of the rows of one run after the other
};

// A column to be made: its unit, or its dimension where it is in the units of the table.
struct MeasureColumn {
  std::string name;
  std::string unit;
  Dimension dimension;
};
// All of them, to stand from column `first` on. A force with a name of a body or joint is called F.force; tyres have
// columns of their own. A measure with the name of another column is called M.measure.
std::vector<MeasureColumn> makeMeasureColumns(const Mechanism& m, const std::set<std::string>& taken, int first,
                                              MeasureColumns& columns);
// Their values in SI, of those that are kept. A: accelerations of the links.
void putMeasures(const Mechanism& m, const Trajectory& table, double time, StateView y, const Workspace& w,
                 const std::vector<Vector6>& A, bool isFirst, std::vector<double>& row);

}  // namespace mb
