// Makes the schedule of a mechanism: slots for links, closings, rods and springs once, batches after every choice of
// coordinates.
#pragma once

#include <map>

#include "formats/model/basics/masses.h"
#include "runtime/mechanism/workspace.h"
#include "runtime/solvers/embedded/layout/bundles.h"
#include "runtime/solvers/embedded/layout/schedule.h"

namespace mb::embedded {

struct Layout {
  Schedule schedule;
  std::vector<Cluster> clusters;
  std::vector<Bundle> bundles;  // bases first
  std::vector<Place> links;     // by link
  std::vector<int> columns;     // by velocity: its column b in values
  std::vector<Pose> T;          // by link: from its own frame to its frame in the schedule
  std::vector<int> rowAt;       // by row: gradient and gamma in values
  std::vector<int> rowStride;
  std::vector<int> residualAt;  // by row: its value in values
  std::vector<int> slotOfClosing;
  std::vector<int> laneOfClosing;
  std::vector<int> rodPoints;  // by rod, into values
  std::vector<int> rodStride;
  std::vector<int> rodConstant;    // by rod: b, into constants
  std::vector<char> isSpring;      // by force: linear springs have slots
  std::map<int, int> parameterAt;  // by a row's place: its length or pitch, into constants
  int batchesFrom = 0;             // values before it belong to slots
};

Layout makeLayout(const Mechanism& m);
// Makes the batches for the coordinates chosen in the workspace, with pivots from its Phi_z.
void makeBatches(const Mechanism& m, const Workspace& w, Layout& layout);

// Adds the values of all closing equations to the schedule.
void addResiduals(const Mechanism& m, Layout& layout);
// From LinkConstant::kMass on: the masses of a link, seen from its frame in the schedule.
template <class T>
std::array<T, kLinkConstants - kMass> massConstants(const Pose& X, const MassesOf<T>& masses) {
  const Eigen::Matrix<T, 3, 3> R = X.R.cast<T>();
  const Eigen::Matrix<T, 3, 1> com = X.p.cast<T>() + R * masses.com;
  const Eigen::Matrix<T, 3, 3> I = R * masses.inertia * R.transpose();
  return {masses.mass, com(0), com(1), com(2), I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
}

// Lists what projection moves, for the coordinates chosen in the workspace.
void setDependents(const Mechanism& m, const Workspace& w, Layout& layout);

// Where the factors of Phi_d stand that solutions read, in values.
std::vector<int> factorPlaces(const Layout& layout);

// The places of up to four links, or -1 for the ground, by lane of a slot. Unused lanes repeat the first.
Source sourceOf(const Layout& layout, const std::vector<int>& links);
// How the places of the lanes in use are arranged.
Gather gatherOf(const Source& source, int lanes);

}  // namespace mb::embedded
