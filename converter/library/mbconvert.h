// mbconvert as a library: load a Cartesian multibody model, convert it to a recursive one, run it, and prove that both
// are the same machine.
//
// Everything is a value. Functions return what they made, or nothing after an error; what is to be said stands in the
// diagnostics, to which they append. Nothing is global, nothing is printed, and user input makes no exceptions.
// Numbers are SI, with the world's x forward, y left and z up, whatever the units of the file.
//
// Models are immutable and shared: copies are cheap, and several threads may use one. A Simulation belongs to one
// thread at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mbconvert {

// "0.1.0"
std::string_view version();

// A message about a model or a call, with the place in the user's file where there is one.
struct Diagnostic {
  bool isError = true;  // else a warning
  std::string code;     // "E0302", of a warning "W0302": the key of `mbconvert explain`
  std::string file;     // as it was given; empty: no file
  int line = 0;         // from 1; 0: the file as a whole
  int column = 0;       // from 1, in bytes
  std::string message;
  std::string hint;  // what to do about it; may be empty
  std::string text;  // all of it, with the line of the file, as the program prints it
  int status = 0;    // what the program returns to its caller for this error: docs/commands/convert.md
};
using Diagnostics = std::vector<Diagnostic>;
bool hasErrors(const Diagnostics& diagnostics);
std::string toText(const Diagnostics& diagnostics);  // of all, as the program prints them

// ---------------------------------------------------------------------------------------------------------- models

// A number that the model takes from outside: <input> in its file. Numbers are SI, as everywhere.
struct Input {
  std::string name;
  std::string unit;  // in which its file counts; may be empty
  double start = 0;
  std::optional<double> least{};  // values outside are refused
  std::optional<double> most{};
  double filter = 0;  // s: time constant of the filter through which it arrives; 0: none
};

class CartesianModel {
 public:
  struct Inside;
  explicit CartesianModel(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
  const Inside& inside() const { return *inside_; }

  const std::string& name() const;
  std::vector<std::string> bodies() const;  // names, in the file's order
  std::vector<std::string> joints() const;
  std::vector<Input> inputs() const;

 private:
  std::shared_ptr<const Inside> inside_;
};

struct LoadOptions {
  std::string format{};              // by name, as `mbconvert formats` lists them; empty: known by its content
  std::vector<std::string> tyres{};  // files, for formats that keep tyres apart from the vehicle
  // Values of <param> instead of the file's, in its units unless they have their own: {"k", "20 N/mm"}.
  std::map<std::string, std::string> parameters{};
  std::vector<std::string> lock{};  // patterns (* and ?) of joints that are held where they are
  bool isStrict = false;            // what was lost in translation and changes the motion is an error
};
// A Cartesian model in any format that the program reads.
std::optional<CartesianModel> load(const std::string& path, Diagnostics& diagnostics, const LoadOptions& options = {});

class RecursiveModel {
 public:
  struct Inside;
  explicit RecursiveModel(std::shared_ptr<const Inside> inside) : inside_(std::move(inside)) {}
  const Inside& inside() const { return *inside_; }

  const std::string& name() const;
  std::vector<Input> inputs() const;
  std::string xml() const;  // the recursive format; the same model gives the same bytes
  // The same to a file, whole or not at all. False after an error.
  bool write(const std::string& path, Diagnostics& diagnostics) const;

