// What is told of loops that nearly fitted: how far they missed, and how far the frames of their joints were moved.
#pragma once

#include <string>
#include <vector>

#include "formats/model/frame_change.h"
#include "graph/idealise/idealise.h"

namespace mb {

// A line for each block, and one for each of its joints when they are wanted; nothing where all loops fit.
enum class JointLines { no, yes };
std::vector<std::string> idealisedLines(const IdealiseReport& report, JointLines joints);

// JSON: an array with an object for each block.
std::string idealisedJson(const IdealiseReport& report);
// The same of what a recursive file records: an array with an object for each joint.
std::string frameChangesJson(const std::vector<FrameChange>& changes);
// "4 joints moved by up to 0.01 mm, 0.0002 deg"; empty without any.
std::string frameChangesText(const std::vector<FrameChange>& changes);

}  // namespace mb
