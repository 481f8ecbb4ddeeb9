#include "formats/asmt/asmt.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/asmt/build.h"
#include "formats/model/basics/numbers.h"

namespace mb {
namespace asmt {
namespace {

constexpr std::array<std::string_view, 4> kHeaders{"OndselSolver", "OndselMbD", "FreeCADMbD",
                                                   "freeCAD: 3D CAD with Motion Simulation"};

bool isHeader(std::string_view text) {
  return std::ranges::any_of(kHeaders, [&](std::string_view header) { return text.starts_with(header); });
}

constexpr std::string_view kAssemblyWords =
    "Notes Name= Position3D= RotationMatrix Velocity3D= Omega3D= RefPoints RefCurves RefSurfaces Parts KinematicIJs "
    "ConstraintSets ForceTorques ConstantGravity= SimulationParameters AnimationParameters PrincipalMassMarker";
constexpr std::string_view kPartWords =
    "Name= Position3D= RotationMatrix Velocity3D= Omega3D= FeatureOrder PrincipalMassMarker RefPoints RefCurves "
    "RefSurfaces";
constexpr std::string_view kMarkerWords = "Name= Position3D= RotationMatrix";
constexpr std::string_view kMassWords = "Name= Position3D= RotationMatrix Mass= MomentOfInertias= Density=";
// Three of these are used.
constexpr std::string_view kSimulationWords = "tstart= tend= hmin= hmax= hout= errorTol=";

// Markers below RefPoints are placed by their point, which is placed in the part.
void readRefPoints(Build& build, const Line& part, BodyIndex body, const Pose& X_BP, int partDigits,
                   const std::string& path) {
  const Line* points = find(build.outline, part, "RefPoints");
  if (!points) return;
  expectBelow(build, *points, "RefPoint*");
  for (const int pointIndex : points->children) {
    const Line& point = lineAt(build.outline, pointIndex);
    if (point.text != "RefPoint") continue;
    expectBelow(build, point, "Name= Position3D= RotationMatrix Markers");
    const Pose X_BR = X_BP * readPose(build, point);
    const int pointDigits = std::max(partDigits, digitsOfPose(build, point));
    const Line* markers = find(build.outline, point, "Markers");
    if (!markers) continue;
    expectBelow(build, *markers, "Marker*");
    for (const int index : markers->children) {
      const Line& item = lineAt(build.outline, index);
      if (item.text != "Marker") continue;
      expectBelow(build, item, kMarkerWords);
      const std::string name = nameOf(build, item);
      const SourceRef where = at(build.outline, item);
      const int digits = std::max(pointDigits, digitsOfPose(build, item));
      const MarkerIndex marker = addMarker(build.import, body, name, X_BR * readPose(build, item), digits, where);
      addMarkerPath(build, path + "/" + name, marker, where);
    }
  }
}

// The file's tool always writes these, even if they are 0: without one the file is incomplete. A misspelt line was
// already reported.
const Line* needed(Build& build, const Line& item, std::string_view key, bool isSound) {
  const Line* line = find(build.outline, item, key);
  if (!line && isSound) {
    build.import.diagnostics
        .error(at(build.outline, item), Code::missingElement,
               fmt::format("{} '{}' has no {}", item.text, nameOf(build, item), key))
        .withHint("a part needs a PrincipalMassMarker with a Mass, 0 if it has none");
  }
  return line;
}

MassProperties readMass(Build& build, const Line& marker) {
  const bool isSound = expectBelow(build, marker, kMassWords);
  const Pose X_BC = readPose(build, marker);
  MassProperties own;
  if (const Line* mass = needed(build, marker, "Mass", isSound)) own.mass = readNumber(build, *mass);
  if (const Line* moments = find(build.outline, marker, "MomentOfInertias")) {
    own.inertia = readVector(build, *moments).asDiagonal();
  }
  return transformed(X_BC, own);
}

void readPart(Build& build, const Line& item) {
  const bool isSound = expectBelow(build, item, kPartWords);
  const std::string name = nameOf(build, item);
  const BodyIndex index = addBody(build.import, name, at(build.outline, item));
  Body& body = build.import.model.bodies[index];
  body.X_WB = readPose(build, item);
  body.digits = digitsOfPose(build, item);
  if (const Line* velocity = find(build.outline, item, "Velocity3D")) body.v_WB = readVector(build, *velocity);
  if (const Line* omega = find(build.outline, item, "Omega3D")) body.w_WB = readVector(build, *omega);
  if (const Line* mass = needed(build, item, "PrincipalMassMarker", isSound))
    body.massProperties = readMass(build, *mass);
  readRefPoints(build, item, index, {}, 0, build.root + "/" + name);
}

void readParts(Build& build, const Line& parts) {
  for (const int index : parts.children) {
    const Line& item = lineAt(build.outline, index);
    if (item.text == "Part") {
      readPart(build, item);
      continue;
    }
    build.import.diagnostics
        .error(at(build.outline, item), Code::unknownElement,
               fmt::format("'{}' is not a part", item.text.substr(0, 60)))
        .withHint("assemblies in assemblies are not part of this format: put their parts here, each as a Part");
  }
}

// ---- losses ----

struct Drawing {
  std::string_view key;  // below a part or the assembly
  std::string_view what;
};
constexpr std::array kDrawings{
    Drawing{"FeatureOrder", "shapes of parts"},
    Drawing{"RefCurves", "reference curves"},
    Drawing{"RefSurfaces", "reference surfaces"},
};

// One loss per kind, with their number and the first of them.
void loseDrawings(Build& build, const Line& assembly) {
  std::vector<const Line*> owners{&assembly};
  if (const Line* parts = find(build.outline, assembly, "Parts")) {
    for (const int index : parts->children) owners.push_back(&lineAt(build.outline, index));
  }
  for (const Drawing& drawing : kDrawings) {
    std::size_t count = 0;
    const Line* first = nullptr;
    for (const Line* owner : owners) {
      const Line* block = find(build.outline, *owner, drawing.key);
      if (!block || block->children.empty()) continue;
      count += block->children.size();
      if (!first) first = &lineAt(build.outline, block->children.front());
    }
    if (!first) continue;
    addLoss(build.import, at(build.outline, *first), LossEffect::none, fmt::format("{} ({})", drawing.what, count),
            "graphics have no mass here: it is given separately", "the parts are not drawn",
            sourceText(build.outline, *first));
  }
}

struct Setting {
  std::string_view key;
  std::string_view what;
  LossEffect effect;
  std::string_view why;
  std::string_view meaning;
};
constexpr std::array kSettings{
    Setting{"SimulationParameters", "settings of the simulation", LossEffect::none, "they belong to another solver",
            "time and steps are given to the run"},
    Setting{"AnimationParameters", "settings of the animation", LossEffect::none, "nothing is animated here",
            "none for the motion"},
    Setting{"KinematicIJs", "quantities between markers", LossEffect::none, "they are measured, not held",
            "measures and probes can be added to record more"},
};

void loseSettings(Build& build, const Line& assembly) {
  for (const Setting& setting : kSettings) {
    const Line* block = find(build.outline, assembly, setting.key);
    if (!block || block->children.empty()) continue;
    addLoss(build.import, at(build.outline, *block), setting.effect, std::string(setting.what),
            std::string(setting.why), std::string(setting.meaning), sourceText(build.outline, *block));
  }
}

void keepNotes(Build& build, const Line& assembly) {
  const Line* notes = find(build.outline, assembly, "Notes");
  if (!notes || notes->children.empty() || valueOf(build.outline, *notes).starts_with("(Text string: ''")) return;
  ForeignText kept;
  kept.format = build.import.format;
  kept.text = sourceText(build.outline, *notes);
  kept.origin.at = at(build.outline, *notes);
  build.import.model.foreign.push_back(std::move(kept));
}

// The ground does not move.
void loseVelocity(Build& build, const Line& assembly) {
  constexpr double kNothing = 1e-12;  // remainder of sums that should vanish
  for (const std::string_view key : {"Velocity3D", "Omega3D"}) {
    const Line* line = find(build.outline, assembly, key);
    if (!line || readVector(build, *line).isZero(kNothing)) continue;
    addLoss(build.import, at(build.outline, *line), LossEffect::motion, fmt::format("{} of the assembly", key),
            "the ground does not move here", "the parts start with their own velocities alone",
            sourceText(build.outline, *line));
  }
}

// A block that lost its indentation ends up beside the assembly, where the results of the file's tool may be.
void checkBeside(Build& build, const Line& assembly) {
  bool isBehind = false;
  for (const int index : build.outline.lines.front().children) {
    const Line& line = lineAt(build.outline, index);
    if (line.text.starts_with("TimeSeries")) return;
    if (&line == &assembly) {
      isBehind = true;
    } else if (isBehind && line.text == "Assembly") {
      build.import.diagnostics
          .error(at(build.outline, line), Code::givenTwice, "there is a second assembly in the file")
          .withHint("put it into a file of its own")
          .withNote(at(build.outline, assembly), "the first one");
    } else if (isBehind) {
      build.import.diagnostics
          .error(at(build.outline, line), Code::malformedOutline,
                 fmt::format("'{}' is beside the assembly", line.text.substr(0, 60)))
          .withHint("indent it by a tab; only the results, from 'TimeSeries' on, may follow an assembly");
    }
  }
}

// ---- the assembly ----

void readTimes(Build& build, const Line& assembly) {
  const Line* settings = find(build.outline, assembly, "SimulationParameters");
  if (!settings) return;
  expectBelow(build, *settings, kSimulationWords, Others::kept);
  const auto number = [&](std::string_view key) -> std::optional<double> {
    const Line* line = find(build.outline, *settings, key);
    return line ? std::optional(readNumber(build, *line)) : std::nullopt;
  };
  build.startTime = number("tstart").value_or(0);
  const std::optional<double> end = number("tend");
  const std::optional<double> every = number("hout");
  if (!end || !every || !(*end > build.startTime)) return;
  std::string remark = fmt::format("the file asks for a motion of {} s with a row every {} s",
                                   toText(*end - build.startTime), toText(*every));
  if (build.startTime != 0) {
    remark += fmt::format("; its time {} is 0 here, functions of time are shifted", toText(build.startTime));
  }
  build.import.model.remarks.push_back(std::move(remark));
}

void readConstraints(Build& build, const Line& assembly) {
  const Line* sets = find(build.outline, assembly, "ConstraintSets");
  if (!sets) return;
  expectBelow(build, *sets, "Joints Motions Limits GeneralConstraintSets");
  struct Block {
    std::string_view key;
    void (*read)(Build& build, const Line& block);
  };
  constexpr std::array kSets{Block{"Joints", &readJoints}, Block{"Motions", &readMotions},
                             Block{"Limits", &readLimits}};
  for (const Block& block : kSets) {
    if (const Line* line = find(build.outline, *sets, block.key)) block.read(build, *line);
  }
  if (!build.import.diagnostics.hasErrors()) {
    leaveStationaryAngles(build);
    dropContradiction(build);
  }
  const Line* general = find(build.outline, *sets, "GeneralConstraintSets");
  if (!general) return;
  for (const int index : general->children) {
    const Line& item = lineAt(build.outline, index);
    addLoss(build.import, at(build.outline, item), LossEffect::motion,
            fmt::format("{} '{}'", item.text, nameOf(build, item)), "general constraints are not modelled",
            "nothing holds it", sourceText(build.outline, item));
  }
}

// The line of the assembly; null after an error if there is none.
const Line* findAssembly(const Outline& outline, Diagnostics& diagnostics) {
  const Line* assembly = find(outline, outline.lines.front(), "Assembly");
  if (assembly && !assembly->children.empty()) return assembly;
  constexpr const char* kHint = "after 'OndselSolver' comes 'Assembly', and below it, indented by tabs, its contents";
  if (outline.lines.size() == 1) {  // only the root of the outline
    diagnostics.error({outline.file, 1, 1}, Code::emptyFile, "there is nothing in this file").withHint(kHint);
    return nullptr;
  }
  SourceRef where{outline.file, 1, 1};
  if (assembly) where = at(outline, *assembly);
  diagnostics
      .error(where, Code::malformedOutline,
             assembly ? "the assembly is empty" : "there is no line 'Assembly' after the first one")
      .withHint(kHint);
  return nullptr;
}

}  // namespace
}  // namespace asmt

bool looksLikeAsmt(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n";
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::array<std::string_view, 2> first;
  for (std::string_view& line : first) {
    const std::size_t start = std::min(text.find_first_not_of(kBlank), text.size());
    const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
    line = text.substr(start, end - start);
    line = line.substr(0, line.find_last_not_of(kBlank) + 1);
    text.remove_prefix(end);
  }
  return asmt::isHeader(first[0]) || first[0] == "Assembly" || first[1] == "Assembly";
}

CartesianModel readAsmt(std::shared_ptr<const SourceFile> file, const ReadOptions&, Diagnostics& diagnostics) {
  using namespace asmt;
  const Outline outline = parseOutline(file, diagnostics);
  const Line* assembly = findAssembly(outline, diagnostics);
  if (!assembly) return {};
  const Line* nameLine = find(outline, *assembly, "Name");
  const std::string name(nameLine ? valueOf(outline, *nameLine) : std::string_view());
  Build build{startImport("asmt", name, at(outline, *assembly), diagnostics), outline, "/" + name, 0, {}, {}};
  CartesianModel& model = build.import.model;
  model.gravity.setZero();
  expectBelow(build, *assembly, kAssemblyWords);
  checkBeside(build, *assembly);
  if (const Line* gravity = find(outline, *assembly, "ConstantGravity")) model.gravity = readVector(build, *gravity);
  readTimes(build, *assembly);
  model.remarks.push_back("the file does not say its units: read as metres, kilograms, seconds, radians");

  readRefPoints(build, *assembly, kImportGround, readPose(build, *assembly), digitsOfPose(build, *assembly),
                build.root);
  if (const Line* parts = find(outline, *assembly, "Parts")) readParts(build, *parts);
  readConstraints(build, *assembly);
  if (const Line* forces = find(outline, *assembly, "ForceTorques")) readForces(build, *forces);
  keepNotes(build, *assembly);
  loseDrawings(build, *assembly);
  loseSettings(build, *assembly);
  loseVelocity(build, *assembly);
  return finishImport(std::move(build.import));
}

}  // namespace mb
