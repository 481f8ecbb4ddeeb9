// Chrono suspensions as short texts, and functions to read them by themselves.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "formats/chrono/suspensions/suspensions.h"
#include "tests/support/test.h"
#include "tests/support/texts/generic_wishbone.h"

namespace mb {

struct ReadSuspension {
  CartesianModel model;
  chrono::SuspensionEnds ends;
  std::string messages;
};

// On a chassis that is the ground, or on its own body with a steering link.
struct SuspensionSeat {
  Vector3 location = Vector3::Zero();
  bool steered = false;
};

inline ReadSuspension readSuspension(const std::string& text, const SuspensionSeat& seat = {}) {
  Diagnostics diagnostics;
  const auto file = std::make_shared<const SourceFile>(SourceFile{"suspension.json", text});
  const std::optional<JsonValue> json = parseJson(file, diagnostics);
  REQUIRE(json);
  const SourceRef at{file, 1, 1};
  chrono::VehicleBuild build{.import = startImport("chrono", "suspension", at, diagnostics)};
  chrono::SubsystemPlace place;
  place.X_VS.p = seat.location;
  if (seat.steered) {
    place.steeringLink = addBody(build.import, "steering_link", at);
    Body& link = build.import.model.bodies[place.steeringLink];
    link.massProperties = {1, Vector3::Zero(), Matrix3::Identity()};
  }
  ReadSuspension result;
  result.ends = chrono::addSuspension(build, *json, place);
  result.model = finishImport(std::move(build.import));
  for (const Diagnostic& one : diagnostics.all()) result.messages += toText(one);
  return result;
}

inline std::string suspensionText(std::string_view type, const std::vector<std::string>& members) {
  return fmt::format("{{ \"Type\": \"Suspension\", \"Template\": \"{}\",\n{} }}", type, fmt::join(members, ",\n"));
}

// ---- members ----

inline const std::string kSpindle =
    R"("Spindle": { "Mass": 10, "COM": [0.1, 0.9, 0], "Inertia": [0.5, 0.6, 0.4] }, "Axle": { "Inertia": 0.25 })";
inline const std::string kUpright = R"("Upright": { "Mass": 20, "COM": [0, 0.75, 0], "Inertia": [0.2, 0.2, 0.1] })";
inline const std::string kTierodMassless =
    R"("Tierod": { "Location Chassis": [-0.25, 0.4, 0], "Location Upright": [-0.2, 0.8, 0] })";
inline const std::string kTierodBody =
    R"("Tierod": { "Mass": 6, "Inertia": [0.05, 0.05, 0.01], "Location Chassis": [-0.25, 0.4, 0],
                   "Location Upright": [-0.2, 0.8, 0] })";
inline const std::string kSpringOnArm =
    R"("Spring": { "Location Chassis": [0.1, 0.5, 0.3], "Location Arm": [0.1, 0.55, -0.05], "Spring Coefficient": 1e5,
                   "Free Length": 0.4 },
       "Shock": { "Location Chassis": [0.1, 0.5, 0.4], "Location Arm": [0.1, 0.55, -0.05],
                  "Damping Coefficient": 1e4 })";
// Hardpoints of the HMMWV's front suspension, for which Chrono's own replica gives the frames of the arms.
inline std::string wishbones(std::string_view bushing = "") {
  return fmt::format(
      R"("Upper Control Arm": {{ "Mass": 6, "COM": [-0.106, 0.589, 0.218], "Moments of Inertia": [0.03, 0.04, 0.06],
           "Products of Inertia": [0.001, 0.002, 0.003], "Location Chassis Front": [-0.048, 0.446, 0.245],
           "Location Chassis Back": [-0.268, 0.478, 0.196], "Location Upright": [-0.053, 0.716, 0.215]{0} }},
         "Lower Control Arm": {{ "Mass": 24, "COM": [0, 0.547, -0.059], "Moments of Inertia": [0.4, 0.5, 0.8],
           "Location Chassis Front": [0.223, 0.307, 0], "Location Chassis Back": [-0.223, 0.307, 0],
           "Location Upright": [-0.036, 0.787, -0.118]{0} }})",
      bushing);
}
inline const std::string kTube =
    R"("Axle Tube": { "Mass": 120, "COM": [0, 0, 0.02], "Inertia": [22, 1, 22], "Location Connector Chassis": [-1, 0, 0] })";
