#include "formats/sdf/names.h"

#include <fmt/format.h>
#include <tinyxml2.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

#include "formats/model/basics/text.h"

namespace mb::sdf {
namespace {

// What SDFormat allows in one kind of element. Lists are words separated by blanks.
struct Place {
  std::string_view kind;  // the element's name, if unique
  std::string_view attributes;
  std::string_view values;  // children that only contain text
  std::string_view parts;   // other children that are read, "name=kind" if the kind differs from the name
  std::string_view others;  // children that are not read: see losses.cpp
  bool acts = true;         // whether unknown contents may affect the motion
};
constexpr bool kIdle = false;

// clang-format off
constexpr std::array kPlaces{
    Place{"sdf", "version", "", "world model include state", "actor light", kIdle},
    Place{"world", "name", "gravity", "model include frame joint link state wind= physics=world_physics",
          "actor atmosphere audio gui light magnetic_field plugin population road scene spherical_coordinates", kIdle},
    Place{"world_physics", "name default type",
          "gravity magnetic_field max_step_size real_time_factor real_time_update_rate max_contacts update_rate dt",
          "ode= bullet= simbody= dart=", "", kIdle},
    Place{"include", "merge", "uri name static placement_frame", "pose", "plugin", kIdle},
    Place{"model", "name canonical_link placement_frame", "static self_collide enable_wind",
          "pose link joint frame model include drake:linear_bushing_rpy drake:linear_spring_damper "
          "drake:ball_constraint drake:joint",
          "allow_auto_disable gripper plugin", kIdle},
    Place{"frame", "name attached_to", "", "pose", ""},
    Place{"pose", "relative_to frame rotation_format degrees", "", "", ""},
    Place{"link", "name", "gravity kinematic enable_wind self_collide", "pose inertial collision velocity_decay",
          "frame audio_sink audio_source battery light material must_be_base_link particle_emitter plugin projector sensor "
          "visual"},
    Place{"velocity_decay", "", "linear angular", "", ""},
    Place{"inertial", "auto", "mass density", "pose inertia auto_inertia_params=", "fluid_added_mass frame"},
    Place{"inertia", "", "ixx ixy ixz iyy iyz izz", "", ""},
    Place{"collision", "name", "density laser_retro max_contacts",
          "pose geometry frame= surface= material= auto_inertia_params=", "", kIdle},
    Place{"geometry", "", "",
          "box sphere=ball cylinder=round capsule=round cone=round ellipsoid plane= mesh= heightmap= image= polyline= "
          "empty=",
          "", kIdle},
    Place{"box", "", "size", "", ""},
    Place{"ball", "", "radius", "", ""},
    Place{"round", "", "radius length", "", ""},
    Place{"ellipsoid", "", "radii", "", ""},
    Place{"joint", "name type", "thread_pitch screw_thread_pitch gearbox_ratio gearbox_reference_body",
          "pose parent=end child=end axis axis2=axis physics=joint_physics drake:mimic", "frame plugin sensor"},
    Place{"end", "link", "", "", ""},
    Place{"axis", "", "use_parent_model_frame initial_position", "xyz limit=axis_limit dynamics mimic", ""},
    Place{"xyz", "expressed_in", "", "", ""},
    Place{"axis_limit", "", "lower upper stiffness dissipation effort velocity", "", ""},
    Place{"dynamics", "", "damping friction spring_reference spring_stiffness", "", ""},
    Place{"mimic", "joint axis", "multiplier offset reference", "", ""},
    Place{"joint_physics", "", "provide_feedback", "ode=joint_ode simbody=joint_simbody bullet= dart=", "", kIdle},
    Place{"joint_simbody", "", "must_be_loop_joint", "", "", kIdle},
    Place{"joint_ode", "",
          "cfm_damping implicit_spring_damper fudge_factor cfm erp bounce max_force velocity provide_feedback",
          "limit=joint_ode_give suspension=joint_ode_give", "", kIdle},
    Place{"joint_ode_give", "", "cfm erp", "", "", kIdle},
    Place{"state", "world_name", "sim_time wall_time real_time iterations",
          "model=model_state model_state light= light_state= joint_state= insertions=", "deletions", kIdle},
    Place{"model_state", "name", "scale", "pose frame= model=model_state model_state link=link_state link_state "
          "joint= joint_state= light= light_state=", "", kIdle},
    Place{"link_state", "name",
          "velocity acceleration wrench linear_velocity angular_velocity linear_acceleration angular_acceleration "
          "linear_wrench angular_wrench",
          "pose collision= collision_state=", "", kIdle},
    Place{"drake:mimic", "joint multiplier offset", "", "", ""},
    Place{"drake:joint", "name type", "drake:parent drake:child drake:damping", "pose", ""},
    Place{"drake:linear_spring_damper", "",
          "drake:linear_spring_damper_body_A drake:linear_spring_damper_body_B drake:linear_spring_damper_p_AP "
          "drake:linear_spring_damper_p_BQ drake:linear_spring_damper_free_length "
          "drake:linear_spring_damper_stiffness drake:linear_spring_damper_damping",
          "", ""},
    Place{"drake:linear_bushing_rpy", "",
          "drake:bushing_frameA drake:bushing_frameC drake:bushing_force_stiffness drake:bushing_force_damping "
          "drake:bushing_torque_stiffness drake:bushing_torque_damping",
          "", ""},
    Place{"drake:ball_constraint", "",
          "drake:ball_constraint_body_A drake:ball_constraint_body_B drake:ball_constraint_p_AP "
          "drake:ball_constraint_p_BQ",
          "", ""},
};
// clang-format on

std::vector<std::string> listedWords(std::string_view list) {
  std::istringstream stream{std::string(list)};
  return {std::istream_iterator<std::string>(stream), {}};
}

// A place with its lists split.
struct Names {
  const Place* place = nullptr;
  std::vector<std::string> attributes;
  std::map<std::string, std::string, std::less<>> parts;  // their kinds
  std::vector<std::string> values;
  std::vector<std::string> children;  // all known ones
};

Names namesOf(const Place& place) {
  Names names;
  names.place = &place;
  names.attributes = listedWords(place.attributes);
  names.values = listedWords(place.values);
  names.children = listedWords(place.others);
  names.children.insert(names.children.end(), names.values.begin(), names.values.end());
  for (const std::string& part : listedWords(place.parts)) {
    const std::size_t sign = std::min(part.find('='), part.size());
    const std::string name = part.substr(0, sign);
    names.parts[name] = sign < part.size() ? part.substr(sign + 1) : name;
    names.children.push_back(name);
  }
  return names;
}

const std::map<std::string, Names, std::less<>>& allNames() {
  static const auto kNames = [] {
    std::map<std::string, Names, std::less<>> names;
    for (const Place& place : kPlaces) names.emplace(place.kind, namesOf(place));
    return names;
  }();
  return kNames;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Names with a custom prefix, of which nothing is known.
bool hasPrefix(std::string_view name) { return name.find(':') != std::string_view::npos || name == "xmlns"; }

class Check {
 public:
  Check(Reader& reader, const XmlDocument& document) : reader_(reader), document_(document) {}

  void look(const tinyxml2::XMLElement& element, const Names& names, const std::string& outer) {
    const std::string where = shown(element, outer);
    const Owner owner{element, where, names.place->acts};
    lookAtAttributes(owner, names.attributes);
    bool hadWorld = false;
    for (const auto* node = element.FirstChild(); node && !diagnostics().gaveUp(); node = node->NextSibling()) {
      const bool isText = node->ToText() && !trimmed(node->Value(), kXmlBlanks).empty();
      if (isText && !names.children.empty()) lose(owner, element, fmt::format("text in <{}>", element.Name()));
      const tinyxml2::XMLElement* const child = node->ToElement();
      if (!child) continue;
      const std::string_view name = child->Name();
      if (name == "world" && std::exchange(hadWorld, true)) continue;  // only the first is read
      if (const auto part = names.parts.find(name); part != names.parts.end()) {
        const auto inner = allNames().find(part->second);
        if (inner != allNames().end()) look(*child, inner->second, where);
      } else if (holds(names.values, name)) {
        lookAtValue({*child, where, names.place->acts});
      } else {
        lookAtOther(owner, *child, names.children);
      }
    }
  }

 private:
  // The owner of unknown contents.
  struct Owner {
    const tinyxml2::XMLElement& element;
    const std::string& where;
    bool acts;
  };

  Diagnostics& diagnostics() { return reader_.build.diagnostics; }
  XmlElement wrapped(const tinyxml2::XMLElement& element) { return {document_, element, diagnostics()}; }

  // The name used for losses: the nearest enclosing element with a name.
  static std::string shown(const tinyxml2::XMLElement& element, const std::string& outer) {
    const std::string_view kind = element.Name();
    if (kind == "world") return "the world";
    const char* const name = element.Attribute("name");
    return name ? fmt::format("{} '{}'", kind, name) : outer;
  }

  void lookAtValue(const Owner& value) {
    lookAtAttributes(value, {});
    for (const auto* child = value.element.FirstChildElement(); child; child = child->NextSiblingElement()) {
      lookAtOther(value, *child, {});
    }
  }

  void lookAtAttributes(const Owner& owner, const std::vector<std::string>& known) {
    for (const auto* one = owner.element.FirstAttribute(); one && !diagnostics().gaveUp(); one = one->Next()) {
      const std::string_view name = one->Name();
      if (holds(known, name) || hasPrefix(name)) continue;
      const std::string close = closest(name, known);
      if (close.empty()) {
        lose(owner, owner.element, fmt::format("attribute '{}' of <{}>", name, owner.element.Name()));
      } else {
        diagnostics()
            .error(document_.place(one->Name()), Code::unknownAttribute,
                   fmt::format("<{}> has no attribute '{}' here", owner.element.Name(), name))
            .withHint(close);
      }
    }
  }

  void lookAtOther(const Owner& owner, const tinyxml2::XMLElement& child, const std::vector<std::string>& known) {
    XmlElement element = wrapped(child);
    if (reader_.losses.addKnown(element, owner.where)) return;
    const std::string_view name = element.name();
    const std::string close = hasPrefix(name) ? std::string() : closest(name, known);
    if (close.empty()) {
      lose({owner.element, owner.where, owner.acts && !hasPrefix(name)}, child, fmt::format("<{}>", name));
    } else {
      diagnostics()
          .error(element.at(), Code::unknownElement,
                 fmt::format("<{}> does not belong in <{}>", name, owner.element.Name()))
          .withHint(close);
    }
  }

  void lose(const Owner& owner, const tinyxml2::XMLElement& element, std::string kind) {
    reader_.losses.add(
        wrapped(element), owner.acts ? LossEffect::motion : LossEffect::none, std::move(kind), owner.where,
        fmt::format("SDFormat gives it no meaning in <{}>", owner.element.Name()),
        owner.acts ? "whatever it was meant to do is missing" : "other programs may read it; the motion is the same");
  }

  // Guesses take time, and a file may be full of other names.
  std::string closest(std::string_view name, const std::vector<std::string>& known) {
    constexpr int kMostGuesses = 10'000;
    if (known.empty() || ++guesses_ > kMostGuesses) return {};
    return didYouMean(lowerCase(name), known);
  }

  Reader& reader_;
  const XmlDocument& document_;
  int guesses_ = 0;
};

}  // namespace

void checkNames(Reader& reader, const XmlDocument& document) {
  const bool isRoot = document.file() == reader.build.model.origin.at.file;
  Check(reader, document)
      .look(*document.root(), allNames().find("sdf")->second,
            isRoot ? "the file" : fmt::format("'{}'", document.file()->path));
}

}  // namespace mb::sdf
