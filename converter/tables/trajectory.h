// The table of a run: its columns, and one row of values per evaluated state.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "converter/tables/files/table_writer.h"
#include "converter/tables/measure_columns.h"
#include "formats/model/joints/joint_kinematics.h"
#include "formats/model/messages/diagnostics.h"
#include "runtime/evaluation/stages.h"
#include "runtime/observation/observe.h"

namespace mb {

struct TrajectoryOptions {
  bool accelerations = false;
  bool reactions = false;
  bool sourceUnits = false;  // units and world axes of the source instead of SI and ours
};

// What a column tells about; a preset of columns is one or more of them.
enum class ColumnGroup { time, bodies, joints, forces, measures, inputs, reactions, energy };

// Computes the columns of a mechanism's table. Made once, const afterwards.
struct Trajectory {
  struct Column {
    std::string name;
    double unit = 1;  // its unit as an SI value
    std::string unitText;
    ColumnGroup group = ColumnGroup::time;
    bool isMain = false;  // among the few that are kept where nothing is said
    bool isKept = true;
  };
  struct BodyColumns {
    BodyPlace body;
    int first = 0;
    int count = 0;
    bool accelerations = false;
  };
  struct TyreColumns {
    int number = 0;  // of the tyre
    int first = 0;
  };
  struct JointColumns {  // positions as in the state, then velocities
    JointType type;
    JointParameters parameters;
    std::string joint;
    int link = -1;  // in the tree: values come from the state
    int cut = -1;   // otherwise fitted to the frames of this cut
    int first = 0;
    int count = 0;
  };

  std::vector<Column> columns;      // `time` first
  std::vector<BodyColumns> bodies;  // including probes
  std::vector<TyreColumns> tyres;
  MeasureColumns measures;
  std::vector<JointColumns> joints;
  std::map<std::string, int, std::less<>> reactions;  // first column, by joint
  int firstInput = 0;
  int firstReaction = 0;
  int rodEnds = 0;                                      // first column
  int energies = 0;                                     // first column; reactions come before it
  std::shared_ptr<std::vector<Vector6>> accelerations;  // of links: memory of one row after the other
  Matrix3 R_SW = Matrix3::Identity();                   // rotates into the axes of the table
};

Trajectory makeTrajectory(const Mechanism& m, const TrajectoryOptions& options);

// Keeps `time` and the columns that one of the patterns (* and ?) matches or one of the presets (@bodies, @all) means;
// without any, the main ones and all that the options of the table ask for. False and an error when a pattern matches
// none.
bool selectColumns(const Mechanism& m, const std::vector<std::string>& patterns, Trajectory& trajectory,
                   Diagnostics& diagnostics);
std::vector<std::string> columnPresets();
int keptColumns(const Trajectory& trajectory);
bool anyKept(const Trajectory& trajectory, int first, int count);

// Sets the values of all kept columns in SI; others may be left unset. `before` is the previous row, empty for the
// first: quaternions and angles of cut joints continue from it.
void evaluateRow(const Mechanism& m, const Trajectory& trajectory, double time, StateView y, const Workspace& w,
                 std::span<const double> before, std::vector<double>& row);

// The part of a row that belongs to one body, for a motion that comes from elsewhere.
void evaluateBody(const Trajectory& trajectory, const Trajectory::BodyColumns& body, const BodyMotion& motion,
                  std::span<const double> before, std::vector<double>& row);

// The kept columns, for a file.
std::vector<WrittenColumn> writtenColumns(const Trajectory& trajectory);

}  // namespace mb