inline std::string knuckle(double dragLinkY = 0.53) {
  return fmt::format(
      R"("Knuckle": {{ "Mass": 10, "COM": [0, 0.66, 0], "Inertia": [0.1, 0.1, 0.1], "Location Lower": [0, 0.67, -0.1],
           "Location Upper": [0, 0.65, 0.1], "Location Draglink": [0, {}, 0.2], "Location Tierod": [-0.2, 0.6, 0.1] }})",
      dragLinkY);
}
inline const std::string kToeBar =
    R"("Tierod": { "Mass": 5, "Inertia": [1, 0.1, 1], "Location Knuckle": [-0.2, 0.6, 0.1] })";
inline const std::string kDraglink =
    R"("Draglink": { "Mass": 5, "Inertia": [1, 1, 0.1], "Location Chassis": [0.6, 0.53, 0.2] })";
inline const std::string kSpringOnAxle =
    R"("Spring": { "Location Chassis": [0, 0.5, 0.3], "Location Axle": [0, 0.5, 0.05], "Spring Coefficient": 1e5,
                   "Free Length": 0.3 },
       "Shock": { "Location Chassis": [-0.3, 0.4, 0.4], "Location Axle": [-0.1, 0.4, 0], "Damping Coefficient": 1e4 })";
inline const std::string kPanhardRod =
    R"("Panhard Rod": { "Mass": 10, "Inertia": [1, 0.1, 1], "Location Chassis": [0.1, 0.44, 0],
                        "Location Axle": [0.1, -0.44, 0] })";
inline const std::string kThreeLinks =
    R"("Triangular Link": { "Mass": 50, "Inertia": [0.2, 0.2, 0.2], "Location Chassis": [0.9, 0.4, 0.2],
                            "Location Axle": [0.1, 0, 0.3] },
       "Longitudinal Link": { "Mass": 25, "Inertia": [0.1, 0.1, 0.1], "Location Chassis": [-1.1, 0.3, 0.1],
                              "Location Axle": [-0.1, 0.5, -0.1] })";
inline const std::string kLeaves =
    R"("Leafspring": { "Location Front Hanger": [0.5, 0.4, 0.1], "Location Clamp A": [0.05, 0.4, 0.1],
         "Location Clamp B": [-0.05, 0.4, 0.1], "Location Shackle": [-0.65, 0.4, 0.1],
         "Location Rear Hanger": [-0.6, 0.4, 0.2], "Vertical Stiffness": 80000, "Lateral Stiffness": 800000,
         "Stiffness Bias": 3, "Vertical Preload Force": 2000,
         "Frontleaf": { "Mass": 4, "Inertia": [0.01, 0.08, 0.08] }, "Rearleaf": { "Mass": 4, "Inertia": [0.01, 0.08, 0.08] },
         "Half Clamp": { "Mass": 1, "Inertia": [0.001, 0.001, 0.001] },
         "Shackle": { "Mass": 1, "Inertia": [0.001, 0.001, 0.001] } },
       "Auxiliary Spring": { "Location Chassis": [0, 0.4, 0.3], "Location Axle": [0, 0.4, 0.05],
                             "Spring Coefficient": 1e5, "Free Length": 0.2 },
       "Shock": { "Location Chassis": [-0.3, 0.4, 0.4], "Location Axle": [-0.1, 0.4, 0], "Damping Coefficient": 1e4 })";
inline const std::string kWatt =
    R"("Watt Mechanism": { "Center Link Mass": 15, "Side Link Mass": 12, "Center Link Inertia": [0.05, 0.02, 0.05],
         "Side Link Inertia": [0.07, 0.01, 0.07], "Location Left Link to Chassis": [0.2, -0.44, 0.25],
         "Location Left Link to Center": [0.2, 0, 0.25], "Location Right Link to Chassis": [0.2, 0.44, 0.05],
         "Location Right Link to Center": [0.2, 0, 0.05] })";

inline std::string doubleWishbone(const std::string& tierod = kTierodMassless, std::string_view bushing = "",
                                  const std::string& more = R"j("Toe Angle (deg)": 0)j") {
  return suspensionText("DoubleWishbone", {more, kSpindle, kUpright, wishbones(bushing), tierod, kSpringOnArm});
}

}  // namespace mb
