// The work of the kernel in order: links, closing rows, rods and springs, then the elimination of clusters. It holds
// plain numbers and offsets only, because the kernel is compiled per processor and shares nothing else.
//
// A *slot* holds one item, or up to four of the same shape side by side; a *lane* is the place of one of them. A
// *batch* is one cluster, or up to four of the same shape that are eliminated together.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/model/joints/joint_types.h"
#include "runtime/mechanism/row_kind.h"

namespace mb::embedded {

using Four = std::array<int, 4>;

// Where a link's numbers are in Memory::values: the first one, and their distance (1, or 4 in a slot of four).
struct Place {
  int at = 0;
  int stride = 1;
};

// Components of a link. The articulated inertia [M H'; H I] is stored as M (xx yy zz xy xz yz), H (by rows), I as M.
enum LinkPart : int { kR = 0, kP = 9, kZ = 12, kA = 18, kForce = 24, kArticulated = 30, kAlpha = 51, kLinkSize = 57 };
// Where an articulated inertia holds the ten numbers of a rigid one; the last six are the second moments.
enum RigidPart : int { kRigidMass = 0, kRigidX = 13, kRigidY = 8, kRigidZ = 9, kRigidSecond = 15 };
// Constants of a link: its joint's frame on the parent, mass, centre of mass, moments about it (xx yy zz xy xz yz).
enum LinkConstant : int { kRA = 0, kPA = 9, kMass = 12, kCom = 13, kMoments = 16, kLinkConstants = 22 };

// Parts of a column: its motion b, F = I b of all that it carries, and the force Q on it.
enum ColumnPart : int { kB = 0, kF = 6, kQ = 12, kColumnSize = 13 };

// Where the lanes of a slot find their numbers: all in one place, each in its own lane of one slot, or anywhere.
enum class Gather : std::uint8_t { broadcast, aligned, scattered };
struct Source {
  Gather gather = Gather::scattered;
  std::array<Place, 4> place;
};

// One elementary motion of the joints of a slot.
struct JointMotion {
  MotionKind kind = MotionKind::rotation;
  int axis = 2;
  bool isInverse = false;  // the joint is reversed, from M to F
  int column = 0;          // first column, within the link
  int constant = 0;        // into constants: one number per lane
  int frame = 0;           // of a bend, into values: the axes and the origin of F
  Four z{};                // by lane, into the state
};

struct LinkSlot {
  int width = 1;      // lanes: 1 or 4
  int lanes = 1;      // lanes in use
  int at = 0;         // into values
  int constants = 0;  // into constants
  int columns = 0;    // into values
  int columnCount = 0;
  int firstMotion = 0;
  int motionCount = 0;
  bool isHinge = false;  // one rotation about z
  bool isOnGround = false;
  bool isRigid = false;  // only the rigid part of its inertia is used
  bool hasMass = true;
  Source parent;
  Four v{};  // first velocity, by lane
};

struct RowOp {
  RowKind kind = RowKind::on;
  int a = 0;
  int b = 0;
  int at = 0;         // into values: gradient {f; t}, then gamma
  int parameter = 0;  // into constants
  bool hasSignal = false;
  Four signal{-1, -1, -1, -1};
};
// Frames F and M of closings, with their rows.
struct ClosingSlot {
  int width = 1;
  int lanes = 1;
  int constants = 0;  // R_LF, p_LF, R_LM, p_LM
  int at = 0;         // into values: p_F, R_F, p_M, R_M
  int axesF = 0;      // axes that the rows use besides the points: one bit per axis
  int axesM = 0;
  Source F;
  Source M;
  int firstRow = 0;
  int rowCount = 0;
  // All its rows, redundant ones included: their values are needed where positions are projected.
  int allAxesF = 0;
  int allAxesM = 0;
  int firstResidual = 0;
  int residualCount = 0;
};

// A row over coordinates: sum of factor z, less offset and function of time.
struct CoordinateTerm {
  int z = 0;
  double factor = 1;
};
struct CoordinateRow {
  int at = 0;  // into values: its value
  int firstTerm = 0;
  int termCount = 0;
  int signal = -1;
  double offset = 0;
};
// A position and its velocity.
struct Coordinate {
  int z = 0;
  int v = 0;
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

// The parts of a batch. Links, columns and rods are numbered within the cluster. Offsets called `local` count from
// ClusterBatch::local on, one number per lane; all others go into values, with the stride of the slots.
struct BatchLink {
  int at = 0;
  int parent = -1;  // -1: the base
  int firstColumn = 0;
  int columnCount = 0;
  int firstPath = 0;  // columns of the links above it, into path
  int pathCount = 0;
};
struct BatchRod {
  int points = 0;                         // into values, as RodSlot::at
  int constant = 0;                       // b, into constants
  int meeting = -1;                       // common ancestor of the ends; -1: the base
  std::array<std::vector<int>, 2> below;  // columns between each end and the meeting
  std::vector<int> above;                 // columns from the meeting to the base
  std::array<int, 2> link{-1, -1};        // of the ends; -1: the base
  std::vector<int> withAbove;  // local: entries of M of each column below (first end, then second) with each above
  std::vector<int> across;     // local: entries of M of each below[0] with each below[1]
};
struct PairOp {  // an entry of M between dependent columns, numbered by pivot
  int first = 0;
  int second = 0;
  int local = 0;
};
struct JacobianOp {  // an entry of Phi_z: the gradient of a row times a column
  int gradient = 0;
  int b = 0;
  double sign = 1;
  int local = 0;
};
// Four of them at once, for links and rows of one cluster that share slots. Lanes without an entry write to a place
// that is never read.
struct Columns {
  bool isAligned = false;  // the four are the lanes of one slot
  Four at{};
};
struct LaneJacobianOp {
  int gradient = 0;
  Columns b;
  std::array<double, 4> sign{};
  Four local{};
};
struct ForwardOp {  // forward substitution: row -= entry * row of the pivot
  int entry = 0;
  int pivot = 0;
  int row = 0;
};
struct ConstantOp {
  int local = 0;
  double value = 0;
};

// The most columns of S with which a batch is eliminated by its cluster motion subspace S = S_span G.
constexpr int kMostSubspace = 8;
// Links of a batch whose rows of S are computed side by side: one link of each of its clusters, or several of its only
// one.
struct SubspaceSlot {
  int at = 0;  // of the links
  int lanes = 1;
  int columns = 0;
  int columnCount = 0;
  int subspace = 0;        // into values: six numbers per column of S, then six for c = S_span g
  bool hasParent = false;  // within the cluster
  Source parent;           // its rows of S
  int coefficients = 0;    // into ClusterBatch::coefficients: four per column and column of S, local
};

struct ClusterBatch {
  int width = 1;                           // of T
  int stride = 1;                          // of the slots
  int lanes = 1;                           // clusters
  std::array<std::vector<int>, 4> blocks;  // by lane: blocks of closing equations in the mechanism
  // the tree
  bool baseIsGround = false;
  Source base;
  std::vector<BatchLink> links;
  std::vector<int> path;
  std::vector<int> b;   // by column
  std::vector<Four> v;  // by column
  std::vector<BatchRod> rods;
  bool isFree = false;         // one link with three translations and a ball, on the ground, without friction or stops
  bool carriesOthers = false;  // other batches hang on it, or its drives need its links' accelerations
  // closing equations, solved for the dependent coordinates: z_dot_d = R z_dot_i; R is a part of G
  int rank = 0;
  int free = 0;  // independent columns
  std::vector<JacobianOp> jacobian;
  std::vector<LaneJacobianOp> laneJacobian;  // instead of jacobian, if the cluster's links share slots
  std::vector<ConstantOp> constants;         // of rows over coordinates, and zeros of fill and of R
  std::vector<int> lu;                       // program of the factorisation: see reduceBatch()
  std::vector<ForwardOp> forward;
  std::vector<int> backward;
  std::vector<int> gamma;      // by pivot: into values, or -1 for a row over coordinates
  std::vector<Four> signal;    // by pivot: of rows with a function of time
  std::vector<Four> residual;  // by pivot, by lane: into values, the value of the row
  bool hasSignals = false;
  std::vector<std::array<double, 4>> chosen;  // by pivot, by lane: its value when chosen
  std::vector<int> dependent;                 // column by pivot
  std::vector<Four> dependentV;               // its velocities
  std::vector<int> independent;               // columns
  // D, U and s by the cluster motion subspace
  bool bySubspace = false;          // instead of the entries of M
  bool isRigid = false;             // nothing hangs on its links, and no base needs their inertia
  bool isAcross = false;            // the links of its only cluster share slots
  std::vector<SubspaceSlot> slots;  // parents first
  std::vector<Four> coefficients;   // local: entries of G by column, independent coordinate and lane; then of g
  std::vector<Place> subspace;      // by link
  // D, U and s by the entries of the mass matrix M of the spanning tree
  std::vector<int> entries;  // local: where the entries of M go, in the order of computation
  std::vector<int> zeros;    // local: entries that start from zero
  std::vector<PairOp> pairs;
  // the batch's own numbers
  int local = 0;        // into values; first the factors of Phi_d
  int localPivots = 0;  // their inverses
  int localR = 0;
  int localX = 0;     // dependent part of g
  int localRate = 0;  // rates of the dependent coordinates by time alone
  int localB = 0;     // entries of M between dependent and independent columns
  int localE = 0;
  int localD = 0;
  int localU = 0;
  int localS = 0;
  int localZ = 0;     // accelerations by column
  int localSums = 0;  // force and inertia of all links
};

struct Schedule {
  std::vector<JointMotion> jointMotions;
  std::vector<LinkSlot> links;  // parents first, without the ground
  std::vector<ClosingSlot> closings;
  std::vector<RowOp> rows;
  std::vector<RowOp> residualRows;  // of closings: their values replace gamma until that is set
  std::vector<CoordinateRow> coordinateRows;
  std::vector<CoordinateTerm> coordinateTerms;
  std::vector<RodSlot> rods;
  std::vector<SpringSlot> springs;
  std::vector<ClusterBatch> batches;  // bases first
  // What projection moves: positions whose rates are dependent velocities, and balls with such velocities.
  std::vector<Coordinate> dependents;
  std::vector<Coordinate> balls;
  std::vector<double> constants;
  Place ground;
  int valueCount = 0;
  int velocityCount = 0;
};

}  // namespace mb::embedded
