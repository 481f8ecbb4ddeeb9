#include "formats/adams/adams.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "formats/adams/reader.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace adams {
namespace {

// The statements that are translated, in the order of the passes: a statement is read after those it refers to.
struct StatementRow {
  std::string_view name;
  int pass = 0;
  void (*read)(Reader& reader, Arguments& arguments) = nullptr;
  std::string_view arguments;
};

constexpr std::string_view kForceArguments = "I= JFLOAT= RM= FX~ FY~ FZ~ TX~ TY~ TZ~ FUNCTION~ ROUTINE=";
constexpr std::string_view kJointArguments =
    "I= J= REVOLUTE TRANSLATIONAL CYLINDRICAL SPHERICAL UNIVERSAL HOOKE CONVEL PLANAR FIXED RACKPIN SCREW IC= ICTRAN= "
    "ICROT= PD= PITCH= FRICTION= DELTA_V= INNER_RADIUS= OUTER_RADIUS= MAXIMUM_DEFORMATION= MU_DYN_ROT= MU_STAT_ROT= "
    "MU_DYN_TRANS= MU_STAT_TRANS= MAX_FRIC_ROT= MAX_FRIC_TRANS= PRELOAD_RADIAL= PRELOAD_AXIAL= PRELOAD_X= PRELOAD_Y= "
    "HEIGHT= WIDTH=";
const std::array kStatements{
    StatementRow{"UNITS", 0, &readUnits, "FORCE= MASS= LENGTH= TIME= SYSTEM= UCF="},
    StatementRow{"ACCGRAV", 1, &readGravity, "IGRAV= JGRAV= KGRAV="},
    StatementRow{"PART", 1, &readPart,
                 "GROUND MASS= CM= IM= IP= QG= REULER= XG= ZG= VX= VY= VZ= WX= WY= WZ= VM= WM= EXACT= MATERIAL= USEXP"},
    StatementRow{"POINT_MASS", 1, &readPointMass, "MASS= CM= QG= REULER= XG= ZG= VX= VY= VZ= EXACT="},
    StatementRow{
        "MARKER", 2, &readMarker,
        "PART= POINT_MASS= QP= REULER= XP= ZP= USEXP FLOATING FLEX_BODY= FE_PART= NODE_ID= NODE_LABEL= CURVE= VX= "
        "VY= VZ= LOAD= S="},
    StatementRow{"SPLINE", 3, &readSpline, "X= Y= Z= LINEAR_EXTRAPOLATE FILE= BLOCK= CHANNEL= ROUTINE= FUNCTION~"},
    StatementRow{"VARIABLE", 3, &readVariable, "FUNCTION~ IC= ROUTINE="},
    StatementRow{"ARRAY", 3, &readArray, "IC X Y U SIZE= NUMBERS= VARIABLES="},
    StatementRow{"JOINT", 4, &readJoint, kJointArguments},
    StatementRow{"JPRIM", 4, &readJointPrimitive,
                 "I= J= ATPOINT INLINE INPLANE ORIENTATION PARALLEL_AXES PERPENDICULAR"},
    StatementRow{"GCON", 4, &readGeneralConstraint, "I= FUNCTION~ ROUTINE="},
    StatementRow{"JOINT", 5, &readRackAndPinion, kJointArguments},
    StatementRow{"COUPLER", 5, &readCoupler, "JOINTS= SCALES= TYPE= FUNCTION~ ROUTINE="},
    StatementRow{"GEAR", 5, &readGear, "JOINTS= CV="},
    StatementRow{
        "MOTION", 5, &readMotion,
        "JOINT= I= J= X Y Z B1 B2 B3 TRANSLATIONAL ROTATIONAL DISPLACEMENT VELOCITY ACCELERATION ICDISP= ICVEL= "
        "FUNCTION~ ROUTINE="},
    StatementRow{"SPRINGDAMPER", 5, &readSpringDamper,
                 "I= J= TRANSLATIONAL ROTATIONAL K= C= LENGTH= FORCE= KT= CT= ANGLE= TORQUE="},
    StatementRow{"SFORCE", 5, &readSingleForce, "I= J= TRANSLATIONAL ROTATIONAL ACTIONONLY FUNCTION~ ROUTINE="},
    StatementRow{"VFORCE", 5, &readVectorForce, kForceArguments},
    StatementRow{"VTORQUE", 5, &readVectorForce, kForceArguments},
    StatementRow{"GFORCE", 5, &readVectorForce, kForceArguments},
    StatementRow{"BUSHING", 5, &readBushing, "I= J= K= C= KT= CT= FORCE= TORQUE="},
    StatementRow{"FIELD", 5, &readField,
                 "I= J= KMATRIX= CMATRIX= CRATIO= LENGTH= FORCE= FUNCTION~ ROUTINE= FORMULATION="},
    StatementRow{
        "BEAM", 5, &readBeam,
        "I= J= LENGTH= AREA= IXX= IYY= IZZ= EMODULUS= GMODULUS= ASY= ASZ= CRATIO= CMATRIX= FORMULATION= MATERIAL="},
};
constexpr int kPasses = 6;

// Statements that are not translated.
struct LossRow {
  std::string_view name;
  LossEffect effect = LossEffect::none;
  std::string_view why;
  std::string_view meaning;
};
constexpr LossEffect kMotion = LossEffect::motion;
constexpr LossEffect kNone = LossEffect::none;
constexpr std::string_view kPicture = "pictures are not part of the model";
constexpr std::string_view kOutput = "it requests output of ADAMS";
constexpr std::string_view kSetting = "it is a setting of the ADAMS solver";
constexpr std::string_view kState = "equations of the user's own are not modelled";
constexpr std::string_view kNoEffect = "the motion is the same";
constexpr std::string_view kKept = "kept";  // instead of the name of a statement of which nothing is lost
constexpr std::string_view kNoForce = "the parts move without this force";
constexpr std::string_view kNoConstraint = "what it constrains is free";
constexpr std::array kLosses{
    LossRow{"GRAPHICS", kNone, kPicture, kNoEffect},
    LossRow{"REQUEST", kNone, "it asks for what cannot be measured here", kNoEffect},
    LossRow{"MREQUEST", kNone, kOutput, kNoEffect},
    LossRow{"OUTPUT", kNone, kOutput, kNoEffect},
    LossRow{"RESULTS", kNone, kOutput, kNoEffect},
    LossRow{"INTEGRATOR", kNone, kSetting, kNoEffect},
    LossRow{"EQUILIBRIUM", kNone, kSetting, kNoEffect},
    LossRow{"KINEMATICS", kNone, kSetting, kNoEffect},
    LossRow{"IC", kNone, kSetting, kNoEffect},
    LossRow{"DEBUG", kNone, kSetting, kNoEffect},
    LossRow{"LSOLVER", kNone, kSetting, kNoEffect},
    LossRow{"PREFERENCES", kNone, kSetting, kNoEffect},
    LossRow{"LIST", kNone, kSetting, kNoEffect},
    LossRow{"LINEAR", kNone, kSetting, kNoEffect},
    LossRow{"ADAMS", kNone, "a title belongs in the first line", kNoEffect},
    LossRow{"MATERIAL", kNone, "masses are given by the parts", kNoEffect},
    LossRow{"PINPUT", kNone, "the ports of a controller have no counterpart", kNoEffect},
    LossRow{"POUTPUT", kNone, "the ports of a controller have no counterpart", kNoEffect},
    LossRow{"STRING", kNone, "it is text for subroutines and pictures", kNoEffect},
    LossRow{"MATRIX", kNone, "only statements that are not modelled use it", kNoEffect},
    LossRow{"CURVE", kNone, "only statements that are not modelled use it", kNoEffect},
    LossRow{"SURFACE", kNone, "only statements that are not modelled use it", kNoEffect},
    LossRow{"CLEARANCE", kNone, "it measures and does not act", kNoEffect},
    LossRow{"EXECUTABLE", kNone, kSetting, kNoEffect},
    LossRow{"FRICTION", kMotion, "friction that depends on the joint's load is not modelled",
            "the joint moves without friction"},
    LossRow{"CONTACT", kMotion, "contact between geometries is not modelled", "the parts pass through each other"},
    LossRow{"TIRE", kMotion, "its tyre and road are in files that are not read", kNoForce},
    LossRow{"WHEEL", kMotion, "its tyre and road are in files that are not read", kNoForce},
    LossRow{"FLEX_BODY", kMotion, "flexible bodies are not modelled",
            "the body is missing, with everything "
            "attached to it"},
    LossRow{"FE_PART", kMotion, "flexible bodies are not modelled",
            "the body is missing, with everything attached "
            "to it"},
    LossRow{"FE_NODE", kNone, "only flexible bodies, which are not modelled, have nodes", kNoEffect},
    LossRow{"SECTION", kNone, "only flexible bodies, which are not modelled, have sections", kNoEffect},
    LossRow{"FE_LOAD", kMotion, "flexible bodies are not modelled", kNoForce},
    LossRow{"MFORCE", kMotion, "flexible bodies are not modelled", kNoForce},
    LossRow{"NFORCE", kMotion, "forces between many markers by one matrix are not modelled", kNoForce},
    LossRow{"DIFF", kMotion, kState, "what depends on its state is missing"},
    LossRow{"TFSISO", kMotion, kState, "what depends on its state is missing"},
    LossRow{"GSE", kMotion, kState, "what depends on its state is missing"},
    LossRow{"LSE", kMotion, kState, "what depends on its state is missing"},
    LossRow{"SENSOR", kMotion, "events that change a run are not modelled", "the run continues where ADAMS reacts"},
    LossRow{"PTCV", kMotion, "contact of a point and a curve is not modelled", kNoConstraint},
    LossRow{"CVCV", kMotion, "contact of two curves is not modelled", kNoConstraint},
    LossRow{"PTSF", kMotion, "contact of a point and a surface is not modelled", kNoConstraint},
    LossRow{"SFSF", kMotion, "contact of two surfaces is not modelled", kNoConstraint},
    LossRow{"UCON", kMotion, "it is computed by a subroutine", kNoConstraint},
    LossRow{"CONSUB", kMotion, "it is computed by a subroutine", kNoConstraint},
};

// The full name of a statement: an exact match, or the first that begins with the written text. Translated statements
// come first.
std::string_view nameFor(std::string_view written) {
  const std::string upper = upperCase(written);
  std::string_view found;
  const auto look = [&](std::string_view name) {
    if (name == upper) found = name;
    if (found.empty() && upper.size() >= 2 && name.starts_with(upper)) found = name;
    return found == upper;
  };
  for (const StatementRow& row : kStatements) {
    if (look(row.name)) return found;
  }
  for (const LossRow& row : kLosses) {
    if (look(row.name)) return found;
  }
  return found;
}

void loseUnknown(Reader& reader, const Statement& statement) {
  constexpr std::size_t kMostGuesses = 1000;  // comparing with all names takes time
  if (reader.build.hasTooManyLosses || reader.build.diagnostics.gaveUp()) return;
  std::vector<std::string> candidates;
  for (const StatementRow& row : kStatements) candidates.emplace_back(row.name);
  for (const LossRow& row : kLosses) candidates.emplace_back(row.name);
  std::string meant;
  if (reader.build.model.foreign.size() < kMostGuesses) meant = didYouMean(upperCase(statement.keyword), candidates);
  if (meant.empty()) {
    loseStatement(reader, statement, LossEffect::motion, "the statement is not known here",
                  "its effect on the motion is missing");
  } else {
    reader.build.diagnostics
        .error(statement.at, Code::unknownElement, fmt::format("there is no statement '{}'", statement.keyword))
        .withHint(meant);
  }
}

// Harmless losses of a kind are combined into one, at the first statement; the others are reported individually.
void loseOthers(Reader& reader, const std::vector<std::string_view>& names) {
  struct Group {
    const Statement* first = nullptr;
    int count = 0;
    std::string text;
  };
  std::map<std::string_view, Group> groups;
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Statement& statement = reader.dataset.statements[k];
    if (names[k].empty()) loseUnknown(reader, statement);
    const auto row =
        std::find_if(kLosses.begin(), kLosses.end(), [&](const LossRow& one) { return one.name == names[k]; });
    if (row == kLosses.end()) continue;
    if (row->effect == LossEffect::motion) {
      loseStatement(reader, statement, row->effect, std::string(row->why), std::string(row->meaning));
      continue;
    }
    Group& group = groups[row->name];
    if (!group.first) group.first = &statement;
    ++group.count;
    group.text += (group.text.empty() ? "" : "\n") + std::string(statement.verbatim);
  }
  for (const LossRow& row : kLosses) {
    const auto found = groups.find(row.name);
    if (found == groups.end()) continue;
    const Group& group = found->second;
    addLoss(reader.build, group.first->at, row.effect,
            group.count == 1 ? titleOf(*group.first) : fmt::format("{} {} statements", group.count, row.name),
            std::string(row.why), std::string(row.meaning), group.text);
  }
}

