// Where the bodies of the source are in the recursive model.
#pragma once

#include <string>
#include <vector>

#include "formats/model/recursive.h"

namespace mb {

// On a link, in the world, or a removed rod.
struct BodyPlace {
  std::string name;
  int link = -1;  // -1: the world, or a rod
  int rod = -1;
  Pose X_LB;  // its frame on the link, in the world, or in the rod's frame

  bool isInWorld() const { return link < 0 && rod < 0; }
};
// All of them: those of the world, then of links and of rods in their order. Welded bodies follow the one that carries
// them.
std::vector<BodyPlace> bodyPlaces(const RecursiveModel& model);

}  // namespace mb
