#include "formats/sdf/losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mb::sdf {
namespace {

struct LossRow {
  std::string_view name;
  LossEffect effect;
  std::string_view why;
  std::string_view meaning;
};

constexpr LossEffect kNone = LossEffect::none;
constexpr LossEffect kMotion = LossEffect::motion;
constexpr std::string_view kPicture = "it is for pictures";
constexpr std::string_view kMeasures = "it measures and does not act";
constexpr std::string_view kSettings = "it holds settings of another solver";
constexpr std::string_view kDescribes = "it describes the file";
constexpr std::string_view kSame = "the motion is the same";

// clang-format off
constexpr std::array kLosses{
    LossRow{"visual", kNone, kPicture, kSame},
    LossRow{"light", kNone, kPicture, kSame},
    LossRow{"scene", kNone, kPicture, kSame},
    LossRow{"gui", kNone, kPicture, kSame},
    LossRow{"material", kNone, kPicture, kSame},
    LossRow{"road", kNone, kPicture, kSame},
    LossRow{"projector", kNone, kPicture, kSame},
    LossRow{"particle_emitter", kNone, kPicture, kSame},
    LossRow{"actor", kNone, "actors follow a script", "nothing collides with it"},
    LossRow{"audio", kNone, "it is for sound", kSame},
    LossRow{"audio_sink", kNone, "it is for sound", kSame},
    LossRow{"audio_source", kNone, "it is for sound", kSame},
    LossRow{"sensor", kNone, kMeasures, kSame},
    LossRow{"battery", kNone, "power supplies are not modelled", kSame},
    LossRow{"physics", kNone, kSettings, kSame},
    LossRow{"allow_auto_disable", kNone, kSettings, "bodies at rest stay in the calculation"},
    LossRow{"must_be_base_link", kNone, kSettings, "the base body is chosen here"},
    LossRow{"self_collide", kNone, "contacts are not modelled", "the links of a model pass through each other"},
    LossRow{"atmosphere", kNone, "air is not modelled", "only plugins use it"},
    LossRow{"magnetic_field", kNone, "only sensors use it", kSame},
    LossRow{"spherical_coordinates", kNone, "only sensors use it", kSame},
    LossRow{"frame", kNone, "no pose refers to it", kSame},
    LossRow{"author", kNone, kDescribes, kSame},
    LossRow{"description", kNone, kDescribes, kSame},
    LossRow{"license", kNone, kDescribes, kSame},
    LossRow{"deletions", kMotion, "what a saved run removed is still there", "it is still there"},
    LossRow{"wind", kMotion, "wind is not modelled", "bodies that catch the wind move as in still air"},
    LossRow{"gripper", kMotion, "contacts are not modelled", "nothing sticks to the gripper"},
    LossRow{"population", kMotion, "copies of a model on a grid or at random are not made", "these models are missing"},
    LossRow{"fluid_added_mass", kMotion, "the mass of a fluid that moves along is not modelled", "the body moves as in a vacuum"},
    LossRow{"drake:rotor_inertia", kMotion, "inertia beyond a gear is not modelled", "the joint has less inertia than in Drake"},
    LossRow{"drake:gear_ratio", kMotion, "inertia beyond a gear is not modelled", "the joint has less inertia than in Drake"},
    LossRow{"drake:controller_gains", kMotion, "controllers are not modelled", "nothing holds the joint where it should be"},
    LossRow{"drake:proximity_properties", kNone, "contacts are not modelled", kSame},
    LossRow{"drake:collision_filter_group", kNone, "contacts are not modelled", kSame},
    LossRow{"drake:acceleration", kNone, "it is a bound for planning", kSame},
    LossRow{"drake:deformable_properties", kMotion, "bodies are rigid here", "the body does not bend"},
};
// clang-format on

// Plugins that only display, record or forward data do not affect the motion.
constexpr std::array<std::string_view, 22> kIdlePlugins{
    "physics-system",   "scene-broadcaster", "user-commands",
    "sensors-system",   "imu-system",        "contact-system",
    "state-publisher",  "pose-publisher",    "pose_publisher",
    "state_publisher",  "odometry-pub",      "log-system",
    "magnetometer",     "altimeter-system",  "navsat-system",
    "air-pressure",     "forcetorque",       "performer-detector",
    "gazebo_ros_state", "gazebo_ros_init",   "p3d",
    "ground_truth",
};

}  // namespace

void Losses::add(const XmlElement& element, LossEffect effect, std::string kind, std::string_view where,
                 std::string why, std::string meaning) {
  const std::string key = fmt::format("{}\n{}\n{}\n{}", kind, why, meaning, effect == LossEffect::motion);
  const auto [found, isNew] = byKey_.emplace(key, groups_.size());
  if (isNew) {
    groups_.push_back({std::move(kind), std::string(where), std::move(why), std::move(meaning), effect, 0, element.at(),
                       element.source()});
  }
  ++groups_[found->second].count;
}

bool Losses::addKnown(XmlElement& element, std::string_view where) {
  const std::string_view name = element.name();
  const std::string kind = fmt::format("<{}>", name);
  const auto row = std::find_if(kLosses.begin(), kLosses.end(), [&](const LossRow& r) { return r.name == name; });
  if (name == "plugin") {
    addPlugin(element, where);
  } else if (row != kLosses.end()) {
    add(element, row->effect, kind, where, std::string(row->why), std::string(row->meaning));
  } else if (name.starts_with("drake:")) {
    add(element, kMotion, kind, where, "this extension of Drake is not known here",
        "whatever it does in Drake is missing");
  } else {
    return false;
  }
  return true;
}

void Losses::addPlugin(XmlElement& plugin, std::string_view where) {
  const auto attributeText = [&](std::string_view name) {
    const auto text = plugin.attribute(name);
    return text ? std::string(text->text) : std::string();
  };
  const std::string file = attributeText("filename");
  const std::string label = file.empty() ? attributeText("name") : file;
  const bool isIdle = std::any_of(kIdlePlugins.begin(), kIdlePlugins.end(),
                                  [&](std::string_view part) { return file.find(part) != std::string::npos; });
  if (isIdle) {
    add(plugin, kNone, "idle plugins", where, "they show, measure or pass on", std::string(kSame));
  } else {
    add(plugin, kMotion, fmt::format("plugin '{}'", label), where, "plugins are programs and not data",
        "forces and motions that it applies are missing");
  }
}

void Losses::flush(ImportBuild& build) const {
  for (const Group& group : groups_) {
    const std::string what = group.count == 1
                                 ? fmt::format("{} of {}", group.kind, group.where)
                                 : fmt::format("{}, {} times, first in {}", group.kind, group.count, group.where);
    addLoss(build, group.at, group.effect, what, group.why, group.meaning, group.text);
  }
}

}  // namespace mb::sdf
