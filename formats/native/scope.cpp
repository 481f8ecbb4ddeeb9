// The meaning of words in a file: units, axes, parameters, names.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "formats/model/basics/limits.h"
#include "formats/model/basics/text.h"
#include "formats/native/build.h"

namespace mb::native {
namespace {

constexpr int kSpellingHints = 20;  // a spelling hint compares with every name; the first few misspellings are enough

struct UnitAttribute {
  std::string_view name;
  BaseQuantity quantity;
  double Units::*value;
  std::string Units::*unitName;
};
constexpr std::array kUnitAttributes{
    UnitAttribute{"length", BaseQuantity::length, &Units::length, &Units::lengthName},
    UnitAttribute{"mass", BaseQuantity::mass, &Units::mass, &Units::massName},
    UnitAttribute{"time", BaseQuantity::time, &Units::time, &Units::timeName},
    UnitAttribute{"force", BaseQuantity::force, &Units::force, &Units::forceName},
    UnitAttribute{"angle", BaseQuantity::angle, &Units::angle, &Units::angleName},
};

void unknownWord(Diagnostics& diagnostics, Code code, const XmlText& text, std::string_view what,
                 const std::vector<std::string>& known) {
  std::string hint = didYouMean(text.text, known);
  if (hint.empty()) hint = fmt::format("known are {}", fmt::join(known, ", "));
  diagnostics.error(text.valueAt, code, fmt::format("'{}' is not {}", text.text, what)).withHint(std::move(hint));
}

template <class T>
void unknownName(Build& build, const File& file, std::string_view kind, std::string_view name, const NameMap<T>& known,
                 const SourceRef& at) {
  std::string hint;
  if (build.unknownNames++ < kSpellingHints) {
    std::vector<std::string> candidates;
    for (const auto& [candidate, value] : known) {
      // As written in this file.
      candidates.push_back(candidate.starts_with(file.prefix) ? candidate.substr(file.prefix.size()) : candidate);
    }
    std::sort(candidates.begin(), candidates.end());
    hint = didYouMean(name, candidates);
    if (hint.empty() && candidates.size() <= 10 && !candidates.empty()) {
      hint = fmt::format("the model has {}", fmt::join(candidates, ", "));
    }
  }
  if (hint.empty()) hint = fmt::format("define the {}, or correct the name", kind);
  build.diagnostics.error(at, Code::unknownName, fmt::format("there is no {} '{}'", kind, name))
      .withHint(std::move(hint));
}

// Searches the file itself, then the files that include it.
template <class T>
std::optional<T> findNamed(const File& file, const NameMap<T>& names, std::string_view name) {
  for (const File* scope = &file; scope; scope = scope->parent) {
    const auto found = scope->prefix.empty() ? names.find(name) : names.find(scope->prefix + std::string(name));
    if (found != names.end()) return found->second;
  }
  return std::nullopt;
}

std::optional<MarkerIndex> findMarker(const Build& build, const File& file, const Body& body, std::string_view marker) {
  for (const File* scope = &file; scope; scope = scope->parent) {
    const auto found = build.markerNames.find(fmt::format("{}.{}{}", body.name, scope->prefix, marker));
    if (found != build.markerNames.end()) return found->second;
  }
  const auto plain = build.markerNames.find(fmt::format("{}.{}", body.name, marker));
  if (plain == build.markerNames.end()) return std::nullopt;
  return plain->second;
}

}  // namespace

void readUnits(Build& build, File& file, XmlElement& root) {
  if (file.parent) file.context.units = file.parent->context.units;
  std::optional<XmlElement> element = root.child("units");
  if (!element) return;
  Units units;
  if (const auto system = element->attribute("system")) {
    if (const auto known = unitSystem(system->text)) {
      units = *known;
    } else {
      unknownWord(build.diagnostics, Code::unknownUnit, *system, "a system of units", unitSystemNames());
    }
  }
  for (const UnitAttribute& attribute : kUnitAttributes) {
    const auto text = element->attribute(attribute.name);
    if (!text) continue;
    if (const auto value = unitValue(attribute.quantity, text->text)) {
      units.*attribute.value = *value;
      units.*attribute.unitName = text->text;
    } else {
      unknownWord(build.diagnostics, Code::unknownUnit, *text, fmt::format("a unit of {}", attribute.name),
                  unitNames(attribute.quantity));
    }
  }
  element->finish();
  file.context.units = units;
}

void readAxes(Build& build, File& file, XmlElement& root) {
  if (file.parent) {
    file.R_axes = file.parent->R_axes;
    file.axes = file.parent->axes;
  }
  std::optional<XmlElement> element = root.child("axes");
  if (!element) return;
  AxesNames names;
  if (const auto convention = element->attribute("convention")) {
    if (const auto known = axesConvention(convention->text)) {
      names = *known;
    } else {
      unknownWord(build.diagnostics, Code::unknownWord, *convention, "a convention of axes", axesConventionNames());
    }
  }
  if (const auto forward = element->attribute("forward")) names.forward = forward->text;
  if (const auto up = element->attribute("up")) names.up = up->text;
  element->finish();
  if (const auto R = axesRotation(names.forward, names.up)) {
    file.R_axes = *R;
    file.axes = names;
  } else {
    build.diagnostics
        .error(element->at(), Code::excludeEachOther,
               fmt::format("forward '{}' and up '{}' do not name two different axes", names.forward, names.up))
        .withHint("each is one of +x -x +y -y +z -z, as in forward=\"+x\" up=\"+z\"");
  }
}

void readParameter(Build& build, XmlElement& param, const ElementContext& context, NameMap<Parameter>& parameters) {
  const auto name = param.requiredAttribute("name");
  const auto value = param.requiredAttribute("value");
  const auto unit = param.attribute("unit");
  param.finish();
  Parameter parameter;
  parameter.value = 1;  // placeholder for an unreadable value, so that its uses are no further errors
  if (value) {
    if (const auto number = readNumber(*value, dimension::kNone, context, build.diagnostics)) parameter.value = *number;
  }
  if (unit) {
    if (const auto named = parseUnit(unit->text)) {
      parameter.value *= named->value;
      parameter.dimension = named->dimension;
    } else {
      build.diagnostics.error(unit->valueAt, Code::unknownUnit, fmt::format("'{}' is not a unit", unit->text))
          .withHint("units are like N/m, kg*m^2, deg/s");
    }
  }
  if (!name) return;
  parameter.at = name->at;
  parameter.nameAt = name->valueAt;
  const bool isValid = isName(name->text) && name->text.find('-') == std::string_view::npos &&
                       !(name->text[0] >= '0' && name->text[0] <= '9');
  if (!isValid) {
    build.diagnostics
        .error(name->valueAt, Code::badName, fmt::format("'{}' cannot be the name of a parameter", name->text))
        .withHint("letters, digits and _, not beginning with a digit");
    return;
  }
  if (isReservedWord(name->text)) {
    build.diagnostics
        .error(name->valueAt, Code::badName, fmt::format("'{}' has a meaning of its own in expressions", name->text))
        .withHint("choose another name than those of functions and constants", Topic::functions);
    return;
  }
  const auto [old, isNew] = parameters.emplace(std::string(name->text), parameter);
  if (!isNew) {
    build.diagnostics.error(name->at, Code::nameTwice, fmt::format("the parameter '{}' is given twice", name->text))
        .withHint("keep one of the two")
        .withNote(old->second.at, "it is given here");
  }
}

void readParameters(Build& build, File& file, XmlElement& root) {
  NameMap<Parameter> unused = file.parameters;  // of those that the including file gives
  std::vector<std::string> declared;
  for (XmlElement& group : root.children("parameters")) {
    for (XmlElement& param : group.children("param")) {
      // Parameters of the including file replace those defined here.
      const auto name = param.attribute("name");
      const auto given = name ? file.parameters.find(name->text) : file.parameters.end();
      if (name) declared.emplace_back(name->text);
      if (name && !file.parent && build.setParameters.contains(name->text)) {
        const std::string own(name->text);
        file.parameters.emplace(own, takeSetParameter(build, param, own));
      } else if (given != file.parameters.end() && given->second.at.file != file.source) {
        unused.erase(given->first);
        param.attribute("value");
        param.attribute("unit");
        param.finish();
      } else {
        readParameter(build, param, file.context, file.parameters);
      }
    }
    group.finish();
  }
  if (!file.parent) refuseUnknownParameters(build, declared);
  for (const auto& [name, parameter] : unused) {
    std::string hint = didYouMean(name, declared);
    build.diagnostics
        .error(parameter.nameAt, Code::unknownName, fmt::format("the included file has no parameter '{}'", name))
        .withHint(hint.empty() ? "it replaces one that the file declares in <parameters>" : std::move(hint));
  }
}

Origin statedOrigin(XmlElement& element) {
  const auto from = element.attribute("from");
  return {element.at(), {}, from ? std::string(from->text) : std::string()};
}

bool acceptName(const XmlText& name, Diagnostics& diagnostics) {
  if (name.text.size() > limits::kLongestName) {
    diagnostics
        .error(name.valueAt, Code::tooLong,
               fmt::format("a name of {} bytes, the limit is {}", name.text.size(), limits::kLongestName))
        .withHint("write long explanations in comments");
    return false;
  }
  if (isName(name.text)) return true;
  diagnostics.error(name.valueAt, Code::badName, fmt::format("'{}' cannot be a name", name.text))
      .withHint("names are made of letters, digits, _ and -");
  return false;
}

std::optional<std::string> readName(const File& file, XmlElement& element) {
  const auto name = element.requiredAttribute("name");
  if (!name || !acceptName(*name, element.diagnostics())) return std::nullopt;
  return file.prefix + std::string(name->text);
}

bool claimName(Build& build, std::string_view kind, const std::string& name, const SourceRef& at) {
  const auto [old, isNew] = build.elementNames.emplace(fmt::format("{} {}", kind, name), at);
  if (isNew) return true;
  build.diagnostics.error(at, Code::nameTwice, fmt::format("there are two {}s named '{}'", kind, name))
      .withHint("give one of them another name")
      .withNote(old->second, "the first one is here");
  return false;
}

BodyIndex groundBody(Build& build) {
  if (build.ground.valid()) return build.ground;
  Body body;
  body.name = "ground";
  body.isGround = true;
  body.origin = {build.model.origin.at, "read"};
  build.ground = build.model.bodies.add(std::move(body));
  BodyDraft draft;
  draft.file = &build.files.front();
  draft.progress = Progress::done;
  build.bodies.add(std::move(draft));
  build.bodyNames.emplace("ground", build.ground);
  build.model.bodies[build.ground].X_WB.R = build.files.front().R_axes;
  return build.ground;
}

std::optional<BodyIndex> findBody(Build& build, const File& file, std::string_view name) {
  for (const File* scope = &file; scope; scope = scope->parent) {
    if (scope->groundName == name) return groundBody(build);
  }
  if (const auto found = findNamed(file, build.bodyNames, name)) return found;
  if (name == "ground") return groundBody(build);
  return std::nullopt;
}

std::optional<BodyIndex> lookUpBody(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  const auto body = findBody(build, file, name);
  if (!body) unknownName(build, file, "body", name, build.bodyNames, at);
  return body;
}

std::optional<MarkerIndex> lookUpMarker(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  const std::size_t dot = name.find('.');
  if (dot == std::string_view::npos) {
    if (findBody(build, file, name)) {
      build.diagnostics.error(at, Code::otherKindOfThing, fmt::format("'{}' is a body, a marker is required", name))
          .withHint(fmt::format("write {}.marker", name));
    } else {
      build.diagnostics.error(at, Code::badName, fmt::format("'{}' does not name a marker", name))
          .withHint("markers are named body.marker");
    }
    return std::nullopt;
  }
  const auto body = lookUpBody(build, file, name.substr(0, dot), at);
  if (!body) return std::nullopt;
  const std::string_view local = name.substr(dot + 1);
  const auto marker = findMarker(build, file, build.model.bodies[*body], local);
  if (marker) return marker;
  NameMap<int> siblings;
  if (build.unknownNames < kSpellingHints) {
    for (const Marker& sibling : build.model.markers) {
      if (sibling.body == *body) siblings.emplace(sibling.name.substr(sibling.name.find('.') + 1), 0);
    }
  }
  unknownName(build, file, fmt::format("marker on body '{}' named", name.substr(0, dot)), local, siblings, at);
  return std::nullopt;
}

std::optional<Node> lookUpFrame(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  if (name == "ground" || file.groundName == name) return Node{};
  if (name.find('.') != std::string_view::npos) {
    const auto marker = lookUpMarker(build, file, name, at);
    if (!marker) return std::nullopt;
    return Node{{}, *marker};
  }
  const auto body = lookUpBody(build, file, name, at);
  if (!body) return std::nullopt;
  return Node{*body, {}};
}

namespace {

template <class I>
std::optional<I> lookUp(Build& build, const File& file, std::string_view kind, const NameMap<I>& names,
                        std::string_view name, const SourceRef& at) {
  const auto found = findNamed(file, names, name);
  if (!found) unknownName(build, file, kind, name, names, at);
  if (!found || !found->valid()) return std::nullopt;
  return found;
}

}  // namespace

std::optional<JointIndex> lookUpJoint(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  return lookUp(build, file, "joint", build.jointNames, name, at);
}
std::optional<SplineIndex> lookUpSpline(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  return lookUp(build, file, "spline", build.splineNames, name, at);
}
std::optional<RoadIndex> lookUpRoad(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  return lookUp(build, file, "road", build.roadNames, name, at);
}
std::optional<TyreIndex> lookUpTyre(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  return lookUp(build, file, "tyre", build.tyreNames, name, at);
}
std::optional<DriverIndex> lookUpDriver(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  return lookUp(build, file, "driver", build.driverNames, name, at);
}
std::optional<InputIndex> lookUpInput(Build& build, const File& file, std::string_view name, const SourceRef& at) {
  return lookUp(build, file, "input", build.inputNames, name, at);
}

}  // namespace mb::native
