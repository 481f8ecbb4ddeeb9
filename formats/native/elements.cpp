// Splines, couplers, drives and forces: the context that the shared readers need from this format.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "formats/native/build.h"

namespace mb::native {
namespace {

bool haveSameUnits(const Units& a, const Units& b) {
  return a.length == b.length && a.mass == b.mass && a.time == b.time && a.force == b.force && a.angle == b.angle;
}

// Of the file itself, or of the nearest including file.
const Parameter* findParameter(const File& file, std::string_view name) {
  for (const File* scope = &file; scope; scope = scope->parent) {
    const auto found = scope->parameters.find(name);
    if (found != scope->parameters.end()) return &found->second;
  }
  return nullptr;
}

// The velocity of the teeth along z of the cv marker per unit rate of a joint that carries a gear on the marker's body.
std::optional<double> toothSpeed(Build& build, File& file, JointIndex index, MarkerIndex cv, const XmlText& text) {
  const Joint& joint = build.model.joints[index];
  const BodyIndex carrier = build.model.markers[cv].body;
  if (carrier != bodyI(build.model, joint) && carrier != bodyJ(build.model, joint)) {
    build.diagnostics
        .error(text.valueAt, Code::otherKindOfThing,
               fmt::format("joint '{}' does not connect to body '{}', which carries the marker of the teeth",
                           joint.name, build.model.bodies[carrier].name))
        .withHint("both joints of a gear join a wheel to the carrier that the cv marker is on");
    return std::nullopt;
  }
  const Pose X_F = poseIn(build, file, {{}, joint.j});
  const Pose X_T = poseIn(build, file, {{}, cv});
  const Vector3 axis = X_F.R.col(2);
  const auto names = coordinateNames(joint.type);
  const bool slides = names.size() == 1 && !names.front().isRotation;
  const Vector3 v = slides ? axis : axis.cross(X_T.p - X_F.p);
  return (carrier == bodyJ(build.model, joint) ? 1 : -1) * v.dot(X_T.R.col(2));
}

std::optional<std::array<double, 2>> gearFactors(Build& build, File& file, JointIndex a, JointIndex b,
                                                 XmlElement& gear) {
  const auto text = gear.attribute("cv");
  const auto cv = lookUpMarker(build, file, text->text, text->valueAt);
  if (!cv) return std::nullopt;
  const auto va = toothSpeed(build, file, a, *cv, *text);
  const auto vb = toothSpeed(build, file, b, *cv, *text);
  if (!va || !vb) return std::nullopt;
  if (*va == 0 || *vb == 0) {
    build.diagnostics
        .error(text->valueAt, Code::jointMisfits, "the teeth do not move along z of the cv marker when a wheel turns")
        .withHint("z of the marker is the direction of the common velocity, at the point where the teeth meet");
    return std::nullopt;
  }
  return std::array<double, 2>{*va, -*vb};
}

// "spring.length" with the name that the spring has in the model.
std::optional<std::string> lookUpForceMeasure(Build& build, const File& file, const std::string& name,
                                              const SourceRef& at) {
  const std::string own = name.substr(0, std::min(name.rfind('.'), name.size()));
  std::vector<std::string> names;
  for (const File* scope = &file; scope; scope = scope->parent) {
    if (findForceMeasure(build.model.forces, scope->prefix + name)) return scope->prefix + name;
    for (const Force& force : build.model.forces) {
      names.push_back(force.name.starts_with(scope->prefix) ? force.name.substr(scope->prefix.size()) : force.name);
      if (names.back() != own) continue;
      std::vector<std::string_view> offered;
      for (const ForceMeasure& one : measuresOf(force)) offered.push_back(one.name);
      build.diagnostics.error(at, Code::unknownName, fmt::format("the force '{}' does not offer '{}'", own, name))
          .withHint(fmt::format("after its name and a point follows one of {}", fmt::join(offered, ", ")));
      return std::nullopt;
    }
  }
  const std::string hint = didYouMean(own, names);
  build.diagnostics.error(at, Code::unknownName, fmt::format("there is no force '{}'", own))
      .withHint(hint.empty() ? "write the name of a force and what it offers, as spring.length" : hint);
  return std::nullopt;
}

std::optional<std::string> canonicalName(Build& build, File& file, ExpressionFunction::Argument kind,
                                         const std::string& name, const SourceRef& at) {
  using Argument = ExpressionFunction::Argument;
  if (kind == Argument::marker) {
    const auto marker = lookUpMarker(build, file, name, at);
    if (marker) return build.model.markers[*marker].name;
  } else if (kind == Argument::spline) {
    const auto spline = lookUpSpline(build, file, name, at);
    if (spline) return build.model.splines[*spline].name;
  } else if (kind == Argument::driver) {
    const auto driver = lookUpDriver(build, file, name, at);
    if (driver) return build.model.drivers[*driver].name;
  } else if (kind == Argument::input) {
    const auto input = lookUpInput(build, file, name, at);
    if (input) return build.model.inputs[*input].name;
  } else if (kind == Argument::joint) {
    const auto joint = lookUpJoint(build, file, name, at);
    if (joint) return build.model.joints[*joint].name;
  } else if (kind == Argument::road) {
    const auto road = lookUpRoad(build, file, name, at);
    if (road) return build.model.roads[*road].name;
  } else if (kind == Argument::force) {
    return lookUpForceMeasure(build, file, name, at);
  } else if (kind == Argument::coordinate) {
    const std::size_t dot = name.rfind('.');
    const auto joint = lookUpJoint(build, file, std::string_view(name).substr(0, dot), at);
    if (!joint) return std::nullopt;
    const Joint& found = build.model.joints[*joint];
    const auto names = coordinateNames(found.type);
    if (dot == std::string::npos && names.size() == 1) return fmt::format("{}.{}", found.name, names.front().name);
    const XmlText dof{dot == std::string::npos ? std::string_view() : std::string_view(name).substr(dot + 1), at, at};
    if (readCoordinate(dof, found.type, build.diagnostics)) return fmt::format("{}.{}", found.name, dof.text);
  }
  return std::nullopt;
}

// The length of a distance joint becomes a drive between its markers, and the joint becomes a free one: it keeps its
// name, its place in the graph and its coordinates.
std::optional<std::pair<MarkerIndex, MarkerIndex>> freeDistance(Build& build, JointIndex index, const XmlText& name) {
  Joint& joint = build.model.joints[index];
  if (const auto given = build.givenLengths.find(index); given != build.givenLengths.end()) {
    build.diagnostics
        .error(name.valueAt, Code::excludeEachOther,
               fmt::format("joint '{}' has a length, and this drive would give it another", joint.name))
        .withHint("remove length= of the joint: the function is its length")
        .withNote(given->second, "the length is here");
    return std::nullopt;
  }
  joint.type = *findJointType("free");
  return std::pair{joint.i, joint.j};
}

// Turns the name as written into the model's name with its prefix; returns false if it cannot be used.
bool nameElement(Build& build, const File& file, XmlElement& element, std::string_view kind, std::string& name) {
  if (name.empty()) return true;  // named at the end
  if (!acceptName(*element.attribute("name"), build.diagnostics)) return false;
  name = file.prefix + name;
  return claimName(build, kind, name, element.at());
}

template <class Elements>
void nameAll(Build& build, std::string_view kind, Elements& elements, auto wordOf) {
  NameMap<int> counts;
  for (auto& element : elements) {
    while (element.name.empty()) {
      const std::string word(wordOf(element));
      std::string name = fmt::format("{}_{}", word, ++counts[word]);
      if (!build.elementNames.contains(fmt::format("{} {}", kind, name))) element.name = std::move(name);
    }
  }
}

// Entities that forces and drives refer to by name. An unusable one keeps its name, so that its uses are no further
// errors.
template <class I, class Element>
void readNamed(Build& build, File& file, std::string_view kind, std::vector<XmlElement>& elements,
               std::optional<Element> (*read)(XmlElement&, const ElementContext&), Table<I, Element>& found,
               NameMap<I>& names) {
  for (XmlElement& element : elements) {
    if (build.diagnostics.gaveUp()) return;
    const auto name = element.attribute("name");
    auto one = read(element, file.context);
    if (one && !nameElement(build, file, element, kind, one->name)) continue;
    if (one) {
      const std::string full = one->name;
      names.emplace(full, found.add(std::move(*one)));
    } else if (name) {
      names.emplace(file.prefix + std::string(name->text), I{});
    }
  }
}

void readSplines(Build& build, File& file) {
  readNamed(build, file, "spline", file.splines, &readSpline, build.model.splines, build.splineNames);
  while (build.splineFiles.size() < build.model.splines.size()) build.splineFiles.add(&file);
  for (XmlElement& element : file.splines) {
    const auto name = element.attribute("name");
    const auto known = name ? build.splineNames.find(file.prefix + std::string(name->text)) : build.splineNames.end();
    if (known != build.splineNames.end()) build.splineDimensions.emplace(known->second, dimensionsOf(element));
  }
}

// There is only one ground, and roads lie on it as they are written.
void refusePlacedRoads(Build& build, File& file) {
  if (file.roads.empty()) return;
  for (const File* f = &file; f->parent; f = f->parent) {
    if (!f->mirror && isIdentity(f->X_PF)) continue;
    build.diagnostics
        .error(file.roads.front().at(), Code::notModelled, "a road cannot be placed or mirrored with the file it is in")
        .withHint("write the road in the outermost file");
    return;
  }
}

}  // namespace

void prepareContext(Build& build, File& file) {
  ElementContext& context = file.context;
  context.parameters = [&file](std::string_view name) -> std::optional<double> {
    const Parameter* const found = findParameter(file, name);
    if (!found) return std::nullopt;
    return found->dimension ? found->value / toSi(file.context.units, *found->dimension) : found->value;
  };
  context.parameterDimension = [&file](std::string_view name) -> std::optional<Dimension> {
    const Parameter* const found = findParameter(file, name);
    return found ? found->dimension : std::nullopt;
  };
  context.splineDimensions = [&build](SplineIndex spline) {
    const auto found = build.splineDimensions.find(spline);
    return found == build.splineDimensions.end() ? SplineDimensions{} : found->second;
  };
  context.bodyOf = [&build](MarkerIndex marker) { return build.model.markers[marker].body; };
  context.marker = [&build, &file](XmlElement& element, std::string_view attribute) {
    return readMarkerOrPoint(build, file, element, attribute);
  };
  context.joint = [&build, &file](const XmlText& name) { return lookUpJoint(build, file, name.text, name.valueAt); };
  context.jointType = [&build](JointIndex joint) -> const JointType& { return build.model.joints[joint].type; };
  context.spline = [&build, &file](const XmlText& name) -> std::optional<SplineIndex> {
    const auto spline = lookUpSpline(build, file, name.text, name.valueAt);
    if (!spline) return std::nullopt;
    if (haveSameUnits(build.splineFiles[*spline]->context.units, file.context.units)) return spline;
    build.diagnostics
        .error(name.valueAt, Code::otherKindOfThing,
               fmt::format("spline '{}' is defined in a file with other units", name.text))
        .withHint("define it in the file that uses it");
    return std::nullopt;
  };
  context.road = [&build, &file](const XmlText& name) { return lookUpRoad(build, file, name.text, name.valueAt); };
  context.tyre = [&build, &file](const XmlText& name) { return lookUpTyre(build, file, name.text, name.valueAt); };
  context.driver = [&build, &file](const XmlText& name) { return lookUpDriver(build, file, name.text, name.valueAt); };
  context.file = [&build, &file](const XmlText& name) { return readNamedFile(build, file, name); };
  context.namedDimension = [&build](ExpressionFunction::Argument kind, const std::string& name) {
    if (kind == ExpressionFunction::Argument::input) {
      const auto input = build.inputNames.find(name);
      return input == build.inputNames.end() ? Dimension{} : dimensionOf(build.model.inputs[input->second]);
    }
    const auto found = findForceMeasure(build.model.forces, name);
    return found ? measuresOf(build.model.forces[found->force])[found->measure].dimension : Dimension{};
  };
  context.reference = [&build, &file](ExpressionFunction::Argument kind, const std::string& name, const SourceRef& at) {
    return canonicalName(build, file, kind, name, at);
  };
  context.markerOfBody = [&build, &file](ExpressionFunction::BodyAs as, const std::string& name, const SourceRef& at) {
    return markerOfBody(build, file, as, name, at);
  };
  context.markersOf = [&build](JointIndex joint) -> std::optional<std::pair<MarkerIndex, MarkerIndex>> {
    return std::pair{build.model.joints[joint].i, build.model.joints[joint].j};
  };
  context.freeDistance = [&build](JointIndex joint, const XmlText& name) { return freeDistance(build, joint, name); };
  context.relaxesSprings = true;
  context.gearFactors = [&build, &file](JointIndex a, JointIndex b, XmlElement& gear) {
    return gearFactors(build, file, a, b, gear);
  };
  context.unnamed = [](XmlElement&) { return std::string(); };
  context.origin = &statedOrigin;
}

namespace {

// Files by their units: a spline is converted once, with all its uses.
std::vector<std::vector<File*>> filesByUnits(Build& build) {
  std::vector<std::vector<File*>> groups;
  for (File& file : build.files) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const std::vector<File*>& group) {
      return haveSameUnits(group.front()->context.units, file.context.units);
    });
    if (same == groups.end()) {
      groups.push_back({&file});
    } else {
      same->push_back(&file);
    }
  }
  return groups;
}

