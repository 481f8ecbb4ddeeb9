// The structure of clusters, links and closings as text, without lengths and masses. Equal shapes can be processed side
// by side.
#pragma once

#include <string>

#include "runtime/solvers/clusters/clusters.h"

namespace mb::embedded {

std::string clusterShape(const Mechanism& m, const Cluster& cluster);
// The motions of a link's joint.
std::string motionShape(const Mechanism& m, int link);
// The rows of a closing.
std::string rowsShape(const Mechanism& m, int closing);

}  // namespace mb::embedded
