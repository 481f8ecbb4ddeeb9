#include "converter/page/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "converter/page/data/channels.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

// A micrometre and a millionth of a turn are enough for a picture.
double rounded(double value) { return std::round(value * 1e6) / 1e6 + 0.0; }
Json listOf(const Vector3& v) { return {rounded(v.x()), rounded(v.y()), rounded(v.z())}; }
Json listOf(const Quaternion& q) { return {rounded(q.w()), rounded(q.x()), rounded(q.y()), rounded(q.z())}; }
Json nameOrNull(const std::string& name) { return name.empty() ? Json(nullptr) : Json(name); }
Json endJson(const Machine::End& end) { return {{"body", end.body}, {"p", listOf(end.p)}}; }

Json bodyJson(const Machine::Body& body) {
  Json json{{"name", body.name},
            {"mass", body.mass},
            {"pose", {{"p", listOf(body.X_WB.p)}, {"q", listOf(quaternionOf(body.X_WB.R))}}},
            {"points", Json::array()},
            {"ellipsoid", nullptr},
            {"wheel", nullptr}};
  for (const Machine::Point& point : body.points) {
    json["points"].push_back({{"joint", nameOrNull(point.joint)},
                              {"force", nameOrNull(point.force)},
                              {"p", listOf(point.p)},
                              {"axis", point.axis ? listOf(*point.axis) : Json(nullptr)}});
  }
  if (body.ellipsoid) {
    json["ellipsoid"] = {
        {"p", listOf(body.ellipsoid->p)}, {"q", listOf(body.ellipsoid->q)}, {"a", listOf(body.ellipsoid->a)}};
  }
  if (body.wheel) {
    json["wheel"] = {{"p", listOf(body.wheel->p)},
                     {"axis", listOf(body.wheel->axis)},
                     {"radius", rounded(body.wheel->radius)},
                     {"width", rounded(body.wheel->width)}};
  }
  return json;
}

Json jointJson(const Machine::Joint& joint) {
  Json place = endJson(joint.ends[0]);
  place["axis"] = joint.axis ? listOf(*joint.axis) : Json(nullptr);
  return {{"name", joint.name},
          {"type", joint.type},
          {"letter", std::string(1, joint.letter)},
          {"bodies", {joint.ends[0].body, joint.ends[1].body}},
          {"at", std::move(place)},
          {"cut", joint.cut},
          {"loop", joint.loop},
          {"reason", joint.reason}};
}

std::string_view wordOf(Machine::Kind kind) {
  constexpr std::array<std::string_view, 6> kWords{"spring", "damper", "springdamper", "bushing", "rod", "other"};
  return kWords[static_cast<std::size_t>(kind)];
}

Json forceJson(const Machine::Force& force) {
  Json json{{"name", force.name}, {"kind", wordOf(force.kind)}, {"ends", Json::array()}};
  if (force.isJoint) json["joint"] = force.name;
  for (const Machine::End& end : force.ends) json["ends"].push_back(endJson(end));
  return json;
}

