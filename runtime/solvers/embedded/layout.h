// From a mechanism to a schedule: slots for links, closings, rods and springs once; units whenever coordinates have
// been chosen.
#pragma once

#include <map>

#include "runtime/mechanism/workspace.h"
#include "runtime/solvers/embedded/groups.h"
#include "runtime/solvers/embedded/schedule.h"

namespace mb::embedded {

// Groups of one shape, up to four side by side.
struct Bundle {
  std::vector<int> groups;
  int stride = 1;
};

struct Layout {
  Schedule schedule;
  std::vector<Group> groups;
  std::vector<Bundle> bundles;  // bases first
  std::vector<Place> links;     // by link
  std::vector<int> columns;     // by velocity: its column b in values
  std::vector<Pose> T;          // by link: from its own frame to the one that the schedule gives it
  std::vector<int> rowAt;       // by row: gradient and gamma in values
  std::vector<int> rowStride;
  std::vector<int> slotOfClosing;
  std::vector<int> laneOfClosing;
  std::vector<int> rodPoints;  // by rod, into values
  std::vector<int> rodStride;
  std::vector<int> rodConstant;    // by rod: b, into constants
  std::vector<char> isSpring;      // by force: linear springs have slots
  std::map<int, int> parameterAt;  // by a row's place: its length or pitch, into constants
  int unitsFrom = 0;               // values before it are of slots
};

Layout makeLayout(const Mechanism& m);
// The units for the coordinates that the workspace has chosen, from Phi_z as it stands there.
void makeUnits(const Mechanism& m, const Workspace& w, Layout& layout);

}  // namespace mb::embedded