// A statement that has been read, by its number, or the only one of a kind without numbers.
using Seen = std::map<std::pair<std::string_view, long>, const Statement*>;

bool isNew(Reader& reader, Arguments& arguments, std::string_view name, Seen& seen) {
  const Statement& statement = *arguments.statement;
  const bool isNumbered = name != "UNITS" && name != "ACCGRAV";
  if (isNumbered && !statement.id) {
    errorAt(reader, arguments, Code::malformedStatement, fmt::format("{} has no number", name))
        .withHint(fmt::format("write {}/1", name));
    return false;
  }
  const auto [first, isFirst] = seen.emplace(std::pair(name, statement.id.value_or(0)), &statement);
  if (isFirst) return true;
  if (isNumbered) {
    errorAt(reader, arguments, Code::nameTwice, fmt::format("{}/{} is defined twice", name, *statement.id))
        .withHint("give the second one another number")
        .withNote(first->second->at, "the first one is here");
  } else {
    errorAt(reader, arguments, Code::givenTwice, fmt::format("{} stands twice", name))
        .withHint("remove one of the two")
        .withNote(first->second->at, "the first one is here");
  }
  return false;
}

// The carrier of a marker that does not name one: the last of these statements before it.
constexpr std::array<std::string_view, 4> kCarriers{"PART", "POINT_MASS", "FLEX_BODY", "FE_PART"};

