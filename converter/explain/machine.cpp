// Bodies, frames, joints, forces: 5xx.
#include "converter/explain/rows.h"

namespace mb {

std::span<const Explanation> machineCodes() {
  static constexpr Explanation kRows[] = {
      {Code::impossibleMass, "a mass that no body has",
       "A mass is 0 or above: with a negative one the machine would accelerate against the forces. Correct the sign. A "
       "mass of 0 is allowed where something else gives the body's motion an inertia.",
       R"(<body name="bar"><mass value="-1"/></body>)", R"(<body name="bar"><mass value="1"/></body>)"},
      {Code::impossibleInertia, "an inertia that no body has",
       "The principal moments of a real body are not negative, and none is larger than the sum of the other two. Usual "
       "causes are other units (kg mm^2 for kg m^2), another point than at= says, or the other sign of the products of "
       "inertia (products=). as_given=\"yes\" takes moments that only break the second rule.",
       R"(<body name="bar"><mass value="1"/><inertia xx="1" yy="1" zz="3"/></body>)",
       R"(<body name="bar"><mass value="1"/><inertia xx="1" yy="1" zz="1.5"/></body>)"},
      {Code::noDirection, "a direction cannot be told from what is given",
       "A vector of zero length has no direction, points that coincide or lie on one line span no plane, and two "
       "parallel axes define no frame. Give vectors of any length that differ in direction, or points that form a "
       "triangle.",
       R"(<joint name="hinge" type="revolute" i="arm" j="frame" point="0 0 0" axis="0 0 0"/>)",
       R"(<joint name="hinge" type="revolute" i="arm" j="frame" point="0 0 0" axis="0 0 1"/>)"},
      {Code::notARotation, "a matrix or quaternion is no rotation",
       "The axes of a frame have the length 1, stand at right angles and are right-handed; a quaternion has the norm "
       "1. "
       "In a Cartesian model up to 3e-3 is taken as rounding and made exact, with a warning above 1e-6; more means "
       "that a "
       "number is wrong or rows and columns were "
       "changed for each other. A mirror image is no rotation.",
       R"(<body name="bar"><pose quat="1 1 0 0"/></body>)", R"(<body name="bar"><pose quat="0.6 0.8 0 0"/></body>)"},
      {Code::mustBePositive, "a number has a sign that it cannot have",
       "Lengths, radii and steps are above 0, stiffness and friction are not negative, ratios and pitches are not 0. "
       "Stops and friction act against the motion by themselves and need no minus. The message gives the value and "
       "what "
       "it must be.",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"><friction coulomb="-1"/></joint>)",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"><friction coulomb="1"/></joint>)"},
      {Code::mustIncrease, "numbers that must increase do not",
       "The abscissas of a table, spline, path or load curve grow from entry to entry, and a step runs from a lower to "
       "a "
       "higher one: otherwise there would be two values at one place. Sort the points; a jump is two points a little "
       "apart.",
       R"(<spline name="s" x="0 2 1" y="0 1 2"/>)", R"(<spline name="s" x="0 1 2" y="0 2 1"/>)"},
      {Code::sameBody, "both ends are on the same body",
       "A joint, drive or force acts between two bodies; within one it would do nothing, or contradict it. One of the "
       "two ends names the wrong body or marker. Bodies that fixed joints join count as one.",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="arm.tip"/>)",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"/>)"},
      {Code::twoGrounds, "two bodies are the ground",
       "There is one world, and one body that stands for it. Move the markers of the second to the first, or join the "
       "second to it by a fixed joint and let it be a body.",
       R"(<body name="ground" ground="true"/>
<body name="floor" ground="true"/>)",
       R"(<body name="ground" ground="true"/>)"},
      {Code::badGround, "the ground is given something that it cannot have",
       "The frame of the ground is the world's, so that it has no pose and no velocity, and the name 'ground' is kept "
       "for it. Remove what it cannot have, mark it by ground=\"true\", or choose another name.",
       R"(<body name="ground" ground="true"><pose pos="1 0 0"/></body>)", R"(<body name="ground" ground="true"/>)"},
      {Code::noBodies, "the model has no bodies",
       "A machine has at least one body; without any there is nothing to convert. The file may have been cut off, or "
       "the "
       "bodies stand in a file that is not included.",
       R"(<mbs version="1" name="empty"/>)", R"(<mbs version="1" name="one"><body name="bar"/></mbs>)"},
      {Code::jointMisfits, "the frames or numbers of a joint contradict its type",
       "The joint cannot be of this type where it stands: the arms of a cross are at right angles, an angle lies "
       "between "
       "0 and 180 degrees, a coordinate must be one that the type has, wheels of a gear turn about a common carrier. "
       "Correct the axes, or take another type.",
       R"(<joint name="cross" type="universal" i="arm" j="frame" point="0 0 0" axis="0 0 1" axis2="1 0 1"/>)",
       R"(<joint name="cross" type="universal" i="arm" j="frame" point="0 0 0" axis="0 0 1" axis2="1 0 0"/>)"},
      {Code::noRoom, "limits leave nothing between them",
       "The lower limit is at or above the upper one, so that no position is allowed. They are exchanged, or in other "
       "units than the file's. A joint that is to stand still is a fixed one.",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"><limit lower="1" upper="-1"/></joint>)",
       R"(<joint name="hinge" type="revolute" i="arm.pivot" j="frame.pivot"><limit lower="-1" upper="1"/></joint>)"},
      {Code::impossibleTyre, "the numbers of a tyre contradict each other",
       "No tyre has these properties: a radius or stiffness that is not positive, a rim outside of the tyre, a "
       "friction "
       "that rises where it must fall. Look at the units of the file first. `mbconvert tyres` says what the numbers "
       "mean.",
       R"(<tyre name="t" type="spring" unloaded_radius="-0.3" vertical_stiffness="2e5" cslip="1e4" calpha="1e4"/>)",
       R"(<tyre name="t" type="spring" unloaded_radius="0.3" vertical_stiffness="2e5" cslip="1e4" calpha="1e4"/>)"},
      {Code::impossibleRoad, "a piece of a road cannot be as it is given",
       "A length, radius or spacing makes no piece of road, or the friction is negative. The message gives the piece "
       "and the numbers.",
       R"(<road name="r"><bump x="10" length="0" height="0.1"/></road>)",
       R"(<road name="r"><bump x="10" length="2" height="0.1"/></road>)"},
      {Code::badTree, "the tree of a recursive model is not one",
       "Links stand after their parents and have smaller numbers than they, and cuts and rods lie in the blocks that "
       "the "
       "file names. The program writes such files itself; an edit by hand broke the order. Convert the Cartesian model "
       "again, or edit the plan instead.",
       R"(<recursive version="1">
<link name="arm" number="1"><joint name="hinge" type="revolute" z="0" z_dot="0"/></link>
<link name="tip" parent="arm" number="2"><joint name="slide" type="translational" z="0" z_dot="0"/></link>
</recursive>)",
       R"(<recursive version="1">
<link name="arm" number="2"><joint name="hinge" type="revolute" z="0" z_dot="0"/></link>
<link name="tip" parent="arm" number="1"><joint name="slide" type="translational" z="0" z_dot="0"/></link>
</recursive>)"},
      {Code::implausibleDensity, "mass and size of a body do not go together",
       "A body with this mass and this inertia would be denser than any metal, or thinner than air. It is possible, so "
       "it is only a warning, but most often a unit is wrong. Check the units of mass and length.",
       "", ""},
      {Code::implausibleGyration, "inertia and size of a body do not go together",
       "The radius of gyration, the root of inertia over mass, is far from the distances between the markers of the "
       "body. Most often the inertia is in other units than the lengths, as kg mm^2 beside m, or about another point.",
       "", ""},
      {Code::implausibleValue, "a value is unlike anything in a machine",
       "The number is allowed, but far from what such quantities are: a gravity of 9810 m/s^2, a friction of 50. It is "
       "taken as it stands. Look whether the unit is the one that was meant.",
       "", ""},
      {Code::placedAway, "a body stands away from where its joints hold it",
       "The pose of a body and its joints contradict each other; the joints decide, and the assembly moves the body. "
       "If "
       "the distance is not one you expect, a marker or a pose is wrong.",
       "", ""},
      {Code::movesOtherwise, "a body cannot start with the velocity it is given",
       "The velocity of a body contradicts its joints, a drive or an initial rate, which decide; the run starts with "
       "the nearest velocities that fit. A body that hangs on one that moves must move along, or be given no velocity.",
       "", ""},
      {Code::turnsElsewhere, "a torsion spring about an axis that its joint does not turn about",
       "The two bodies of an rsda are joined by a joint that lets them turn about one axis or none, and the axis of "
       "the "
       "spring is another: what the spring does there is taken up by the joint. Between markers the axis is z of j, "
       "between bodies it is axis=; joint= takes that of the joint.",
       R"(<joint name="hinge" type="revolute" i="arm" j="frame" point="0 0 0" axis="0 1 0"/>
<force name="s" type="rsda" i="arm" j="frame" point="0 0 0" axis="0 0 1" kt="10"/>)",
       R"(<joint name="hinge" type="revolute" i="arm" j="frame" point="0 0 0" axis="0 1 0"/>
<force name="s" type="rsda" i="arm" j="frame" point="0 0 0" axis="0 1 0" kt="10"/>)"},
  };
  return kRows;
}

}  // namespace mb