double largestIn(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

struct Block {
  Json json;
  std::string text;
};

std::optional<Block> motionBlock(const RecordedRun& run, const Machine& machine) {
  std::vector<int> order;
  std::vector<PoseColumns> poses;
  double largest = 0;
  for (std::size_t k = 0; k < machine.bodies.size(); ++k) {
    const std::optional<PoseColumns> pose = run.poseOf(machine.bodies[k].name);
    if (!pose) continue;
    order.push_back(static_cast<int>(k));
    poses.push_back(*pose);
    for (int axis = 0; axis < 3; ++axis) largest = std::max(largest, largestIn(*(*pose)[at(axis)]));
  }
  if (order.empty() || run.rows() < 2) return std::nullopt;
  const double unit = unitFor(largest, kUnitLength);
  ChannelWriter writer;
  for (const PoseColumns& pose : poses) {
    for (std::size_t k = 0; k < pose.size(); ++k) writer.add(quantised(*pose[k], k < 3 ? unit : kUnitTurn));
  }
  return Block{{{"rows", run.rows()},
                {"start", run.start},
                {"step", run.step},
                {"unitLength", unit},
                {"order", order},
                {"note", run.note}},
               writer.text()};
}

// The differences have units of their own, since those of the motion would erase them.
Block referenceBlock(const ReferenceRun& reference, const RecordedRun& run, const Machine& machine) {
  constexpr double kLevels = 1e4;
  std::vector<int> order;
  for (const std::string& name : reference.bodies) {
    const auto found = std::ranges::find(machine.bodies, name, &Machine::Body::name);
    order.push_back(static_cast<int>(found - machine.bodies.begin()));
  }
  std::array<double, 2> largest{1e-15, 1e-15};
  for (std::size_t k = 0; k < reference.differences.size(); ++k) {
    double& most = largest[k % 7 < 3 ? 0 : 1];
    most = std::max(most, largestIn(reference.differences[k]));
  }
  const std::array units{unitFor(largest[0], largest[0] / kLevels), unitFor(largest[1], largest[1] / kLevels)};
  ChannelWriter writer;
  for (std::size_t k = 0; k < reference.differences.size(); ++k) {
    writer.add(quantised(reference.differences[k], units[k % 7 < 3 ? 0 : 1]));
  }
  return {
      {{"rows", reference.rows},
       {"start", run.start},
       {"step", run.step},
       {"unitLength", units[0]},
       {"unitAngle", units[1]},
       {"order", order},
       {"note", fmt::format("the Cartesian reference of the verification, at most {:.1e} m away", reference.farthest)}},
      writer.text()};
}

// A curve has some ten thousand levels, and never more digits than a channel holds.
Block seriesBlock(const std::vector<ShownSeries>& series) {
  constexpr double kLevels = 20000;
  Block block{Json::array(), {}};
  ChannelWriter writer;
  for (const ShownSeries& one : series) {
    const auto [low, high] = std::ranges::minmax(one.values);
    const double largest = std::max(std::abs(low), std::abs(high));
    const double range = high > low ? high - low : std::max(largest, 1e-12);
    const double scale = unitFor(largest, range / kLevels / 10);
    writer.add(quantised(one.values, scale));
    block.json.push_back(
        {{"name", one.name}, {"unit", one.unit}, {"group", one.group}, {"shown", one.isShown}, {"scale", scale}});
  }
  block.text = writer.text();
  return block;
}

// Under everything that moves, and a little beyond.
std::optional<RoadPicture> roadUnder(const ReportPage& page, const Machine& machine) {
  Eigen::AlignedBox2d box;
  for (const Machine::Body& body : machine.bodies) {
    box.extend(Eigen::Vector2d(body.X_WB.p.head<2>()));
    if (!page.run) continue;
    const std::vector<double>* const x = page.run->find(body.name + ".x");
    const std::vector<double>* const y = page.run->find(body.name + ".y");
    for (std::size_t k = 0; x && y && k < x->size(); ++k) box.extend(Eigen::Vector2d((*x)[k], (*y)[k]));
  }
  if (box.isEmpty()) return std::nullopt;
  const double beyond = machine.length;
  return roadBetween(page.conversion.source, {box.min().x() - beyond, box.max().x() + beyond},
                     {box.min().y() - 0.3 * beyond, box.max().y() + 0.3 * beyond});
}

Json machineJson(const ReportPage& page, const Machine& machine) {
  Json json{{"name", machine.name},    {"length", rounded(machine.length)}, {"base", machine.base},
            {"bodies", Json::array()}, {"joints", Json::array()},           {"forces", Json::array()},
            {"road", nullptr},         {"markers", Json::array()}};
  for (const Machine::Body& body : machine.bodies) json["bodies"].push_back(bodyJson(body));
  for (const Machine::Joint& joint : machine.joints) json["joints"].push_back(jointJson(joint));
  for (const Machine::Force& force : machine.forces) json["forces"].push_back(forceJson(force));
  for (const Machine::Probe& probe : machine.probes) {
    json["markers"].push_back({{"name", probe.name},
                               {"body", probe.body},
                               {"p", listOf(probe.X_BM.p)},
                               {"q", listOf(quaternionOf(probe.X_BM.R))}});
  }
  if (const std::optional<RoadPicture> road = roadUnder(page, machine)) {
    Json profile = Json::array();
    for (const auto& [x, z] : road->profile) profile.push_back({rounded(x), rounded(z)});
    json["road"] = {{"y", {rounded(road->y[0]), rounded(road->y[1])}}, {"profile", std::move(profile)}};
  }
  return json;
}

// Where the page opens if the models differ: at the body that differs most, as far as a finding names one.
Json worstOf(const ReportPage& page) {
  if (!page.certificate || page.certificate->verdict != Verdict::notEquivalent) return nullptr;
  constexpr std::string_view kBody = "body ";
  for (const Certificate::Row& row : page.certificate->rows) {
    if (row.holds || !row.where.starts_with(kBody)) continue;
    return {{"body", row.where.substr(kBody.size())}, {"time", page.run ? page.run->start : 0.0}};
  }
  return nullptr;
}

// Text that no name in it can end before its time.
std::string scriptSafe(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

std::string blockOf(std::string_view type, std::string_view id, const std::string& text) {
  return fmt::format("<script type=\"{}\" id=\"{}\">{}</script>\n", type, id, text);
}

}  // namespace

std::string dataBlocks(const ReportPage& page, const Machine& machine, const std::vector<ShownSeries>& series) {
  Json json = machineJson(page, machine);
  json["worst"] = worstOf(page);
  json["motion"] = nullptr;
  json["reference"] = nullptr;
  json["series"] = Json::array();
  std::string blocks;
  if (page.run) {
    if (const std::optional<Block> motion = motionBlock(*page.run, machine)) {
      json["motion"] = motion->json;
      blocks += blockOf("text/plain", "motionData", motion->text);
      if (page.reference) {
        const Block reference = referenceBlock(*page.reference, *page.run, machine);
        json["reference"] = reference.json;
        blocks += blockOf("text/plain", "referenceData", reference.text);
      }
      const Block curves = seriesBlock(series);
      json["series"] = curves.json;
      blocks += blockOf("text/plain", "seriesData", curves.text);
    }
  }
  return blockOf("application/json", "data", scriptSafe(json)) + blocks;
}

}  // namespace mb
