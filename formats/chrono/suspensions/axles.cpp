// The templates whose sides share an axle.
#include "formats/chrono/suspensions/suspensions.h"

namespace mb::chrono {
namespace {

using enum LinkType;
using enum Sides;

// ---- shared parts ----

constexpr PointRow kTubePoints[]{{"TUBE_CM", "Axle Tube", "COM"}};
constexpr BodyRow kTubeBodies[]{{"axle_tube", "Axle Tube", "TUBE_CM", {}, once}};
constexpr SuspensionPart kTube{kTubePoints, kTubeBodies, {}, {}};

constexpr PointRow kShockPoints[]{{"SHOCK_C", "Shock", "Location Chassis"}, {"SHOCK_A", "Shock", "Location Axle"}};
constexpr SpringRow kShock[]{{"Shock", "chassis", "axle_tube", "SHOCK_C", "SHOCK_A"}};
constexpr SuspensionPart kShocks{kShockPoints, {}, {}, kShock};

constexpr PointRow kSpringPoints[]{{"SPRING_C", "Spring", "Location Chassis"}, {"SPRING_A", "Spring", "Location Axle"}};
constexpr SpringRow kSpring[]{{"Spring", "subchassis", "axle_tube", "SPRING_C", "SPRING_A"}};
constexpr SuspensionPart kSprings{kSpringPoints, {}, {}, kSpring};

constexpr PointRow kKnucklePoints[]{
    {"KNUCKLE_L", "Knuckle", "Location Lower", "Lower Attachment Point"},
    {"KNUCKLE_U", "Knuckle", "Location Upper", "Upper Attachment Point"},
    {"KNUCKLE_CM", "Knuckle", "COM"},
};
constexpr BodyRow kKnuckleBodies[]{{"knuckle", "Knuckle", "KNUCKLE_CM"}};
constexpr JointRow kKnuckleJoints[]{
    {"kingpin", revolute, "axle_tube", "knuckle", "KNUCKLE_U KNUCKLE_L", "z:KNUCKLE_U>KNUCKLE_L"},
};
constexpr SuspensionPart kKnuckles{kKnucklePoints, kKnuckleBodies, kKnuckleJoints, {}};

// One rod between the knuckles.
constexpr PointRow kToeBarPoints[]{{"TIEROD_K", "Tierod", "Location Knuckle"}};
constexpr BodyRow kToeBarBodies[]{{"tierod", "Tierod", "TIEROD_K:C", {}, once}};
constexpr JointRow kToeBarJoints[]{
    {"tierod_ball", spherical, "tierod", "knuckle", "TIEROD_K", {}, left},
    {"tierod_cross", universal, "tierod", "knuckle", "TIEROD_K", "x:+X y:+Z", right},
};
constexpr SuspensionPart kToeBar{kToeBarPoints, kToeBarBodies, kToeBarJoints, {}};

// To one knuckle: the right one if its point in the file has y < 0.
constexpr PointRow kDraglinkPoints[]{
    {"KNUCKLE_DRL", "Knuckle", "Location Draglink"},
    {"DRAGLINK_C", "Draglink", "Location Chassis"},
};
constexpr std::string_view kDraglinkFrame = "z:KNUCKLE_DRL>DRAGLINK_C y:KNUCKLE_DRL^VEHICLE^DRAGLINK_C";
constexpr BodyRow kDraglinkBodies[]{{"draglink", "Draglink", "DRAGLINK_C KNUCKLE_DRL", kDraglinkFrame, once}};
constexpr JointRow kDraglinkJoints[]{
    {"draglink_ball", spherical, "draglink", "steering", "DRAGLINK_C", {}, once},
    {"draglink_cross", universal, "draglink", "knuckle:D", "KNUCKLE_DRL", kDraglinkFrame, once},
};
constexpr JointRow kFreeDraglinkJoints[]{
    {"draglink_ball", spherical, "draglink", "steering", "DRAGLINK_C", {}, once},
    {"draglink_outer", spherical, "draglink", "knuckle:D", "KNUCKLE_DRL", {}, once},
};
constexpr SuspensionPart kDraglink{kDraglinkPoints, kDraglinkBodies, kDraglinkJoints, {}};
constexpr SuspensionPart kFreeDraglink{kDraglinkPoints, kDraglinkBodies, kFreeDraglinkJoints, {}};

// ---- guides of the tube ----

// Leaf springs that only guide: heave and roll.
constexpr JointRow kLeafGuideJoints[]{
    {"guide", heaveAndRoll, "chassis", "axle_tube", "TUBE_CM", "z:+X x:-Z", once},
};
constexpr SuspensionPart kLeafGuide{{}, {}, kLeafGuideJoints, {}};

// SAE leaf springs: front leaf, two half clamps, rear leaf, shackle.
constexpr PointRow kSaePoints[]{
    {"FRONT_HANGER", "Leafspring", "Location Front Hanger"}, {"CLAMP_A", "Leafspring", "Location Clamp A"},
    {"CLAMP_B", "Leafspring", "Location Clamp B"},           {"SHACKLE", "Leafspring", "Location Shackle"},
    {"REAR_HANGER", "Leafspring", "Location Rear Hanger"},   {"SPRING_C", "Auxiliary Spring", "Location Chassis"},
    {"SPRING_A", "Auxiliary Spring", "Location Axle"},
};
constexpr BodyRow kSaeBodies[]{
    {"front_leaf", "Leafspring/Frontleaf", "FRONT_HANGER CLAMP_A"},
    {"rear_leaf", "Leafspring/Rearleaf", "SHACKLE CLAMP_B"},
    {"clamp_a", "Leafspring/Half Clamp", "CLAMP_A CLAMP_A CLAMP_A CLAMP_B"},
    {"clamp_b", "Leafspring/Half Clamp", "CLAMP_A CLAMP_B CLAMP_B CLAMP_B"},
    {"shackle", "Leafspring/Shackle", "REAR_HANGER SHACKLE"},
};
constexpr JointRow kSaeJoints[]{
    {"shackle_hinge", revolute, "shackle", "chassis", "REAR_HANGER", "z:-Y", both, "Leafspring/Shackle Bushing Data"},
    {"front_leaf_ball", spherical, "front_leaf", "chassis", "FRONT_HANGER"},
    {"rear_leaf_ball", spherical, "rear_leaf", "shackle", "SHACKLE"},
    {"clamp_a_hinge", revolute, "clamp_a", "axle_tube", "CLAMP_A", "z:+Z", both, "Leafspring/Clamp Bushing Data"},
    {"clamp_b_hinge", revolute, "clamp_b", "axle_tube", "CLAMP_B", "z:+Z", both, "Leafspring/Clamp Bushing Data"},
    {"front_leaf_hinge", revolute, "clamp_a", "front_leaf", "CLAMP_A", "z:-Y", both,
     "Leafspring/Leafspring Bushing Data"},
    {"rear_leaf_hinge", revolute, "clamp_b", "rear_leaf", "CLAMP_B", "z:-Y", both,
     "Leafspring/Leafspring Bushing Data"},
};
constexpr SpringRow kSaeSprings[]{{"Auxiliary Spring", "chassis", "axle_tube", "SPRING_C", "SPRING_A"}};
constexpr SuspensionPart kSaeLeaves{kSaePoints, kSaeBodies, kSaeJoints, kSaeSprings};

// A tube that extends to the chassis, and a transverse Watt's linkage.
constexpr PointRow kWattPoints[]{
    {"AXLE_C", "Axle Tube", "Location Connector Chassis", "Location Connector"},
    {"WATT_L", "Watt Mechanism", "Location Left Link to Chassis"},
    {"WATT_CL", "Watt Mechanism", "Location Left Link to Center"},
    {"WATT_R", "Watt Mechanism", "Location Right Link to Chassis"},
    {"WATT_CR", "Watt Mechanism", "Location Right Link to Center"},
};
constexpr BodyRow kWattBodies[]{
    {"watt_center",
     "Watt Mechanism",
     "WATT_CL WATT_CR",
     {},
     once,
     {},
     false,
     "Center Link Mass",
     "Center Link Inertia"},
    {"watt_left", "Watt Mechanism", "WATT_L WATT_CL", {}, once, {}, false, "Side Link Mass", "Side Link Inertia"},
    {"watt_right", "Watt Mechanism", "WATT_R WATT_CR", {}, once, {}, false, "Side Link Mass", "Side Link Inertia"},
};
constexpr JointRow kWattJoints[]{
    {"tube_ball", spherical, "axle_tube", "chassis", "AXLE_C", {}, once},
    {"watt_pivot", revolute, "watt_center", "axle_tube", "WATT_CL WATT_CR", "z:+X", once},
    {"watt_left_inner", spherical, "watt_left", "watt_center", "WATT_CL", {}, once},
    {"watt_left_outer", spherical, "watt_left", "chassis", "WATT_L", {}, once},
    {"watt_right_inner", spherical, "watt_right", "watt_center", "WATT_CR", {}, once},
    {"watt_right_outer", spherical, "watt_right", "chassis", "WATT_R", {}, once},
};
constexpr SuspensionPart kWatt{kWattPoints, kWattBodies, kWattJoints, {}};

constexpr PointRow kPanhardPoints[]{
    {"PANHARD_C", "Panhard Rod", "Location Chassis", "Location Connector Chassis"},
    {"PANHARD_A", "Panhard Rod", "Location Axle", "Location Connector Axle"},
};
constexpr BodyRow kPanhardBodies[]{{"panhard_rod", "Panhard Rod", "PANHARD_A PANHARD_C", {}, once}};
constexpr JointRow kPanhardJoints[]{
    {"panhard_chassis", spherical, "panhard_rod", "chassis", "PANHARD_C", {}, once},
    {"panhard_axle", spherical, "panhard_rod", "axle_tube", "PANHARD_A", {}, once},
};
constexpr SuspensionPart kPanhard{kPanhardPoints, kPanhardBodies, kPanhardJoints, {}};

constexpr PointRow kPushPipePoints[]{{"AXLE_C", "Axle Tube", "Location Connector Chassis", "Location Connector"}};
constexpr JointRow kPushPipeJoints[]{{"tube_ball", spherical, "axle_tube", "chassis", "AXLE_C", {}, once}};
constexpr SuspensionPart kPushPipe{kPushPipePoints, {}, kPushPipeJoints, {}};

// In the transverse plane, with an anti-roll bar of two halves that slide on the tube.
constexpr PointRow kPlanePoints[]{
    {"ANTIROLL_C", "Anti Roll Bar", "Location Chassis"},
    {"ANTIROLL_A", "Anti Roll Bar", "Location Axle"},
};
constexpr BodyRow kPlaneBodies[]{{"antiroll", "Anti Roll Bar", "ANTIROLL_C ANTIROLL_C:C"}};
constexpr JointRow kPlaneJoints[]{
    {"guide", planar, "chassis", "axle_tube", "TUBE_CM", "z:+X x:-Z", once},
    {"antiroll_bearing", revolute, "chassis", "antiroll:L", "ANTIROLL_C:C", "z:-Y", once},
    {"antiroll_twist", revolute, "antiroll:L", "antiroll:R", "ANTIROLL_C:C", "z:-Y", once},
    {"antiroll_slide", pointPlane, "antiroll", "axle_tube", "ANTIROLL_A"},
};
constexpr SuspensionPart kPlane{kPlanePoints, kPlaneBodies, kPlaneJoints, {}};

// A triangle above and two longitudinal links.
constexpr PointRow kThreeLinkPoints[]{
    {"TRIANGLE_C", "Triangular Link", "Location Chassis"},
    {"TRIANGLE_A", "Triangular Link", "Location Axle"},
    {"LINK_C", "Longitudinal Link", "Location Chassis"},
    {"LINK_A", "Longitudinal Link", "Location Axle"},
};
constexpr BodyRow kThreeLinkBodies[]{
    {"triangle", "Triangular Link", "TRIANGLE_A:C TRIANGLE_C:C", {}, once},
    {"link", "Longitudinal Link", "LINK_A LINK_C"},
};
constexpr JointRow kThreeLinkJoints[]{
    {"triangle_hinge", revolute, "triangle", "chassis", "TRIANGLE_C:C", "z:-Y", once},
    {"triangle_ball", spherical, "triangle", "axle_tube", "TRIANGLE_A:C", {}, once},
    {"link_ball", spherical, "link", "axle_tube", "LINK_A"},
    {"link_cross", universal, "link", "chassis", "LINK_C", "z:LINK_A>LINK_C x:+Y"},
};
constexpr SuspensionPart kThreeLink{kThreeLinkPoints, kThreeLinkBodies, kThreeLinkJoints, {}};

// ---- SolidBellcrankThreeLinkAxle: steered by a bellcrank on the tube ----

constexpr PointRow kBellcrankPoints[]{
    {"KNUCKLE_T", "Knuckle", "Location Tierod"},       {"BELLCRANK_A", "Bellcrank", "Location Axle"},
    {"BELLCRANK_T", "Bellcrank", "Location Tierod"},   {"DRAGLINK_S", "Draglink", "Location Steering"},
    {"BELLCRANK_D", "Draglink", "Location Bellcrank"},
};
constexpr BodyRow kBellcrankBodies[]{
    {"bellcrank", "Bellcrank", "BELLCRANK_A", {}, once},
    {"draglink", "Draglink", "DRAGLINK_S BELLCRANK_D", {}, once},
    {"tierod", "Tierod", "KNUCKLE_T BELLCRANK_T"},
};
constexpr JointRow kBellcrankJoints[]{
    {"bellcrank_hinge", revolute, "axle_tube", "bellcrank", "BELLCRANK_A", "z:+Z", once},
    {"draglink_ball", spherical, "draglink", "steering", "DRAGLINK_S", {}, once},
    {"draglink_cross", universal, "draglink", "bellcrank", "BELLCRANK_D", "z:BELLCRANK_D>DRAGLINK_S x:+Z", once},
    {"tierod_outer", spherical, "tierod", "knuckle", "KNUCKLE_T"},
    {"tierod_inner", spherical, "tierod", "bellcrank", "BELLCRANK_T"},
};
constexpr SuspensionPart kBellcrank{kBellcrankPoints, kBellcrankBodies, kBellcrankJoints, {}};

// ---- SolidAxle: four links, steered by a bell crank that pushes the toe bar ----

constexpr PointRow kSolidPoints[]{
    {"UL_A", "Upper Link", "Location Axle"},
    {"UL_C", "Upper Link", "Location Chassis"},
    {"UL_CM", "Upper Link", "COM"},
    {"LL_A", "Lower Link", "Location Axle"},
    {"LL_C", "Lower Link", "Location Chassis"},
    {"LL_CM", "Lower Link", "COM"},
    {"DRAGLINK_C", "Draglink", "Location Chassis"},
    {"CRANK_D", "Draglink", "Location Bell Crank"},
    {"CRANK_A", "Bell Crank", "Location Axle"},
    {"CRANK_T", "Bell Crank", "Location Tierod"},
};
constexpr std::string_view kUpperLinkFrame = "z:UL_A>UL_C y:UL_A^LL_A^UL_C";
constexpr std::string_view kLowerLinkFrame = "z:LL_C>LL_A y:LL_C^UL_A^LL_A";
constexpr std::string_view kSolidDraglinkFrame = "z:CRANK_D>DRAGLINK_C y:CRANK_D^LL_A^DRAGLINK_C";
constexpr BodyRow kSolidBodies[]{
    {"upper_link", "Upper Link", "UL_CM", kUpperLinkFrame},
    {"lower_link", "Lower Link", "LL_CM", kLowerLinkFrame},
    {"draglink", "Draglink", "DRAGLINK_C CRANK_D", kSolidDraglinkFrame, once},
    {"bell_crank", "Bell Crank", "CRANK_D CRANK_A CRANK_T", kSolidDraglinkFrame, once},
};
constexpr JointRow kSolidJoints[]{
    {"upper_link_cross", universal, "chassis", "upper_link", "UL_C", kUpperLinkFrame},
    {"upper_link_ball", spherical, "axle_tube", "upper_link", "UL_A"},
    {"lower_link_cross", universal, "chassis", "lower_link", "LL_C", kLowerLinkFrame},
    {"lower_link_ball", spherical, "axle_tube", "lower_link", "LL_A"},
    {"draglink_ball", spherical, "draglink", "steering", "DRAGLINK_C", {}, once},
    {"draglink_cross", universal, "draglink", "bell_crank", "CRANK_D", kSolidDraglinkFrame, once},
    {"bell_crank_hinge", revolute, "bell_crank", "axle_tube", "CRANK_A", "z:CRANK_D^CRANK_A^CRANK_T", once},
    {"bell_crank_push", pointPlane, "bell_crank", "tierod", "CRANK_T", "z:-Y x:+X", once},
};
constexpr SuspensionPart kSolid{kSolidPoints, kSolidBodies, kSolidJoints, {}};

// ---- RigidPinnedAxle ----

constexpr PointRow kPinnedPoints[]{{"TUBE_CM", "Tube", "COM"}, {"PIN", "Tube", "Pin Location"}};
constexpr BodyRow kPinnedBodies[]{{"axle_tube", "Tube", "TUBE_CM", {}, once}};
constexpr JointRow kPinnedJoints[]{{"pin", revolute, "axle_tube", "chassis", "PIN", "z:+X", once}};
constexpr SuspensionPart kPinned{kPinnedPoints, kPinnedBodies, kPinnedJoints, {}};

// ---- HendricksonPRIMAXX: an axle housing on lower beams and torque rods ----

constexpr PointRow kPrimaxxPoints[]{
    {"TUBE_CM", "Axle Housing", "COM"},
    {"LB_C", "Lower Beam", "Chassis Attachment Point"},
    {"LB_A", "Lower Beam", "Axle Housing Attachment Point"},
    {"LB_CM", "Lower Beam", "COM"},
    {"TR_C", "Torque Rod", "Chassis Attachment Point"},
    {"TR_A", "Torque Rod", "Axle Housing Attachment Point"},
    {"TR_CM", "Torque Rod", "COM"},
    {"SHOCKAH_C", "Shock Axle Housing", "Location Chassis"},
    {"SHOCKAH_A", "Shock Axle Housing", "Location Axle Housing"},
    {"SHOCKLB_C", "Shock Lower Beam", "Location Chassis"},
    {"SHOCKLB_B", "Shock Lower Beam", "Location Lower Beam"},
};
constexpr BodyRow kPrimaxxBodies[]{
    {"axle_tube", "Axle Housing", "TUBE_CM", {}, once},
    {"lower_beam", "Lower Beam", "LB_CM", "z:LB_A>LB_C y:LB_C^TR_A^LB_A"},
    {"torque_rod", "Torque Rod", "TR_CM", "z:TR_A>TR_C y:TR_A^LB_A^TR_C"},
};
constexpr JointRow kPrimaxxJoints[]{
    {"lower_beam_hinge", revolute, "chassis", "lower_beam", "LB_C", "z:-Y"},
    {"lower_beam_ball", spherical, "axle_tube", "lower_beam", "LB_A"},
    {"torque_rod_hinge", revolute, "chassis", "torque_rod", "TR_C", "z:-Y"},
    {"torque_rod_ball", spherical, "axle_tube", "torque_rod", "TR_A"},
};
constexpr SpringRow kPrimaxxSprings[]{
    {"Shock Axle Housing", "chassis", "axle_tube", "SHOCKAH_C", "SHOCKAH_A"},
    {"Shock Lower Beam", "chassis", "axle_tube", "SHOCKLB_C", "SHOCKLB_B"},
};
constexpr SuspensionPart kPrimaxx{kPrimaxxPoints, kPrimaxxBodies, kPrimaxxJoints, kPrimaxxSprings};

constexpr std::string_view kTubeName = "axle_tube";
constexpr std::string_view kKnuckleName = "knuckle";

}  // namespace

const std::vector<SuspensionTemplate>& axleSuspensions() {
  static const std::vector<SuspensionTemplate> kTemplates{
      {"SolidAxle", {kTube, kKnuckles, kToeBar, kSolid, kSprings, kShocks}, kKnuckleName, kTubeName},
      {"SolidThreeLinkAxle", {kTube, kThreeLink, kSprings, kShocks}, kTubeName, kTubeName},
      {"SolidBellcrankThreeLinkAxle",
       {kTube, kKnuckles, kThreeLink, kBellcrank, kSprings, kShocks},
       kKnuckleName,
       kTubeName},
      {"LeafspringAxle", {kTube, kLeafGuide, kSprings, kShocks}, kTubeName, kTubeName},
      {"ToeBarLeafspringAxle",
       {kTube, kLeafGuide, kKnuckles, kToeBar, kDraglink, kSprings, kShocks},
       kKnuckleName,
       kTubeName},
      {"SAELeafspringAxle", {kTube, kSaeLeaves, kShocks}, kTubeName, kTubeName, addLeafSprings},
      {"SAEToeBarLeafspringAxle",
       {kTube, kSaeLeaves, kKnuckles, kToeBar, kDraglink, kShocks},
       kKnuckleName,
       kTubeName,
       addLeafSprings},
      {"DeDionAxle", {kTube, kWatt, kSprings, kShocks}, kTubeName, kTubeName},
      {"ToeBarDeDionAxle",
       {kTube, kWatt, kKnuckles, kToeBar, kFreeDraglink, kSprings, kShocks},
       kKnuckleName,
       kTubeName},
      {"PushPipeAxle", {kTube, kPushPipe, kPanhard, kSprings, kShocks}, kTubeName, kTubeName},
      {"ToeBarPushPipeAxle",
       {kTube, kPushPipe, kPanhard, kKnuckles, kToeBar, kDraglink, kSprings, kShocks},
       kKnuckleName,
       kTubeName},
      {"RigidPanhardAxle", {kTube, kPlane, kPanhard, kSprings, kShocks}, kTubeName, kTubeName, addAntirollSpring},
      {"ToeBarRigidPanhardAxle",
       {kTube, kPlane, kPanhard, kKnuckles, kToeBar, kDraglink, kSprings, kShocks},
       kKnuckleName,
       kTubeName,
       addAntirollSpring},
      {"RigidPinnedAxle", {kPinned}, kTubeName, kTubeName},
      {"HendricksonPRIMAXX", {kPrimaxx, kKnuckles, tierods()}, kKnuckleName, kTubeName, loseTransverseBeam},
  };
  return kTemplates;
}

}  // namespace mb::chrono
