// A recursive model laid out for simulation: flat arrays in tree order, paths of the loops, rows of the closing
// equations, blocks, compiled laws. Made once, const afterwards.
#pragma once

#include <string>
#include <vector>

#include "formats/model/recursive.h"
#include "runtime/laws/force_set.h"
#include "runtime/laws/signal.h"
#include "runtime/mechanism/row_kind.h"

namespace mb {

struct Mechanism {
  // One elementary motion of a joint.
  struct Motion {
    MotionKind kind = MotionKind::rotation;
    int axis = 2;
    int z = 0;            // first position, into the state
    int v = 0;            // first velocity
    double constant = 0;  // length of an offset, pitch / (2 pi) of a screw
  };
  struct Link {
    int parent = -1;
    int z = 0;
    int v = 0;
    int vCount = 0;
    int firstMotion = 0;
    int motionCount = 0;
    bool reversed = false;
    Pose X_PA;
    Pose X_BL;  // inverse of the model's X_LB
    double mass = 0;
    Vector3 com = Vector3::Zero();
    Matrix3 inertia = Matrix3::Zero();  // about the centre of mass, including shares of removed rods
  };
  // Two frames whose relative pose appears in equations.
  struct Closing {
    int linkF = -1;  // -1: the world
    int linkM = -1;
    Pose X_LF;
    Pose X_LM;
    int firstCrossing = 0;
    int crossingCount = 0;
    std::string name;  // of the joint, rod or drive
    SourceRef at;
  };
  struct Crossing {  // a tree joint on the path between the two links
    int link = 0;
    double sign = 1;  // 1 towards M, -1 towards F
  };
  // One scalar equation: of a closing, or over coordinates (couplers, drives). With a signal it reads ... - s(t) = 0.
  struct Row {
    RowKind kind = RowKind::on;
    int a = 0;
    int b = 0;
    int closing = -1;
    int equation = 0;  // within the joint's type
    double parameter =
        0;  // length, pitch / (2 pi), cosine of axes that are not perpendicular; over coordinates: largest factor
    int firstTerm = 0;  // of a row over coordinates
    int termCount = 0;
    int signal = -1;
    double offset = 0;
    bool isLength = false;
    std::string name;
    SourceRef at;
  };
  struct Term {
    int z = 0;
    int v = 0;
    double factor = 1;
  };
  // Rows and coordinates that are coupled with each other and with no others.
  struct Block {
    int firstRow = 0;
    int rowCount = 0;
    int firstColumn = 0;  // into columns
    int columnCount = 0;
    double size = 1;  // characteristic length
  };
  struct Column {
    int v = 0;
    bool isTranslation = false;
  };
  struct RodTerm {  // coupling b v1.v2 of a removed rod [theory: T = 1/2 (a |v1|^2 + 2 b v1.v2 + c |v2|^2)]
    std::array<int, 2> link{-1, -1};
    std::array<Vector3, 2> point{Vector3::Zero(), Vector3::Zero()};
    double a = 0;
    double b = 0;
    double c = 0;
    int closing = -1;
  };
  struct Drive {
    int signal = 0;
    int derivative = 0;
    int row = 0;
    // For a driven distance l(t): the length p of its row (d.d - p^2) / (2 p), whose signal is (l^2 - p^2) / (2 p). 0:
    // the row uses the drive's signal directly.
    double length = 0;
  };
  template <class Law>
  struct OnCoordinate {
    int z = -1;  // -1: part of a ball
    int v = 0;
    int link = 0;
    Law law;
  };

  RecursiveModel model;  // with the expanded cuts; used for names and reports
  int sourceLinks = 0;   // links of the source's bodies; later ones carry coordinates of cuts
  std::vector<Link> links;
  std::vector<Motion> motions;
  std::vector<int> linkOfVelocity;  // by velocity coordinate
  std::vector<Closing> closings;
  std::vector<Crossing> crossings;
  std::vector<Row> rows;  // block by block
  std::vector<Term> terms;
  std::vector<Block> blocks;
  std::vector<Column> columns;  // block by block, each velocity at most once
  std::vector<int> blockOfVelocity;
  std::vector<RodTerm> rods;
  std::vector<Drive> drives;
  std::vector<OnCoordinate<Friction>> frictions;
  std::vector<OnCoordinate<Limit>> limits;
  Library library;
  ForceSet forces;
  std::vector<Signal> signals;
  std::vector<Term> coordinates;  // used by laws, as Library::coordinates
  int zCount = 0;
  int vCount = 0;
  int referenceLink = -1;  // its position is the reference point of all velocities
  Vector3 gravity = Vector3::Zero();

  // The state vector: positions, velocities, two integrals per drive, states of the laws, work of forces and of drives.
  int velocityAt() const { return zCount; }
  int integralAt() const { return zCount + vCount; }
  int lawStateAt() const { return integralAt() + 2 * static_cast<int>(drives.size()); }
  int workAt() const { return lawStateAt() + library.stateCount; }
  int stateSize() const { return workAt() + 2; }
};

// For the assembly, cut joints with initial values have coordinates too.
enum class MechanismFor { motion, assembly };
Mechanism makeMechanism(const RecursiveModel& model, MechanismFor purpose = MechanismFor::motion);

// The user's name of a velocity coordinate: "joint.rz"; a free base uses the name of its body.
std::string coordinateName(const Mechanism& mechanism, int velocity);

// The model's initial positions and velocities, not projected.
std::vector<double> initialState(const Mechanism& mechanism);

}  // namespace mb