void readStatements(Reader& reader) {
  const std::vector<Statement>& statements = reader.dataset.statements;
  std::vector<std::string_view> names;
  for (const Statement& statement : statements) names.push_back(nameFor(statement.keyword));
  std::vector<Arguments> parsed(statements.size());
  std::vector<bool> isRepeated(statements.size());
  Seen seen;
  for (int pass = 0; pass < kPasses; ++pass) {
    if (pass == 3) finishParts(reader);
    reader.preceding.reset();
    for (std::size_t k = 0; k < statements.size(); ++k) {
      if (std::ranges::find(kCarriers, names[k]) != kCarriers.end()) {
        reader.preceding = statements[k].id ? std::optional(Carrier{names[k], *statements[k].id}) : std::nullopt;
      }
      for (const StatementRow& row : kStatements) {
        if (row.name != names[k] || row.pass != pass) continue;
        // A statement that is read in two passes is parsed in the first one.
        if (!parsed[k].statement) {
          parsed[k] = parseArguments(reader.dataset, statements[k], row.arguments, reader.build.diagnostics);
          isRepeated[k] = !isNew(reader, parsed[k], row.name, seen);
        }
        if (!isRepeated[k] && (row.pass != 5 || !parsed[k].isFaulty)) row.read(reader, parsed[k]);
      }
    }
  }
  for (Arguments& arguments : parsed) reportUnread(reader, arguments);
  // A request is partly free text, so its errors do not matter.
  Diagnostics ignored;
  for (std::size_t k = 0; k < statements.size(); ++k) {
    if (names[k] != "REQUEST") continue;
    Arguments arguments = parseArguments(
        reader.dataset, statements[k],
        "DISPLACEMENT VELOCITY ACCELERATION FORCE I= J= RM= COMMENT= F1~ F2~ F3~ F4~ F5~ F6~ F7~ F8~ FUNCTION~",
        ignored);
    if (readRequest(reader, arguments)) names[k] = kKept;
  }
  loseOthers(reader, names);
}

