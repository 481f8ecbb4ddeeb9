#include "converter/report/report_json.h"
#include "converter/report/idealise_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "converter/console/json_text.h"
#include "converter/console/messages.h"
#include "converter/report/loss_report.h"
#include "converter/report/report_text.h"

namespace mb {
namespace {

using Json = nlohmann::ordered_json;

double number(Weight weight) { return toDouble(weight); }

Json baseJson(const Conversion& conversion, const Plan::Base& base) {
  return {{"body", conversion.model.bodies[base.body].name},
          {"reason", base.reason},
          {"kind", base.isGround ? "ground" : "free"}};
}

Json treeRows(const Conversion& conversion) {
  Json rows = Json::array();
  const CartesianModel& model = conversion.model;
  for (const Plan::TreeJoint& row : conversion.plan.tree) {
    const Joint& joint = model.joints[row.joint];
    Json entry{{"joint", joint.name},
               {"type", joint.type.name},
               {"weight", number(row.weight)},
               {"parent", model.bodies[row.parent].name},
               {"child", model.bodies[row.child].name},
               {"reversed", row.reversed},
               {"level", row.level}};
    if (!row.reason.empty()) entry["reason"] = row.reason;
    if (!joint.fusedFrom.empty()) entry["fused"] = joint.fusedFrom;
    rows.push_back(std::move(entry));
  }
  return rows;
}

Json cutRows(const Conversion& conversion) {
  Json rows = Json::array();
  const CartesianModel& model = conversion.model;
  for (const Plan::CutEdge& cut : conversion.plan.cuts) {
    const std::string name = nameOf(model, conversion.plan, cut.edge);
    Json loop = Json::array({name});
    for (const JointIndex joint : cut.loop) {
      if (model.joints[joint].name != name) loop.push_back(model.joints[joint].name);
    }
    Json certificate = nullptr;
    if (cut.heaviest.valid()) certificate = model.joints[cut.heaviest].name;
    rows.push_back({{"joint", name},
                    {"type", cut.edge.rod >= 0 ? "rod" : std::string(model.joints[cut.edge.joint].type.name)},
                    {"weight", number(cut.weight)},
                    {"rows", cut.rows},
                    {"loop", std::move(loop)},
                    {"heaviest", std::move(certificate)},
                    {"block", cut.block},
                    {"reason", cut.reason}});
  }
  return rows;
}

Json rodRows(const Conversion& conversion) {
  Json rows = Json::array();
  for (const Plan::Rod& rod : conversion.plan.rods) {
    rows.push_back({{"body", conversion.model.bodies[rod.candidate.body].name},
                    {"removed", rod.removed},
                    {"length", rod.candidate.length},
                    {"mass", rod.candidate.mass},
                    {"reason", rod.reason}});
  }
  return rows;
}

void appendRedundant(const BlockMobility& block, Json& rows) {
  for (const auto& row : block.redundant) rows.push_back({{"joint", row.joint}, {"equation", row.equation}});
}

Json redundantRows(const Conversion& conversion) {
  Json rows = Json::array();
  for (const BlockMobility& block : conversion.mobility.blocks) appendRedundant(block, rows);
  return rows;
}

Json blockRows(const Conversion& conversion) {
  Json rows = Json::array();
  for (const BlockMobility& block : conversion.mobility.blocks) {
    std::set<std::string> joints;
    for (const auto& row : block.redundant) joints.insert(row.joint);
    Json redundant = Json::array();
    appendRedundant(block, redundant);
    rows.push_back({{"cuts", block.cuts},
                    {"joints", block.joints},
                    {"coordinates", block.columns},
                    {"rows", block.rows},
                    {"rank", block.rank},
                    {"redundant", joints},
                    {"redundant_rows", std::move(redundant)},
                    {"condition", block.condition},
                    {"clearance", block.clearance}});
  }
  return rows;
}

Json gapRows(const Conversion& conversion) {
  Json rows = Json::array();
  for (const ClosedLoop& loop : conversion.loops) {
    rows.push_back(
        {{"joint", loop.joint}, {"mm", loop.before.length * 1e3}, {"deg", loop.before.angle * kDegreesPerRadian}});
  }
  return rows;
}

int masslessCount(const Conversion& conversion) {
  return static_cast<int>(std::ranges::count_if(
      conversion.source.bodies, [](const Body& body) { return !body.isGround && body.massProperties.mass == 0; }));
}

// Counted as in [HG12 table 2]: rods are not joints; a cut revolute has 3 + 3 rows, one of them redundant; the Jacobian
// has one column per dependent coordinate.
Json countedAsHidalgo(const Conversion& conversion) {
  const auto isRod = [](const JointType& type) { return type.name == "distance"; };
  int rods = static_cast<int>(conversion.recursive.rods.size());
  int joints = 0;
  for (const Joint& joint : conversion.source.joints) (isRod(joint.type) ? rods : joints) += 1;
  int rows = static_cast<int>(conversion.recursive.rods.size());
  for (const Cut& cut : conversion.recursive.cuts)
    rows += equationsOf(cut.type) + (cut.type.name == "revolute" ? 1 : 0);
  const MobilityReport& mobility = conversion.mobility;
  return {{"bodies", bodyCount(conversion)},
          {"massless", masslessCount(conversion)},
          {"rods", rods},
          {"joints", joints},
          {"dof", mobility.dof},
          {"driven", mobility.prescribed},
          {"jacobian", {rows, mobility.coordinates - mobility.dof}}};
}

}  // namespace

std::string treeJson(const Conversion& conversion) {
  const Plan& plan = conversion.plan;
  const MobilityReport& mobility = conversion.mobility;
  Json json{{"name", conversion.source.name},
            {"bodies", bodyCount(conversion)},
            {"joints", conversion.source.joints.size()},
            {"base", plan.bases.empty() ? Json(nullptr) : baseJson(conversion, plan.bases.front())}};
  json["bases"] = Json::array();
  for (const Plan::Base& base : plan.bases) json["bases"].push_back(baseJson(conversion, base));
  json["weight"] = number(plan.weight);
  json["least_weight"] = number(plan.leastWeight);
  json["trees"] = {{"count", plan.treeCount}, {"minimal", plan.minimalCount}, {"exhausted", plan.tiesExhausted}};
  json["coordinates"] = mobility.coordinates;
  json["equations"] = mobility.equations;
  json["rank"] = mobility.rank;
  json["dof"] = mobility.dof;
  json["prescribed"] = mobility.prescribed;
  json["massless"] = masslessCount(conversion);
  json["as_counted_in"] = {{"hg12", countedAsHidalgo(conversion)}};
  json["gruebler"] = grueblerCount(conversion);
  json["depth"] = plan.depth;
  json["cost"] = plan.cost;
  json["mass_matrix_entries"] = plan.massMatrixEntries;
  json["tree"] = treeRows(conversion);
  json["cuts"] = cutRows(conversion);
  json["rods"] = rodRows(conversion);
  json["not_rods"] = Json::array();
  for (const RodRefusal& refusal : plan.notRods) {
    json["not_rods"].push_back({{"body", conversion.model.bodies[refusal.body].name}, {"reason", refusal.reason}});
  }
  json["blocks"] = blockRows(conversion);
  json["closure"] = gapRows(conversion);
  json["idealised"] = Json::parse(idealisedJson(conversion.idealised));
  json["structures"] = conversion.idealised.structures;
  json["alternatives"] = Json::array();
  for (const Plan::Alternative& other : plan.alternatives) {
    json["alternatives"].push_back({{"weight", number(other.weight)},
                                    {"cost", other.cost},
                                    {"cut", other.cutInstead},
                                    {"keep", other.keptInstead},
                                    {"lost_by", other.lostBy}});
  }
  json["remarks"] = conversion.remarks;
  return jsonText(json);
}

std::string statisticsJson(const Conversion& conversion, const Diagnostics& diagnostics, int most) {
  double mass = 0;
  for (const Body& body : conversion.source.bodies) mass += body.isGround ? 0 : body.massProperties.mass;
  return jsonText(Json{{"name", conversion.source.name},
                       {"bodies", bodyCount(conversion)},
                       {"massless", masslessCount(conversion)},
                       {"joints", conversion.source.joints.size()},
                       {"forces", conversion.source.forces.size()},
                       {"drives", conversion.source.drives.size()},
                       {"couplers", conversion.source.couplers.size()},
                       {"mass", mass},
                       {"coordinates", conversion.mobility.coordinates},
                       {"equations", conversion.mobility.equations},
                       {"rank", conversion.mobility.rank},
                       {"dof", conversion.mobility.dof},
                       {"gruebler", grueblerCount(conversion)},
                       {"redundant_rows", redundantRows(conversion)},
                       {"closure", gapRows(conversion)},
                       {"idealised", Json::parse(idealisedJson(conversion.idealised))},
                       {"structures", conversion.idealised.structures},
                       {"losses", Json::parse(lossesJson(conversion.source))},
                       {"remarks", conversion.remarks},
                       {"messages", Json::parse(messagesJson(diagnostics, most))}});
}

std::string rodsIn(const Conversion& conversion, bool json) {
  if (!json) return rodsText(conversion);
  Json rods = Json::array();
  for (const Plan::Rod& rod : conversion.plan.rods) {
    rods.push_back({{"body", conversion.model.bodies[rod.candidate.body].name},
                    {"length", rod.candidate.length},
                    {"mass", rod.candidate.mass},
                    {"centre", rod.candidate.s},
                    {"removed", rod.removed},
                    {"bound", rod.candidate.bound}});
  }
  Json others = Json::array();
  for (const RodRefusal& refusal : conversion.plan.notRods) {
    others.push_back({{"body", conversion.model.bodies[refusal.body].name}, {"reason", refusal.reason}});
  }
  return jsonText(Json{{"rods", std::move(rods)}, {"not_rods", std::move(others)}});
}

}  // namespace mb
