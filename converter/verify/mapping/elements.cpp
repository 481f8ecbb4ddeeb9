#include "converter/verify/mapping/elements.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "formats/model/basics/numbers.h"
#include "formats/shared_xml/elements_xml.h"

namespace mb {
namespace {

// Written numbers keep all digits when read again; a conversion of units may change the last ones.
constexpr double kSameNumber = 1e-12;
// A frame is the product of a few others, and its lengths round with all of theirs.
constexpr double kSamePlace = 1e-12;

// ---- stops and frictions ----

std::string numberText(const std::optional<double>& value) {
  return value ? fmt::format("{:.12g}", *value) : std::string("none");
}

// Texts of a joint's stops and friction with all their values, so that different values count as different laws.
void addLaws(const std::string& name, const JointFields& joint, std::vector<std::string>& laws) {
  const std::vector<CoordinateName> coordinates = coordinateNames(joint.type);
  for (const Limit& limit : joint.limits) {
    laws.push_back(fmt::format("limit of joint {}.{} (lower {}, upper {}, stiffness {:.12g}, damping {:.12g})", name,
                               coordinates[at(limit.coordinate)].name, numberText(limit.lower), numberText(limit.upper),
                               limit.stiffness, limit.damping));
  }
  for (const Friction& friction : joint.frictions) {
    laws.push_back(
        fmt::format("friction of joint {}.{} (coulomb {:.12g}, stiction {:.12g}, viscous {:.12g}, velocity {:.12g})",
                    name, coordinates[at(friction.coordinate)].name, friction.coulomb, friction.stiction,
                    friction.viscous, friction.velocity));
  }
}

// A joint that has stops or friction keeps its name: it is neither fused with another nor removed with a rod or a weld.
std::vector<std::string> differentLaws(const CartesianModel& source, const RecursiveModel& recursive) {
  std::vector<std::string> mine;
  for (const Joint& joint : source.joints) addLaws(joint.name, joint, mine);
  std::vector<std::string> theirs;
  for (const JointPlace& place : recursive.joints) {
    if (place.link.valid())
      addLaws(place.name, recursive.links[place.link], theirs);
    else
      addLaws(place.name, recursive.cuts[at(place.cut)], theirs);
  }
  std::ranges::sort(mine);
  std::ranges::sort(theirs);
  std::vector<std::string> different;
  std::ranges::set_symmetric_difference(mine, theirs, std::back_inserter(different));
  return different;
}

// ---- elements ----

// The text of each element in the notation of the files, by name ("force spring").
using Texts = std::map<std::string, std::string>;

template <class Model>
Texts textsOf(const Model& model) {
  ElementNames names = namesIn(model);
  names.jointType = [&model](JointIndex index) -> const JointType& {
    if constexpr (std::is_same_v<Model, RecursiveModel>)
      return typeOf(model, model.joints[index]);
    else
      return model.joints[index].type;
  };
  Texts texts;
  const auto add = [&](std::string_view kind, const auto& elements, auto write) {
    for (const auto& element : elements) {
      XmlWriter xml;
      write(xml, element, names);
      texts[fmt::format("{} {}", kind, element.name)] = std::move(xml).text();
    }
  };
  add("input", model.inputs, writeInput);
  add("spline", model.splines, writeSpline);
  add("road", model.roads, writeRoad);
  add("tyre", model.tyres, writeTyre);
  add("driver", model.drivers, writeDriver);
  add("coupler", model.couplers, writeCoupler);
  add("drive", model.drives, writeDrive);
  add("force", model.forces, writeForce);
  add("measure", model.measures, writeMeasure);
  return texts;
}

bool isSameWord(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::optional<double> x = parseNumber(a);
  const std::optional<double> y = parseNumber(b);
  return x && y && std::abs(*x - *y) <= kSameNumber * std::max(std::abs(*x), std::abs(*y));
}

// Splits an element's text into words: names of elements and attributes, and values, with each number of a list
// separate.
std::vector<std::string_view> wordsIn(std::string_view text) {
  std::vector<std::string_view> words;
  const auto add = [&](std::string_view part, std::string_view between) {
    for (std::size_t begin = part.find_first_not_of(between); begin != std::string_view::npos;) {
      const std::size_t end = std::min(part.find_first_of(between, begin), part.size());
      words.push_back(part.substr(begin, end - begin));
      begin = part.find_first_not_of(between, end);
    }
  };
  bool isValue = false;
  for (std::size_t begin = 0; begin < text.size(); isValue = !isValue) {
    const std::size_t end = std::min(text.find('"', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const bool isList = part.find_first_not_of("+-.0123456789e ") == std::string_view::npos;
    add(part, !isValue ? " \n<>/" : isList ? " " : "");
    begin = end + 1;
  }
  return words;
}

// Adds both texts at the first word in which they differ: "force spring with k=100".
void addDifference(const std::string& name, std::string_view mine, std::string_view theirs,
                   std::vector<std::string>& different) {
  const std::vector<std::string_view> a = wordsIn(mine);
  const std::vector<std::string_view> b = wordsIn(theirs);
  const auto [first, second] = std::ranges::mismatch(a, b, isSameWord);
  if (first == a.end() && second == b.end()) return;
  const auto add = [&](const std::vector<std::string_view>& words, auto word) {
    const auto isAttribute = [](std::string_view one) { return one.ends_with('='); };
    const auto attribute = std::find_if(std::make_reverse_iterator(word), words.rend(), isAttribute);
    std::string text(word == words.end() ? "nothing more" : *word);
    if (attribute != words.rend() && !(word != words.end() && isAttribute(*word)))
      text = fmt::format("{}{}", *attribute, text);
    different.push_back(fmt::format("{} with {}", name, text));
  };
  add(a, first);
  add(b, second);
}

// ---- markers ----

std::vector<std::string> movedMarkers(const CartesianSystem& system, const RecursiveModel& recursive,
                                      const StateMapping& mapping) {
  std::map<std::string_view, const Marker*> given;
  for (const Marker& marker : system.model.markers) given.emplace(marker.name, &marker);
  std::vector<std::string> moved;
  for (const LinkMarker& marker : recursive.markers) {
    const auto found = given.find(marker.name);
    if (found == given.end()) continue;  // reported with the element that has it
    const BodyPlace& place = mapping.bodies[at(found->second->body.value)].place;
    if (place.rod >= 0 || place.name.empty()) continue;  // likewise
    const Pose expected = place.X_LB * found->second->X_BM;
    const double lengths = system.length + place.X_LB.p.norm() + found->second->X_BM.p.norm();
    const bool isThere = place.link == (marker.link.valid() ? marker.link.value : -1) &&
                         (marker.X_LM.p - expected.p).norm() <= kSamePlace * lengths &&
                         (marker.X_LM.R - expected.R).norm() <= kSamePlace;
    if (!isThere) moved.push_back(fmt::format("position of marker {}", marker.name));
  }
  return moved;
}

}  // namespace

std::vector<std::string> differentElements(const CartesianSystem& system, const RecursiveModel& recursive,
                                           const StateMapping& mapping) {
  std::vector<std::string> different;
  const Texts mine = textsOf(system.model);
  const Texts theirs = textsOf(recursive);
  for (const auto& [name, text] : mine) {
    if (const auto other = theirs.find(name); other != theirs.end())
      addDifference(name, text, other->second, different);
    else
      different.push_back(name);
  }
  for (const auto& [name, text] : theirs) {
    if (!mine.contains(name)) different.push_back(name);
  }
  std::ranges::move(differentLaws(system.model, recursive), std::back_inserter(different));
  std::ranges::move(movedMarkers(system, recursive, mapping), std::back_inserter(different));
  return different;
}

}  // namespace mb
