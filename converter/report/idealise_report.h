// Reports loops that nearly fitted: how far they missed, and how far the frames of their joints were moved.
#pragma once

#include <string>
#include <vector>

#include "formats/model/frame_change.h"
#include "graph/idealise/idealise.h"

namespace mb {

// One line per block, and one per joint if wanted; empty where all loops fit.
enum class JointLines { no, yes };
std::vector<std::string> idealisedLines(const IdealiseReport& report, JointLines joints);

// A JSON array with one object per block.
std::string idealisedJson(const IdealiseReport& report);
// A JSON array with one object per joint, from the changes recorded in a recursive file.
std::string frameChangesJson(const std::vector<FrameChange>& changes);
// "4 joints moved by up to 0.01 mm, 0.0002 deg"; empty without changes.
std::string frameChangesText(const std::vector<FrameChange>& changes);

}  // namespace mb
