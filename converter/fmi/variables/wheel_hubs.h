// Where a wheel can be seen from outside: the motion of the body that carries a tyre, and what the road does to it.
#pragma once

#include <string>
#include <vector>

#include "converter/tables/trajectory.h"

namespace mb::fmi {

struct WheelHub {
  struct Member {
    std::string name;  // "x", "qw", "fz"
    int column = 0;
  };
  std::string name;  // of the tyre force
  std::vector<Member> members;
};
std::vector<WheelHub> wheelHubs(const Mechanism& m, const Trajectory& trajectory);

}  // namespace mb::fmi
