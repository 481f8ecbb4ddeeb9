// A dataset being turned into a model: the meaning of its numbers, and what the handlers of statements share.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "formats/adams/arguments.h"
#include "formats/import/import_build.h"
#include "formats/model/basics/limits.h"

namespace mb::adams {

struct PartEntry {
  BodyIndex body;
  Arguments arguments;
  Pose X_WP;  // of the part's frame
  bool isPointMass = false;
};

struct MarkerEntry {
  BodyIndex body;
  MarkerIndex marker;
  Pose X_BM;
  bool isFloating = false;  // it has a body, but no place on it
  std::string lostWith;     // its carrier is not modelled: "FLEX_BODY/7"; otherwise empty
};

// A statement that carries markers.
struct Carrier {
  std::string_view name;  // PART, POINT_MASS, FLEX_BODY or FE_PART
  long id = 0;
};

struct JointEntry {
  JointIndex joint;  // invalid: it was lost
  std::string type;  // REVOLUTE, ...
};

struct VariableEntry {
  std::string function;  // empty: it has none
  bool isUsed = false;
};

struct SplineEntry {
  const Statement* statement = nullptr;
  std::vector<double> x, y;                   // empty: its points are unknown here
  std::map<Interpolation, SplineIndex> made;  // made when a function uses it
};

struct Reader {
  ImportBuild build;
  const Dataset& dataset;
  Units units{};
  std::unordered_map<long, PartEntry> parts{};
  std::unordered_map<long, PartEntry> pointMasses{};
  std::unordered_map<long, MarkerEntry> markers{};
  std::unordered_map<long, JointEntry> joints{};
  std::unordered_map<long, SplineEntry> splines{};
  std::unordered_map<long, VariableEntry> variables{};
  std::unordered_map<long, std::vector<double>> arrays{};
  std::unordered_set<const Statement*> lost{};  // completely lost statements
  std::set<MarkerIndex> probed{};
  std::set<std::pair<MarkerIndex, MarkerIndex>> turned{};  // pairs of markers with a driven angle that is not 0
  std::size_t factorsLeft = limits::kMostOperationsRead;   // budget for functions
  std::optional<Carrier> preceding{};                      // the last one before the current statement
  MarkerIndex world{};                                     // at the ground's origin, made when needed
};

// ---- messages ----

Diagnostic& errorAt(Reader& reader, Arguments& arguments, std::size_t position, Code code, std::string message);
Diagnostic& errorAt(Reader& reader, Arguments& arguments, const Argument& argument, Code code, std::string message);
Diagnostic& errorAt(Reader& reader, Arguments& arguments, Code code, std::string message);  // at the statement
// "JOINT/3 'pivot'"
std::string titleOf(const Statement& statement);
// The name for an entity: the last part of its View name, or `joint_3`.
std::string nameOf(const Statement& statement, std::string_view kind);
void loseStatement(Reader& reader, const Statement& statement, LossEffect effect, std::string why, std::string meaning);
// Records the loss of a part of a statement: "the friction of JOINT/3".
void losePart(Reader& reader, const Statement& statement, std::string_view part, LossEffect effect, std::string why,
              std::string meaning);
// Reports every argument that nothing looked up: its statement has no use for it. Not for faulty or lost statements,
// which were not read completely.
void reportUnread(Reader& reader, Arguments& arguments);
// Reports an error if FUNCTION is an expression but ROUTINE names a subroutine that computes something else.
void refuseRoutine(Reader& reader, Arguments& arguments, const Argument& function);

// ---- values of arguments; errors are reported, and the arguments are marked ----

std::optional<std::vector<double>> numbers(Reader& reader, Arguments& arguments, std::string_view name,
                                           std::size_t least, std::size_t most, Degrees degrees = Degrees::refused);
// In SI.
std::optional<double> number(Reader& reader, Arguments& arguments, std::string_view name, const Dimension& dimension);
std::optional<Vector3> vector(Reader& reader, Arguments& arguments, std::string_view name, const Dimension& dimension);
std::optional<std::vector<std::pair<long, std::size_t>>> ids(Reader& reader, Arguments& arguments,
                                                             std::string_view name, std::size_t least,
                                                             std::size_t most);
std::optional<long> identifier(Reader& reader, Arguments& arguments, std::string_view name);
// The words of c1:c2:..., in upper case; at least one.
std::vector<std::string> words(const Argument& argument);
// The only name that is given; an error if none or several are.
std::optional<std::string_view> oneOf(Reader& reader, Arguments& arguments, const std::vector<std::string_view>& names);

enum class Wanted { optional, fixed, any };  // any: floating markers too
// Null if missing, or after an error; lost: see loseWith().
const MarkerEntry* markerOf(Reader& reader, Arguments& arguments, std::string_view name, Wanted wanted);
struct MarkerPair {
  const MarkerEntry* i = nullptr;
  const MarkerEntry* j = nullptr;
};
// I and J on two bodies. Nothing after an error, or if a marker belongs to something lost; then the statement is lost
// too.
std::optional<MarkerPair> markerPair(Reader& reader, Arguments& arguments, std::string_view meaning);
// The effect of a lost force on the motion.
constexpr std::string_view kUnforced = "the parts move without this force";
// Loses the statement if one of its markers belongs to something lost.
bool loseWith(Reader& reader, const Arguments& arguments, const MarkerEntry* marker, std::string_view meaning);

// ---- functions ----

struct FunctionValue {
  std::optional<Expression> expression;  // in the file's units
  std::string untranslatable;
};
// Neither is set if it is faulty, which was reported.
FunctionValue functionOf(Reader& reader, Arguments& arguments, const Argument& argument);
// Of a request, whose errors do not matter: nothing if it cannot be measured here.
std::optional<Expression> requestedFunction(Reader& reader, const Argument& argument);
MarkerIndex worldMarker(Reader& reader);

// ---- the statements, in files by kind ----

void readUnits(Reader& reader, Arguments& arguments);
void readGravity(Reader& reader, Arguments& arguments);
void readPart(Reader& reader, Arguments& arguments);
void readPointMass(Reader& reader, Arguments& arguments);
void readMarker(Reader& reader, Arguments& arguments);
void finishParts(Reader& reader);  // masses and velocities, once the markers are known
void readSpline(Reader& reader, Arguments& arguments);
void readVariable(Reader& reader, Arguments& arguments);
void readArray(Reader& reader, Arguments& arguments);
void readJoint(Reader& reader, Arguments& arguments);
void loseFriction(Reader& reader, Arguments& arguments);  // of a JOINT
void readJointPrimitive(Reader& reader, Arguments& arguments);
void readGeneralConstraint(Reader& reader, Arguments& arguments);
void readRackAndPinion(Reader& reader, Arguments& arguments);
void readCoupler(Reader& reader, Arguments& arguments);
void readGear(Reader& reader, Arguments& arguments);
void readMotion(Reader& reader, Arguments& arguments);
void readSpringDamper(Reader& reader, Arguments& arguments);
void readSingleForce(Reader& reader, Arguments& arguments);
void readVectorForce(Reader& reader, Arguments& arguments);
void readBushing(Reader& reader, Arguments& arguments);
void readField(Reader& reader, Arguments& arguments);
void readBeam(Reader& reader, Arguments& arguments);
bool readRequest(Reader& reader, const Arguments& arguments);  // whether nothing of it is lost

}  // namespace mb::adams
