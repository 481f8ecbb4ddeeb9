// libsdformat behind plain values: where it puts links and joints. Its headers and ours never meet in one source.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace mb::sdformat {

using Numbers3 = std::array<double, 3>;

struct PlacedLink {
  std::string name;  // the models it stands in, and its own: "arm_hand_finger"
  Numbers3 position{};
  std::array<double, 9> rotation{};  // row by row
};

struct PlacedJoint {
  std::string name;
  std::string parent;  // of a link, or "world"
  std::string child;
  Numbers3 position{};
  std::vector<Numbers3> axes;  // in the world
};

struct Placed {
  bool isRead = false;
  std::string fault;  // the first error
  std::vector<PlacedLink> links;
  std::vector<PlacedJoint> joints;
};

// `models` is where model:// looks.
Placed place(const std::string& path, const std::string& models);

}  // namespace mb::sdformat
