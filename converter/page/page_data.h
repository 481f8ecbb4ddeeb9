// The data that the report's script reads.
#pragma once

#include <string>
#include <vector>

#include "converter/page/data/machine.h"
#include "converter/page/data/series.h"
#include "converter/page/page.h"

namespace mb {

constexpr double kUnitLength = 1e-5;         // m: of positions
constexpr double kUnitTurn = 1.0 / 32767.0;  // of the components of quaternions

// The data blocks: the machine as JSON, motion and series as channels.
std::string dataBlocks(const ReportPage& page, const Machine& machine, const std::vector<ShownSeries>& series);

}  // namespace mb
