// What the kernel works through, laid out once: links, closing rows, rods and springs in slots of one or four side by
// side, then the elimination of loop groups, unit by unit. Plain numbers and offsets only: the kernel is compiled for
// several processors and shares nothing else with the rest.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/model/joints/joint_types.h"

namespace mb::embedded {

using Four = std::array<int, 4>;

// Where a link's numbers stand in Memory::values: the first one, and how far apart they are (1, or 4 in a slot of
// four).
struct Place {
  int at = 0;
  int stride = 1;
};

// Components of a link, in this order; the articulated inertia [M H'; H I] by M (xx yy zz xy xz yz), H (by rows) and I
// as M.
enum LinkPart : int { kR = 0, kP = 9, kZ = 12, kA = 18, kForce = 24, kArticulated = 30, kAlpha = 51, kLinkSize = 57 };
// Where the ten numbers of a rigid inertia stand in an articulated one; the second moments are its last six.
enum RigidPart : int { kRigidMass = 0, kRigidX = 13, kRigidY = 8, kRigidZ = 9, kRigidSecond = 15 };
// Constants of a link: its joint's frame on the parent, mass, centre of mass, moments about it (xx yy zz xy xz yz).
enum LinkConstant : int { kRA = 0, kPA = 9, kMass = 12, kCom = 13, kMoments = 16, kLinkConstants = 22 };

// Parts of a column: the motion b it gives, F = I b with all that it carries, and the force Q on it.
enum ColumnPart : int { kB = 0, kF = 6, kQ = 12, kColumnSize = 13 };

// Where the numbers of several places come from: one place, each lane the same lane, or anywhere.
enum class From : std::uint8_t { one, same, any };
struct Source {
  From from = From::any;
  std::array<Place, 4> place;
};

struct StepOp {
  StepKind kind = StepKind::rotation;
  int axis = 2;
  bool isInverse = false;  // walked from M to F: the joint is reversed
  int column = 0;          // its first, within the link
  int constant = 0;        // into constants: one number a lane
  int frame = 0;           // of a bend, into values: F's axes and origin
  Four z{};                // by lane, into the state
};

struct LinkSlot {
  int width = 1;
  int lanes = 1;      // in use
  int at = 0;         // into values
  int constants = 0;  // into constants
  int columns = 0;    // into values
  int columnCount = 0;
  int firstStep = 0;
  int stepCount = 0;
  bool isHinge = false;  // one rotation about z
  bool isOnGround = false;
  bool isRigid = false;  // its inertia is only ever asked for as a rigid one
  bool hasMass = true;
  Source parent;
  Four v{};  // first velocity, by lane
};

enum class RowKind : std::uint8_t { on, onMoving, perpendicular, noTwist, length, radius, pitch, angle };
struct RowOp {
  RowKind kind = RowKind::on;
  int a = 0;
  int b = 0;
  int at = 0;         // into values: gradient {f; t}, then gamma
  int parameter = 0;  // into constants
  bool hasSignal = false;
  Four signal{-1, -1, -1, -1};
};
// Frames F and M of closings, with the rows that are evaluated.
struct ClosingSlot {
  int width = 1;
  int lanes = 1;
  int constants = 0;  // R_LF, p_LF, R_LM, p_LM
  int at = 0;         // into values: p_F, R_F, p_M, R_M
  int axesF = 0;      // which axes the rows look at, beside the points: a bit each
  int axesM = 0;
  Source F;
  Source M;
  int firstRow = 0;
  int rowCount = 0;
};

// The coupling of a removed rod's ends.
struct RodSlot {
  int width = 1;
  int lanes = 1;
  int constants = 0;  // the two points, and b
  int at = 0;         // into values: the two points in the world
  std::array<Source, 2> end;
  std::array<bool, 2> isGround{};
};

// Linear springs with dampers between two points, always four wide.
struct SpringSlot {
  int lanes = 1;
  int constants = 0;  // points, stiffness, damping, free length, preload
  std::array<Source, 2> end;
  std::array<std::array<bool, 4>, 2> isGround{};
  std::array<bool, 2> touchesGround{};
};

// One or four loop groups of the same shape with the same choice of coordinates. Offsets `local` go into the unit's own
// part of values, one number a lane; all others into values with the stride of the slots.
struct UnitLink {
  int at = 0;
  int parent = -1;  // within the unit; -1: the base
  int firstColumn = 0;
  int columnCount = 0;
  int firstPath = 0;  // columns of links above within the unit, into path
  int pathCount = 0;
};
struct UnitRod {
  int points = 0;                         // into values, as RodSlot::at
  int constant = 0;                       // b, into constants
  int meeting = -1;                       // common ancestor of the ends within the unit; -1: the base
  std::array<std::vector<int>, 2> below;  // columns between each end and the meeting
  std::vector<int> above;                 // columns of the meeting and up
  std::array<int, 2> link{-1, -1};        // of the ends, within the unit; -1: the base
  std::vector<int> withAbove;  // local: entries of M of each column below (first end, then second) with each above
  std::vector<int> across;     // local: entries of each below[0] with each below[1]
};
struct PairOp {  // an entry of M among dependent columns, by their pivots
  int first = 0;
  int second = 0;
  int local = 0;
};
struct JacobianOp {
  int gradient = 0;
  int b = 0;
  double sign = 1;
  int local = 0;
};
// The same for links and rows of one unit that stand side by side in slots. Lanes without an entry write into a place
// that nobody reads.
struct Columns {
  bool isSlot = false;  // the four stand side by side
  Four at{};
};
struct LaneJacobianOp {
  int gradient = 0;
  Columns b;
  std::array<double, 4> sign{};
  Four local{};
};
constexpr int kMostMotions = 8;  // independent coordinates of a unit, where it goes by the motions of its links

// Links of a unit whose motions are worked out side by side: the same link of its groups, or several of its one group.
struct MotionSlot {
  int at = 0;  // of the links
  int lanes = 1;
  int columns = 0;
  int columnCount = 0;
  int motions = 0;         // into values: six numbers for every independent coordinate, then six for x
  bool hasParent = false;  // within the unit
  Source parent;           // its motions
  int coefficients = 0;    // into Unit::coefficients: four a column, local
};
struct ForwardOp {  // of a solution with the factors: row -= entry * pivot's row
  int entry = 0;
  int pivot = 0;
  int row = 0;
};
struct ConstantOp {
  int local = 0;
  double value = 0;
};
struct Unit {
  int width = 1;   // of T
  int stride = 1;  // of the slots
  int lanes = 1;
  bool baseIsGround = false;
  bool isFree = false;  // one link with three translations and a ball, on the ground, without forces on its coordinates
  Source base;
  std::vector<UnitLink> links;
  std::vector<int> path;
  std::vector<int> b;   // by column
  std::vector<Four> v;  // by column
  std::vector<UnitRod> rods;
  // closing equations
  int rank = 0;
  int free = 0;  // independent columns
  std::vector<JacobianOp> jacobian;
  std::vector<ConstantOp> constants;  // of rows over coordinates, and zeros of fill and R
  std::vector<int> lu;                // program: see kernel.cpp
  std::vector<ForwardOp> forward;
  std::vector<int> backward;
  std::vector<int> gamma;    // by pivot: into values, or -1 for a row over coordinates
  std::vector<Four> signal;  // by pivot: of rows with a function of time
  bool hasSignals = false;
  std::vector<std::array<double, 4>> chosen;  // by pivot, by lane: its size when it was chosen
  std::vector<int> dependent;                 // column by pivot
  std::vector<Four> dependentV;               // its velocities
  std::vector<int> independent;               // columns
  // masses
  std::vector<LaneJacobianOp> laneJacobian;  // instead of jacobian
  bool byMotions = false;                    // D, V, s from the motions of the links instead of the entries of M
  bool isRigid = false;                      // nothing hangs on its links, and no base asks for their inertia
  bool isAcross = false;                     // its one group's links stand side by side
  std::vector<MotionSlot> slots;             // parents first
  std::vector<Four> coefficients;            // local: of a column and an independent coordinate, by lane; then of x
  std::vector<Place> motions;                // by link
  bool carriesOthers = false;  // other units hang on it, or its drives ask for the accelerations of its links
  std::vector<int> entries;    // local: where the entries of M go, in the order in which they are made
  std::vector<int> zeros;      // local: entries that start from zero
  std::vector<PairOp> pairs;
  // offsets of local parts
  int localLu = 0;      // the others are counted from here; first the factors of Phi_d
  int localPivots = 0;  // inverse
  int localR = 0;
  int localX = 0;
  int localRate = 0;  // of the dependent coordinates, by time alone
  int localB = 0;
  int localE = 0;
  int localD = 0;
  int localV = 0;
  int localS = 0;
  int localRho = 0;                        // accelerations by column
  int localSums = 0;                       // force and inertia of all links
  std::array<std::vector<int>, 4> blocks;  // by lane: blocks of the mechanism that it holds
};

struct Schedule {
  std::vector<StepOp> steps;
  std::vector<LinkSlot> links;  // parents first; the ground is not among them
  std::vector<ClosingSlot> closings;
  std::vector<RowOp> rows;
  std::vector<RodSlot> rods;
  std::vector<SpringSlot> springs;
  std::vector<Unit> units;  // bases first
  std::vector<double> constants;
  Place ground;
  int valueCount = 0;
  int velocityCount = 0;
};

}  // namespace mb::embedded