void mirrorNothing(Build&, File&, XmlElement&, Probe&) {}

template <class Element>
void readAll(Build& build, File& file, std::string_view kind, std::vector<XmlElement>& elements,
             std::optional<Element> (*read)(XmlElement&, const ElementContext&),
             void (*mirror)(Build&, File&, XmlElement&, Element&), std::vector<Element>& found) {
  for (XmlElement& element : elements) {
    if (build.diagnostics.gaveUp()) return;
    auto one = read(element, file.context);
    if (!one || !nameElement(build, file, element, kind, one->name)) continue;
    mirror(build, file, element, *one);
    found.push_back(std::move(*one));
  }
}

// Springs without a relaxed length are relaxed at their initial positions, like the links of joints.
void relaxSprings(Build& build) {
  for (Force& force : build.model.forces) {
    auto* spring = std::get_if<Tsda>(&force.law);
    if (!spring || !std::isnan(spring->length)) continue;
    spring->length = (worldPose(build.model, spring->i).p - worldPose(build.model, spring->j).p).norm();
    build.model.remarks.push_back(fmt::format(
        "spring '{}' has no length: it is relaxed at its initial position, at {:.6g} m", force.name, spring->length));
  }
}

}  // namespace

namespace {

// The elements of the files with the same units. Measures look at forces, so all forces are read before them.
struct UnitGroup {
  std::vector<File*> files;
  std::size_t firstCoupler = 0;
  std::size_t firstDrive = 0;
  std::size_t firstForce = 0;
  std::size_t couplers = 0;
  std::size_t drives = 0;
  std::size_t forces = 0;
};

UnitGroup readActing(Build& build, std::vector<File*> files) {
  CartesianModel& model = build.model;
  UnitGroup group{std::move(files), model.couplers.size(), model.drives.size(), model.forces.size()};
  for (File* file : group.files) {
    readAll(build, *file, "coupler", file->couplers, &readCoupler, &mirrorCoupler, model.couplers);
    readAll(build, *file, "drive", file->drives, &readDrive, &mirrorDrive, model.drives);
    readAll(build, *file, "force", file->forces, &readForce, &mirrorForce, model.forces);
    readAll(build, *file, "probe", file->probes, &readProbe, &mirrorNothing, model.probes);
  }
  group.couplers = model.couplers.size() - group.firstCoupler;
  group.drives = model.drives.size() - group.firstDrive;
  group.forces = model.forces.size() - group.firstForce;
  return group;
}

void readMeasuring(Build& build, const UnitGroup& group) {
  CartesianModel& model = build.model;
  const std::size_t first = model.measures.size();
  for (File* file : group.files) {
    readAll(build, *file, "measure", file->measures, &readMeasure, &mirrorMeasure, model.measures);
  }
  convertSplines(model.splines, std::span(model.forces).subspan(group.firstForce, group.forces),
                 std::span(model.drives).subspan(group.firstDrive, group.drives),
                 std::span(model.couplers).subspan(group.firstCoupler, group.couplers),
                 std::span(model.measures).subspan(first), group.files.front()->context.units);
}

}  // namespace

