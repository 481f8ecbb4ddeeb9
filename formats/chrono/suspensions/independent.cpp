// The templates whose sides move independently.
#include "formats/chrono/suspensions/suspensions.h"

namespace mb::chrono {
namespace {

using enum LinkType;
using enum Sides;

// ---- shared parts ----

constexpr PointRow kUprightPoints[]{{"UPRIGHT", "Upright", "COM"}};
constexpr BodyRow kUprightBodies[]{{"upright", "Upright", "UPRIGHT", {}, both, {}, true}};
constexpr SuspensionPart kUpright{kUprightPoints, kUprightBodies, {}, {}};

// A massless rod, or a body if it has mass.
constexpr PointRow kTierodPoints[]{
    {"TIEROD_C", "Tierod", "Location Chassis"},
    {"TIEROD_U", "Tierod", "Location Upright", "Location Knuckle"},
};
constexpr std::string_view kTierodFrame = "z:TIEROD_C>TIEROD_U x:+X";
constexpr BodyRow kTierodBodies[]{{"tierod", "Tierod", "TIEROD_U TIEROD_C", kTierodFrame, both, "Tierod/Mass"}};
constexpr JointRow kTierodJoints[]{
    {"tierod_outer", spherical, "carrier", "tierod", "TIEROD_U", {}, both, "Tierod/Bushing Data", "Tierod/Mass"},
    {"tierod_inner", universal, "steering", "tierod", "TIEROD_C", kTierodFrame, both, "Tierod/Bushing Data",
     "Tierod/Mass"},
    {"tierod", distance, "steering", "carrier", "TIEROD_C", "TIEROD_U", both, {}, "!Tierod/Mass"},
};
constexpr SuspensionPart kTierod{kTierodPoints, kTierodBodies, kTierodJoints, {}};

constexpr PointRow kArmPoints[]{
    {"UCA_F", "Upper Control Arm", "Location Chassis Front"}, {"UCA_B", "Upper Control Arm", "Location Chassis Back"},
    {"UCA_U", "Upper Control Arm", "Location Upright"},       {"LCA_F", "Lower Control Arm", "Location Chassis Front"},
    {"LCA_B", "Lower Control Arm", "Location Chassis Back"},  {"LCA_U", "Lower Control Arm", "Location Upright"},
};
constexpr SuspensionPart kArms{kArmPoints, {}, {}, {}};

constexpr PointRow kSpringOnArmPoints[]{
    {"SPRING_C", "Spring", "Location Chassis"},
    {"SPRING_A", "Spring", "Location Arm"},
    {"SHOCK_C", "Shock", "Location Chassis"},
    {"SHOCK_A", "Shock", "Location Arm"},
};
constexpr SuspensionPart kSpringOnArm{kSpringOnArmPoints, {}, {}, {}};

// ---- DoubleWishbone ----

constexpr PointRow kWishbonePoints[]{{"UCA_CM", "Upper Control Arm", "COM"}, {"LCA_CM", "Lower Control Arm", "COM"}};
constexpr BodyRow kWishboneBodies[]{
    {"uca", "Upper Control Arm", "UCA_CM", "z:UCA_B^UCA_U^UCA_F x:UCA_B>UCA_F", both, {}, true},
    {"lca", "Lower Control Arm", "LCA_CM", "z:LCA_B^LCA_U^LCA_F x:LCA_B>LCA_F", both, {}, true},
};
constexpr JointRow kWishboneJoints[]{
    {"uca_hinge", revolute, "chassis", "uca", "UCA_F UCA_B", "z:UCA_B>UCA_F", both, "Upper Control Arm/Bushing Data"},
    {"uca_ball", spherical, "uca", "upright", "UCA_U"},
    {"lca_hinge", revolute, "chassis", "lca", "LCA_F LCA_B", "z:LCA_B>LCA_F", both, "Lower Control Arm/Bushing Data"},
    {"lca_ball", spherical, "lca", "upright", "LCA_U"},
};
constexpr SpringRow kWishboneSprings[]{
    {"Spring", "chassis", "lca", "SPRING_C", "SPRING_A"},
    {"Shock", "chassis", "lca", "SHOCK_C", "SHOCK_A"},
};

// ---- DoubleWishboneReduced: the arms are rods ----

constexpr PointRow kReducedPoints[]{
    {"SHOCK_C", "Shock", "Location Chassis"},
    {"SHOCK_U", "Shock", "Location Upright", "Location Arm"},
};
constexpr JointRow kReducedJoints[]{
    {"uca_front", distance, "chassis", "upright", "UCA_F", "UCA_U"},
    {"uca_back", distance, "chassis", "upright", "UCA_B", "UCA_U"},
    {"lca_front", distance, "chassis", "upright", "LCA_F", "LCA_U"},
    {"lca_back", distance, "chassis", "upright", "LCA_B", "LCA_U"},
};
constexpr SpringRow kReducedSprings[]{{"Shock", "chassis", "upright", "SHOCK_C", "SHOCK_U"}};

// ---- MacPhersonStrut ----

constexpr PointRow kStrutPoints[]{
    {"LCA_F", "Control Arm", "Location Chassis Front"}, {"LCA_B", "Control Arm", "Location Chassis Back"},
    {"LCA_U", "Control Arm", "Location Upright"},       {"LCA_CM", "Control Arm", "COM"},
    {"SPRING_C", "Spring", "Location Chassis"},         {"SPRING_U", "Spring", "Location Upright"},
    {"SHOCK_C", "Shock", "Location Chassis"},           {"SHOCK_U", "Shock", "Location Upright"},
};
constexpr std::string_view kStrutFrame = "z:SPRING_U>SPRING_C y:SPRING_U^LCA_B^SPRING_C";
constexpr BodyRow kStrutBodies[]{
    {"strut", "Strut", "SPRING_C SPRING_U"},
    {"lca", "Control Arm", "LCA_CM", "z:LCA_B^LCA_U^LCA_F x:LCA_B>LCA_F"},
};
constexpr JointRow kStrutJoints[]{
    {"strut_slider", cylindrical, "strut", "upright", "SPRING_U", kStrutFrame},
    {"strut_top", universal, "chassis", "strut", "SPRING_C", kStrutFrame},
    {"lca_hinge", revolute, "chassis", "lca", "LCA_F LCA_B", "z:LCA_B>LCA_F", both, "Control Arm/Bushing Data"},
    {"lca_ball", spherical, "lca", "upright", "LCA_U"},
};
constexpr SpringRow kStrutSprings[]{
    {"Spring", "chassis", "upright", "SPRING_C", "SPRING_U"},
    {"Shock", "chassis", "upright", "SHOCK_C", "SHOCK_U"},
};

// ---- MultiLink ----

constexpr PointRow kMultiLinkPoints[]{
    {"UA_F", "Upper Arm", "Location Chassis Front"},
    {"UA_B", "Upper Arm", "Location Chassis Back"},
    {"UA_U", "Upper Arm", "Location Upright"},
    {"UA_CM", "Upper Arm", "COM"},
    {"LAT_C", "Lateral", "Location Chassis"},
    {"LAT_U", "Lateral", "Location Upright"},
    {"LAT_CM", "Lateral", "COM"},
    {"LAT_AXIS_C", "Lateral", "Universal Joint Axis Chassis"},
    {"LAT_AXIS_L", "Lateral", "Universal Joint Axis Link"},
    {"TL_C", "Trailing Link", "Location Chassis"},
    {"TL_U", "Trailing Link", "Location Upright"},
    {"TL_CM", "Trailing Link", "COM"},
    {"TL_AXIS_C", "Trailing Link", "Universal Joint Axis Chassis"},
    {"TL_AXIS_L", "Trailing Link", "Universal Joint Axis Link"},
    {"SPRING_C", "Spring", "Location Chassis"},
    {"SPRING_L", "Spring", "Location Link"},
    {"SHOCK_C", "Shock", "Location Chassis"},
    {"SHOCK_L", "Shock", "Location Link"},
};
constexpr BodyRow kMultiLinkBodies[]{
    {"upper_arm", "Upper Arm", "UA_CM", "z:UA_B^UA_U^UA_F x:UA_B>UA_F"},
    {"lateral", "Lateral", "LAT_CM", "z:LAT_U>LAT_C y:LAT_U^TL_U^LAT_C"},
    {"trailing_link", "Trailing Link", "TL_CM", "z:TL_U>TL_C y:TL_U^SPRING_L^TL_C"},
};
constexpr JointRow kMultiLinkJoints[]{
    {"upper_arm_hinge", revolute, "chassis", "upper_arm", "UA_F UA_B", "z:UA_B>UA_F"},
    {"upper_arm_ball", spherical, "upper_arm", "upright", "UA_U"},
    {"lateral_ball", spherical, "lateral", "upright", "LAT_U"},
    {"lateral_cross", universal, "lateral", "chassis", "LAT_C", "x:LAT_AXIS_C y:LAT_AXIS_L"},
    {"trailing_link_ball", spherical, "trailing_link", "upright", "TL_U"},
    {"trailing_link_cross", universal, "trailing_link", "chassis", "TL_C", "x:TL_AXIS_C y:TL_AXIS_L"},
};
constexpr SpringRow kMultiLinkSprings[]{
    {"Spring", "chassis", "trailing_link", "SPRING_C", "SPRING_L"},
    {"Shock", "chassis", "trailing_link", "SHOCK_C", "SHOCK_L"},
};

// ---- ThreeLinkIRS ----

constexpr PointRow kThreeLinkIrsPoints[]{
    {"TA_C", "Trailing Arm", "Location Chassis"},
    {"TA_S", "Trailing Arm", "Location Spindle"},
    {"TA_CM", "Trailing Arm", "COM"},
    {"UL_C", "Upper Link", "Location Chassis"},
    {"UL_A", "Upper Link", "Location Arm"},
    {"UL_CM", "Upper Link", "COM"},
    {"UL_AXIS", "Upper Link", "Universal Joint Axis"},
    {"LL_C", "Lower Link", "Location Chassis"},
    {"LL_A", "Lower Link", "Location Arm"},
    {"LL_CM", "Lower Link", "COM"},
    {"LL_AXIS", "Lower Link", "Universal Joint Axis"},
};
constexpr BodyRow kThreeLinkIrsBodies[]{
    {"arm", "Trailing Arm", "TA_CM", "x:TA_S>TA_C z:+Z"},
    {"upper_link", "Upper Link", "UL_CM", "x:UL_C>UL_A z:+Z"},
    {"lower_link", "Lower Link", "LL_CM", "x:LL_C>LL_A z:+Z"},
};
constexpr JointRow kThreeLinkIrsJoints[]{
    {"arm_ball", spherical, "chassis", "arm", "TA_C"},
    {"upper_link_ball", spherical, "upper_link", "arm", "UL_A"},
    {"lower_link_ball", spherical, "lower_link", "arm", "LL_A"},
    {"upper_link_cross", universal, "upper_link", "chassis", "UL_C", "x:UL_AXIS y:+Z"},
    {"lower_link_cross", universal, "lower_link", "chassis", "LL_C", "x:LL_AXIS y:+Z"},
};
constexpr SpringRow kArmSprings[]{
    {"Spring", "chassis", "arm", "SPRING_C", "SPRING_A"},
    {"Shock", "chassis", "arm", "SHOCK_C", "SHOCK_A"},
};

// ---- SemiTrailingArm ----

constexpr PointRow kSemiTrailingPoints[]{
    {"TA_O", "Trailing Arm", "Location Chassis Outer"},
    {"TA_I", "Trailing Arm", "Location Chassis Inner"},
    {"TA_S", "Trailing Arm", "Location Spindle"},
    {"TA_CM", "Trailing Arm", "COM"},
};
constexpr BodyRow kSemiTrailingBodies[]{{"arm", "Trailing Arm", "TA_CM", "z:TA_O^TA_S^TA_I x:TA_I>TA_O"}};
constexpr JointRow kSemiTrailingJoints[]{
    {"arm_hinge", revolute, "chassis", "arm", "TA_O TA_I", "z:TA_I>TA_O", both, "Trailing Arm/Bushing Data"},
};

// ---- SingleWishbone ----

constexpr PointRow kSinglePoints[]{
    {"CA_C", "Control Arm", "Location Chassis"},
    {"CA_U", "Control Arm", "Location Upright"},
    {"CA_CM", "Control Arm", "COM"},
    {"STRUT_C", "Shock", "Location Chassis"},
    {"STRUT_A", "Shock", "Location Arm"},
};
constexpr BodyRow kSingleBodies[]{{"arm", "Control Arm", "CA_CM", "y:CA_C>CA_U z:+Z"}};
constexpr JointRow kSingleJoints[]{
    {"arm_hinge", revolute, "chassis", "arm", "CA_C", "z:+X", both, "Control Arm/Bushing Data"},
    {"kingpin", revolute, "arm", "upright", "CA_U", "z:+Z"},
};
constexpr SpringRow kSingleSprings[]{{"Shock", "chassis", "arm", "STRUT_C", "STRUT_A"}};

}  // namespace

SuspensionPart tierods() { return kTierod; }

const std::vector<SuspensionTemplate>& independentSuspensions() {
  static const std::vector<SuspensionTemplate> kTemplates{
      {"DoubleWishbone",
       {kUpright, kArms, kSpringOnArm, {kWishbonePoints, kWishboneBodies, kWishboneJoints, kWishboneSprings}, kTierod},
       "upright",
       "lca"},
      {"DoubleWishboneReduced",
       {kUpright, kArms, {kReducedPoints, {}, kReducedJoints, kReducedSprings}, kTierod},
       "upright",
       "upright"},
      {"MacPhersonStrut",
       {kUpright, {kStrutPoints, kStrutBodies, kStrutJoints, kStrutSprings}, kTierod},
       "upright",
       "lca"},
      {"MultiLink",
       {kUpright, {kMultiLinkPoints, kMultiLinkBodies, kMultiLinkJoints, kMultiLinkSprings}, kTierod},
       "upright",
       "trailing_link"},
      {"ThreeLinkIRS",
       {kSpringOnArm, {kThreeLinkIrsPoints, kThreeLinkIrsBodies, kThreeLinkIrsJoints, kArmSprings}},
       "arm",
       "arm"},
      {"SemiTrailingArm",
       {kSpringOnArm, {kSemiTrailingPoints, kSemiTrailingBodies, kSemiTrailingJoints, kArmSprings}},
       "arm",
       "arm"},
      {"SingleWishbone",
       {kUpright, {kSinglePoints, kSingleBodies, kSingleJoints, kSingleSprings}, kTierod},
       "upright",
       "arm"},
      {"RigidSuspension", {}, "chassis", "chassis"},
  };
  return kTemplates;
}

}  // namespace mb::chrono