// Reports what functions could refer to, but none did.
void reportUnused(Reader& reader) {
  for (const Statement& statement : reader.dataset.statements) {
    const std::string_view name = nameFor(statement.keyword);
    if (!statement.id) continue;
    if (name == "VARIABLE" && !reader.variables[*statement.id].isUsed) {
      loseStatement(reader, statement, LossEffect::none, "no force or motion that is modelled uses it",
                    std::string(kNoEffect));
    }
    const auto spline = reader.splines.find(*statement.id);
    if (name == "SPLINE" && spline != reader.splines.end() && !spline->second.x.empty() &&
        spline->second.made.empty()) {
      loseStatement(reader, statement, LossEffect::none, "no force or motion that is modelled uses it",
                    std::string(kNoEffect));
    }
  }
}

// The first line is always the title, so a statement there has no effect. Words separated by a slash are not a
// statement, unless the first is the full name of one.
bool looksLikeStatement(std::string_view title) {
  const std::string_view keyword = keywordOf(title);
  const std::string upper = upperCase(keyword);
  if (keyword.empty() || upper == "ADAMS") return false;
  if (isNumbered(title) || nameFor(keyword) == upper) return true;
  const std::string_view rest = trimmed(title.substr(title.find('/') + 1));
  const std::string_view name = rest.substr(0, rest.find('='));
  return name.size() < rest.size() && isName(trimmed(name));
}

