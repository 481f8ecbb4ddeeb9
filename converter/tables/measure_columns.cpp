#include "converter/tables/measure_columns.h"

#include "converter/tables/trajectory.h"
#include "runtime/observation/force_measures.h"

namespace mb {

std::vector<MeasureColumn> makeMeasureColumns(const Mechanism& m, const std::set<std::string>& taken, int first,
                                              MeasureColumns& columns) {
  std::vector<MeasureColumn> made;
  std::set<std::string> names;
  const auto add = [&](std::string name, std::string unit, const Dimension& dimension) {
    names.insert(name);
    made.push_back({std::move(name), std::move(unit), dimension});
  };
  for (std::size_t k = 0; k < m.model.forces.size(); ++k) {
    const Force& force = m.model.forces[k];
    if (tyreOf(m.forces.forces[k])) continue;
    const ForceMeasures offered = measuresOf(force);
    columns.forces.push_back({k, first + static_cast<int>(made.size()), static_cast<int>(offered.size())});
    const std::string name = taken.contains(force.name) ? force.name + ".force" : force.name;
    for (const ForceMeasure& one : offered) add(name + "." + std::string(one.name), {}, one.dimension);
  }
  columns.first = first + static_cast<int>(made.size());
  for (const Measure& measure : m.model.measures) {
    const bool isTaken = names.contains(measure.name) || taken.contains(measure.name);
    add(isTaken ? measure.name + ".measure" : measure.name, measure.unit, dimension::kNone);
  }
  columns.set = makeMeasures(m);
  columns.memory = std::make_shared<MeasureMemory>(makeMemory(columns.set));
  return made;
}

void putMeasures(const Mechanism& m, const Trajectory& table, double time, StateView y, const Workspace& w,
                 const std::vector<Vector6>& A, bool isFirst, std::vector<double>& row) {
  const MeasureColumns& columns = table.measures;
  for (const MeasureColumns::OfForce& force : columns.forces) {
    if (!anyKept(table, force.first, force.count)) continue;
    forceMeasures(m.forces, force.force, w.forces, w.markers, m.library.R_WS,
                  std::span(row).subspan(at(force.first), at(force.count)));
  }
  const auto count = static_cast<int>(columns.set.programs.size());
  if (!anyKept(table, columns.first, count)) return;
  evaluateMeasures(m, columns.set, time, y, w, A, isFirst, *columns.memory,
                   std::span(row).subspan(at(columns.first), at(count)));
}

}  // namespace mb