void readElements(Build& build) {
  CartesianModel& model = build.model;
  for (File& file : build.files) {
    readSplines(build, file);
    refusePlacedRoads(build, file);
    readNamed(build, file, "input", file.inputs, &readInput, model.inputs, build.inputNames);
    readNamed(build, file, "road", file.roads, &readRoad, model.roads, build.roadNames);
    readNamed(build, file, "tyre", file.tyres, &readTyre, model.tyres, build.tyreNames);
    readNamed(build, file, "driver", file.drivers, &readDriver, model.drivers, build.driverNames);
  }
  std::vector<UnitGroup> groups;
  for (std::vector<File*>& files : filesByUnits(build)) groups.push_back(readActing(build, std::move(files)));
  for (const UnitGroup& group : groups) readMeasuring(build, group);
  nameAll(build, "spline", model.splines, [](const Spline&) { return "spline"; });
  nameAll(build, "coupler", model.couplers, [](const Coupler& coupler) { return coupler.kind; });
  nameAll(build, "drive", model.drives, [](const Drive&) { return "motion"; });
  nameAll(build, "force", model.forces, [](const Force& force) { return typeOf(force); });
  relaxSprings(build);
  nameAll(build, "road", model.roads, [](const Road&) { return "road"; });
  nameAll(build, "tyre", model.tyres, [](const Tyre&) { return "tyre"; });
  nameAll(build, "driver", model.drivers, [](const Driver&) { return "driver"; });
  nameAll(build, "probe", model.probes, [](const Probe&) { return "probe"; });
  nameAll(build, "input", model.inputs, [](const Input&) { return "input"; });
  nameAll(build, "measure", model.measures, [](const Measure&) { return "measure"; });
}

}  // namespace mb::native