// Adams/View's title is `ADAMS/View model name: x`. In files that begin with comments it may come later.
std::string modelName(const Dataset& dataset) {
  constexpr std::string_view kMark = "model name:";
  const auto nameIn = [&](std::string_view text) {
    return std::string(trimmed(text.substr(text.find(kMark) + kMark.size())));
  };
  if (dataset.title.find(kMark) != std::string::npos) return nameIn(dataset.title);
  for (const Statement& statement : dataset.statements) {
    if (upperCase(statement.keyword) == "ADAMS" && statement.text.find(kMark) != std::string::npos)
      return nameIn(statement.text);
  }
  return dataset.title;
}

}  // namespace
}  // namespace adams

bool looksLikeAdams(std::string_view text) {
  using namespace adams;
  if (text.substr(0, 4096).find('\0') != std::string_view::npos) return false;
  std::size_t line = text.find_first_of("\r\n");
  const std::string title = upperCase(text.substr(0, std::min<std::size_t>(line, 200)));
  if (title.starts_with("ADAMS") && title.find("MODEL NAME") != std::string::npos) return true;
  if (trimmed(title).starts_with('<') || trimmed(title).starts_with('{')) return false;
  // One of the statements that every dataset has, at the start of a line.
  while (line < text.size()) {
    const std::size_t end = std::min(text.find_first_of("\r\n", line + 1), text.size());
    const std::string_view content = trimmed(text.substr(line + 1, std::min<std::size_t>(end - line - 1, 100)));
    const std::size_t slash = content.find('/');
    if (slash <= 12) {
      const std::string word = upperCase(trimmed(content.substr(0, slash)));
      const std::string_view rest = trimmed(content.substr(slash + 1));
      const bool isNumbered = !rest.empty() && rest.front() >= '0' && rest.front() <= '9';
      if ((word == "PART" || word == "MARKER" || word == "JOINT") && isNumbered) return true;
      if (word == "UNITS" || word == "ACCGRAV") return true;
    }
    line = end;
  }
  return false;
}

CartesianModel readAdams(std::shared_ptr<const SourceFile> file, const ReadOptions&, Diagnostics& diagnostics) {
  using namespace adams;
  if (trimmed(withoutByteOrderMark(file->text), kXmlBlanks).empty()) {
    diagnostics.error({file, 1, 1}, Code::emptyFile, "there is nothing in this file")
        .withHint("a dataset is a title, statements such as PART/1 and JOINT/1, and END");
    return {};
  }
  const Dataset dataset = splitStatements(file, diagnostics);
  if (dataset.isCutShort) return {};
  if (looksLikeStatement(dataset.title)) {
    diagnostics
        .warning(sourceAt(dataset, 0), Code::ignoredInput,
                 "the first line is the title, though it looks like a statement")
        .withHint("put a title before it");
  }
  Reader reader{startImport("adams", modelName(dataset), {file, 1, 1}, diagnostics), dataset};
  reader.build.model.gravity = Vector3::Zero();  // none without ACCGRAV
  if (std::none_of(dataset.statements.begin(), dataset.statements.end(),
                   [](const Statement& one) { return nameFor(one.keyword) == "UNITS"; })) {
    reader.build.model.remarks.push_back("the dataset has no UNITS: its numbers are read as SI");
  }
  readStatements(reader);
  if (!diagnostics.hasErrors()) reportUnused(reader);
  if (!dataset.afterEnd.empty()) {
    addLoss(reader.build, sourceAt(dataset, static_cast<std::size_t>(dataset.afterEnd.data() - file->text.data())),
            LossEffect::none, "text after END", "ADAMS does not read it", std::string(kNoEffect),
            std::string(dataset.afterEnd));
  }
  return finishImport(std::move(reader.build));
}

}  // namespace mb
