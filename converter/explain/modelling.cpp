// What cannot be modelled: 7xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> modellingCodes() {
  static constexpr Explanation kRows[] = {
      {Code::notModelled, "something in the file cannot be modelled here",
       "It is correct in its own format, but this program has nothing that moves the same way: flexible bodies, "
       "contact between shapes, an unknown template. Leaving it out would give another machine, so it is refused. "
       "Replace it by bodies, joints and forces, or remove it.",
       R"({ "Type": "Tire", "Template": "ANCFTire" })", R"({ "Type": "Tire", "Template": "FialaTire" })"},
      {Code::lostInTranslation, "something of another tool's model is not in this one",
       "The translation could not express it. The message says what it means for the motion; the text is kept in the "
       "native model as <foreign>. With --strict a loss that changes the motion is an error.",
       "", ""},
      {Code::openLoop, "a loop of joints cannot be closed",
       "No position of the joints brings both ends of the loop together: a part is too short or too long, an axis "
       "points "
       "elsewhere, or a joint closes the wrong way round. The message says how far apart the ends are as given and at "
       "best. Correct the markers of the joints of this loop.",
       R"(<joint name="ball" type="spherical" i="arm" j="frame" point="0 0 0"/>
<joint name="rod" type="distance" i="arm" j="frame" point="1 0 0" point2="1 1 0" length="3.5"/>)",
       R"(<joint name="ball" type="spherical" i="arm" j="frame" point="0 0 0"/>
<joint name="rod" type="distance" i="arm" j="frame" point="1 0 0" point2="1 1 0" length="1"/>)"},
      {Code::velocitiesContradict, "initial velocities contradict the joints",
       "What is kept by fixed=, driven, or given as an initial rate cannot all hold together with the joints. "
       "Velocities "
       "that are not kept are a first guess and never contradict. Free one of them, or correct its value.",
       R"(<joint name="hinge" type="revolute" i="arm" j="frame" point="0 0 0" axis="0 0 1"/>
<motion name="m" joint="hinge" function="0"/>
<joint name="twin" type="revolute" i="arm" j="frame" point="0 0 0" axis="0 0 1"><initial rate="1"/></joint>)",
       R"(<joint name="hinge" type="revolute" i="arm" j="frame" point="0 0 0" axis="0 0 1"><initial rate="1"/></joint>)"},
      {Code::fixedContradict, "fixed joints contradict each other",
       "Bodies joined by fixed joints are one body, and going round a loop of them must lead back to the start. It "
       "does "
       "not, by the amount in the message. Remove one fixed joint of the loop, or move its markers.",
       R"(<joint name="w1" type="fixed" i="arm.pivot" j="frame.pivot"/>
<joint name="w2" type="fixed" i="arm.tip" j="frame.pivot"/>)",
       R"(<joint name="w1" type="fixed" i="arm.pivot" j="frame.pivot"/>)"},
      {Code::ballComponent, "one component of a ball joint is used as a coordinate",
       "The rotation of a ball has three components that are not coordinates: a limit, drive or initial value of one "
       "of "
       "them has no meaning. Split the ball into revolute or universal joints, or act on it by a force between "
       "markers.",
       R"(<joint name="ball" type="spherical" i="arm.pivot" j="frame.pivot"><limit dof="wx" lower="-1"/></joint>)",
       R"(<joint name="cross" type="universal" i="arm" j="frame" point="0 0 0" axis="0 0 1" axis2="1 0 0">
  <limit dof="rx" lower="-1"/></joint>)"},
      {Code::keptContradict, "joints to be kept or cut leave no tree",
       "A tree has no loop and reaches every body: joints that form a loop cannot all be kept, and joints that alone "
       "hold a body cannot all be cut. The message names them. Leave at least one of them to the program.",
       R"(mbconvert model.xml --keep a,b,c,d)", R"(mbconvert model.xml --keep a,b,c)"},
      {Code::notABase, "a body cannot be the base",
       "The base of bodies that are connected with the ground is the ground; a rod that is removed is no body; and "
       "connected bodies have one base. Name another body, or leave the choice to the program.",
       R"(mbconvert pendulum.xml --base bar)", R"(mbconvert pendulum.xml)"},
      {Code::notARod, "a body cannot be removed as a rod",
       "A rod is a body between two spherical joints, or a spherical one and a universal one whose arm on it is square "
       "to it, with nothing else on it and no inertia about its own axis that would count. The message says what is "
       "missing. Keep it as a body.",
       R"(mbconvert model.xml --rods chassis)", R"(mbconvert model.xml --rods tie_rod)"},
      {Code::rodChangesMachine, "removing a rod changes the machine a little",
       "The body was named by --rods, and its mass is not that of a thin bar: what does not fit is neglected. Leave it "
       "out of the list to keep it exactly.",
       "", ""},
      {Code::neverMoves, "a joint cannot move, or not as it is driven",
       "A joint between bodies that fixed joints hold together can never move and is left out. Where a drive, coupler, "
       "limit or friction acts on it, that would be lost, and it is an error. So are drives and couplers of loops "
       "whose "
       "joints leave them nothing to move, or less than they prescribe, unless what they prescribe agrees. Remove the "
       "fixed joint or free one of the loop, or remove what acts on it.",
       R"(<joint name="weld" type="fixed" i="arm.pivot" j="frame.pivot"/>
<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>
<motion name="m" joint="hinge" function="time"/>)",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>
<motion name="m" joint="hinge" function="time"/>)"},
      {Code::noStartValue, "a drive or coupler has no value at the start",
       "The function of time of a drive, or its rate, is not finite at time 0, so that the machine cannot be put "
       "together there. "
       "Look for a division by zero, or a logarithm or root of what is not positive.",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>
<motion name="m" joint="hinge" function="1/time"/>)",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>
<motion name="m" joint="hinge" function="2*time"/>)"},
      {Code::nearlyMoves, "a loop that nearly fits cannot move",
       "The numbers of the joints' frames are rounded, or wrong, so that the loop is locked by their last digits: with "
       "a larger loop tolerance it would move. Within the tolerance such loops are made to fit by moving the frames a "
       "little; this one misses by more. Write points and axes with more digits, correct the axis that is off, or give "
       "a larger tolerance, if the miss in the message is no more than rounding.",
       R"(mbconvert model.xml)", R"(mbconvert model.xml --loop-tolerance 1e-3)"},
  };
  return kRows;
}

}  // namespace mb
