// The curves that the report shows of a run, in groups that share a chart.
#pragma once

#include <string>
#include <vector>

#include "converter/page/data/machine.h"
#include "converter/page/data/recorded_run.h"

namespace mb {

struct ShownSeries {
  std::string name;
  std::string unit;
  std::string group;    // the title of its chart
  bool isShown = true;  // at first; the others on demand
  std::vector<double> values;
};

// In the order of the charts. With patterns, the columns that they match; otherwise a choice: probes, tyres, wheels,
// joints, energy, in charts of a few curves each.
std::vector<ShownSeries> seriesOf(const RecordedRun& run, const CartesianModel& model, const Machine& machine,
                                  const std::vector<std::string>& patterns);

}  // namespace mb
