#include "converter/report/report_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "converter/console/console.h"
#include "converter/report/idealise_report.h"
#include "converter/report/loss_report.h"
#include "formats/model/basics/text.h"

namespace mb {
namespace {

struct Paint {
  bool on = false;
  std::string operator()(const char* code, const std::string& text) const {
    return on ? fmt::format("\033[{}m{}\033[0m", code, text) : text;
  }
};
constexpr const char* kBold = "1";
constexpr const char* kRed = "31";
constexpr const char* kDim = "2";

std::string typeOf(const Conversion& conversion, const PlanEdge& edge) {
  return edge.rod >= 0 ? "rod" : std::string(conversion.model.joints[edge.joint].type.name);
}

ClosedLoop worstGap(const Conversion& conversion) {
  ClosedLoop worst;
  const auto size = [](const Gap& gap) { return gap.length + gap.angle; };
  for (const ClosedLoop& loop : conversion.loops) {
    if (worst.joint.empty() || size(loop.before) > size(worst.before)) worst = loop;
  }
  return worst;
}

std::string mobilityLine(const Conversion& conversion) {
  const MobilityReport& mobility = conversion.mobility;
  std::string text = counted(mobility.coordinates, "coordinate");
  if (mobility.equations > 0) {
    text += fmt::format(" - {} of rank {} = ", counted(mobility.equations, "equation"), mobility.rank);
  } else {
    text += " and no loop: ";
  }
  text += counted(mobility.dof, "degree of freedom", "degrees of freedom");
  if (mobility.prescribed > 0)
    text += fmt::format(", {} of them prescribed by drives or tied by couplers", mobility.prescribed);
  return text;
}

// The reason for a cut in a few words; the tree picture has the whole reason.
std::string certificateText(const Conversion& conversion, const Plan::CutEdge& cut) {
  if (!cut.heaviest.valid()) return cut.reason;
  for (const Plan::TreeJoint& row : conversion.plan.tree) {
    if (row.joint == cut.heaviest) {
      return fmt::format("heaviest tree joint on its loop: {} {}", conversion.model.joints[cut.heaviest].name,
                         toText(row.weight));
    }
  }
  return cut.reason;
}

void appendRemarks(const Conversion& conversion, std::string& text) {
  if (conversion.remarks.empty()) return;
  constexpr std::size_t kMost = 12;
  text += "remarks\n";
  for (std::size_t k = 0; k < std::min(conversion.remarks.size(), kMost); ++k) {
    text += fmt::format("  - {}\n", conversion.remarks[k]);
  }
  if (conversion.remarks.size() > kMost) {
    text += fmt::format("  - and {} more (--format json has them all)\n", conversion.remarks.size() - kMost);
  }
}

std::string redundantText(const BlockMobility& block) {
  std::map<std::string, std::vector<std::string>> byJoint;
  for (const auto& row : block.redundant) byJoint[row.joint].push_back(row.equation);
  std::vector<std::string> parts;
  for (const auto& [joint, rows] : byJoint) parts.push_back(fmt::format("'{}' ({})", joint, fmt::join(rows, ", ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

// One line per block that has redundant rows.
void appendRedundant(const Conversion& conversion, std::string& text) {
  constexpr std::size_t kMost = 12;
  std::size_t count = 0;
  for (const BlockMobility& block : conversion.mobility.blocks) {
    if (block.redundant.empty() || ++count > kMost) continue;
    text += fmt::format("  {:<9} {}\n", count == 1 ? "redundant" : "", redundantText(block));
  }
  if (count > kMost) {
    text += fmt::format("  {:<9} and in {}; `mbconvert tree` shows all\n", "",
                        counted(count - kMost, "more block of loops", "more blocks of loops"));
  }
}

void appendIdealised(const Conversion& conversion, JointLines joints, std::string& text) {
  bool isFirst = true;
  for (const std::string& line : idealisedLines(conversion.idealised, joints)) {
    text += fmt::format("  {:<9} {}\n", isFirst ? "idealised" : "", line);
    isFirst = false;
  }
}

// By tree joint: whether no sibling follows.
std::vector<bool> lastChildren(const Plan& plan) {
  std::vector<bool> isLast(plan.tree.size(), true);
  std::map<BodyIndex, std::size_t> latest;
  for (std::size_t k = 0; k < plan.tree.size(); ++k) {
    const auto [place, isNew] = latest.try_emplace(plan.tree[k].parent, k);
    if (!isNew) isLast[place->second] = false;
    place->second = k;
  }
  return isLast;
}

// In preorder, the level gives the indentation, and a following sibling means that a line continues.
void appendBranches(const Conversion& conversion, const Paint& paint, std::string& text) {
  const CartesianModel& model = conversion.model;
  const Plan& plan = conversion.plan;
  constexpr int kDeepest = 12;  // deeper levels are drawn at this indentation, with the body that carries them
  const std::vector<bool> isLast = lastChildren(plan);
  std::size_t next = 0;
  for (const Plan::Base& base : plan.bases) {
    text += fmt::format("{}  {}\n", paint(kBold, model.bodies[base.body].name),
                        paint(kDim, fmt::format("base: {}", base.reason)));
    std::set<BodyIndex> seen{base.body};
    std::vector<bool> lines;  // by level: whether a line continues beside
    while (next < plan.tree.size() && seen.contains(plan.tree[next].parent)) {
      const Plan::TreeJoint& row = plan.tree[next];
      seen.insert(row.child);
      const auto level = static_cast<std::size_t>(std::min(row.level - 2, kDeepest));
      lines.resize(level + 1);
      std::string indent;
      for (std::size_t k = 0; k < level; ++k) indent += lines[k] ? "│  " : "   ";
      lines[level] = !isLast[next];
      const Joint& joint = model.joints[row.joint];
      const bool isTooDeep = row.level - 2 > kDeepest;
      text += fmt::format("{}{} {}  {}{} {}{}{}  {}\n", indent, isLast[next] ? "└─" : "├─",
                          paint(kBold, model.bodies[row.child].name),
                          isTooDeep ? fmt::format("on {}, ", model.bodies[row.parent].name) : "", joint.type.name,
                          toText(row.weight), row.reversed ? ", reversed" : "",
                          row.reason.empty() ? "" : ", " + row.reason, paint(kDim, fmt::format("by {}", joint.name)));
      ++next;
    }
  }
}

void appendCutsAndRods(const Conversion& conversion, const Paint& paint, std::string& text) {
  const CartesianModel& model = conversion.model;
  const Plan& plan = conversion.plan;
  if (!plan.cuts.empty()) text += "\ncuts\n";
  for (const Plan::CutEdge& cut : plan.cuts) {
    text += fmt::format("  {}  {} {}, {}: {}\n", paint(kRed, nameOf(model, plan, cut.edge)),
                        typeOf(conversion, cut.edge), toText(cut.weight), counted(cut.rows, "row"), cut.reason);
  }
  if (!plan.rods.empty()) text += "\nrods\n";
  for (const Plan::Rod& rod : plan.rods) {
    text +=
        fmt::format("  {}  {:.6g} m, {:.6g} kg: {}{}\n", model.bodies[rod.candidate.body].name, rod.candidate.length,
                    rod.candidate.mass, rod.removed ? "removed" : "kept", rod.reason.empty() ? "" : "; " + rod.reason);
  }
}

void appendBlocks(const Conversion& conversion, std::string& text) {
  if (!conversion.mobility.blocks.empty()) text += "\nblocks of loops\n";
  for (const BlockMobility& block : conversion.mobility.blocks) {
    text += fmt::format("  {}: {} on {}, rank {}{}, condition {:.3g}\n", fmt::join(block.cuts, ", "),
                        counted(block.rows, "row"), counted(block.columns, "coordinate"), block.rank,
                        block.redundant.empty() ? "" : fmt::format("; redundant: {}", redundantText(block)),
                        block.condition);
  }
}

}  // namespace

std::string treesLine(const Conversion& conversion) {
  const Plan& plan = conversion.plan;
  std::string text = fmt::format("weight {}", toText(plan.weight));
  if (plan.treeCount == "1") return text + "; the only spanning tree";
  if (plan.weight > plan.leastWeight) {
    return text + fmt::format("; required joints and cuts cost {} more than the least of {} spanning trees",
                              toText(plan.weight - plan.leastWeight), countText(plan.treeCount));
  }
  text += fmt::format("; least of {} spanning trees", countText(plan.treeCount));
  if (plan.minimalCount != "1") {
    text += fmt::format(", shared by {}, {}", countText(plan.minimalCount),
                        plan.tiesExhausted ? "all compared by predicted cost" : "not all compared (see remarks)");
  }
  return text;
}

int bodyCount(const Conversion& conversion) {
  const CartesianModel& model = conversion.source;
  bool groundIsJoined = false;
  for (const Joint& joint : model.joints) {
    groundIsJoined |= model.bodies[bodyI(model, joint)].isGround || model.bodies[bodyJ(model, joint)].isGround;
  }
  int count = 0;
  for (const Body& body : model.bodies) count += !body.isGround || groundIsJoined;
  return count;
}

int grueblerCount(const Conversion& conversion) {
  int freedom = 0;
  for (const Body& body : conversion.model.bodies) freedom += body.isGround ? 0 : 6;
  for (const Joint& joint : conversion.model.joints) freedom -= equationsOf(joint.type);
  return freedom;
}

std::string summaryText(const Conversion& conversion, const TextStyle& style) {
  const Paint paint{style.colour};
  const Plan& plan = conversion.plan;
  std::string text =
      fmt::format("{}: {}, {}\n", paint(kBold, conversion.source.name),
                  counted(bodyCount(conversion), "body", "bodies"), counted(conversion.source.joints.size(), "joint"));
  constexpr std::size_t kMost = 6;
  for (std::size_t k = 0; k < std::min(plan.bases.size(), kMost); ++k) {
    text += fmt::format("  {:<9} {}: {}\n", k == 0 ? "base" : "",
                        paint(kBold, conversion.model.bodies[plan.bases[k].body].name), plan.bases[k].reason);
  }
  if (plan.bases.size() > kMost) text += fmt::format("  {:<9} and {} more\n", "", plan.bases.size() - kMost);
  text += fmt::format("  {:<9} {}\n", "tree", treesLine(conversion));
  const auto label = [&](bool first, const char* name) { return first ? name : ""; };
  for (std::size_t k = 0; k < std::min(plan.cuts.size(), kMost); ++k) {
    const Plan::CutEdge& cut = plan.cuts[k];
    text += fmt::format("  {:<9} {}: {} {}, {}; {}\n", label(k == 0, "cuts"),
                        paint(kRed, nameOf(conversion.model, plan, cut.edge)), typeOf(conversion, cut.edge),
                        toText(cut.weight), counted(cut.rows, "row"), certificateText(conversion, cut));
  }
  if (plan.cuts.size() > kMost)
    text += fmt::format("  {:<9} and {} more; `mbconvert tree` shows all\n", "", plan.cuts.size() - kMost);
  const auto removed = std::ranges::count(plan.rods, true, &Plan::Rod::removed);
  if (!plan.rods.empty()) {
    text += fmt::format("  {:<9} {} of {} removed, with exact inertia\n", "rods", removed, plan.rods.size());
  }
  text += fmt::format("  {:<9} {}\n", "mobility", mobilityLine(conversion));
  int redundant = 0;
  for (const BlockMobility& block : conversion.mobility.blocks) redundant += block.rows - block.rank;
  if (redundant > 0)
    text += fmt::format("  {:<9} {} (normal; the run uses the rank)\n", "redundant", counted(redundant, "row"));
  if (!conversion.loops.empty()) {
    const ClosedLoop worst = worstGap(conversion);
    text += fmt::format("  {:<9} worst gap at the initial position {} at '{}'\n", "closure", toText(worst.before),
                        worst.joint);
  }
  appendIdealised(conversion, JointLines::no, text);
  return forTerminal(text, style.colour);
}

std::string treeText(const Conversion& conversion, const TextStyle& style) {
  const Paint paint{style.colour};
  const Plan& plan = conversion.plan;
  std::string text = fmt::format("{}: {}, {}, {}\n\n", paint(kBold, conversion.source.name),
                                 counted(bodyCount(conversion), "body", "bodies"),
                                 counted(conversion.source.joints.size(), "joint"), counted(plan.bases.size(), "base"));
  appendBranches(conversion, paint, text);
  appendCutsAndRods(conversion, paint, text);
  appendBlocks(conversion, text);
  if (!conversion.idealised.blocks.empty()) text += "\n";
  appendIdealised(conversion, JointLines::yes, text);
  text += fmt::format("\ntree      {}\n", treesLine(conversion));
  text += fmt::format("mobility  {}; Gruebler's count gives {}\n", mobilityLine(conversion), grueblerCount(conversion));
  text += fmt::format("cost      {} operations predicted, {} mass-matrix entries, depth {}\n", plan.cost,
                      plan.massMatrixEntries, plan.depth);
  if (!plan.alternatives.empty()) text += "\nalternatives\n";
  for (const Plan::Alternative& other : plan.alternatives) {
    text += fmt::format("  weight {}, cost {}: cut {} instead of {}; lost by {}\n", toText(other.weight), other.cost,
                        fmt::join(other.cutInstead, ", "), fmt::join(other.keptInstead, ", "), other.lostBy);
  }
  text += "\n";
  appendRemarks(conversion, text);
  while (text.ends_with("\n\n")) text.pop_back();
  return forTerminal(text, style.colour);
}

std::string rodsText(const Conversion& conversion) {
  std::string text;
  for (const Plan::Rod& rod : conversion.plan.rods) {
    text += fmt::format("{}  rod of {:.6g} m, {:.6g} kg, centre of mass at {:.4g} of its length: {}\n",
                        conversion.model.bodies[rod.candidate.body].name, rod.candidate.length, rod.candidate.mass,
                        rod.candidate.s, rod.removed ? "removed" : "kept in the tree");
    if (rod.removed && !rod.candidate.bound.empty()) text.insert(text.size() - 1, ", " + rod.candidate.bound);
  }
  for (const RodRefusal& refusal : conversion.plan.notRods) {
    text += fmt::format("{}  no rod: {}\n", conversion.model.bodies[refusal.body].name, refusal.reason);
  }
  return text.empty() ? "no body looks like a rod\n" : forTerminal(text);
}

std::string statisticsText(const Conversion& conversion, const TextStyle& style) {
  const Paint paint{style.colour};
  const CartesianModel& source = conversion.source;
  double mass = 0;
  Vector3 moment = Vector3::Zero();
  int massless = 0;
  for (const Body& body : source.bodies) {
    if (body.isGround) continue;
    mass += body.massProperties.mass;
    moment += body.massProperties.mass * (body.X_WB * body.massProperties.com);
    massless += body.massProperties.mass == 0;
  }
  std::map<std::string_view, int> types;
  for (const Joint& joint : source.joints) ++types[joint.type.name];
  std::vector<std::string> typeParts;
  for (const auto& [name, count] : types) typeParts.push_back(fmt::format("{} {}", count, name));

  std::string text = fmt::format("{}\n", paint(kBold, source.name));
  // Counted as before, with the ground where it was.
  const int bodies = bodyCount(conversion);
  text += fmt::format("  bodies    {} ({} massless), {} after merging welded ones\n", bodies, massless,
                      bodies - (source.bodies.size() - conversion.model.bodies.size()));
  text += fmt::format("  joints    {}{}{}\n", source.joints.size(), typeParts.empty() ? "" : ": ",
                      fmt::join(typeParts, ", "));
  text += fmt::format("  elements  {}, {}, {}\n", counted(source.forces.size(), "force"),
                      counted(source.drives.size(), "drive"), counted(source.couplers.size(), "coupler"));
  if (const LossCount losses = countLosses(source); losses.all > 0) {
    text += fmt::format("  lost      {} on reading, {} of them change the motion; `mbconvert import` lists them\n",
                        losses.all, losses.changingMotion);
  }
  text += fmt::format("  mass      {:.6g} kg", mass);
  if (mass > 0) {
    const Vector3 com = moment / mass;
    text += fmt::format(", centre at {:.6g} {:.6g} {:.6g} m (x forward, z up)", com.x(), com.y(), com.z());
  }
  text += "\n";
  text +=
      fmt::format("  mobility  {}; Gruebler's count gives {}\n", mobilityLine(conversion), grueblerCount(conversion));
  appendRedundant(conversion, text);
  if (!conversion.loops.empty()) {
    const ClosedLoop worst = worstGap(conversion);
    text += fmt::format("  closure   worst gap {} at '{}'\n", toText(worst.before), worst.joint);
  }
  appendIdealised(conversion, JointLines::yes, text);
  for (const FitReport::Joint& joint : conversion.fit.joints) {
    if (joint.gap.length > 1e-6 || joint.gap.angle > 1e-6) {
      text += fmt::format("  gap       joint '{}' is {} from where its markers meet\n", joint.name, toText(joint.gap));
    }
  }
  appendRemarks(conversion, text);
  return forTerminal(text, style.colour);
}

}  // namespace mb
