// Small assemblies as text, in the format of .asmt files.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mb {

struct AsmtText {
  using Values = std::initializer_list<std::pair<std::string_view, std::string_view>>;
  static constexpr std::string_view kUnit = "1 0 0; 0 1 0; 0 0 1";

  struct Part {
    std::string name;
    std::string position = "0 0 0";
    std::string rotation{kUnit};
    std::string markers{};
    std::string mass = "1";
    std::string moments = "0.1 0.1 0.1";
    std::string centre = "0 0 0";
    std::string massRotation{kUnit};
    std::string omega = "0 0 0";
  };

  std::string name = "A";
  std::string header = "OndselSolver";
  std::string position = "0 0 0";
  std::string rotation{kUnit};
  std::string gravity = "0 0 -9.81";
  std::string start = "0";
  std::string groundMarkers{};
  std::vector<Part> parts{};
  std::string joints{}, motions{}, limits{}, forces{};
  std::string tail{};  // after the assembly

  static std::string tabs(int depth) { return std::string(static_cast<std::size_t>(depth), '\t'); }
  static std::string block(int depth, std::string_view key, std::string_view value) {
    return fmt::format("{0}{1}\n{0}\t{2}\n", tabs(depth), key, value);
  }
  static std::string pose(int depth, std::string_view position, std::string_view rotation) {
    std::string text = block(depth, "Position3D", position) + tabs(depth) + "RotationMatrix\n";
    for (std::size_t start = 0; start < rotation.size();) {
      const std::size_t end = std::min(rotation.find(';', start), rotation.size());
      text += tabs(depth + 1) + std::string(rotation.substr(start, end - start)) + "\n";
      start = end + 1;
    }
    return text;
  }
  static std::string marker(int depth, std::string_view name, std::string_view position = "0 0 0",
                            std::string_view rotation = kUnit) {
    return tabs(depth) + "RefPoint\n" + pose(depth + 1, "0 0 0", kUnit) + tabs(depth + 1) + "Markers\n" +
           tabs(depth + 2) + "Marker\n" + block(depth + 3, "Name", name) + pose(depth + 3, position, rotation);
  }
  static std::string item(int depth, std::string_view kind, Values values) {
    std::string text = tabs(depth) + std::string(kind) + "\n";
    for (const auto& [key, value] : values) text += block(depth + 1, key, value);
    return text;
  }

  void ground(std::string_view marked, std::string_view at = "0 0 0", std::string_view turned = kUnit) {
    groundMarkers += marker(2, marked, at, turned);
  }
  Part& part(std::string_view called, std::string_view at = "0 0 0", std::string_view turned = kUnit) {
    Part& made = parts.emplace_back();
    made.name = called;
    made.position = at;
    made.rotation = turned;
    return made;
  }
  static void mark(Part& on, std::string_view marked, std::string_view at = "0 0 0", std::string_view turned = kUnit) {
    on.markers += marker(4, marked, at, turned);
  }
  void joint(std::string_view kind, Values values) { joints += item(3, kind, values); }
  void motion(std::string_view kind, Values values) { motions += item(3, kind, values); }
  void limit(std::string_view kind, Values values) { limits += item(3, kind, values); }
  void force(std::string_view kind, Values values) { forces += item(2, kind, values); }

  std::string text() const {
    std::string all = header + "\nAssembly\n" + block(1, "Name", name) + pose(1, position, rotation);
    all += "\tRefPoints\n" + groundMarkers + "\tParts\n";
    for (const Part& one : parts) {
      all += "\t\tPart\n" + block(3, "Name", one.name) + pose(3, one.position, one.rotation);
      all += block(3, "Velocity3D", "0 0 0") + block(3, "Omega3D", one.omega) + "\t\t\tPrincipalMassMarker\n";
      all += pose(4, one.centre, one.massRotation) + block(4, "Mass", one.mass) +
             block(4, "MomentOfInertias", one.moments);
      all += "\t\t\tRefPoints\n" + one.markers;
    }
    all += "\tConstraintSets\n\t\tJoints\n" + joints + "\t\tMotions\n" + motions;
    if (!limits.empty()) all += "\t\tLimits\n" + limits;
    all += "\tForceTorques\n" + forces + block(1, "ConstantGravity", gravity);
    all += "\tSimulationParameters\n" + block(2, "tstart", start) + block(2, "tend", "9") + block(2, "hout", "0.5");
    return all + tail;
  }
};

// A driven crank with a limit and a force, without any errors.
inline AsmtText drivenCrank() {
  AsmtText a;
  a.ground("G");
  AsmtText::mark(a.part("P", "0 0 2"), "M", "0 0 -2");
  a.joint("RevoluteJoint", {{"Name", "j"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}});
  a.motion("RotationalMotion", {{"Name", "m"}, {"MotionJoint", "/A/j"}, {"RotationZ", "3*time"}});
  a.limit("RotationLimit", {{"Name", "l"}, {"MotionJoint", "/A/j"}, {"Limit", "1"}, {"Type", "=<"}, {"Tol", "1e-9"}});
  a.force("InLineForceTorque",
          {{"Name", "f"}, {"MarkerI", "/A/G"}, {"MarkerJ", "/A/P/M"}, {"tension", "1"}, {"twist", "0"}});
  return a;
}

}  // namespace mb