 private:
  std::shared_ptr<const Inside> inside_;
};
// A recursive model that was written before.
std::optional<RecursiveModel> loadRecursive(const std::string& path, Diagnostics& diagnostics);

// ------------------------------------------------------------------------------------------------------ conversion

struct ConvertOptions {
  std::vector<std::string> base{};          // bodies to use as bases
  std::vector<std::string> cut{};           // joints that must be cut, or rods by the name of their body
  std::vector<std::string> keep{};          // joints that must stay in the tree
  std::vector<std::string> prefer{};        // joints that stay in the tree where this costs no weight
  std::map<std::string, double> weights{};  // by joint type, or by joint name
  bool removesRods = true;
  bool idealises = true;                  // loops that nearly fit are made exact
  std::optional<double> loopTolerance{};  // of that, instead of the one derived from the file's digits
  std::string planFile{};                 // what `mbconvert plan` wrote, or Plan::xml; the lists above come on top
};

// The choice: base bodies, spanning tree and cuts, with reasons.
struct Plan {
  struct Base {
    std::string body;
    bool isGround = false;
    std::string reason;
  };
  struct TreeJoint {
    std::string joint;
    std::string parent;  // bodies
    std::string child;
    bool isReversed = false;  // the parent carries the joint's marker i
    int level = 0;            // of the child; a base has level 1
    std::string reason;       // may be empty
  };
  struct Cut {
    std::string name;  // of the joint, or of a removed rod's body
    bool isRod = false;
    int equations = 0;
    std::vector<std::string> loop;  // tree joints
    std::string reason;
  };
  std::vector<Base> bases;
  std::vector<TreeJoint> tree;  // parent before child
  std::vector<Cut> cuts;        // by name
  double weight = 0;            // Tsai and Haug's, of the tree
  double leastWeight = 0;       // of any tree; less than `weight` only where options cost weight
  std::string treeCount;        // spanning trees there are, in decimal digits
  std::string xml;              // editable: ConvertOptions::planFile
};

struct Mobility {
  struct Redundant {
    std::string joint;
    std::string equation;
  };
  int coordinates = 0;               // relative velocities, free bases included
  int equations = 0;                 // of the cuts
  int rank = 0;                      // of these equations at the start
  int dof = 0;                       // coordinates - rank
  int prescribed = 0;                // of the degrees of freedom, by drives and couplers
  std::vector<Redundant> redundant;  // equations that say nothing new
};

struct Conversion {
  RecursiveModel model;
  Plan plan;
  Mobility mobility;
  std::vector<std::string> remarks;  // what else there is to know, in full sentences
};
std::optional<Conversion> convert(const CartesianModel& model, Diagnostics& diagnostics,
                                  const ConvertOptions& options = {});

// Of any recursive model, also of one that was loaded.
std::optional<Mobility> mobilityOf(const RecursiveModel& model, Diagnostics& diagnostics);

// ------------------------------------------------------------------------------------------------------ simulation

struct SimulationOptions {
  std::string solver{};               // as `mbconvert solvers` lists them; empty: the first that can solve the model
  std::string integrator{};           // rk4, dopri5, ...; empty: rk4, or the solver's own
  std::optional<double> tolerance{};  // relative, of steps whose length is chosen
  bool showsAccelerations = false;    // among columns()
  bool showsReactions = false;
};

// One machine in motion. Starts at the model's initial state, at time 0.
class Simulation {
 public:
  static std::optional<Simulation> start(const RecursiveModel& model, Diagnostics& diagnostics,
                                         const SimulationOptions& options = {});
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  // One name per velocity, "joint.rz"; of a free base by the body's name.
  const std::vector<std::string>& coordinates() const;
  std::string_view solver() const;

  // The present state. A ball joint has four positions, a unit quaternion w x y z, and three velocities; all others
  // have one position per velocity.
  double time() const;
  std::span<const double> positions() const;
  std::span<const double> velocities() const;
  std::span<const double> accelerations() const;

  // Moves to another state, and evaluates it. Loops that are nearly closed are closed: dependent coordinates follow
  // from the independent ones, which are chosen anew. What forces integrate for themselves starts anew, too. The sizes
  // must be those of positions() and velocities(). False after an error; then only setState() helps.
  bool setState(double time, std::span<const double> positions, std::span<const double> velocities,
                Diagnostics& diagnostics);

  // What comes from outside, in the order of RecursiveModel::inputs(): at first their starts, then what was set, which
  // holds until it is set again. A value is refused outside its bounds, and where a drive takes a position or a speed
  // from an input without a filter, which may not jump. Takes nothing from the heap unless it fails.
  std::span<const double> inputs() const;
  bool setInputs(std::span<const double> values, Diagnostics& diagnostics);

  // Moves on by h: one step of a method with fixed steps, or as many as the tolerance asks for. False after an error;
  // then only setState() helps. Takes nothing from the heap unless it fails.
  bool step(double h, Diagnostics& diagnostics);
  // Steps of h until `end`, the last one shortened. `onStep` sees the start and the state after every step, and returns
  // false to stop there.
  using OnStep = std::function<bool(Simulation&)>;
  bool run(double end, double h, Diagnostics& diagnostics, const OnStep& onStep = {});

  // What `mbconvert run` writes: time, bodies, joints, tyres, energies; docs/commands/run.md. Values of the present
  // state in SI; angles of cut joints and quaternions continue those of the call before.
  const std::vector<std::string>& columns() const;
  std::span<const double> values();

 private:
  struct Inside;
  explicit Simulation(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

// ---------------------------------------------------------------------------------------------------- verification

struct VerifyOptions {
  int states = 100;        // random ones at which both sides are compared
  std::uint64_t seed = 1;  // of these
  double end = 0.5;        // s, of the runs that are compared; shortened where it takes more than `steps`
  int steps = 320;         // most, of the Cartesian side's coarser run
  bool withRuns = true;
};

enum class Verdict { equivalent, notEquivalent, notDecided };
std::string_view toText(Verdict verdict);  // "EQUIVALENT", "NOT EQUIVALENT", "NOT DECIDED"

struct Finding {
  std::string level;  // states, trajectory, ...
  std::string name;
  double value = 0;
  double tolerance = 0;
  std::string where;  // the worst was found
  std::string why;    // the tolerance is what it is
  bool holds = false;
};

struct Verification {
  Verdict verdict = Verdict::notDecided;
  int dofCartesian = 0;
  int dofRecursive = 0;
  std::vector<std::string> missing;  // what only one of the two models has
  std::vector<Finding> findings;
};
// A run that could not be made is an error in the diagnostics; the verdict tells what follows from the rest.
Verification verify(const CartesianModel& model, const RecursiveModel& recursive, Diagnostics& diagnostics,
                    const VerifyOptions& options = {});

}  // namespace mbconvert
