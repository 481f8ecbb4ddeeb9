// What clusters, links and closings look like apart from their numbers, as text: those of one shape can be worked on
// side by side.
#pragma once

#include <string>

#include "runtime/solvers/clusters/clusters.h"

namespace mb::embedded {

std::string clusterShape(const Mechanism& m, const Cluster& cluster);
// How a link moves.
std::string motionShape(const Mechanism& m, int link);
// Which rows a closing has.
std::string rowsShape(const Mechanism& m, int closing);

}  // namespace mb::embedded
